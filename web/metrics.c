/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/metrics.h"

#include <dirent.h>
#include <stdatomic.h>
#include <unistd.h>

#define CLASSES 6 /* of statuses: [0] no answer, then 1xx to 5xx */
#define NO_PATTERN "none"

static const int64_t bounds_us[] = {1000, 5000, 25000, 100000, 500000, 2500000, 10000000};
static const int refusals[] = {400, 405, 411, 413, 414, 415, 417, 421, 431, 505};

struct metrics_pattern {
	_Atomic(const char *) name;
	atomic_uint_fast64_t answers[CLASSES];
};

struct metrics {
	time_t begun;
	struct metrics_pattern patterns[METRICS_PATTERNS_MAX]; /* in the order they came up */
	atomic_uint_fast64_t refused[ARRAY_LENGTH(refusals)];
	atomic_uint_fast64_t within[ARRAY_LENGTH(bounds_us) + 1]; /* no sums; the last: beyond */
	atomic_uint_fast64_t bytes, took_us;
};

struct metrics *metrics_new(void)
{
	struct metrics *metrics = xcalloc(1, sizeof(*metrics));
	metrics->begun = time(NULL);
	return metrics;
}

void metrics_free(struct metrics *metrics)
{
	free(metrics);
}

static struct metrics_pattern *pattern_of(struct metrics *metrics, const char *name)
{
	for (size_t i = 0; i < METRICS_PATTERNS_MAX - 1; i++) {
		struct metrics_pattern *pattern = &metrics->patterns[i];
		const char *there = atomic_load(&pattern->name);
		/* Where another thread was faster, `there` is its name afterwards. */
		if (!there && atomic_compare_exchange_strong(&pattern->name, &there, name))
			return pattern;
		if (!strcmp(there, name))
			return pattern;
	}
	return &metrics->patterns[METRICS_PATTERNS_MAX - 1]; /* not shown, there are fewer */
}

void metrics_answered(struct metrics *metrics, const char *pattern, int status, uint64_t bytes,
	int64_t took_us)
{
	size_t class = status >= 100 && status < 600 ? (size_t)status / 100 : 0, bound = 0;
	while (bound < ARRAY_LENGTH(bounds_us) && took_us > bounds_us[bound])
		bound++;
	pattern = pattern ? pattern : NO_PATTERN;
	atomic_fetch_add(&pattern_of(metrics, pattern)->answers[class], 1);
	atomic_fetch_add(&metrics->within[bound], 1);
	atomic_fetch_add(&metrics->bytes, bytes);
	atomic_fetch_add(&metrics->took_us, (uint64_t)(took_us > 0 ? took_us : 0));
}

void metrics_refused(struct metrics *metrics, int status)
{
	for (size_t i = 0; i < ARRAY_LENGTH(refusals); i++)
		if (refusals[i] == status)
			atomic_fetch_add(&metrics->refused[i], 1);
}

bool metrics_wants_open(const char *accept)
{
	return accept && strstr(accept, "application/openmetrics-text");
}

/* ---- text ---- */

struct writer {
	struct text *out;
	bool open;
};

/* In the old form a counter's own name ends in _total, in OpenMetrics only its sample's. */
static void add_head(const struct writer *writer, const char *name, const char *type,
	const char *help)
{
	bool total = !writer->open && !strcmp(type, "counter");
	text_add(writer->out, "# HELP %s%s %s\n# TYPE %s%s %s\n", name, total ? "_total" : "", help,
		name, total ? "_total" : "", type);
}

static void add_counter(const struct writer *writer, const char *name, const char *help,
	uint64_t value)
{
	add_head(writer, name, "counter", help);
	text_add(writer->out, "%s_total %llu\n", name, (unsigned long long)value);
}

static void add_gauge(const struct writer *writer, const char *name, const char *help,
	uint64_t value)
{
	add_head(writer, name, "gauge", help);
	text_add(writer->out, "%s %llu\n", name, (unsigned long long)value);
}

static void add_labelled(const struct writer *writer, const char *name, const char *label,
	const char *value, uint64_t count)
{
	text_add(writer->out, "%s_total{%s=\"%s\"} %llu\n", name, label, value,
		(unsigned long long)count);
}

static void add_requests(const struct writer *writer, struct metrics *metrics)
{
	static const char *const classes[CLASSES] = {"none", "1xx", "2xx", "3xx", "4xx", "5xx"};
	add_head(writer, "schedlab_requests", "counter", "Requests, by pattern of the address.");
	for (size_t i = 0; i < METRICS_PATTERNS_MAX; i++) {
		struct metrics_pattern *pattern = &metrics->patterns[i];
		const char *name = atomic_load(&pattern->name);
		if (!name)
			break;
		for (size_t class = 0; class < CLASSES; class++) {
			uint64_t n = atomic_load(&pattern->answers[class]);
			if (n)
				text_add(writer->out,
					"schedlab_requests_total{route=\"%s\",status=\"%s\"} "
					"%llu\n",
					name, classes[class], (unsigned long long)n);
		}
	}
	add_head(writer, "schedlab_refused", "counter", "Requests refused unread, by status.");
	for (size_t i = 0; i < ARRAY_LENGTH(refusals); i++) {
		char status[8];
		snprintf(status, sizeof(status), "%d", refusals[i]);
		add_labelled(writer, "schedlab_refused", "status", status,
			atomic_load(&metrics->refused[i]));
	}
}

static void add_durations(const struct writer *writer, struct metrics *metrics)
{
	static const char name[] = "schedlab_request_duration_seconds";
	char number[TEXT_NUMBER_BYTES];
	uint64_t n = 0;
	add_head(writer, name, "histogram", "From a request's first line to its answer's end.");
	for (size_t i = 0; i < ARRAY_LENGTH(bounds_us); i++) {
		n += atomic_load(&metrics->within[i]);
		text_add(writer->out, "%s_bucket{le=\"%s\"} %llu\n", name,
			text_number((double)bounds_us[i] / 1e6, number), (unsigned long long)n);
	}
	n += atomic_load(&metrics->within[ARRAY_LENGTH(bounds_us)]);
	text_add(writer->out, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %s\n%s_count %llu\n", name,
		(unsigned long long)n, name,
		text_number((double)atomic_load(&metrics->took_us) / 1e6, number), name,
		(unsigned long long)n);
}

static void add_connections(const struct writer *writer, const struct metrics_now *now)
{
	static const char cut[] = "schedlab_connections_cut";
	add_gauge(writer, "schedlab_connections", "Connections that are open.", now->connections);
	add_counter(writer, "schedlab_connections_opened", "Connections taken.",
		now->connections_opened);
	add_counter(writer, "schedlab_connections_turned_away",
		"Connections closed at once, for there were too many.",
		now->connections_turned_away);
	add_head(writer, cut, "counter", "Connections cut by a deadline, by what lasted too long.");
	add_labelled(writer, cut, "phase", "header", now->cut_header);
	add_labelled(writer, cut, "phase", "body", now->cut_body);
	add_labelled(writer, cut, "phase", "answer", now->cut_answer);
	add_labelled(writer, cut, "phase", "idle", now->cut_idle);
}

static void add_answers(const struct writer *writer, const struct metrics_now *now)
{
	add_counter(writer, "schedlab_cache_hits", "Answers that were there already.",
		now->cache_hits);
	add_counter(writer, "schedlab_cache_misses", "Answers that had to be made.",
		now->cache_misses);
	add_gauge(writer, "schedlab_cache_bytes", "Bytes of answers that are kept.",
		now->cache_bytes);
	add_counter(writer, "schedlab_busy", "Requests refused for there was too much to do.",
		now->busy);
	add_counter(writer, "schedlab_pictures_drawn", "Pictures drawn.", now->pictures);
	add_counter(writer, "schedlab_uploads", "Campaigns stored by upload.", now->uploads);
}

/* Resident memory in bytes, 0 where it cannot be had. */
static uint64_t resident_bytes(void)
{
	struct text statm = TEXT_EMPTY;
	struct error err;
	unsigned long long pages = 0;
	if (text_read_file(&statm, "/proc/self/statm", 256, &err) &&
		sscanf(statm.bytes, "%*u %llu", &pages) != 1)
		pages = 0;
	text_release(&statm);
	return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t open_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	if (!folder)
		return 0;
	uint64_t n = 0;
	while (readdir(folder))
		n++;
	closedir(folder);
	return n < 3 ? 0 : n - 3; /* ".", ".." and the folder's own */
}

static void add_process(const struct writer *writer, const struct metrics *metrics)
{
	add_gauge(writer, "process_resident_memory_bytes", "Resident memory.", resident_bytes());
	add_gauge(writer, "process_open_fds", "Open descriptors.", open_descriptors());
	add_gauge(writer, "process_start_time_seconds", "When the server began, since 1970.",
		(uint64_t)metrics->begun);
}

void metrics_text(struct metrics *metrics, const struct metrics_now *now, bool open,
	struct text *out)
{
	const struct writer writer = {out, open};
	add_requests(&writer, metrics);
	add_counter(&writer, "schedlab_response_bytes", "Bytes of bodies sent.",
		atomic_load(&metrics->bytes));
	add_durations(&writer, metrics);
	add_connections(&writer, now);
	add_answers(&writer, now);
	add_process(&writer, metrics);
	if (open)
		text_add(out, "# EOF\n");
}
