/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <jansson.h>
#include <math.h>

#include "cli/command.h"
#include "cli/duration.h"
#include "cli/setup.h"
#include "runner/matrix.h"
#include "runner/schedule.h"

struct arguments {
	struct setup_options setup;
	bool json, order;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	switch (key) {
	case 'j':
		arguments->json = true;
		return 0;
	case 'o':
		arguments->order = true;
		return 0;
	default:
		return setup_parse(key, arg, state, &arguments->setup);
	}
}

static const struct argp_option options[] = {
	{"json", 'j', NULL, 0, "One JSON document: cells, samples, boots, estimated_s, skipped", 0},
	{"order", 'o', NULL, 0, "Print the order of all launches, one a line", 0},
	SETUP_OPTIONS,
	{0},
};

/* Cells and launches in a chart, or in all (chart NULL); skipped ones are counted apart. */
struct tally {
	size_t cells, samples, skipped;
};

static struct tally tally_of(const struct campaign *campaign, const struct campaign_chart *chart)
{
	struct tally tally = {0};
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *cell = &campaign->cells[i];
		if (chart && &campaign->charts[cell->chart] != chart)
			continue;
		tally.cells++;
		tally.samples += (size_t)cell->repeats * campaign->boots;
		tally.skipped += cell->skipped != NULL;
	}
	return tally;
}

static json_t *skipped_json(const struct campaign *campaign)
{
	json_t *skipped = json_array();
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *cell = &campaign->cells[i];
		const struct campaign_chart *chart = &campaign->charts[cell->chart];
		if (!cell->skipped)
			continue;
		json_array_append_new(skipped,
			json_pack("{s:s, s:s, s:s, s:o, s:s}", "variant",
				campaign->variants[cell->variant].label, "placement",
				placement_name(chart->placement), "workload", chart->workload,
				"count", chart->swept ? json_integer(cell->count) : json_null(),
				"reason", cell->skipped));
	}
	return skipped;
}

static void add_json(struct text *text, const struct plan *plan, const struct campaign *campaign)
{
	size_t boots;
	struct tally all = tally_of(campaign, NULL);
	free(schedule_boots(campaign, &boots));
	json_t *json = json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:f, s:I, s:o}", "title",
		campaign->title, "machine", campaign->machine, "accel", campaign->accel,
		"accel_why", campaign->accel_why, "cells", (json_int_t)all.cells, "samples",
		(json_int_t)all.samples, "boots", (json_int_t)boots, "estimated_s",
		round(matrix_campaign_s(plan, campaign) * 10) / 10, "seed",
		(json_int_t)campaign->seed, "skipped", skipped_json(campaign));
	char *document =
		json_dumps(json, JSON_INDENT(2) | JSON_SORT_KEYS | JSON_REAL_PRECISION(15));
	text_add(text, "%s\n", document);
	free(document);
	json_decref(json);
}

static void add_order(struct text *text, const struct plan *plan, const struct campaign *campaign)
{
	size_t boots_n, n;
	struct schedule_boot *boots = schedule_boots(campaign, &boots_n);
	text_add(text, "variant\tplacement\tworkload\tcount\tboot\tround\n");
	for (size_t b = 0; b < boots_n; b++) {
		struct schedule_launch *launches =
			schedule_launches(campaign, &boots[b], plan->rounds, &n);
		for (size_t i = 0; i < n; i++) {
			const struct campaign_cell *cell = &campaign->cells[launches[i].cell];
			const struct campaign_chart *chart = &campaign->charts[cell->chart];
			text_add(text, "%s\t%s\t%s\t", campaign->variants[cell->variant].slug,
				placement_name(chart->placement), chart->workload);
			if (chart->swept)
				text_add(text, "%u", cell->count);
			text_add(text, "\t%u\t%u\n", boots[b].number, launches[i].round);
		}
		free(launches);
	}
	free(boots);
}

static void add_machine(struct text *text, const struct plan *plan, const struct campaign *campaign)
{
	if (plan->machine != PLAN_MACHINE_VM) {
		text_add(text, "machine    %s\n", campaign->machine);
		return;
	}
	text_add(text, "machine    vm, %u CPUs, %u MiB, %s", plan->vm_cpus, plan->vm_memory_mib,
		campaign->accel[0] ? campaign->accel : "no guest can be run");
	if (campaign->accel_why[0])
		text_add(text, " (%s)", campaign->accel_why);
	text_add(text, "\n");
}

/* "2..200", "2 4 8 16", "1 2 3 … 99": the counts of one chart. */
static void add_counts(struct text *text, const struct counts *counts)
{
	const unsigned *values = counts->values;
	size_t n = counts->length;
	if (n == 0) {
		text_add(text, "-");
	} else if (n > 2 && values[n - 1] - values[0] == n - 1) {
		text_add(text, "%u..%u", values[0], values[n - 1]);
	} else if (n <= 8) {
		for (size_t i = 0; i < n; i++)
			text_add(text, "%s%u", i ? " " : "", values[i]);
	} else {
		text_add(text, "%u %u %u … %u", values[0], values[1], values[2], values[n - 1]);
	}
}

static void add_charts(struct text *text, const struct plan *plan, const struct campaign *campaign)
{
	text_add(text, "%-20s %-8s %6s %8s %8s  %s\n", "chart", "clock", "cells", "samples",
		"skipped", "counts");
	for (size_t i = 0; i < campaign->charts_n; i++) {
		const struct campaign_chart *chart = &campaign->charts[i];
		struct tally tally = tally_of(campaign, chart);
		text_add(text, "%-20s %-8s %6zu %8zu %8zu  ", chart->slug,
			chart->emulated ? "emulated" : clock_name(chart->clock), tally.cells,
			tally.samples, tally.skipped);
		add_counts(text, &matrix_workload(plan, chart)->counts);
		text_add(text, "\n");
	}
}

static void add_cell(struct text *text, const struct campaign *campaign, size_t number)
{
	const struct campaign_cell *cell = &campaign->cells[number];
	const struct campaign_chart *chart = &campaign->charts[cell->chart];
	text_add_line(text, campaign->variants[cell->variant].label);
	text_add(text, " %s", chart->slug);
	if (chart->swept)
		text_add(text, " %u", cell->count);
}

/* Skipped cells by reason: a line for each, with how many they are and the first of them. */
static void add_skipped(struct text *text, const struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const char *reason = campaign->cells[i].skipped;
		size_t n = 0;
		bool seen = !reason;
		for (size_t j = 0; !seen && j < i; j++)
			seen = campaign->cells[j].skipped &&
				strcmp(campaign->cells[j].skipped, reason) == 0;
		if (seen)
			continue;
		for (size_t j = i; j < campaign->cells_n; j++)
			n += campaign->cells[j].skipped &&
				strcmp(campaign->cells[j].skipped, reason) == 0;
		text_add(text, "skipped    %zu cell%s", n, n == 1 ? " (" : "s (first: ");
		add_cell(text, campaign, i);
		text_add(text, "): ");
		text_add_line(text, reason);
		text_add(text, "\n");
	}
}

static void add_text(struct text *text, const struct plan *plan, const struct campaign *campaign)
{
	char duration[DURATION_BYTES];
	size_t boots;
	struct tally all = tally_of(campaign, NULL);
	free(schedule_boots(campaign, &boots));
	text_add_line(text, campaign->title);
	text_add(text, "\n\n");
	add_machine(text, plan, campaign);
	for (size_t i = 0; i < campaign->variants_n; i++) {
		const struct campaign_variant *variant = &campaign->variants[i];
		text_add(text, "%-10s ", i ? "" : "variants");
		text_add_line(text, variant->label);
		text_add(text, "%s%s", i == campaign->baseline ? " (baseline)" : "",
			variant->kernel ? ": " : "");
		text_add_line(text, variant->kernel ? variant->kernel : "");
		text_add(text, "\n");
	}
	text_add(text, "rounds     %u in each of %u boot%s\n\n", plan->rounds, plan->boots,
		plan->boots == 1 ? "" : "s");
	add_charts(text, plan, campaign);
	text_add(text, "\n");
	add_skipped(text, campaign);
	text_add(text, "total      %zu cells, %zu samples, %zu boot%s, about %s\n", all.cells,
		all.samples, boots, boots == 1 ? "" : "s",
		duration_text(matrix_campaign_s(plan, campaign), duration));
}

int cmd_plan(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, "PLAN",
		"Shows what a plan comes to on this machine: the matrix, the number of samples and "
		"boots, the estimated time, and every cell that cannot run here with its reason. "
		"Measures nothing and writes nothing.",
		NULL, NULL, NULL};
	struct arguments arguments = {0};
	struct setup setup;
	struct text text = TEXT_EMPTY;
	command_parse(&argp, argc, argv, globals, &arguments);

	int code = setup_read(&arguments.setup, &setup);
	free(arguments.setup.kernels);
	if (code != EXIT_DONE)
		return code;
	if (arguments.json)
		add_json(&text, &setup.plan, &setup.campaign);
	else if (arguments.order)
		add_order(&text, &setup.plan, &setup.campaign);
	else
		add_text(&text, &setup.plan, &setup.campaign);
	setup_release(&setup);
	code = command_write(&text);
	text_release(&text);
	return code;
}
