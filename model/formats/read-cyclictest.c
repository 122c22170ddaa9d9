/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cyclictest: a line for each thread at its end,
 *
 *	T: 0 ( 3127) P:80 I:1000 C:  10000 Min:      3 Act:    6 Avg:    5 Max:      41
 *
 * and with -h a histogram, one row a latency in us and one column a thread:
 *
 *	000002 000018	000871
 *	# Total: 000001000 000000999
 *	# Min Latencies: 00002 00001
 *
 * Numbers with leading zeros are decimal. On a terminal it prints the line of a thread again and
 * again; the last one of a thread counts.
 */
#include "model/formats/readers.h"

#include <math.h>

#define THREADS_MAX 4096

enum field { FIELD_MIN, FIELD_AVG, FIELD_MAX, FIELDS_N };

static const char *const field_names[FIELDS_N] = {"Min", "Avg", "Max"};

struct thread_line {
	double thread, task;
	double values[FIELDS_N];
	size_t line;
};

struct bin {
	double latency, count;
	size_t thread, line;
};

struct state {
	struct thread_line *threads;
	size_t threads_n;
	struct bin *bins; /* of the histogram that is being read */
	size_t bins_n;
	size_t columns; /* of its rows, 0 before the first */
	double latency; /* of its last row */
	double *totals; /* its "# Total:", or NULL */
	size_t totals_n, totals_line;
};

static bool add_field(struct import *import, const struct import_source *source, enum field field,
	double thread, double value, size_t line, struct error *err)
{
	struct import_key key = {.name = field_names[field], .unit = "us"};
	return import_add(import, source, &key, thread, value, line, err);
}

/* The number behind "Min:" or "C:"; false where there is none. */
static bool labelled(const char *line, const char *label, double *value)
{
	const char *found = strstr(line, label);
	if (!found)
		return false;
	found = import_skip_blanks(found + strlen(label));
	return number_read(found, import_word(found), value) == NUMBER_EXACT;
}

/* The same thread of the same task again is a later state of it. */
static struct thread_line *thread_line(struct state *state, double thread, double task)
{
	for (size_t i = state->threads_n; i-- > 0;)
		if (state->threads[i].thread == thread && state->threads[i].task == task)
			return &state->threads[i];
	return xgrow(&state->threads, &state->threads_n, sizeof(*state->threads));
}

static bool read_thread(struct import *import, struct state *state,
	const struct import_source *source, size_t i, const char *words, struct error *err)
{
	struct thread_line read = {.line = i + 1};
	double cycles;
	words = import_skip_blanks(words);
	size_t length = strspn(words, "0123456789");
	const char *task = strchr(words, '(');
	bool ok = number_whole(words, length, &read.thread) && task;
	if (ok) {
		task = import_skip_blanks(task + 1);
		ok = number_whole(task, strspn(task, "0123456789"), &read.task) &&
		     labelled(words, " C:", &cycles) &&
		     labelled(words, " Min:", &read.values[FIELD_MIN]) &&
		     labelled(words, " Avg:", &read.values[FIELD_AVG]) &&
		     labelled(words, " Max:", &read.values[FIELD_MAX]);
	}
	if (!ok || state->threads_n >= THREADS_MAX)
		return import_error(source, i + 1, err,
			"no thread of cyclictest: expected "
			"T: N (TASK) … C: Min: Avg: Max:");
	if (cycles == 0)
		import_warn(import, i + 1, "left out: thread %g never ran", read.thread);
	else
		*thread_line(state, read.thread, read.task) = read;
	return true;
}

static bool add_threads(struct import *import, const struct state *state,
	const struct import_source *source, struct error *err)
{
	for (size_t i = 0; i < state->threads_n; i++)
		for (enum field field = 0; field < FIELDS_N; field++)
			if (!add_field(import, source, field, state->threads[i].thread,
				    state->threads[i].values[field], state->threads[i].line, err))
				return false;
	return true;
}

/* Two columns at least, the first two of digits, is a row of the histogram. */
static bool is_bin(const char *line)
{
	size_t latency = strspn(line, "0123456789");
	const char *count = import_skip_blanks(line + latency);
	return latency >= 6 && count > line + latency && *count >= '0' && *count <= '9';
}

static bool read_bin(
	struct state *state, const struct import_source *source, size_t i, struct error *err)
{
	const char *word = import_line(source, i);
	size_t length = import_word(word), thread = 0;
	double latency, count;
	if (!number_whole(word, length, &latency))
		return import_error(source, i + 1, err, "no latency at the start of the row");
	while (*(word = import_skip_blanks(word + length))) {
		length = import_word(word);
		if (!number_whole(word, length, &count))
			return import_error(source, i + 1, err, "no whole number in the histogram");
		if (count > 0) {
			struct bin *bin = xgrow(&state->bins, &state->bins_n, sizeof(*bin));
			*bin = (struct bin){latency, count, thread, i + 1};
		}
		thread++;
	}
	if ((state->columns && thread != state->columns) || thread > THREADS_MAX)
		return import_error(source, i + 1, err, "a row of %zu columns after rows of %zu",
			thread, state->columns);
	state->columns = thread;
	state->latency = latency;
	return true;
}

static void check_totals(struct import *import, const struct state *state, size_t threads)
{
	for (size_t t = 0; t < threads && t < state->totals_n; t++) {
		double sum = 0;
		for (size_t i = 0; i < state->bins_n; i++)
			sum += state->bins[i].thread == t ? state->bins[i].count : 0;
		if (sum != state->totals[t])
			import_warn(import, state->totals_line,
				"the bins of thread %zu sum up to %.0f, the total says %.0f: the "
				"histogram is not complete",
				t, sum, state->totals[t]);
	}
}

/* Ends a histogram. With -H its last column is the sum over the threads, which is no thread. */
static bool flush(struct import *import, struct state *state, const struct import_source *source,
	size_t threads, struct error *err)
{
	size_t columns = threads && state->columns == threads + 1 ? threads : state->columns;
	bool ok = true;
	check_totals(import, state, columns);
	for (size_t i = 0; ok && i < state->bins_n; i++) {
		const struct bin *bin = &state->bins[i];
		char name[32];
		snprintf(name, sizeof(name), "T:%zu", bin->thread);
		struct import_key key = {.name = name, .unit = "count"};
		if (bin->thread < columns)
			ok = import_add(
				import, source, &key, bin->latency, bin->count, bin->line, err);
	}
	free(state->totals);
	state->totals = NULL;
	state->totals_n = state->bins_n = state->columns = 0;
	return ok;
}

static bool read_totals(struct state *state, const struct import_source *source, size_t i,
	const char *words, struct error *err)
{
	size_t length = 0;
	state->totals_line = i + 1;
	while (*(words = import_skip_blanks(words + length))) {
		double total;
		length = import_word(words);
		if (!number_whole(words, length, &total))
			return import_error(source, i + 1, err, "no whole number in the totals");
		double *added = xgrow(&state->totals, &state->totals_n, sizeof(*added));
		*added = total;
	}
	return true;
}

/* "# Min Latencies: 00002 00001": one number a thread. The first of them ends the histogram. */
static bool read_latencies(struct import *import, struct state *state,
	const struct import_source *source, size_t i, enum field field, const char *words,
	struct error *err)
{
	size_t length = 0, threads = 0;
	while (*(words = import_skip_blanks(words + length))) {
		double value;
		length = import_word(words);
		if (!number_whole(words, length, &value))
			return import_error(source, i + 1, err, "no whole number in the latencies");
		if (!add_field(import, source, field, (double)threads++, value, i + 1, err))
			return false;
	}
	return flush(import, state, source, threads, err);
}

static bool read_comment(struct import *import, struct state *state,
	const struct import_source *source, size_t i, struct error *err)
{
	const char *words = import_skip_blanks(import_line(source, i) + 1);
	const char *totals = import_after(words, "Total:");
	if (totals)
		return read_totals(state, source, i, totals, err);
	for (enum field field = 0; field < FIELDS_N; field++) {
		const char *behind = import_after(words, field_names[field]);
		behind = behind ? import_after(behind, " Latencies:") : NULL;
		if (behind)
			return read_latencies(import, state, source, i, field, behind, err);
	}
	return true;
}

bool read_cyclictest(struct import *import, const struct import_source *source, struct error *err)
{
	struct state state = {0};
	bool ok = true;
	import_name_x(import, "thread");
	for (size_t i = 0; ok && i < source->length; i++) {
		const char *line = import_line(source, i);
		const char *thread = import_after(line, "T:");
		if (thread)
			ok = read_thread(import, &state, source, i, thread, err);
		else if (*line == '#')
			ok = read_comment(import, &state, source, i, err);
		else if (is_bin(line))
			ok = read_bin(&state, source, i, err);
	}
	ok = ok && flush(import, &state, source, 0, err) &&
	     add_threads(import, &state, source, err);
	free(state.threads);
	free(state.bins);
	free(state.totals);
	return ok;
}
