/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/plan-variant.h"

#include <sys/stat.h>

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
			&variant->cmdline, err))
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
