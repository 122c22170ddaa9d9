/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "runner/matrix.h"

#define KERNEL "tests/data/bzImage" /* the first sectors of one, without a kernel behind them */

static const struct matrix_resources plenty = {
	{"tcg", "no /dev/kvm"}, 4, {NULL}, 1048576, 30000, "pids.max"};

static struct plan plan_of(const char *head, const char *workloads)
{
	struct plan plan;
	struct error err;
	char *yaml = xasprintf("%sworkloads:\n%s", head, workloads);
	if (!plan_parse(yaml, "plan", &plan, &err))
		fail_msg("%s", err.message);
	free(yaml);
	return plan;
}

#define HERE "machine: here\nvariants: [{label: a}, {label: b}]\n"
#define VM "machine: vm\nbaseline: b\nvm: {clock: %s}\n" \
	   "variants: [{label: a, kernel: " KERNEL "}, {label: b, kernel: /nowhere}]\n"
#define ALL "  - {name: ring, counts: [2, 7, 200]}\n" \
	    "  - {name: messaging, counts: [1, 10]}\n" \
	    "  - {name: pingpong, runs: 10}\n"

static struct plan vm_plan(const char *clock, const char *workloads)
{
	char *head = xasprintf(VM, clock);
	struct plan plan = plan_of(head, workloads);
	free(head);
	return plan;
}

static void release(struct plan *plan, struct campaign *campaign)
{
	plan_release(plan);
	campaign_release(campaign);
}

static void cells_are_by_chart_variant_count(void **state)
{
	(void)state;
	struct plan plan = plan_of("title: t\nboots: 2\nrounds: 4\n" HERE, ALL);
	struct campaign campaign;
	const struct matrix_resources here = {{"", ""}, 4, {NULL}, 1048576, 30000,
		"pids.max"};
	matrix_build(&plan, &here, &campaign);
	assert_string_equal(campaign.machine, "here");
	assert_string_equal(campaign.accel, "");
	assert_string_equal(campaign.plan, plan.text);
	assert_int_equal(campaign.charts_n, 6);
	assert_int_equal(campaign.cells_n, 2 * 2 * (3 + 2 + 1));
	assert_string_equal(campaign.charts[0].slug, "ring.bound");
	assert_string_equal(campaign.charts[0].unit, "us/switch");
	assert_false(campaign.charts[0].emulated);
	assert_string_equal(campaign.charts[5].slug, "pingpong.unbound");
	for (size_t i = 1; i < campaign.cells_n; i++) {
		const struct campaign_cell *a = &campaign.cells[i - 1], *b = &campaign.cells[i];
		if (a->chart != b->chart)
			assert_true(a->chart < b->chart);
		else if (a->variant != b->variant)
			assert_true(a->variant < b->variant);
		else
			assert_true(a->count < b->count);
		assert_int_equal(b->repeats, campaign.charts[b->chart].swept ? 4 : 10);
		assert_int_equal(b->trips, 0);
		assert_null(b->skipped);
	}
	release(&plan, &campaign);
}

/* The clock of the bound chart and of the unbound one, and whether that one can be measured. */
static void assert_clocks(const char *clock, const char *accel, enum clock bound,
	enum clock unbound, bool emulated)
{
	struct plan plan = vm_plan(clock, "  - {name: ring, counts: 2}\n");
	struct matrix_resources resources = plenty;
	struct campaign campaign;
	snprintf(resources.accel.name, sizeof(resources.accel.name), "%s", accel);
	matrix_build(&plan, &resources, &campaign);
	assert_string_equal(campaign.accel, accel);
	for (size_t i = 0; i < 2; i++) {
		const struct campaign_chart *chart = &campaign.charts[i];
		enum clock wanted = chart->placement == PLACEMENT_BOUND ? bound : unbound;
		assert_int_equal(chart->clock, wanted);
		assert_int_equal(chart->emulated, emulated && wanted == CLOCK_WALL);
		assert_string_equal(
			chart->unit, wanted == CLOCK_WALL ? "us/switch" : "instructions");
	}
	release(&plan, &campaign);
}

static void clocks_follow_plan_and_accelerator(void **state)
{
	(void)state;
	assert_clocks("auto", "kvm", CLOCK_WALL, CLOCK_WALL, false);
	assert_clocks("auto", "tcg", CLOCK_COUNTED, CLOCK_WALL, true);
	assert_clocks("wall", "tcg", CLOCK_WALL, CLOCK_WALL, true);
	assert_clocks("counted", "tcg", CLOCK_COUNTED, CLOCK_COUNTED, false);
	assert_clocks("counted", "kvm", CLOCK_COUNTED, CLOCK_COUNTED, false);
}

static void counted_cells_have_fixed_trips(void **state)
{
	(void)state;
	struct plan plan = vm_plan("counted", ALL);
	struct plan given = vm_plan("counted", "  - {name: ring, counts: [2, 7], trips: 500}\n");
	struct campaign campaign;
	struct launch_request request;
	matrix_build(&plan, &plenty, &campaign);
	for (unsigned i = 0; i < campaign.cells_n; i++) {
		const struct campaign_cell *cell = &campaign.cells[i];
		const struct workload *workload =
			matrix_workload(&plan, &campaign.charts[cell->chart])->workload;
		unsigned hops = workload->hops ? workload->hops : cell->count;
		/* About 10,000 hops, and never fewer. */
		assert_in_range((uint64_t)cell->trips * hops, workload->timed ? 10000 : 0,
			workload->timed ? 10000 + hops : 0);
		matrix_request(&plan, &campaign, i, NULL, &request);
		assert_int_equal(request.trips, cell->trips);
		if (workload->timed)
			assert_int_equal(request.inner, 3);
	}
	campaign_release(&campaign);
	matrix_build(&given, &plenty, &campaign);
	assert_int_equal(campaign.cells[1].trips, 500);
	release(&given, &campaign);
	plan_release(&plan);
}

/* What every cell of that variant and placement says. */
static void assert_skipped(const struct plan *plan, const struct matrix_resources *resources,
	unsigned variant, enum placement placement, const char *wanted)
{
	struct campaign campaign;
	matrix_build(plan, resources, &campaign);
	for (size_t i = 0; i < campaign.cells_n; i++) {
		const struct campaign_cell *cell = &campaign.cells[i];
		if (cell->variant != variant || campaign.charts[cell->chart].placement != placement)
			continue;
		if (wanted)
			assert_string_equal(cell->skipped, wanted);
		else
			assert_null(cell->skipped);
	}
	campaign_release(&campaign);
}

static void what_cannot_run_says_why(void **state)
{
	(void)state;
	struct plan here = plan_of(HERE, "  - {name: ring, counts: 64}\n");
	struct plan groups = plan_of(HERE, "  - {name: messaging, counts: 10}\n");
	struct plan guest = vm_plan("auto", "  - {name: ring, counts: 64}\n");
	struct plan counted = vm_plan("counted", "  - {name: ring, counts: 64}\n");
	struct matrix_resources r = plenty;
	assert_skipped(&here, &r, 0, PLACEMENT_BOUND, NULL);
	assert_skipped(&guest, &r, 0, PLACEMENT_BOUND, NULL);
	assert_skipped(&guest, &r, 0, PLACEMENT_UNBOUND, NULL);
	assert_skipped(&guest, &r, 1, PLACEMENT_BOUND,
		"kernel /nowhere: No such file or directory");
	assert_skipped(&counted, &r, 0, PLACEMENT_BOUND, NULL);
	assert_skipped(&counted, &r, 0, PLACEMENT_UNBOUND,
		"counted guests have one CPU: unbound cannot be counted");
	r.cpus = 1;
	assert_skipped(&here, &r, 0, PLACEMENT_UNBOUND,
		"only one usable CPU: unbound would be bound");
	assert_skipped(&here, &r, 1, PLACEMENT_BOUND, NULL);
	r = plenty;
	r.descriptors = 175;
	assert_skipped(&here, &r, 0, PLACEMENT_BOUND,
		"needs more descriptors than the 175 that RLIMIT_NOFILE allows");
	r.descriptors = 176;
	r.processes = 65;
	assert_skipped(&here, &r, 0, PLACEMENT_BOUND, NULL);
	assert_skipped(&groups, &r, 0, PLACEMENT_BOUND,
		"needs more processes than the 65 that pids.max allows");
	r.processes = 64;
	assert_skipped(&here, &r, 0, PLACEMENT_BOUND,
		"needs more processes than the 64 that pids.max allows");
	r = plenty;
	r.accel = (struct machine_accel){"", "no qemu-system-x86_64: not \xe5\x86"};
	assert_skipped(&guest, &r, 0, PLACEMENT_BOUND,
		"no qemu-system-x86_64: not \xef\xbf\xbd\xef\xbf\xbd");
	plan_release(&here);
	plan_release(&groups);
	plan_release(&guest);
	plan_release(&counted);
}

static void this_host_has_limits(void **state)
{
	(void)state;
	struct plan plan = plan_of(HERE, ALL);
	struct machine_options options = {"worker", NULL};
	struct matrix_resources resources;
	struct error err;
	assert_true(matrix_resources(&plan, &options, &resources, &err));
	assert_true(resources.cpus >= 1 && resources.descriptors >= 16);
	assert_true(resources.processes >= 16 && resources.processes < UINT64_MAX);
	assert_true(strlen(resources.processes_limit) > 0);
	plan_release(&plan);
}

static void requests_carry_the_plan(void **state)
{
	(void)state;
	struct plan plan = plan_of(HERE, "  - {name: ring, counts: 8, time: 2ms, inner: 5}\n"
					 "  - {name: ring, counts: 8, trips: 9}\n");
	struct campaign campaign;
	struct launch_request request;
	matrix_build(&plan, &plenty, &campaign);
	assert_string_equal(campaign.charts[2].slug, "ring-2.bound");
	matrix_request(&plan, &campaign, 0, "3", &request);
	assert_ptr_equal(request.workload, &plan.workloads[0]);
	assert_int_equal(request.count, 8);
	assert_int_equal(request.inner, 5);
	assert_int_equal(request.trips, 0);
	assert_string_equal(request.cpus, "3");
	/* Never less than a minute, however short the launch is. */
	assert_true(request.deadline_ns >= INT64_C(60000000000));
	unsigned last = (unsigned)campaign.cells_n - 1;
	matrix_request(&plan, &campaign, last, NULL, &request);
	assert_ptr_equal(request.workload, &plan.workloads[1]);
	assert_int_equal(request.trips, 9);
	assert_null(request.cpus);
	assert_null(matrix_workload(&plan, &(struct campaign_chart){.workload = plan.title}));
	release(&plan, &campaign);
}

/* Real time is watched; what is counted or emulated is not. */
static void only_real_time_is_watched(void **state)
{
	(void)state;
	static const char *const accels[] = {"kvm", "tcg"};
	struct plan plan = vm_plan("auto", ALL);
	for (size_t a = 0; a < ARRAY_LENGTH(accels); a++) {
		struct matrix_resources resources = plenty;
		struct campaign campaign;
		struct launch_request request;
		snprintf(resources.accel.name, sizeof(resources.accel.name), "%s", accels[a]);
		matrix_build(&plan, &resources, &campaign);
		for (unsigned i = 0; i < campaign.cells_n; i++) {
			matrix_request(&plan, &campaign, i, NULL, &request);
			assert_ptr_equal(request.disturbance, a == 0 ? &plan.disturbance : NULL);
		}
		campaign_release(&campaign);
	}
	plan_release(&plan);
}

static void estimates_grow_with_the_work(void **state)
{
	(void)state;
	static const char *const accels[] = {"", "kvm", "tcg"};
	struct plan small = vm_plan("auto", ALL), large = vm_plan("auto", ALL);
	large.boots = 2;
	for (size_t a = 0; a < ARRAY_LENGTH(accels); a++) {
		struct matrix_resources resources = plenty;
		struct campaign campaign, twice;
		snprintf(resources.accel.name, sizeof(resources.accel.name), "%s", accels[a]);
		matrix_build(&small, &resources, &campaign);
		matrix_build(&large, &resources, &twice);
		for (unsigned i = 0; i < campaign.cells_n; i++) {
			double now = matrix_launch_s(&small, &campaign, i);
			assert_true(isfinite(now) && now > 0 && now < 3600);
			const struct campaign_cell *cell = &campaign.cells[i];
			/* Counted rings are of equal length at every count, nearly. */
			if (i && cell[-1].chart == cell->chart &&
				cell[-1].variant == cell->variant &&
				campaign.charts[cell->chart].clock == CLOCK_WALL)
				assert_true(now > matrix_launch_s(&small, &campaign, i - 1));
		}
		double once = matrix_campaign_s(&small, &campaign);
		double both = matrix_campaign_s(&large, &twice);
		assert_true(fabs(both - 2 * once) < 1e-6 * once + 1e-9);
		/* Without an accelerator everything is skipped. */
		assert_true(a == 0 ? once == 0 : once > matrix_entry_s(&campaign));
		campaign_release(&campaign);
		campaign_release(&twice);
	}
	plan_release(&small);
	plan_release(&large);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_are_by_chart_variant_count),
		cmocka_unit_test(clocks_follow_plan_and_accelerator),
		cmocka_unit_test(counted_cells_have_fixed_trips),
		cmocka_unit_test(what_cannot_run_says_why),
		cmocka_unit_test(this_host_has_limits),
		cmocka_unit_test(requests_carry_the_plan),
		cmocka_unit_test(only_real_time_is_watched),
		cmocka_unit_test(estimates_grow_with_the_work),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
