/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/external.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <regex.h>

#include "runner/placement.h"

/* A whole text as a decimal number; hexadecimal, "inf" and what follows a number are none. */
static bool parse_number(const char *text, double *value)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* strtod reads "1.5" as 1 in some */
	char *end = NULL;
	if (!c)
		return false;
	errno = 0;
	*value = strtod_l(text, &end, c);
	freelocale(c);
	return *text && text[strspn(text, "0123456789+-.eE")] == 0 && !*end && errno == 0 &&
		isfinite(*value);
}

/* Finds the value; the reason why there is none (allocated), or NULL. */
static char *find_value(const struct plan_external *external, const char *output, double *value)
{
	regex_t pattern;
	regmatch_t match[2];
	unsigned matches = 0;
	char *number = NULL, *why = NULL;
	if (regcomp(&pattern, external->value, REG_EXTENDED | REG_NEWLINE) != 0)
		return xstrdup("the pattern of value: does not compile here");
	for (const char *at = output; regexec(&pattern, at, 2, match, at > output ? REG_NOTBOL : 0)
		== 0;) {
		if (matches++ == 0 && match[1].rm_so >= 0)
			number = xstrndup(at + match[1].rm_so,
				(size_t)(match[1].rm_eo - match[1].rm_so));
		at += match[0].rm_eo > 0 ? match[0].rm_eo : 1;
		if (at > output + strlen(output) || !*at)
			break;
	}
	regfree(&pattern);
	if (matches == 0)
		why = xstrdup("its output has no match of value:");
	else if (matches > 1)
		why = xasprintf("its output has %u matches of value:, not one", matches);
	else if (!number || !parse_number(number, value))
		why = xasprintf("what value: finds is no number: '%.60s'", number ? number : "");
	free(number);
	return why;
}

/* Why a launch that went well so far gives no value; NULL where it does. */
static char *fault_of(const struct launch_reply *reply, const struct launch_request *request,
	const char *output, double *value)
{
	if (reply->failed || reply->timed_out)
		return xstrdup(reply->reason ? reply->reason : "no reason was given");
	if (!reply->done)
		return xstrdup("the worker ended without saying that it was done");
	if (!reply->cpus)
		return xstrdup("the worker did not say where it ran");
	if (request->cpus && !placements_equal(reply->cpus, request->cpus))
		return xasprintf("asked for CPU %s, ran on %s", request->cpus, reply->cpus);
	char *none = find_value(request->workload->external, output, value);
	if (!none)
		return NULL;
	char *fault = xasprintf("%s; it ended %s", none, reply->ended ? reply->ended : "somehow");
	free(none);
	return fault;
}

void external_sample(const struct launch_reply *reply, const struct launch_request *request,
	const char *output, struct sample *sample)
{
	double value = NAN;
	char *fault = fault_of(reply, request, output, &value);
	sample->raw = sample->overhead = sample->spread = NAN;
	sample->value = fault ? NAN : launch_rounded(value);
	sample->cpus = xstrdup_null(reply->cpus);
	sample->reason = fault;
	sample->status = !fault ? SAMPLE_OK : reply->timed_out ? SAMPLE_TIMEOUT : SAMPLE_FAILED;
	sample->output = fault && *output ? text_valid(output) : NULL;
}
