/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/launch.h"

#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <unistd.h>

#include "model/stats.h"
#include "runner/placement.h"

/* How a workload's nanoseconds per operation become its value. */
struct formula {
	const char *workload;
	bool by_count;    /* an operation is one trip round `count` processes */
	bool overhead;    /* measured beside it and taken off */
	double unit_ns;   /* of a wall-clock value; a counted one stays in instructions */
};

static const struct formula formulas[] = {
	{"ring", true, true, 1e3},       /* us per switch */
	{"messaging", false, false, 1e9}, /* s */
	{"pingpong", false, false, 1e3}, /* us per loop */
};

static const struct formula *formula_find(const char *workload)
{
	for (size_t i = 0; i < ARRAY_LENGTH(formulas); i++)
		if (strcmp(formulas[i].workload, workload) == 0)
			return &formulas[i];
	return NULL;
}

void launch_reply_init(struct launch_reply *reply)
{
	*reply = (struct launch_reply){0};
}

void launch_reply_release(struct launch_reply *reply)
{
	free(reply->intervals);
	free(reply->overheads);
	free(reply->cpus);
	free(reply->reason);
	free(reply->ended);
	*reply = (struct launch_reply){0};
}

void launch_request_words(const struct launch_request *request, struct text *text)
{
	const struct plan_workload *workload = request->workload;

	if (workload->external)
		text_add(text, "command");
	else
		text_add(text, "launch workload=%s count=%u", workload->workload->name,
			request->count);
	if (request->cpus)
		text_add(text, " cpus=%s", request->cpus);
	if (request->layout)
		text_add(text, " layout=%" PRIu64 "%s", request->layout,
			request->repeatable ? " aslr=off" : "");
	if (request->policy)
		text_add(text, " policy=%s", request->policy);
	if (workload->workload->timed) {
		if (request->trips)
			text_add(text, " trips=%u", request->trips);
		else
			text_add(text, " time_ns=%" PRId64, workload->time_ns);
		text_add(text, " inner=%u", request->inner);
	} else if (!workload->external) {
		text_add(text, " loops=%u transport=%s", workload->loops,
			workload->transport == PLAN_TRANSPORT_PIPES ? "pipes" : "sockets");
	}
	text_add(text, " deadline_ms=%" PRId64, (request->deadline_ns + 999999) / 1000000);
}

/* A word of a command with every "{count}" replaced. Caller frees. */
static char *with_count(const char *word, unsigned count)
{
	static const char mark[] = "{count}";
	struct text text = TEXT_EMPTY;
	for (const char *at; (at = strstr(word, mark)); word = at + strlen(mark)) {
		text_add_bytes(&text, word, (size_t)(at - word));
		text_add(&text, "%u", count);
	}
	text_add(&text, "%s", word);
	return text_take(&text);
}

static void add_argument(char ***arguments, size_t *n, char *argument)
{
	*(char **)xgrow(arguments, n, sizeof(**arguments)) = argument;
}

char **launch_arguments(const char *worker, const struct launch_request *request)
{
	const struct plan_external *external = request->workload->external;
	struct text words = TEXT_EMPTY;
	char **arguments = NULL;
	size_t n = 0;

	launch_request_words(request, &words);
	text_add(&words, " parent=%ld", (long)getpid());
	add_argument(&arguments, &n, xstrdup(worker));
	char *rest = words.bytes;
	for (char *word; (word = strsep(&rest, " "));)
		add_argument(&arguments, &n, xstrdup(word));
	if (external)
		add_argument(&arguments, &n, xstrdup("--"));
	for (size_t i = 0; external && i < external->command.argc; i++)
		add_argument(&arguments, &n, with_count(external->command.argv[i], request->count));
	add_argument(&arguments, &n, NULL);
	text_release(&words);
	return arguments;
}

void launch_arguments_free(char **arguments)
{
	for (size_t i = 0; arguments[i]; i++)
		free(arguments[i]);
	free(arguments);
}

/* A number of digits alone, ended by `end`. strtoull would take signs and blanks too. */
static bool number_parse(const char **word, char end, uint64_t *number)
{
	char *behind;

	if (**word < '0' || **word > '9')
		return false;
	errno = 0;
	*number = strtoull(*word, &behind, 10);
	if (errno || *behind != end)
		return false;
	*word = behind + (end != '\0');
	return true;
}

static bool numbers_parse(const char *words, uint64_t *first, uint64_t *second)
{
	return number_parse(&words, ' ', first) && number_parse(&words, '\0', second);
}

static bool add_interval(double **list, size_t *length, const char *words)
{
	uint64_t elapsed_ns, operations;

	if (!numbers_parse(words, &elapsed_ns, &operations) || operations == 0)
		return false;
	double *interval = xgrow(list, length, sizeof(*interval));
	*interval = (double)elapsed_ns / (double)operations;
	return true;
}

static bool set_reason(struct launch_reply *reply, bool *what, const char *words)
{
	*what = true;
	reply->reason = xstrdup(*words ? words : "the worker gave no reason");
	return true;
}

/* What follows the word at the beginning of the line, NULL where another word is there. */
static const char *behind_word(const char *line, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
		return NULL;
	return line + length + (line[length] == ' ');
}

bool launch_reply_line(struct launch_reply *reply, const char *payload)
{
	const char *words;
	uint64_t voluntary, involuntary;

	if (reply->done || reply->failed || reply->timed_out)
		return false;
	if ((words = behind_word(payload, "interval")))
		return add_interval(&reply->intervals, &reply->intervals_n, words);
	if ((words = behind_word(payload, "overhead")))
		return add_interval(&reply->overheads, &reply->overheads_n, words);
	if ((words = behind_word(payload, "mask"))) {
		if (!*words || reply->cpus)
			return false;
		reply->cpus = xstrdup(words);
		return true;
	}
	if ((words = behind_word(payload, "usage")))
		return numbers_parse(words, &voluntary, &involuntary);
	if ((words = behind_word(payload, "ended"))) {
		free(reply->ended);
		reply->ended = xstrdup(words);
		return true;
	}
	if ((words = behind_word(payload, "fail")))
		return set_reason(reply, &reply->failed, words);
	if ((words = behind_word(payload, "timeout")))
		return set_reason(reply, &reply->timed_out, words);
	if (strcmp(payload, "done") == 0)
		return reply->done = true;
	return false;
}

double launch_rounded(double value)
{
	char digits[TEXT_NUMBER_BYTES];
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* strtod reads "1.5" as 1 in some */

	if (c) {
		value = strtod_l(text_number(value, digits), NULL, c);
		freelocale(c);
	}
	return value;
}

/* Why these replies give no value; NULL where they do. The caller frees it. */
static char *reply_fault(const struct launch_reply *reply, const struct launch_request *request,
	const struct formula *formula)
{
	if (reply->failed || reply->timed_out)
		return xstrdup(reply->reason ? reply->reason : "no reason was given");
	if (!reply->done)
		return xstrdup("the worker ended without saying that it was done");
	if (!formula)
		return xasprintf("no formula for workload '%s'", request->workload->workload->name);
	if (!reply->cpus)
		return xstrdup("the worker did not say where it ran");
	if (request->cpus && !placements_equal(reply->cpus, request->cpus))
		return xasprintf("asked for CPU %s, ran on %s", request->cpus, reply->cpus);
	if (reply->intervals_n == 0)
		return xstrdup("the worker timed no interval");
	if (formula->overhead && reply->overheads_n == 0)
		return xstrdup("the worker measured no overhead");
	if (formula->by_count && request->count == 0)
		return xstrdup("a ring of no processes");
	return NULL;
}

void launch_reply_sample(struct launch_reply *reply, const struct launch_request *request,
	struct sample *sample)
{
	const struct formula *formula = formula_find(request->workload->workload->name);
	char *fault = reply_fault(reply, request, formula);

	sample->value = sample->raw = sample->overhead = sample->spread = NAN;
	sample->cpus = xstrdup_null(reply->cpus);
	sample->reason = fault;
	sample->status = !fault ? SAMPLE_OK : reply->timed_out ? SAMPLE_TIMEOUT : SAMPLE_FAILED;
	if (fault)
		return;

	double unit_ns = request->clock == CLOCK_COUNTED ? 1 : formula->unit_ns;
	double share = (formula->by_count ? request->count : 1) * unit_ns;
	double raw = stats_median(reply->intervals, reply->intervals_n) / share;
	double overhead = 0;
	if (formula->overhead) {
		overhead = stats_median(reply->overheads, reply->overheads_n) / unit_ns;
		sample->overhead = launch_rounded(overhead);
	}
	sample->raw = launch_rounded(raw);
	sample->value = launch_rounded(raw - overhead);
	sample->spread = launch_rounded(stats_mad(reply->intervals, reply->intervals_n) / share);
}
