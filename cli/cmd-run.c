/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `run` and `resume`: one begins a campaign, both take it to its end. */
#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "cli/progress.h"
#include "cli/setup.h"
#include "cli/signals.h"
#include "model/lock.h"
#include "model/now.h"
#include "runner/matrix.h"
#include "runner/run.h"
#include "runner/schedule.h"

/* Says how it ended, and gives the exit code. A signal ends the program only after this. */
static int report(const struct campaign *campaign, const struct run_result *result)
{
	switch (result->end) {
	case RUN_COMPLETE:
		fprintf(stderr, "schedlab: campaign %s is complete", campaign->id);
		if (result->totals.failed)
			fprintf(stderr, ", but %u of %u launches have no value",
				result->totals.failed, result->totals.expected);
		fprintf(stderr, "\n");
		return result->totals.failed ? EXIT_CELLS_FAILED : EXIT_DONE;
	case RUN_INTERRUPTED:
		fprintf(stderr,
			"schedlab: interrupted after %u of %u launches; continue with: "
			"schedlab resume %s\n",
			result->totals.done, result->totals.expected, campaign->id);
		return EXIT_FAILED;
	case RUN_REBOOT:
		fprintf(stderr, "schedlab: %s\n", result->message.message);
		return EXIT_DONE;
	default:
		fprintf(stderr, "schedlab: %s\nschedlab: continue with: schedlab resume %s\n",
			result->message.message, campaign->id);
		return EXIT_FAILED;
	}
}

static int run(struct store *store, const struct plan *plan, struct campaign *campaign,
	const struct machine_options *options, bool quiet)
{
	struct run_result result;
	struct progress *progress = progress_new(plan, campaign, quiet);
	run_campaign(store, plan, campaign, options, progress_tell, progress, &result);
	progress_end(progress);
	progress_free(progress);
	int code = report(campaign, &result);
	if (result.end == RUN_INTERRUPTED) {
		fflush(NULL);
		signals_die();
	}
	return code;
}

/* This host's name: bytes without any rule for the kernel, valid UTF-8 for us. Caller frees. */
static char *host_name(void)
{
	char name[HOST_NAME_MAX + 1] = "";
	struct text valid = TEXT_EMPTY;
	gethostname(name, sizeof(name) - 1);
	text_add_utf8(&valid, name, strlen(name));
	return text_take(&valid);
}

/* ---- run ---- */

struct run_arguments {
	struct setup_options setup;
	bool quiet;
};

static error_t parse_run(int key, char *arg, struct argp_state *state)
{
	struct run_arguments *arguments = state->input;
	if (key != 'q')
		return setup_parse(key, arg, state, &arguments->setup);
	arguments->quiet = true;
	return 0;
}

static void name_campaign(struct campaign *campaign)
{
	campaign->started_us = now_unix_us();
	campaign->host = host_name();
	campaign->tool = xstrdup("schedlab " SCHEDLAB_VERSION);
	run_campaign_id(campaign->started_us, campaign->id);
}

static bool can_run_something(const struct setup *setup, struct error *err)
{
	const struct campaign *campaign = &setup->campaign;
	if (access(setup->worker, X_OK) != 0)
		return error_set(err, "cannot run the worker %s: %s", setup->worker,
			strerror(errno));
	for (size_t i = 0; i < campaign->cells_n; i++)
		if (!campaign->cells[i].skipped)
			return true;
	return error_set(err, "no cell of the plan can run here: %s", campaign->cells[0].skipped);
}

/* Takes the lock, stores the new campaign, and runs it. */
static int begin(const char *path, struct store *store, struct setup *setup, bool quiet)
{
	struct error err;
	int lock = lock_take(path, setup->campaign.id, &err);
	if (lock < 0)
		return command_fail(EXIT_FAILED, &err);
	int code = EXIT_FAILED;
	if (!can_run_something(setup, &err) ||
		!store_campaign_add(store, &setup->campaign, &err)) {
		command_fail(EXIT_FAILED, &err);
	} else {
		printf("%s\n", setup->campaign.id);
		int told = command_flush();
		code = run(store, &setup->plan, &setup->campaign, &setup->machine, quiet);
		code = code == EXIT_DONE ? told : code;
	}
	close(lock);
	return code;
}

int cmd_run(int argc, char **argv, struct globals *globals)
{
	static const struct argp_option options[] = {SETUP_OPTIONS,
		{"quiet", 'q', NULL, 0, "Show no progress", 0}, {0}};
	static const struct argp argp = {options, parse_run, "PLAN",
		"Measures a plan. The campaign's id is printed at once, on stdout; results are in "
		"the store from the first sample on, and a running server shows them. Interrupted "
		"once (Ctrl-C), the launch under way is finished; twice, it stops at once.\v"
		"Exit codes: 0 done, 1 failed, 2 usage, 3 done but some launches have no value, "
		"130 or 143 when ended by a signal.",
		NULL, NULL, NULL};
	struct run_arguments arguments = {0};
	struct setup setup;
	command_parse(&argp, argc, argv, globals, &arguments);

	int code = setup_read(&arguments.setup, &setup);
	free(arguments.setup.kernels);
	if (code != EXIT_DONE)
		return code;
	char *path = store_path(globals->store);
	struct store *store = command_store(globals, STORE_WRITE);
	code = EXIT_FAILED;
	if (store) {
		name_campaign(&setup.campaign);
		code = begin(path, store, &setup, arguments.quiet);
	}
	store_close(store);
	free(path);
	setup_release(&setup);
	return code;
}

/* ---- resume ---- */

struct resume_arguments {
	const char *id;
	bool quiet;
};

static error_t parse_resume(int key, char *arg, struct argp_state *state)
{
	struct resume_arguments *arguments = state->input;
	if (key != 'q')
		return command_one(key, arg, state, &arguments->id, "campaign id");
	arguments->quiet = true;
	return 0;
}

/* What another machine measured cannot be gone on with here: half of it would be of each. */
static bool is_from_here(const struct campaign *campaign, struct error *err)
{
	char *host = host_name();
	bool same = strcmp(host, campaign->host) == 0;
	if (!same)
		error_set(err, "campaign %s was begun on host '%s', this is '%s': resume it there",
			campaign->id, campaign->host, host);
	free(host);
	return same;
}

/* An imported campaign may hold anything; one that was begun here fits its plan. */
static bool fits_plan(const struct campaign *campaign, const struct plan *plan, struct error *err)
{
	bool fits = strcmp(campaign->machine, plan_machine_name(plan->machine)) == 0 &&
		campaign->boots == plan->boots && campaign->variants_n == plan->variants_n;
	for (size_t i = 0; fits && i < plan->variants_n; i++)
		fits = strcmp(campaign->variants[i].label, plan->variants[i].label) == 0;
	for (size_t i = 0; fits && i < campaign->charts_n; i++)
		fits = matrix_workload(plan, &campaign->charts[i]);
	return fits || error_set(err, "campaign %s is not what its plan says", campaign->id);
}

/*
 * A plan's paths begin at the current directory. From another one no kernel would be found, and
 * everything that is left would be recorded as not having booted.
 */
static bool kernels_are_there(const struct campaign *campaign, struct error *err)
{
	for (unsigned i = 0; i < campaign->variants_n; i++) {
		const char *kernel = campaign->variants[i].kernel;
		bool entered = schedule_enters(campaign, i, CLOCK_WALL) ||
			schedule_enters(campaign, i, CLOCK_COUNTED);
		if (kernel && entered && access(kernel, R_OK) != 0)
			return error_set(err, "%s: %s (resume in the directory that the campaign "
				"was begun in)", kernel, strerror(errno));
	}
	return true;
}

static int go_on(struct store *store, struct campaign *campaign, bool quiet)
{
	struct error err;
	struct plan plan;
	if (!is_from_here(campaign, &err) ||
		!plan_parse(campaign->plan, "the campaign's plan", &plan, &err))
		return command_fail(EXIT_FAILED, &err);
	if (!fits_plan(campaign, &plan, &err) || !kernels_are_there(campaign, &err)) {
		plan_release(&plan);
		return command_fail(EXIT_FAILED, &err);
	}
	char *worker = setup_worker();
	struct machine_options options = {worker, signals_count()};
	int code = run(store, &plan, campaign, &options, quiet);
	free(worker);
	plan_release(&plan);
	return code;
}

/* The campaign is read under the lock: nobody else can be adding to it. */
static int resume(const char *path, struct store *store, const struct resume_arguments *arguments)
{
	struct error err;
	struct campaign campaign;
	if (!command_campaign(store, arguments->id, &campaign))
		return EXIT_FAILED;
	char id[CAMPAIGN_ID_BYTES];
	memcpy(id, campaign.id, sizeof(id));
	bool complete = campaign.state == CAMPAIGN_COMPLETE;
	campaign_release(&campaign);
	if (complete) {
		fprintf(stderr, "schedlab: campaign %s is complete: nothing to do\n", id);
		return EXIT_DONE;
	}
	int lock = lock_take(path, id, &err);
	if (lock < 0)
		return command_fail(EXIT_FAILED, &err);
	int code = EXIT_FAILED;
	if (command_campaign(store, id, &campaign)) {
		code = go_on(store, &campaign, arguments->quiet);
		campaign_release(&campaign);
	}
	close(lock);
	return code;
}

int cmd_resume(int argc, char **argv, struct globals *globals)
{
	static const struct argp_option options[] = {
		{"quiet", 'q', NULL, 0, "Show no progress", 0}, {0}};
	static const struct argp argp = {options, parse_resume, "CAMPAIGN",
		"Continues a campaign that was interrupted, crashed, or waits for another kernel to "
		"be booted: exactly what is missing is measured, in the order that was drawn. "
		"\"latest\" is the newest campaign. A complete one is left alone (exit 0).",
		NULL, NULL, NULL};
	struct resume_arguments arguments = {0};
	command_parse(&argp, argc, argv, globals, &arguments);

	char *path = store_path(globals->store);
	struct store *store = command_store(globals, STORE_WRITE);
	int code = store ? resume(path, store, &arguments) : EXIT_FAILED;
	store_close(store);
	free(path);
	return code;
}
