/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/plan-conditions.h"

#include "model/text.h"

#define SET_MAX 100000
#define SET_DEFAULT 5

/* What is beyond doubt: above the noise of ticks, far below what changes a median. */
#define OTHERS_DEFAULT 0.05
#define STEAL_DEFAULT 0.01

static const char *const layout_names[] = {
	[PLAN_LAYOUT_REDRAWN] = "redrawn",
	[PLAN_LAYOUT_FIXED] = "fixed",
	[PLAN_LAYOUT_SETS] = "sets",
};

static bool read_layout(const struct plan_place *top, const struct plan_source *source,
	struct plan *plan, struct error *err)
{
	size_t layout = PLAN_LAYOUT_REDRAWN;
	if (!plan_value_choice(top, "layout", source->layout, layout_names,
		    ARRAY_LENGTH(layout_names), &layout, err))
		return false;
	plan->layout = (enum plan_layout)layout;
	if (source->set && plan->layout != PLAN_LAYOUT_SETS)
		return plan_value_error(top, "set", err,
			"set without layout: sets, expected layout: sets beside it");
	plan->set = plan->layout == PLAN_LAYOUT_SETS ? SET_DEFAULT : 0;
	return plan_value_number(top, "set", source->set, 1, SET_MAX, &plan->set, err);
}

/* A share like 5% or 0.5%, above 0 and at most 100. */
static bool read_share(const struct plan_place *place, const struct yaml_node_s *node,
	const char *key, double *share, struct error *err)
{
	char quoted[PLAN_QUOTE_BYTES];
	const char *text = plan_tree_kind(node) == PLAN_TREE_SCALAR ? plan_tree_text(node) : "";
	const char *c = text;
	double value = 0, digit = 1;
	for (; *c >= '0' && *c <= '9' && c - text < 4; c++)
		value = value * 10 + (*c - '0');
	bool right = c > text;
	if (right && *c == '.') {
		const char *point = c++;
		for (; *c >= '0' && *c <= '9' && c - point < 6; c++)
			value += (digit /= 10) * (*c - '0');
		right = c > point + 1;
	}
	if (!right || strcmp(c, "%") != 0 || value <= 0 || value > 100)
		return plan_tree_error(place->tree, node, err,
			"%s is '%s', expected a share such as 5%%, above 0%% and at most 100%%", key,
			plan_quote(text, quoted));
	*share = value / 100;
	return true;
}

static bool read_thresholds(const struct plan_place *top, const struct yaml_node_s *mapping,
	struct plan *plan, struct error *err)
{
	const struct plan_place place = {top->tree, mapping};
	const struct {
		const char *key;
		double *share;
	} keys[] = {{"others", &plan->disturbance.others}, {"steal", &plan->disturbance.steal}};
	const struct yaml_node_s *key;
	bool said[ARRAY_LENGTH(keys)] = {false};
	for (size_t i = 0; (key = plan_tree_key(top->tree, mapping, i)); i++) {
		char quoted[PLAN_QUOTE_BYTES];
		bool scalar = plan_tree_kind(key) == PLAN_TREE_SCALAR;
		const char *name = scalar ? plan_tree_text(key) : "";
		size_t k = 0;
		while (k < ARRAY_LENGTH(keys) && strcmp(keys[k].key, name) != 0)
			k++;
		if (k == ARRAY_LENGTH(keys))
			return plan_tree_error(top->tree, key, err,
				"unknown key '%s', expected others or steal",
				plan_quote(name, quoted));
		if (said[k])
			return plan_tree_error(top->tree, key, err,
				"%s is said twice, expected it once", name);
		said[k] = true;
		if (!read_share(&place, plan_tree_value(top->tree, mapping, name), name,
			    keys[k].share, err))
			return false;
	}
	return true;
}

static bool read_disturbance(const struct plan_place *top, struct plan *plan, struct error *err)
{
	const struct yaml_node_s *node =
		plan_tree_value(top->tree, top->mapping, "disturbance");
	plan->disturbance = (struct plan_disturbance){true, OTHERS_DEFAULT, STEAL_DEFAULT};
	if (!node)
		return true;
	if (plan_tree_kind(node) == PLAN_TREE_SCALAR && strcmp(plan_tree_text(node), "off") == 0) {
		plan->disturbance.watched = false;
		return true;
	}
	if (plan_tree_kind(node) != PLAN_TREE_MAPPING)
		return plan_tree_error(top->tree, node, err,
			"disturbance is neither, expected off or {others: 5%%, steal: 1%%}");
	return read_thresholds(top, node, plan, err);
}

static bool read_latency(const struct plan_place *top, const struct plan_source *source,
	struct plan *plan, struct error *err)
{
	unsigned latency_us = 0;
	plan->awake = source->cpu_dma_latency != NULL;
	if (plan->awake && plan->machine == PLAN_MACHINE_VM)
		return plan_value_error(top, "cpu_dma_latency", err,
			"cpu_dma_latency on machine: vm, expected it on here or boot");
	return plan_value_number(
		top, "cpu_dma_latency", source->cpu_dma_latency, 0, 0, &latency_us, err);
}

bool plan_conditions_read(const struct plan_place *top, const struct plan_source *source,
	struct plan *plan, struct error *err)
{
	return read_layout(top, source, plan, err) && read_disturbance(top, plan, err) &&
		read_latency(top, source, plan, err);
}
