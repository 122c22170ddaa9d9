/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/matrix.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A counted cell's default: trips for about this many hops. */
#define COUNTED_HOPS 10000

#define LAYOUT_DESCRIPTORS 32 /* more than a worker holds open to move the numbers of others */

/* A guest's init is root: it may raise its limit to this default of the kernel (fs.nr_open). */
#define GUEST_DESCRIPTORS 1048576
#define GUEST_PROCESSES 30000 /* below the default pid_max of 32,768 */

/* ---- what the machine offers ---- */

/* A limit from a file that holds one number; "max", or no such file, is none. */
static void lower_by_file(struct matrix_resources *resources, const char *path, const char *name)
{
	struct text text = TEXT_EMPTY;
	struct error err;
	if (text_read_file(&text, path, 64, &err)) {
		char *end;
		unsigned long long value = strtoull(text.bytes, &end, 10);
		if (end != text.bytes && value < resources->processes) {
			resources->processes = value;
			snprintf(resources->processes_limit, sizeof(resources->processes_limit),
				"%s", name);
		}
	}
	text_release(&text);
}

/* pids.max of the cgroup that this process is in, version 2 or 1. */
static void lower_by_cgroup(struct matrix_resources *resources)
{
	struct text text = TEXT_EMPTY;
	struct error err;
	if (!text_read_file(&text, "/proc/self/cgroup", 1 << 16, &err)) {
		text_release(&text);
		return;
	}
	char *rest = text.bytes;
	for (char *line; (line = strsep(&rest, "\n"));) {
		char *controllers = strchr(line, ':');
		char *path = controllers ? strchr(controllers + 1, ':') : NULL;
		if (!path)
			continue;
		*path++ = 0;
		const char *root = controllers[1] == 0 ? "/sys/fs/cgroup"
			: strcmp(controllers + 1, "pids") == 0 ? "/sys/fs/cgroup/pids"
							       : NULL;
		if (!root)
			continue;
		char *file = xasprintf("%s%s/pids.max", root, path);
		lower_by_file(resources, file, "pids.max of the cgroup");
		free(file);
	}
	text_release(&text);
}

static void process_limits(struct matrix_resources *resources)
{
	struct rlimit limit;
	resources->processes = UINT64_MAX;
	if (geteuid() != 0 && getrlimit(RLIMIT_NPROC, &limit) == 0 &&
		limit.rlim_cur != RLIM_INFINITY) {
		resources->processes = limit.rlim_cur;
		snprintf(resources->processes_limit, sizeof(resources->processes_limit),
			"RLIMIT_NPROC");
	}
	lower_by_file(resources, "/proc/sys/kernel/threads-max", "kernel.threads-max");
	lower_by_file(resources, "/proc/sys/kernel/pid_max", "kernel.pid_max");
	lower_by_cgroup(resources);
}

bool matrix_needs_topology(const struct plan *plan)
{
	bool needs = false;
	for (size_t i = 0; i < plan->placements_n; i++)
		needs |= plan->placements[i] >= PLACEMENT_SIBLINGS &&
			plan->placements[i] <= PLACEMENT_ACROSS;
	return needs;
}

bool matrix_resources(const struct plan *plan, const struct machine_options *options,
	struct matrix_resources *resources, struct error *err)
{
	struct rlimit limit;
	struct placements host;
	*resources = (struct matrix_resources){0};
	if (plan->machine == PLAN_MACHINE_VM) {
		const char *kernel = NULL;
		for (size_t i = 0; i < plan->variants_n && !kernel; i++)
			if (access(plan->variants[i].kernel, R_OK) == 0)
				kernel = plan->variants[i].kernel;
		machine_accel_probe(options, kernel, &resources->accel);
		resources->cpus = plan->vm_cpus;
		for (enum placement p = PLACEMENT_SIBLINGS; p <= PLACEMENT_ACROSS; p++)
			resources->lacks[p] = "a guest's CPUs are threads that the host moves: they "
					      "share no core or cache for certain";
		resources->descriptors = GUEST_DESCRIPTORS;
		resources->processes = GUEST_PROCESSES;
		snprintf(resources->processes_limit, sizeof(resources->processes_limit),
			"kernel.pid_max of the guest");
		return true;
	}
	if (!placements_of_host(&host, err))
		return false;
	resources->cpus = host.usable_n;
	bool found = !matrix_needs_topology(plan) || placements_find(&host, NULL, err);
	memcpy(resources->lacks, host.lacks, sizeof(resources->lacks));
	placements_release(&host);
	if (!found)
		return false;
	getrlimit(RLIMIT_NOFILE, &limit);
	resources->descriptors = limit.rlim_max;
	process_limits(resources);
	return true;
}

/* ---- the campaign it makes ---- */

static enum clock clock_of(const struct plan *plan, const struct machine_accel *accel,
	enum placement placement)
{
	if (plan->machine != PLAN_MACHINE_VM || plan->clock == PLAN_CLOCK_WALL)
		return CLOCK_WALL;
	if (plan->clock == PLAN_CLOCK_COUNTED)
		return CLOCK_COUNTED;
	return strcmp(accel->name, "kvm") != 0 && placement == PLACEMENT_BOUND ? CLOCK_COUNTED
									        : CLOCK_WALL;
}

static void add_chart(const struct plan *plan, const struct plan_workload *planned,
	enum placement placement, const struct machine_accel *accel, struct campaign *campaign)
{
	const struct workload *workload = planned->workload;
	enum clock clock = clock_of(plan, accel, placement);
	bool counted = clock == CLOCK_COUNTED;
	struct campaign_chart *chart =
		xgrow(&campaign->charts, &campaign->charts_n, sizeof(*chart));
	*chart = (struct campaign_chart){
		.slug = xasprintf("%s.%s", planned->slug, placement_name(placement)),
		.workload = xstrdup(planned->slug),
		.placement = placement,
		.clock = clock,
		.emulated = plan->machine == PLAN_MACHINE_VM && !counted &&
			strcmp(accel->name, "tcg") == 0,
		.swept = workload->swept,
		.unit = xstrdup(counted ? "instructions" : workload->unit),
		.unit_text = xstrdup(counted ? workload->counted_text : workload->unit_text),
		.x_text = xstrdup(workload->x_text),
		.like = xstrdup(workload->like),
		.better = planned->external ? planned->external->better : BETTER_LOWER,
	};
}

static unsigned hops(const struct workload *workload, unsigned count)
{
	return workload->hops ? workload->hops : count;
}

static unsigned trips_of(const struct plan_workload *planned, enum clock clock, unsigned count)
{
	if (planned->trips || clock != CLOCK_COUNTED || !planned->workload->timed)
		return planned->trips;
	unsigned per_trip = hops(planned->workload, count);
	return (COUNTED_HOPS + per_trip - 1) / per_trip;
}

static char *lacks_kernel(const struct plan_variant *variant)
{
	struct stat st;
	if (!variant->kernel)
		return NULL;
	if (stat(variant->kernel, &st) != 0)
		return xasprintf("kernel %s: %s", variant->kernel, strerror(errno));
	if (access(variant->kernel, R_OK) != 0)
		return xasprintf("kernel %s: %s", variant->kernel, strerror(errno));
	struct error err;
	char *release = machine_kernel_release(variant->kernel, &err);
	free(release);
	return release ? NULL : text_valid(err.message);
}

static char *lacks_limits(const struct plan_workload *planned, unsigned count,
	const struct matrix_resources *resources)
{
	if (planned->external)
		return NULL;
	bool ring = planned->workload->hops == 0 && planned->workload->timed;
	/* A ring's first process holds both ends of all its pipes and a few more; one process of
	 * a messaging group never holds more than its group's channels. */
	uint64_t descriptors = LAYOUT_DESCRIPTORS +
		(ring ? 2 * (uint64_t)count + 16 : 64);
	uint64_t processes = planned->workload->timed ? (ring ? count : 2) + 1u
						      : 40 * (uint64_t)count + 2;
	/* Without the count in it: cells of one reason are listed together. */
	if (descriptors > resources->descriptors)
		return xasprintf("needs more descriptors than the %llu that RLIMIT_NOFILE allows",
			(unsigned long long)resources->descriptors);
	if (processes > resources->processes)
		return xasprintf("needs more processes than the %llu that %s allows",
			(unsigned long long)resources->processes, resources->processes_limit);
	return NULL;
}

/* Why a cell cannot run here, or NULL. */
static char *skipped(const struct plan *plan, const struct plan_variant *variant,
	const struct plan_workload *planned, const struct campaign_chart *chart, unsigned count,
	const struct matrix_resources *resources)
{
	bool guest = plan->machine == PLAN_MACHINE_VM;
	if (guest && !resources->accel.name[0])
		return text_valid(resources->accel.why);
	char *why = guest ? lacks_kernel(variant) : NULL;
	if (why)
		return why;
	if (guest && planned->external)
		return xstrdup("external commands are not in a guest: only on here and boot");
	const char *placement = placement_name(chart->placement);
	if (chart->placement != PLACEMENT_BOUND && chart->clock == CLOCK_COUNTED)
		return xasprintf("counted guests have one CPU: %s cannot be counted", placement);
	if (resources->lacks[chart->placement])
		return xstrdup(resources->lacks[chart->placement]);
	if (chart->placement != PLACEMENT_BOUND && resources->cpus < 2)
		return xasprintf("only one usable CPU: %s would be bound", placement);
	return lacks_limits(planned, count, resources);
}

static void add_cells(const struct plan *plan, const struct plan_workload *planned,
	const struct matrix_resources *resources, struct campaign *campaign)
{
	unsigned chart = (unsigned)campaign->charts_n - 1;
	const unsigned once = 0;
	const unsigned *counts = planned->workload->swept ? planned->counts.values : &once;
	size_t counts_n = planned->workload->swept ? planned->counts.length : 1;
	for (unsigned v = 0; v < plan->variants_n; v++)
		for (size_t i = 0; i < counts_n; i++) {
			struct campaign_cell *cell =
				xgrow(&campaign->cells, &campaign->cells_n, sizeof(*cell));
			const struct campaign_chart *of = &campaign->charts[chart];
			cell->variant = v;
			cell->chart = chart;
			cell->count = counts[i];
			cell->repeats = planned->runs && !planned->workload->swept ? planned->runs
										   : plan->rounds;
			if (of->placement == PLACEMENT_EACH)
				cell->repeats *= resources->cpus;
			cell->trips = trips_of(planned, of->clock, counts[i]);
			cell->skipped = skipped(plan, &plan->variants[v], planned, of, counts[i],
				resources);
		}
}

void matrix_build(const struct plan *plan, const struct matrix_resources *resources,
	struct campaign *campaign)
{
	*campaign = (struct campaign){
		.title = xstrdup(plan->title),
		.plan = xstrdup(plan->text),
		.machine = xstrdup(plan_machine_name(plan->machine)),
		.accel = xstrdup(resources->accel.name),
		.accel_why = text_valid(resources->accel.why),
		.boots = plan->boots,
		.baseline = (unsigned)plan->baseline,
	};
	for (size_t i = 0; i < plan->variants_n; i++) {
		struct campaign_variant *variant =
			xgrow(&campaign->variants, &campaign->variants_n, sizeof(*variant));
		variant->label = xstrdup(plan->variants[i].label);
		variant->slug = xstrdup(plan->variants[i].slug);
		variant->kernel = xstrdup_null(plan->variants[i].kernel);
		variant->cmdline = xstrdup(plan->variants[i].cmdline);
	}
	for (size_t w = 0; w < plan->workloads_n; w++)
		for (size_t p = 0; p < plan->placements_n; p++) {
			add_chart(plan, &plan->workloads[w], plan->placements[p],
				&resources->accel, campaign);
			add_cells(plan, &plan->workloads[w], resources, campaign);
		}
}

const struct plan_workload *matrix_workload(const struct plan *plan,
	const struct campaign_chart *chart)
{
	for (size_t i = 0; i < plan->workloads_n; i++)
		if (strcmp(plan->workloads[i].slug, chart->workload) == 0)
			return &plan->workloads[i];
	return NULL;
}
