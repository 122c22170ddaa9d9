/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hackbench:
 *
 *	Running in process mode with 24 groups using 40 file descriptors each (== 960 tasks)
 *	Each sender will pass 4000 messages of 100 bytes
 *	Time: 2.618
 *
 * and "Running with 10*40 (== 400) tasks." of the first versions, where 10 are the groups.
 */
#include "model/formats/readers.h"

#include <math.h>

struct run {
	double groups;      /* of the last banner; NaN before the first */
	size_t banner;      /* its line, 0 where the run has its time */
	size_t interrupted; /* the line that says so, else 0 */
};

/* A banner that a mail program broke, put together again: at most this line and two more. */
static char *whole_banner(const struct import_source *source, size_t i)
{
	char *banner = xstrdup(import_line(source, i));
	for (size_t more = 1; more <= 2 && i + more < source->length && !strchr(banner, ')');
		more++) {
		char *longer = xasprintf("%s %s", banner, import_line(source, i + more));
		free(banner);
		banner = longer;
	}
	return banner;
}

/* "with 24 groups …", "with 10*40 (== 400) tasks". */
static bool banner_groups(const char *banner, double *groups)
{
	const char *with = strstr(banner, "with ");
	if (!with)
		return false;
	with += strlen("with ");
	size_t length = strspn(with, "0123456789");
	const char *behind = with + length;
	return (import_after(behind, " groups") || import_after(behind, " group ") ||
		       *behind == '*') &&
	       number_whole(with, length, groups);
}

static bool read_banner(
	struct run *run, const struct import_source *source, size_t i, struct error *err)
{
	char *banner = whole_banner(source, i);
	bool ok = banner_groups(banner, &run->groups);
	free(banner);
	run->banner = i + 1;
	run->interrupted = 0;
	return ok || import_error(source, i + 1, err,
			     "a banner of hackbench without the number "
			     "of groups");
}

static bool read_time(struct import *import, struct run *run, const struct import_source *source,
	size_t i, const char *time, struct error *err)
{
	static const struct import_key key = {.unit = "s"};
	double value;
	time = import_skip_blanks(time);
	size_t length = import_word(time);
	if (!import_number(source, i + 1, time, length, &value, err))
		return false;
	if (!import_is_blank(time + length))
		return import_error(source, i + 1, err, "text behind the time");
	if (!run->banner && !isnan(run->groups))
		import_warn(import, i + 1,
			"a time without a banner of its own: taken to be of %g "
			"groups, as before",
			run->groups);
	run->banner = 0;
	if (run->interrupted) {
		import_warn(import, i + 1,
			"left out: the run was interrupted by a signal (line %zu)",
			run->interrupted);
		run->interrupted = 0;
		return true;
	}
	return import_add(import, source, &key, run->groups, value, i + 1, err);
}

static bool is_interruption(const char *line)
{
	return (import_after(line, "Signal ") && strstr(line, "caught")) ||
	       import_after(line, "longjmp'ed out");
}

static void warn_unfinished(struct import *import, const struct run *run)
{
	if (run->banner)
		import_warn(import, run->banner, "a run without a time is left out");
}

bool read_hackbench(struct import *import, const struct import_source *source, struct error *err)
{
	struct run run = {.groups = NAN};
	import_name_x(import, "groups");
	for (size_t i = 0; i < source->length; i++) {
		const char *line = import_line(source, i);
		const char *time = import_after(line, "Time:");
		bool ok = true;
		if (import_after(line, "Running in ") || import_after(line, "Running with ")) {
			warn_unfinished(import, &run);
			ok = read_banner(&run, source, i, err);
		} else if (is_interruption(line) && !run.interrupted) {
			run.interrupted = i + 1;
		} else if (time) {
			ok = read_time(import, &run, source, i, time, err);
		}
		if (!ok)
			return false;
	}
	warn_unfinished(import, &run);
	return true;
}
