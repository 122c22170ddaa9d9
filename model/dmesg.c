/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/dmesg.h"

#include <math.h>

#include "model/text.h"

/*
 * How kernels since 2.6 say that the TSC is no clock any more. Both strings stand in the line;
 * the second is what tells it from another clock source or from a driver's prose.
 */
static const char *const marks[][2] = {
	{"Marking clocksource 'tsc", "as unstable"},
	{"Marking TSC unstable", ""},
	{"TSC found unstable after boot", ""},
	{"Clocksource tsc unstable", ""},
};

static const char *const switches[] = {"Switched to clocksource ", "Switching to clocksource "};

static const char *find(const char *line, size_t length, const char *what)
{
	return memmem(line, length, what, strlen(what));
}

/* "[  212.417903] …"; some terminals put a blank before. NaN where no time is given. */
static double line_time(const char *line, size_t length)
{
	const char *open = memchr(line, '[', length);
	char *end;

	if (!open || strspn(line, " \t") < (size_t)(open - line))
		return NAN;
	double time_s = strtod(open + 1, &end);
	return end < line + length && *end == ']' ? time_s : NAN;
}

static void read_line(struct dmesg_clock *clock, const char *line, size_t length)
{
	for (size_t i = 0; i < ARRAY_LENGTH(marks); i++) {
		if (!find(line, length, marks[i][0]) || !find(line, length, marks[i][1]))
			continue;
		if (!clock->unstable)
			clock->since_s = line_time(line, length);
		clock->unstable = true;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(switches); i++) {
		const char *at = find(line, length, switches[i]);
		if (!at)
			continue;
		at += strlen(switches[i]);
		size_t n = strcspn(at, " \t\r\n");
		if (n > 0 && n < sizeof(clock->clocksource) && at + n <= line + length) {
			memcpy(clock->clocksource, at, n);
			clock->clocksource[n] = '\0';
		}
	}
}

void dmesg_clock_read(struct dmesg_clock *clock, const char *log)
{
	*clock = (struct dmesg_clock){.since_s = NAN};
	for (const char *line = log; *line;) {
		size_t length = strcspn(line, "\n");
		read_line(clock, line, length);
		line += length + (line[length] == '\n');
	}
}

bool dmesg_clock_affects(const struct dmesg_clock *clock, double start_s, double end_s)
{
	(void)start_s; /* a run that spans the moment is touched as one after it is */
	return clock->unstable && !(end_s <= clock->since_s);
}

bool dmesg_affects_sample(const struct environment *env, int64_t started_us,
	int64_t duration_ns)
{
	const char *log = environment_get(env, "dmesg");
	const char *uptime = environment_get(env, "uptime");
	const char *captured = environment_get(env, "captured");
	struct dmesg_clock clock;
	int64_t captured_us;

	if (!log || !uptime || !captured || !text_time_parse(captured, &captured_us))
		return false;
	dmesg_clock_read(&clock, log);
	double start_s = strtod(uptime, NULL) + (double)(started_us - captured_us) / 1e6;
	return dmesg_clock_affects(&clock, start_s, start_s + (double)duration_ns / 1e9);
}
