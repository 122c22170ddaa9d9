/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The quick way of writing and reading a sample's line, held against the way of all other lines. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "model/formats/jsonl-sample.h"

static struct sample make_sample(void)
{
	return (struct sample){.cell = 3, .entry = 1, .round = 2, .attempt = 1, .value = 1.5,
		.raw = NAN, .overhead = 0.7213, .spread = 0, .started_us = 1796064001123456,
		.duration_ns = 251113571};
}

static char *line_of(const struct sample *sample)
{
	struct text text = TEXT_EMPTY;
	struct error err;
	assert_true(jsonl_sample_add(&text, sample, NULL, &err));
	assert_int_equal(text.bytes[text.length - 1], '\n');
	text.bytes[text.length - 1] = 0;
	return text_take(&text);
}

/* What jansson makes of the line is the line. */
static void assert_canonical(const char *line)
{
	json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(json);
	char *again = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(15));
	assert_string_equal(line, again);
	free(again);
	json_decref(json);
}

static double value_in(const char *line)
{
	json_t *json = json_loads(line, 0, NULL);
	double value = json_real_value(json_object_get(json, "value"));
	json_decref(json);
	return value;
}

static uint64_t draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 11;
}

/* A number with `digits` digits, `places` of them behind the point or further. */
static double make_decimal(uint64_t *state, unsigned digits, int places)
{
	double whole = (double)(draw(state) % (uint64_t)pow(10, digits));
	return whole / pow(10, places);
}

static void every_number_is_written_as_jansson_does(void **state)
{
	(void)state;
	static const double edges[] = {0, -0.0, 1e-4, 9.99999999999999e-5, 1e-5, 0.1, 0.5, 1, 5, 10,
		99.5, 999999999999999, 1e14, 99999999999999.9, 1e15, 1e16, 1e300, 5e-324, -1.25,
		0.1 + 0.2, 1.0 / 3, 2.0 / 3, 123456789012345.0, 12345678901234.5, 0.000123456789012345};
	uint64_t seed = 1;
	for (size_t i = 0; i < 40000; i++) {
		struct sample sample = make_sample(), back;
		unsigned digits = 1 + (unsigned)(i % 17);
		double value = i < ARRAY_LENGTH(edges) ? edges[i]
			: i % 3 ? make_decimal(&seed, digits, (int)(draw(&seed) % 20))
				: (double)draw(&seed) / (double)(1 + draw(&seed));
		sample.value = value;
		char *line = line_of(&sample);
		assert_canonical(line);
		if (jsonl_sample_read(line, strlen(line), &back)) {
			double general = value_in(line);
			assert_memory_equal(&back.value, &general, sizeof(general));
			sample_release(&back);
		}
		free(line);
	}
}

static void a_usual_line_is_read_quickly(void **state)
{
	(void)state;
	static char cpus[] = "0-1", disturbance[] = "{\"others\":0.0125,\"steal\":0.0}",
		    reason[] = "fork: no";
	struct sample sample = make_sample(), back;
	sample.cpus = cpus;
	sample.disturbance = disturbance;
	sample.reason = reason;
	sample.status = SAMPLE_TIMEOUT;
	sample.value = NAN;
	char *line = line_of(&sample);
	assert_canonical(line);
	assert_true(jsonl_sample_read(line, strlen(line), &back));
	assert_int_equal(back.cell, 3);
	assert_int_equal(back.status, SAMPLE_TIMEOUT);
	assert_true(isnan(back.value));
	assert_true(back.overhead == 0.7213);
	assert_true(back.started_us == sample.started_us);
	assert_true(back.duration_ns == sample.duration_ns);
	assert_string_equal(back.cpus, cpus);
	assert_string_equal(back.disturbance, disturbance);
	assert_string_equal(back.reason, reason);
	sample_release(&back);
	for (size_t cut = 0; cut < strlen(line); cut++)
		assert_false(jsonl_sample_read(line, cut, &back));
	free(line);
}

static void unusual_texts_are_written_all_the_same(void **state)
{
	(void)state;
	static char texts[][24] = {"\"quoted\\", "a\nline\x01", "µs ±3 %", "\xff"};
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		struct sample sample = make_sample(), back;
		struct text text = TEXT_EMPTY;
		struct error err;
		sample.reason = texts[i];
		if (i == ARRAY_LENGTH(texts) - 1) {
			assert_false(jsonl_sample_add(&text, &sample, NULL, &err));
			assert_int_equal(text.length, 0);
		} else {
			char *line = line_of(&sample);
			assert_canonical(line);
			assert_false(jsonl_sample_read(line, strlen(line), &back));
			free(line);
		}
		text_release(&text);
	}
}

/* Replaces one part of a usual line. */
static char *changed(const char *line, const char *part, const char *other)
{
	const char *at = strstr(line, part);
	assert_non_null(at);
	return xasprintf("%.*s%s%s", (int)(at - line), line, other, at + strlen(part));
}

static void what_is_not_spelt_as_usual_is_left_to_the_general_way(void **state)
{
	(void)state;
	static const char *const others[][2] = {
		{"\"value\":1.5}", "\"value\":1.50}"},
		{"\"value\":1.5}", "\"value\":01.5}"},
		{"\"value\":1.5}", "\"value\":1}"},
		{"\"value\":1.5}", "\"value\":1.}"},
		{"\"value\":1.5}", "\"value\":.5}"},
		{"\"value\":1.5}", "\"value\":-1.5}"},
		{"\"value\":1.5}", "\"value\":1.5e0}"},
		{"\"value\":1.5}", "\"value\":1.234567890123456}"},
		{"\"value\":1.5}", "\"value\":0.00001}"},
		{"\"value\":1.5}", "\"value\":1.5} "},
		{"\"value\":1.5}", "\"value\":1.5,\"value\":1.5}"},
		{"\"cell\":3", "\"cell\":03"},
		{"\"cell\":3", "\"cell\": 3"},
		{"\"cell\":3", "\"cell\":-3"},
		{"\"cell\":3", "\"cell\":4294967299"},
		{"\"cell\":3", "\"cell\":3.0"},
		{"\"ok\"", "\"fine\""},
		{"18:40:01", "18:40:61"},
		{"\"kind\":\"sample\"", "\"kind\":\"cell\""},
	};
	struct sample sample = make_sample(), back;
	char *line = line_of(&sample);
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++) {
		char *other = changed(line, others[i][0], others[i][1]);
		assert_false(jsonl_sample_read(other, strlen(other), &back));
		free(other);
	}
	free(line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_number_is_written_as_jansson_does),
		cmocka_unit_test(a_usual_line_is_read_quickly),
		cmocka_unit_test(unusual_texts_are_written_all_the_same),
		cmocka_unit_test(what_is_not_spelt_as_usual_is_left_to_the_general_way),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
