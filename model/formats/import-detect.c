/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/import-detect.h"

typedef bool line_test(const char *line);

static bool any_line(const struct import_source *source, line_test *test)
{
	for (size_t i = 0; i < source->length; i++)
		if (test(import_line(source, i)))
			return true;
	return false;
}

static bool is_hackbench(const char *line)
{
	return import_after(line, "Running in process mode with ") ||
	       import_after(line, "Running in threaded mode with ") ||
	       (import_after(line, "Running with ") && strchr(line, '*')) ||
	       import_after(line, "Time: ");
}

static bool is_lat_ctx(const char *line)
{
	line += *line == '"';
	return import_after(line, "size=") && strstr(line, " ovr=");
}

static bool is_perf_pipe(const char *line)
{
	return strstr(line, "sched/pipe") || strstr(line, " pipe operations between two ");
}

static bool is_perf_messaging(const char *line)
{
	return strstr(line, "sched/messaging") ||
	       (strstr(line, " groups == ") && strstr(line, " run"));
}

static bool is_schbench(const char *line)
{
	return import_after(line, "Latency percentiles (") ||
	       import_after(line, "Wakeup Latencies percentiles (") ||
	       import_after(line, "Request Latencies percentiles (") ||
	       import_after(line, "RPS percentiles (");
}

static bool is_cyclictest(const char *line)
{
	const char *comment = *line == '#' ? import_skip_blanks(line + 1) : line;
	return (import_after(line, "T:") && strstr(line, " Min:") && strstr(line, " Max:")) ||
	       import_after(comment, "Min Latencies:");
}

static bool is_gobench(const char *line)
{
	double iterations, value;
	if (!import_after(line, "Benchmark"))
		return false;
	line = import_skip_blanks(line + import_word(line));
	bool ok = number_whole(line, import_word(line), &iterations);
	line = import_skip_blanks(line + import_word(line));
	return ok && number_read(line, import_word(line), &value) == NUMBER_EXACT;
}

/* "(   0.00%)" behind a value. */
static bool is_mmtests(const char *line)
{
	const char *open = strchr(line, '(');
	if (!open || open == line)
		return false;
	open = import_skip_blanks(open + 1);
	size_t length = strspn(open, "+-.0123456789");
	return length && open[length] == '%' && open[length + 1] == ')';
}

bool detect_hackbench(const struct import_source *source)
{
	return any_line(source, is_hackbench);
}

bool detect_lat_ctx(const struct import_source *source)
{
	return any_line(source, is_lat_ctx);
}

bool detect_perf_pipe(const struct import_source *source)
{
	return any_line(source, is_perf_pipe);
}

bool detect_perf_messaging(const struct import_source *source)
{
	return any_line(source, is_perf_messaging);
}

bool detect_schbench(const struct import_source *source)
{
	return any_line(source, is_schbench);
}

bool detect_cyclictest(const struct import_source *source)
{
	return any_line(source, is_cyclictest);
}

bool detect_gobench(const struct import_source *source)
{
	return any_line(source, is_gobench);
}

bool detect_mmtests(const struct import_source *source)
{
	return any_line(source, is_mmtests) && !detect_schbench(source);
}

bool detect_pts_xml(const struct import_source *source)
{
	size_t blank = strspn(source->bytes, " \t\r\n");
	return source->bytes[blank] == '<' && strstr(source->bytes, "<PhoronixTestSuite");
}

/* The first line that is neither blank nor a comment, from `i` on; NULL behind the last. */
static const char *content(const struct import_source *source, size_t *i)
{
	for (; *i < source->length; ++*i) {
		const char *line = import_line(source, *i);
		if (*line && *line != '#')
			return line;
	}
	return NULL;
}

static size_t words_of(const char *line)
{
	size_t words = 0;
	while (*(line = import_skip_blanks(line))) {
		words++;
		line += import_word(line);
	}
	return words;
}

static bool begins_with_number(const char *line)
{
	double value;
	return line && number_read(line, import_word(line), &value) == NUMBER_EXACT;
}

bool detect_ministat(const struct import_source *source)
{
	size_t i = 0;
	const char *line = content(source, &i);
	return begins_with_number(line) && words_of(line) == 1;
}

/* A separator in the first row, outside of numbers. */
bool detect_csv(const struct import_source *source)
{
	size_t i = 0;
	const char *first = content(source, &i);
	if (!first)
		return false;
	const char *raw = source->lines[i];
	i++;
	const char *second = content(source, &i);
	bool tabs = strchr(raw, '\t') && second && strchr(source->lines[i], '\t') &&
		    !begins_with_number(first);
	return tabs || strpbrk(raw, ",;");
}

bool detect_dat(const struct import_source *source)
{
	size_t i = 0;
	const char *first = content(source, &i);
	if (!first || words_of(first) < 2 || strpbrk(first, ",;"))
		return false;
	if (begins_with_number(first))
		return true;
	i++;
	const char *second = content(source, &i);
	return begins_with_number(second) && words_of(second) == words_of(first) &&
	       !strchr(source->lines[i], '\t');
}
