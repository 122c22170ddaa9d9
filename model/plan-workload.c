/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/plan-workload.h"

#include <assert.h>
#include <regex.h>

#include "model/plan-command.h"
#include "model/text.h"

#define COUNT_SPECS_MAX 1000
#define INNER_MAX 1000
#define TRIPS_MAX 1000000000
#define LOOPS_MAX 1000000
#define RUNS_MAX 100000

#define TIME_NS_DEFAULT 10000000
#define INNER_DEFAULT 11
#define LOOPS_DEFAULT 100
#define RUNS_DEFAULT 10
#define NAME_BYTES_MAX 100
#define PATTERN_BYTES_MAX 1000

static bool read_name(const struct plan_place *place, const char *name,
	const struct workload **workload, struct error *err)
{
	const char *names[16];
	size_t n = 0, found = 0;
	for (; workload_at(n); n++) {
		assert(n < ARRAY_LENGTH(names));
		names[n] = workload_at(n)->name;
	}
	if (!name) {
		struct text expected = TEXT_EMPTY;
		plan_add_choices(&expected, names, n);
		plan_value_error(place, "name", err, "a workload without a name, expected name: %s",
			expected.bytes);
		text_release(&expected);
		return false;
	}
	if (!plan_value_choice(place, "name", name, names, n, &found, err))
		return false;
	*workload = workload_at(found);
	return true;
}

/* Refuses a key that this workload would pass over: the plan's writer meant something by it. */
static bool check_keys(const struct plan_place *place, const struct workload *workload,
	const struct plan_source_workload *source, struct error *err)
{
	const struct {
		const char *key;
		bool given, taken;
	} keys[] = {
		{"counts", plan_tree_value(place->tree, place->mapping, "counts"), workload->swept},
		{"time", source->time, workload->timed},
		{"inner", source->inner, workload->timed},
		{"trips", source->trips, workload->timed},
		{"loops", source->loops, !workload->timed},
		{"transport", source->transport, !workload->timed},
		{"runs", source->runs, !workload->swept},
		{"value", source->value, false},
		{"unit", source->unit, false},
		{"better", source->better, false},
	};
	const char *taken[ARRAY_LENGTH(keys)], *refused = NULL;
	size_t taken_n = 0;
	for (size_t i = 0; i < ARRAY_LENGTH(keys); i++) {
		if (keys[i].taken)
			taken[taken_n++] = keys[i].key;
		else if (keys[i].given && !refused)
			refused = keys[i].key;
	}
	if (!refused)
		return true;
	struct text expected = TEXT_EMPTY;
	plan_add_choices(&expected, taken, taken_n);
	plan_value_error(place, refused, err, "%s takes no %s, expected %s", workload->name,
		refused, expected.bytes);
	text_release(&expected);
	return false;
}

static bool add_spec(const struct plan_place *place, const struct yaml_node_s *node,
	struct counts *counts, struct error *err)
{
	if (plan_tree_kind(node) != PLAN_TREE_SCALAR)
		return plan_tree_error(place->tree, node, err,
			"an item of counts is no single value, expected N, FROM..TO or FROM..TO/STEP");
	struct error inner;
	if (!counts_add(counts, plan_tree_text(node), &inner))
		return plan_tree_error(place->tree, node, err, "%s", inner.message);
	/* Before the next spec is merged: a list of wide ranges shall fail at once. */
	return counts->length <= PLAN_CELLS_MAX ||
		plan_tree_error(place->tree, node, err,
			"%zu counts, expected at most %d cells in a plan", counts->length,
			PLAN_CELLS_MAX);
}

static bool read_counts(
	const struct plan_place *place, const char *name, struct counts *counts, struct error *err)
{
	const struct yaml_node_s *node = plan_tree_value(place->tree, place->mapping, "counts");
	if (!node)
		return plan_value_error(place, "counts", err,
			"%s without counts, expected counts: N, FROM..TO, FROM..TO/STEP or a list",
			name);
	if (plan_tree_kind(node) != PLAN_TREE_LIST)
		return add_spec(place, node, counts, err);

	const struct yaml_node_s *item = plan_tree_item(place->tree, node, COUNT_SPECS_MAX);
	if (item)
		return plan_tree_error(place->tree, item, err,
			"too many items in counts, expected at most %d", COUNT_SPECS_MAX);
	for (size_t i = 0; (item = plan_tree_item(place->tree, node, i)); i++)
		if (!add_spec(place, item, counts, err))
			return false;
	return counts->length ||
		plan_tree_error(place->tree, node, err,
			"counts is empty, expected at least one item");
}

static bool read_timing(const struct plan_place *place, const struct plan_source_workload *source,
	struct plan_workload *workload, struct error *err)
{
	if (source->time && source->trips)
		return plan_value_error(
			place, "trips", err, "time and trips together, expected one of them");
	workload->time_ns = source->trips ? 0 : TIME_NS_DEFAULT;
	workload->inner = INNER_DEFAULT;
	workload->inner_given = source->inner;
	return plan_value_duration(place, "time", source->time, &workload->time_ns, err) &&
		plan_value_number(
			place, "inner", source->inner, 1, INNER_MAX, &workload->inner, err) &&
		plan_value_number(
			place, "trips", source->trips, 1, TRIPS_MAX, &workload->trips, err);
}

static bool read_loops(const struct plan_place *place, const struct plan_source_workload *source,
	struct plan_workload *workload, struct error *err)
{
	static const char *const transports[] = {
		[PLAN_TRANSPORT_SOCKETS] = "sockets",
		[PLAN_TRANSPORT_PIPES] = "pipes",
	};
	size_t transport = PLAN_TRANSPORT_SOCKETS;
	workload->inner = 1;
	workload->loops = LOOPS_DEFAULT;
	if (!plan_value_choice(place, "transport", source->transport, transports,
		    ARRAY_LENGTH(transports), &transport, err))
		return false;
	workload->transport = (enum plan_transport)transport;
	return plan_value_number(place, "loops", source->loops, 1, LOOPS_MAX, &workload->loops, err);
}

static bool check_command_keys(const struct plan_place *place,
	const struct plan_source_workload *source, bool swept, struct error *err)
{
	const struct {
		const char *key, *value;
	} refused[] = {{"time", source->time}, {"inner", source->inner}, {"trips", source->trips},
		{"loops", source->loops}, {"transport", source->transport}},
	  needed[] = {{"name", source->name}, {"value", source->value}, {"unit", source->unit}};
	for (size_t i = 0; i < ARRAY_LENGTH(refused); i++)
		if (refused[i].value)
			return plan_value_error(place, refused[i].key, err,
				"a command takes no %s, expected counts, runs, value, unit or better",
				refused[i].key);
	if (swept && source->runs)
		return plan_value_error(place, "runs", err,
			"counts and runs together, expected one of them (rounds go over counts)");
	for (size_t i = 0; i < ARRAY_LENGTH(needed); i++)
		if (!needed[i].value)
			return plan_value_error(place, needed[i].key, err,
				"a command without %s, expected name:, value: and unit:",
				needed[i].key);
	if (workload_find(source->name))
		return plan_value_error(place, "name", err,
			"'%s' is a built-in workload, expected another name for a command",
			source->name);
	return true;
}

static bool check_pattern(const struct plan_place *place, const char *pattern, struct error *err)
{
	regex_t compiled;
	char why[128];
	int failure = regcomp(&compiled, pattern, REG_EXTENDED | REG_NEWLINE);
	if (failure) {
		regerror(failure, &compiled, why, sizeof(why));
		return plan_value_error(place, "value", err,
			"value: %s, expected a POSIX extended regular expression", why);
	}
	size_t groups = compiled.re_nsub;
	regfree(&compiled);
	return groups == 1 ||
		plan_value_error(place, "value", err,
			"value has %zu groups, expected one: ( ) around the number", groups);
}

static bool read_better(const struct plan_place *place, const char *text, enum better *better,
	struct error *err)
{
	const char *names[BETTER_N];
	size_t choice = BETTER_LOWER;
	for (enum better b = 0; b < BETTER_N; b++)
		names[b] = better_name(b);
	bool ok = plan_value_choice(place, "better", text, names, BETTER_N, &choice, err);
	*better = (enum better)choice;
	return ok;
}

/* An external command: its words for readers are the plan's. */
static bool read_command(const struct plan_place *place, const struct plan_source_workload *source,
	struct plan_workload *workload, struct error *err)
{
	struct plan_external *external = xcalloc(1, sizeof(*external));
	bool swept = plan_tree_value(place->tree, place->mapping, "counts");
	workload->external = external;
	workload->workload = &external->workload;
	workload->inner = 1;
	if (!check_command_keys(place, source, swept, err) ||
		!plan_command_read(place, "command", &external->command, err) ||
		!read_better(place, source->better, &external->better, err) ||
		!plan_value_text(place, "value", source->value, PATTERN_BYTES_MAX, true,
			&external->value, err) ||
		!check_pattern(place, external->value, err) ||
		!plan_value_text(place, "name", source->name, NAME_BYTES_MAX, true,
			&external->name, err) ||
		!plan_value_text(place, "unit", source->unit, NAME_BYTES_MAX, true,
			&external->unit, err))
		return false;
	external->workload = (struct workload){.name = external->name,
		.like = "",
		.x_text = swept ? "count" : "run",
		.unit = external->unit,
		.unit_text = external->unit,
		.counted_text = "",
		.swept = swept,
		.external = true};
	return true;
}

/* Counts or runs. */
static bool read_axis(const struct plan_place *place, const struct plan_source_workload *source,
	struct plan_workload *workload, struct error *err)
{
	if (workload->workload->swept)
		return read_counts(place, source->name, &workload->counts, err);
	workload->runs = RUNS_DEFAULT;
	return plan_value_number(place, "runs", source->runs, 1, RUNS_MAX, &workload->runs, err);
}

bool plan_workload_read(const struct plan_place *place, const struct plan_source_workload *source,
	struct plan_workload *workload, struct error *err)
{
	if (plan_tree_value(place->tree, place->mapping, "command"))
		return read_command(place, source, workload, err) &&
			read_axis(place, source, workload, err);
	if (!read_name(place, source->name, &workload->workload, err) ||
		!check_keys(place, workload->workload, source, err))
		return false;
	if (!read_axis(place, source, workload, err))
		return false;
	return workload->workload->timed ? read_timing(place, source, workload, err)
					 : read_loops(place, source, workload, err);
}

void plan_workload_release(struct plan_workload *workload)
{
	free(workload->slug);
	counts_release(&workload->counts);
	if (!workload->external)
		return;
	plan_command_release(&workload->external->command);
	free(workload->external->value);
	free(workload->external->name);
	free(workload->external->unit);
	free(workload->external);
}
