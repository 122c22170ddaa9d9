/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Metrics: what was counted is what is read back by a parser, in both forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>

#include "web/metrics.h"

/* The value of a sample by its whole name, labels included; -1 where there is none. */
static double sample(const char *text, const char *name)
{
	size_t length = strlen(name);
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		if (!strncmp(line, name, length) && line[length] == ' ')
			return strtod(line + length, NULL);
	return -1;
}

/* Each line is a sample of the metric whose head came last, its name as the form wants it. */
static void check_form(const char *text, bool open)
{
	char metric[128] = "", type[32] = "";
	size_t lines = 0;
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1, lines++) {
		if (!strncmp(line, "# EOF\n", 6)) {
			assert_true(open && !line[6]);
			continue;
		}
		if (!strncmp(line, "# HELP ", 7)) {
			assert_int_equal(sscanf(line, "# HELP %127s", metric), 1);
			continue;
		}
		if (!strncmp(line, "# TYPE ", 7)) {
			char again[128];
			assert_int_equal(sscanf(line, "# TYPE %127s %31s", again, type), 2);
			assert_string_equal(metric, again);
			continue;
		}
		size_t name = strspn(line, "abcdefghijklmnopqrstuvwxyz_");
		assert_true(name >= strlen(metric) && !strncmp(line, metric, strlen(metric)));
		if (!strcmp(type, "counter"))
			assert_int_equal(strncmp(line + name - 6, "_total", 6), 0);
		if (!strcmp(type, "gauge"))
			assert_int_equal(name, strlen(metric));
		assert_true(line[name] == '{' || line[name] == ' ');
		const char *value = strchr(line, ' ');
		char *end;
		assert_true(strtod(value, &end) >= 0);
		assert_int_equal(*end, '\n');
	}
	assert_true(lines > 40);
	assert_true(open == (strstr(text, "# EOF\n") != NULL));
}

static void test_counts(void **state)
{
	(void)state;
	struct metrics *metrics = metrics_new();
	struct metrics_now now = {.connections = 7, .connections_opened = 70, .cut_body = 3,
		.cache_hits = 11, .cache_misses = 12, .pictures = 13, .uploads = 14};
	metrics_answered(metrics, "/", 200, 100, 500);
	metrics_answered(metrics, "/c/ID", 200, 1000, 1000);
	metrics_answered(metrics, "/c/ID", 304, 0, 1001);
	metrics_answered(metrics, "/c/ID", 200, 1000, 20000000);
	metrics_answered(metrics, NULL, 404, 10, 2000);
	metrics_answered(metrics, "/", 0, 0, -5);
	metrics_refused(metrics, 400);
	metrics_refused(metrics, 400);
	metrics_refused(metrics, 421);
	for (int open = 0; open < 2; open++) {
		struct text text = TEXT_EMPTY;
		metrics_text(metrics, &now, open, &text);
		check_form(text.bytes, open);
		static const struct {
			const char *name;
			double value;
		} cases[] = {
			{"schedlab_requests_total{route=\"/\",status=\"2xx\"}", 1},
			{"schedlab_requests_total{route=\"/\",status=\"none\"}", 1},
			{"schedlab_requests_total{route=\"/c/ID\",status=\"2xx\"}", 2},
			{"schedlab_requests_total{route=\"/c/ID\",status=\"3xx\"}", 1},
			{"schedlab_requests_total{route=\"none\",status=\"4xx\"}", 1},
			{"schedlab_requests_total{route=\"none\",status=\"2xx\"}", -1},
			{"schedlab_refused_total{status=\"400\"}", 2},
			{"schedlab_refused_total{status=\"421\"}", 1},
			{"schedlab_refused_total{status=\"431\"}", 0},
			{"schedlab_response_bytes_total", 2110},
			{"schedlab_request_duration_seconds_bucket{le=\"0.001\"}", 3},
			{"schedlab_request_duration_seconds_bucket{le=\"0.005\"}", 5},
			{"schedlab_request_duration_seconds_bucket{le=\"10\"}", 5},
			{"schedlab_request_duration_seconds_bucket{le=\"+Inf\"}", 6},
			{"schedlab_request_duration_seconds_count", 6},
			{"schedlab_connections", 7},
			{"schedlab_connections_opened_total", 70},
			{"schedlab_connections_cut_total{phase=\"body\"}", 3},
			{"schedlab_cache_hits_total", 11},
			{"schedlab_cache_misses_total", 12},
			{"schedlab_pictures_drawn_total", 13},
			{"schedlab_uploads_total", 14},
		};
		for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
			if (sample(text.bytes, cases[i].name) != cases[i].value)
				fail_msg("%s in\n%s", cases[i].name, text.bytes);
		assert_true(sample(text.bytes, "process_resident_memory_bytes") > 100000);
		assert_true(sample(text.bytes, "process_open_fds") >= 1);
		assert_true(sample(text.bytes, "process_start_time_seconds") > 1e9);
		text_release(&text);
	}
	metrics_free(metrics);
}

static void *count_many(void *context)
{
	static const char *const patterns[] = {"/", "/a", "/b", "/c", "/d"};
	for (unsigned i = 0; i < 10000; i++)
		metrics_answered(context, patterns[i % 5], 200, 1, 1);
	return NULL;
}

static void test_threads(void **state)
{
	(void)state;
	struct metrics *metrics = metrics_new();
	pthread_t threads[4];
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, count_many, metrics), 0);
	for (size_t i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	struct text text = TEXT_EMPTY;
	metrics_text(metrics, &(struct metrics_now){0}, true, &text);
	assert_true(
		sample(text.bytes, "schedlab_requests_total{route=\"/c\",status=\"2xx\"}") == 8000);
	assert_true(sample(text.bytes, "schedlab_response_bytes_total") == 40000);
	text_release(&text);
	metrics_free(metrics);
}

static void test_accept(void **state)
{
	(void)state;
	assert_false(metrics_wants_open(NULL));
	assert_false(metrics_wants_open("*/*"));
	assert_true(
		metrics_wants_open("application/openmetrics-text;version=1.0.0,text/plain;q=0.5"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_accept),
	};
	return cmocka_run_group_tests_name("web-metrics", tests, NULL, NULL);
}
