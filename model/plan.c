/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/plan.h"

#include "model/plan-conditions.h"
#include "model/plan-source.h"
#include "model/plan-value.h"
#include "model/plan-variant.h"
#include "model/plan-workload.h"
#include "model/slug.h"
#include "model/text.h"

#define BOOTS_MAX 1000
#define ROUNDS_MAX 100000
#define TITLE_BYTES_MAX 1000
#define VM_CPUS_MAX 256

static const char *const machine_names[] = {
	[PLAN_MACHINE_HERE] = "here",
	[PLAN_MACHINE_VM] = "vm",
	[PLAN_MACHINE_BOOT] = "boot",
};

static const char *const clock_names[] = {
	[PLAN_CLOCK_AUTO] = "auto",
	[PLAN_CLOCK_WALL] = "wall",
	[PLAN_CLOCK_COUNTED] = "counted",
};

const char *plan_machine_name(enum plan_machine machine)
{
	return machine_names[machine];
}

/* The file's base name without its ending. */
static char *default_title(const char *name)
{
	const char *slash = strrchr(name, '/');
	const char *base = slash ? slash + 1 : name;
	const char *dot = strrchr(base, '.');
	size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
	struct text title = TEXT_EMPTY;
	text_add_utf8(&title, base, length);
	return text_take(&title);
}

static bool read_top(const struct plan_place *place, const struct plan_source *source,
	struct plan *plan, struct error *err)
{
	size_t machine = 0;
	if (!source->machine)
		return plan_value_error(
			place, "machine", err, "no machine, expected machine: here, vm or boot");
	if (!plan_value_choice(place, "machine", source->machine, machine_names,
		    ARRAY_LENGTH(machine_names), &machine, err))
		return false;
	plan->machine = (enum plan_machine)machine;
	plan->boots = 1;
	plan->rounds = 1;
	return plan_value_text(
		       place, "title", source->title, TITLE_BYTES_MAX, false, &plan->title, err) &&
		plan_value_number(place, "boots", source->boots, 1, BOOTS_MAX, &plan->boots, err) &&
		plan_value_number(
			place, "rounds", source->rounds, 1, ROUNDS_MAX, &plan->rounds, err);
}

static bool read_placements(const struct plan_place *place, const struct plan_source *source,
	struct plan *plan, struct error *err)
{
	if (!source->placements) {
		plan->placements[0] = PLACEMENT_BOUND;
		plan->placements[1] = PLACEMENT_UNBOUND;
		plan->placements_n = 2;
		return true;
	}
	const struct yaml_node_s *list =
		plan_tree_value(place->tree, place->mapping, "placements");
	for (size_t i = 0; i < source->placements_n; i++) {
		const struct yaml_node_s *item = plan_tree_item(place->tree, list, i);
		char quoted[PLAN_QUOTE_BYTES];
		enum placement placement;
		if (!placement_parse(source->placements[i], &placement))
			return plan_tree_error(place->tree, item, err,
				"unknown placement '%s', expected bound, unbound, siblings, core, "
				"llc, across or each",
				plan_quote(source->placements[i], quoted));
		for (size_t j = 0; j < plan->placements_n; j++)
			if (plan->placements[j] == placement)
				return plan_tree_error(place->tree, item, err,
					"%s is said twice, expected it once",
					placement_name(placement));
		plan->placements[plan->placements_n++] = placement;
	}
	return true;
}

static bool read_vm(const struct plan_place *top, const struct plan_source_vm *source,
	struct plan *plan, struct error *err)
{
	plan->vm_cpus = 2;
	plan->vm_memory_mib = 512;
	plan->clock = PLAN_CLOCK_AUTO;
	if (!source)
		return true;
	const struct plan_place place = {
		.tree = top->tree,
		.mapping = plan_tree_value(top->tree, top->mapping, "vm"),
	};
	size_t clock = PLAN_CLOCK_AUTO;
	if (!plan_value_number(&place, "cpus", source->cpus, 1, VM_CPUS_MAX, &plan->vm_cpus, err) ||
		!plan_value_memory(&place, "memory", source->memory, &plan->vm_memory_mib, err) ||
		!plan_value_choice(&place, "clock", source->clock, clock_names,
			ARRAY_LENGTH(clock_names), &clock, err))
		return false;
	plan->clock = (enum plan_clock)clock;
	return true;
}

static bool read_variants(const struct plan_place *top, const struct plan_source *source,
	struct plan *plan, struct error *err)
{
	if (!source->variants)
		return plan_value_error(top, "variants", err,
			"no variants, expected variants: with at least one label:");
	const struct yaml_node_s *list = plan_tree_value(top->tree, top->mapping, "variants");
	char *taken[PLAN_LIST_MAX];
	for (size_t i = 0; i < source->variants_n; i++) {
		const struct plan_place place = {top->tree, plan_tree_item(top->tree, list, i)};
		struct plan_variant variant = {.label = NULL};
		bool ok = plan_variant_read(
			&place, plan->machine, &source->variants[i], &variant, err);
		for (size_t j = 0; ok && j < i; j++)
			if (strcmp(plan->variants[j].label, variant.label) == 0)
				ok = plan_value_error(&place, "label", err,
					"a label that is there already, expected another");
		if (!ok) {
			plan_variant_release(&variant);
			return false;
		}
		char slug[SLUG_BYTES];
		slug_make_distinct(variant.label, taken, i, slug);
		taken[i] = variant.slug = xstrdup(slug);
		*(struct plan_variant *)xgrow(
			&plan->variants, &plan->variants_n, sizeof(variant)) = variant;
	}
	return true;
}

static bool read_baseline(const struct plan_place *place, const struct plan_source *source,
	struct plan *plan, struct error *err)
{
	char quoted[PLAN_QUOTE_BYTES];
	if (!source->baseline)
		return true;
	for (size_t i = 0; i < plan->variants_n; i++) {
		if (strcmp(plan->variants[i].label, source->baseline) == 0) {
			plan->baseline = i;
			return true;
		}
	}
	return plan_value_error(place, "baseline", err,
		"baseline '%s' is no variant, expected the label of one",
		plan_quote(source->baseline, quoted));
}

/* Adds one workload's share of the matrix; each factor is bounded, so nothing overflows. */
static bool add_to_matrix(const struct plan_place *place, const struct plan *plan,
	const struct plan_workload *workload, uint64_t *cells, uint64_t *samples, struct error *err)
{
	uint64_t columns = plan->variants_n * plan->placements_n;
	uint64_t added = columns * (workload->workload->swept ? workload->counts.length : 1);
	const char *key = workload->workload->swept ? "counts" : "runs";
	*cells += added;
	*samples += added * plan->boots * (workload->runs ? workload->runs : plan->rounds);
	if (*cells > PLAN_CELLS_MAX)
		return plan_value_error(place, key, err,
			"%llu cells up to here, expected at most %d in a plan",
			(unsigned long long)*cells, PLAN_CELLS_MAX);
	if (*samples > PLAN_SAMPLES_MAX)
		return plan_value_error(place, key, err,
			"%llu samples up to here, expected at most %d in a plan",
			(unsigned long long)*samples, PLAN_SAMPLES_MAX);
	return true;
}

static bool read_workloads(const struct plan_place *top, const struct plan_source *source,
	struct plan *plan, struct error *err)
{
	if (!source->workloads)
		return plan_value_error(top, "workloads", err,
			"no workloads, expected workloads: with at least one name:");
	const struct yaml_node_s *list = plan_tree_value(top->tree, top->mapping, "workloads");
	char *taken[PLAN_LIST_MAX];
	uint64_t cells = 0, samples = 0;
	for (size_t i = 0; i < source->workloads_n; i++) {
		const struct plan_place place = {top->tree, plan_tree_item(top->tree, list, i)};
		struct plan_workload *workload =
			xgrow(&plan->workloads, &plan->workloads_n, sizeof(*workload));
		if (!plan_workload_read(&place, &source->workloads[i], workload, err) ||
			!add_to_matrix(&place, plan, workload, &cells, &samples, err))
			return false;
		char slug[SLUG_BYTES];
		slug_make_distinct(workload->workload->name, taken, i, slug);
		taken[i] = workload->slug = xstrdup(slug);
	}
	return true;
}

static bool parse(const char *yaml, const char *name, bool check_files, struct plan *plan,
	struct error *err)
{
	*plan = (struct plan){.text = NULL};
	struct plan_source *source = NULL;
	struct plan_tree *tree = plan_tree_new(yaml, name, err);
	bool ok = false;
	if (!tree)
		goto out;
	source = plan_source_new(tree, err);
	if (!source)
		goto out;

	const struct plan_place top = {tree, plan_tree_root(tree)};
	ok = read_top(&top, source, plan, err) && read_placements(&top, source, plan, err) &&
		read_vm(&top, source->vm, plan, err) && plan_conditions_read(&top, source, plan, err) &&
		read_variants(&top, source, plan, err) && read_baseline(&top, source, plan, err) &&
		read_workloads(&top, source, plan, err) &&
		(!check_files || plan_variant_check_files(&top, plan, err));
	if (ok) {
		plan->text = xstrdup(yaml);
		plan->title = plan->title ? plan->title : default_title(name);
	}
out:
	if (!ok)
		plan_release(plan);
	plan_source_free(source);
	plan_tree_free(tree);
	return ok;
}

bool plan_parse(const char *yaml, const char *name, struct plan *plan, struct error *err)
{
	return parse(yaml, name, false, plan, err);
}

bool plan_read_file(const char *path, struct plan *plan, struct error *err)
{
	struct text yaml = TEXT_EMPTY;
	*plan = (struct plan){.text = NULL};
	bool ok = text_read_file(&yaml, path, PLAN_BYTES_MAX + 1, err);
	if (ok && yaml.length > PLAN_BYTES_MAX)
		ok = error_set(err, "%s:1:1: a file of more than %d bytes, expected a plan", path,
			PLAN_BYTES_MAX);
	const char *nul = ok && yaml.length ? memchr(yaml.bytes, 0, yaml.length) : NULL;
	if (nul) {
		size_t line, column;
		plan_tree_place(yaml.bytes, (size_t)(nul - yaml.bytes), &line, &column);
		ok = error_set(err, "%s:%zu:%zu: a NUL byte, expected text", path, line, column);
	}
	ok = ok && parse(yaml.bytes ? yaml.bytes : "", path, true, plan, err);
	text_release(&yaml);
	return ok;
}

void plan_release(struct plan *plan)
{
	for (size_t i = 0; i < plan->variants_n; i++)
		plan_variant_release(&plan->variants[i]);
	for (size_t i = 0; i < plan->workloads_n; i++)
		plan_workload_release(&plan->workloads[i]);
	free(plan->variants);
	free(plan->workloads);
	free(plan->title);
	free(plan->text);
	*plan = (struct plan){.text = NULL};
}
