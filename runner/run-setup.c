/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the plan has done before and after each boot of a variant of the running kernel. That a
 * variant is set up stands in the store before its setup begins: whatever becomes of this
 * process, the next one sees that there is something to tear down.
 */
#include "runner/run-parts.h"

#include <sys/wait.h>
#include <unistd.h>

#include "runner/child.h"

#define DEADLINE_NS (600 * INT64_C(1000000000))

/* Through the worker, which finds the program in the PATH and dies with us. */
static char **arguments(const char *worker, const struct plan_command *command)
{
	char **argv = xcalloc(command->argc + 4, sizeof(*argv));
	argv[0] = xstrdup(worker);
	argv[1] = xstrdup("exec");
	argv[2] = xasprintf("%ld", (long)getpid());
	for (size_t i = 0; i < command->argc; i++)
		argv[i + 3] = xstrdup(command->argv[i]);
	return argv;
}

static bool check_end(struct child_result *result, const char *what, struct error *err)
{
	const char *line = child_last_line(result);
	const char *colon = *line ? ": " : "";
	if (result->interrupted)
		return error_set(err, "%s: interrupted", what);
	if (result->timed_out)
		return error_set(err, "%s: not done within %lld s", what,
			(long long)(DEADLINE_NS / 1000000000));
	if (WIFSIGNALED(result->status))
		return error_set(err, "%s: killed by signal %d (%s)%s%s", what,
			WTERMSIG(result->status), strsignal(WTERMSIG(result->status)), colon, line);
	return WEXITSTATUS(result->status) == 0 ||
		error_set(err, "%s: exit code %d%s%s", what, WEXITSTATUS(result->status), colon,
			line);
}

static bool run_command(const struct run *run, const struct plan_command *command,
	const char *what, struct error *err)
{
	struct child_result result = {0};
	if (!command->argv)
		return true;
	char **argv = arguments(run->options->worker, command);
	bool ok = child_run(&(struct child_request){
		.argv = argv,
		.deadline_ns = DEADLINE_NS,
		.interrupts = run->options->interrupts,
	}, &result, err) && check_end(&result, what, err);
	child_result_release(&result);
	for (size_t i = 0; argv[i]; i++)
		free(argv[i]);
	free(argv);
	return ok;
}

static const struct plan_variant *variant_of(const struct run *run, size_t entry)
{
	return &run->plan->variants[run->campaign->entries[entry].variant];
}

bool run_set_up(struct run *run, size_t entry, struct error *why, struct error *err)
{
	const struct plan_variant *variant = variant_of(run, entry);
	*why->message = 0;
	if (!variant->setup.argv && !variant->teardown.argv)
		return true;
	if (!store_entry_set_up(run->store, run->campaign, entry, true, err))
		return false;
	run->set_up = true;
	run_command(run, &variant->setup, "setup", why);
	return true;
}

bool run_tear_down(struct run *run, size_t entry, struct error *err)
{
	if (!run->set_up)
		return true;
	const struct plan_variant *variant = variant_of(run, entry);
	if (!run_command(run, &variant->teardown, "teardown", err)) {
		char *why = xstrdup(err->message);
		error_set(err, "%s, %s; resuming the campaign tries it again", variant->label, why);
		free(why);
		return false;
	}
	run->set_up = false;
	return store_entry_set_up(run->store, run->campaign, entry, false, err);
}

bool run_tear_down_pending(struct run *run, struct error *err)
{
	size_t entry;
	if (!store_entry_find_set_up(run->store, run->campaign, &entry, err))
		return false;
	run->set_up = entry < run->campaign->entries_n;
	return run_tear_down(run, entry, err);
}
