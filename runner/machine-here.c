/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/machine-here.h"

#include <errno.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/now.h"
#include "runner/awake.h"
#include "runner/child.h"
#include "runner/disturbance.h"
#include "runner/external.h"
#include "runner/facts.h"
#include "runner/protocol.h"

/*
 * The worker keeps the deadline itself and can name what it was doing; this is how much longer
 * the runner waits for it before it kills.
 */
#define GRACE_NS 1000000000

struct machine *machine_here_new_as(const struct machine_ops *ops, const struct plan *plan,
	const struct machine_options *options, struct error *err)
{
	if (access(options->worker, X_OK)) {
		error_set(err, "cannot run the worker %s: %s", options->worker, strerror(errno));
		return NULL;
	}
	struct machine_here *here = xcalloc(1, sizeof(*here));
	here->machine.ops = ops;
	here->plan = plan;
	here->options = *options;
	return &here->machine;
}

/* A variant that names a kernel is measured on that kernel or not at all. */
static bool release_check(const struct plan_variant *variant, struct error *err)
{
	struct utsname running;

	if (!variant->kernel)
		return true;
	char *wanted = machine_kernel_release(variant->kernel, err);
	if (!wanted)
		return error_prefix(err, "did not boot");
	uname(&running);
	bool same = strcmp(wanted, running.release) == 0;
	if (!same)
		error_set(err, "wrong kernel: %s is running, %s is %s", running.release,
			variant->kernel, wanted);
	free(wanted);
	return same;
}

bool machine_here_enter(struct machine *machine, size_t variant, enum clock clock,
	struct environment *env, struct error *err)
{
	struct machine_here *here = (struct machine_here *)machine;
	const struct plan_variant *entered = &here->plan->variants[variant];

	if (clock == CLOCK_COUNTED)
		return error_set(err, "did not boot: only a guest can count instructions");
	facts_of_host(env, entered->config);
	if (!release_check(entered, err))
		return false;
	here->entered = true;
	return true;
}

/*
 * What is not ours (a line without its frame) is a command's output, else it is skipped; what is
 * missing then shows. NUL characters would end the text.
 */
static void take_lines(struct launch_reply *reply, struct text *from, struct text *output)
{
	for (size_t i = 0; i < from->length; i++)
		if (from->bytes[i] == 0)
			from->bytes[i] = '?';
	char *rest = from->bytes;
	for (char *line; (line = strsep(&rest, "\n"));) {
		if (protocol_unframe(line))
			launch_reply_line(reply, line);
		else if (*line || rest)
			text_add(output, "%s\n", line);
	}
}

/* A worker that died before it could say why. */
static void explain_silence(struct launch_reply *reply, struct child_result *result)
{
	const char *line = child_last_line(result);
	const char *colon = *line ? ": " : "";

	reply->failed = true;
	free(reply->reason);
	if (WIFSIGNALED(result->status))
		reply->reason = xasprintf("the worker was killed by signal %d (%s)%s%s",
			WTERMSIG(result->status), strsignal(WTERMSIG(result->status)), colon, line);
	else
		reply->reason = xasprintf("the worker ended with exit code %d and no result%s%s",
			WEXITSTATUS(result->status), colon, line);
}

static void fill_sample(struct sample *sample, const struct launch_request *request,
	struct child_result *result)
{
	struct launch_reply reply;
	struct text output = TEXT_EMPTY;

	launch_reply_init(&reply);
	take_lines(&reply, &result->output, &output);
	if (output.length) /* the worker's own newline, so that no half line hides its words */
		output.bytes[--output.length] = 0;
	if (result->timed_out && !reply.failed && !reply.timed_out) {
		reply.timed_out = true;
		reply.reason = xasprintf("killed: not done within %.1f s",
			(double)request->deadline_ns / 1e9);
	} else if (!reply.done && !reply.failed && !reply.timed_out) {
		explain_silence(&reply, result);
	}
	if (request->workload->external)
		external_sample(&reply, request, output.bytes ? output.bytes : "", sample);
	else
		launch_reply_sample(&reply, request, sample);
	if (result->interrupted && sample->status != SAMPLE_OK) {
		free(sample->reason);
		sample->reason = xstrdup("ended at once by a second interrupt");
		sample->status = SAMPLE_INTERRUPTED;
	}
	launch_reply_release(&reply);
	text_release(&output);
}

/* Runs the worker, with what the plan wants to be kept or watched around it. */
static bool run_worker(const struct machine_here *here, const struct launch_request *request,
	struct child_result *result, struct disturbance *disturbance, struct error *err)
{
	char **argv = launch_arguments(here->options.worker, request);
	int awake = -1;
	bool ran = !request->awake || awake_begin(&awake, err);

	if (ran) {
		struct disturbance_watch *watch =
			request->disturbance ? disturbance_begin(request->cpus) : NULL;
		ran = child_run(&(struct child_request){
			.argv = argv,
			.deadline_ns = request->deadline_ns + GRACE_NS,
			.interrupts = here->options.interrupts,
		}, result, err);
		if (watch)
			disturbance_end(watch, disturbance);
	}
	awake_end(&awake);
	launch_arguments_free(argv);
	return ran;
}

bool machine_here_launch(struct machine *machine, const struct launch_request *request,
	struct sample *sample, struct error *err)
{
	struct machine_here *here = (struct machine_here *)machine;
	struct child_result result = {0};
	struct error why;
	struct disturbance disturbance = {.changed = NULL};

	int64_t started_us = now_unix_us(), begun_ns = now_steady_ns();
	bool ran = run_worker(here, request, &result, &disturbance, &why);
	int64_t took_ns = now_steady_ns() - begun_ns;
	if (ran) {
		fill_sample(sample, request, &result);
		if (request->disturbance)
			disturbance_mark(&disturbance, request->disturbance, sample);
	} else {
		struct launch_reply reply = {.failed = true, .reason = xstrdup(why.message)};
		launch_reply_sample(&reply, request, sample);
		launch_reply_release(&reply);
	}
	sample->started_us = started_us;
	sample->duration_ns = took_ns;
	bool usable = !result.unkillable;
	if (!usable)
		error_set(err, "hang: processes of a launch cannot be killed");
	child_result_release(&result);
	disturbance_release(&disturbance);
	return usable;
}

void machine_here_leave(struct machine *machine, struct environment *env)
{
	struct machine_here *here = (struct machine_here *)machine;

	if (here->entered)
		facts_dmesg_of_host(env);
	here->entered = false;
}

void machine_here_free(struct machine *machine)
{
	free(machine);
}

struct machine *machine_here_new(const struct plan *plan, const struct machine_options *options,
	struct error *err)
{
	static const struct machine_ops ops = {
		.enter = machine_here_enter,
		.launch = machine_here_launch,
		.leave = machine_here_leave,
		.free = machine_here_free,
	};

	return machine_here_new_as(&ops, plan, options, err);
}
