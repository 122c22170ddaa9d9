/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/plan-variant.h"

#include <sys/stat.h>

#include "model/plan-command.h"

#define LABEL_BYTES_MAX 1000
#define PATH_BYTES_MAX 4095
#define CMDLINE_BYTES_MAX 2047 /* what an x86 kernel takes */

/* Which keys go with which machine. */
static bool check_machine(const struct plan_place *place, enum plan_machine machine,
	const struct plan_source_variant *source, struct error *err)
{
	if (machine == PLAN_MACHINE_VM && !source->kernel)
		return plan_value_error(place, "kernel", err,
			"a variant without a kernel, expected kernel: a bzImage for machine: vm");
	if (machine == PLAN_MACHINE_HERE && source->kernel)
		return plan_value_error(place, "kernel", err,
			"a kernel on machine: here, expected a label alone (the running kernel)");
	if (machine == PLAN_MACHINE_HERE && source->cmdline)
		return plan_value_error(place, "cmdline", err,
			"a cmdline on machine: here, expected a label alone (the running kernel)");
	return true;
}

/* NAME:NUMBER with the number from least to most, which may be negative. */
static bool is_level(const char *level, long least, long most)
{
	size_t digits = strspn(*level == '-' ? level + 1 : level, "0123456789");
	if (digits < 1 || digits > 3 || level[digits + (*level == '-')])
		return false;
	long value = strtol(level, NULL, 10);
	return value >= least && value <= most;
}

static bool is_policy(const char *policy)
{
	static const struct {
		const char *name;
		bool level;
		long least, most;
	} policies[] = {
		{"other", false, 0, 0},
		{"batch", false, 0, 0},
		{"idle", false, 0, 0},
		{"nice", true, -20, 19},
		{"fifo", true, 1, 99},
		{"rr", true, 1, 99},
	};
	size_t length = strcspn(policy, ":");
	for (size_t i = 0; i < ARRAY_LENGTH(policies); i++) {
		if (strlen(policies[i].name) != length ||
			strncmp(policies[i].name, policy, length) != 0)
			continue;
		return policies[i].level ? policy[length] &&
				is_level(policy + length + 1, policies[i].least, policies[i].most)
					 : !policy[length];
	}
	return false;
}

/* What belongs to variants of the running kernel: they differ in what is done around them. */
static bool read_here(const struct plan_place *place, enum plan_machine machine,
	const struct plan_source_variant *source, struct plan_variant *variant, struct error *err)
{
	static const char *const keys[] = {"setup", "teardown", "policy"};
	char quoted[PLAN_QUOTE_BYTES];
	for (size_t i = 0; machine != PLAN_MACHINE_HERE && i < ARRAY_LENGTH(keys); i++)
		if (plan_tree_value(place->tree, place->mapping, keys[i]))
			return plan_value_error(place, keys[i], err,
				"%s on machine: %s, expected it on machine: here alone", keys[i],
				plan_machine_name(machine));
	if (source->policy && !is_policy(source->policy))
		return plan_value_error(place, "policy", err,
			"policy is '%s', expected other, batch, idle, nice:-20..19, fifo:1..99 or "
			"rr:1..99",
			plan_quote(source->policy, quoted));
	variant->policy = xstrdup_null(source->policy);
	return plan_command_read(place, "setup", &variant->setup, err) &&
		plan_command_read(place, "teardown", &variant->teardown, err);
}

bool plan_variant_read(const struct plan_place *place, enum plan_machine machine,
	const struct plan_source_variant *source, struct plan_variant *variant, struct error *err)
{
	if (!source->label)
		return plan_value_error(
			place, "label", err, "a variant without a label, expected label:");

	/* An empty cmdline says what no cmdline says. */
	const char *cmdline = source->cmdline && *source->cmdline ? source->cmdline : NULL;
	if (!plan_value_text(place, "label", source->label, LABEL_BYTES_MAX, false,
		    &variant->label, err) ||
		!check_machine(place, machine, source, err) ||
		!plan_value_text(place, "kernel", source->kernel, PATH_BYTES_MAX, true,
			&variant->kernel, err) ||
		!plan_value_text(place, "config", source->config, PATH_BYTES_MAX, true,
			&variant->config, err) ||
		!plan_value_text(place, "cmdline", cmdline, CMDLINE_BYTES_MAX, true,
			&variant->cmdline, err) ||
		!read_here(place, machine, source, variant, err))
		return false;
	if (!variant->cmdline)
		variant->cmdline = xstrdup("");
	return true;
}

void plan_variant_release(struct plan_variant *variant)
{
	free(variant->label);
	free(variant->slug);
	free(variant->kernel);
	free(variant->config);
	free(variant->cmdline);
	free(variant->policy);
	plan_command_release(&variant->setup);
	plan_command_release(&variant->teardown);
}

static bool check_path(
	const struct plan_place *place, const char *key, const char *path, struct error *err)
{
	char quoted[PLAN_QUOTE_BYTES];
	struct stat found;
	if (!path || stat(path, &found) != 0 || S_ISREG(found.st_mode))
		return true;
	return plan_value_error(place, key, err, "%s '%s' is %s, expected a file", key,
		plan_quote(path, quoted),
		S_ISDIR(found.st_mode) ? "a directory" : "no regular file");
}

bool plan_variant_check_files(
	const struct plan_place *top, const struct plan *plan, struct error *err)
{
	const struct yaml_node_s *list = plan_tree_value(top->tree, top->mapping, "variants");
	for (size_t i = 0; i < plan->variants_n; i++) {
		const struct plan_place place = {top->tree, plan_tree_item(top->tree, list, i)};
		if (!check_path(&place, "kernel", plan->variants[i].kernel, err) ||
			!check_path(&place, "config", plan->variants[i].config, err))
			return false;
	}
	return true;
}
