/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Samples as blocks of bytes: they come back as they were, and damaged ones are told. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/environment-json.h"
#include "model/sample-pack.h"
#include "tests/fixture.h"

/* Samples with every text and number there can be. */
static struct campaign make(struct samples *samples)
{
	*samples = (struct samples){0};
	struct campaign campaign = fixture_make_complete(samples);
	struct sample *s = &samples->samples[0];
	s->reason = xstrdup("µs, \"quoted\"");
	s->cpus = xstrdup("0-1");
	s->disturbance = xstrdup("{\"others\":0.25}");
	s->output = xstrdup("a line\n");
	s->started_us = INT64_MIN;
	s->duration_ns = INT64_MAX;
	s->raw = -0.0;
	s->status = SAMPLE_FAILED;
	return campaign;
}

static void assert_same_text(const char *a, const char *b)
{
	if (a && b)
		assert_string_equal(a, b);
	else
		assert_true(!a && !b);
}

static void assert_same(const struct sample *a, const struct sample *b)
{
	assert_int_equal(a->cell, b->cell);
	assert_int_equal(a->entry, b->entry);
	assert_int_equal(a->round, b->round);
	assert_int_equal(a->attempt, b->attempt);
	assert_int_equal(a->status, b->status);
	assert_memory_equal(&a->value, &b->value, 4 * sizeof(double));
	assert_true(a->started_us == b->started_us && a->duration_ns == b->duration_ns);
	assert_same_text(a->reason, b->reason);
	assert_same_text(a->cpus, b->cpus);
	assert_same_text(a->disturbance, b->disturbance);
}

static void samples_come_back(void **state)
{
	(void)state;
	struct samples samples;
	struct campaign campaign = make(&samples);
	size_t found = 0;
	for (size_t chart = 0; chart < campaign.charts_n; chart++) {
		struct sample_unpacker unpacker;
		struct text bytes = TEXT_EMPTY;
		sample_pack(&campaign, chart, &samples, &bytes);
		assert_true(sample_unpack_begin(&unpacker, bytes.bytes, bytes.length));
		while (unpacker.left) {
			struct sample sample;
			uint32_t number;
			char digest[DIGEST_BYTES];
			assert_true(sample_unpack(&unpacker, &campaign, &sample, &number));
			assert_in_range(number, 0, samples.length - 1);
			assert_same(&sample, &samples.samples[number]);
			if (number == 0)
				digest_of("a line\n", 7, digest);
			assert_same_text(sample.output, number == 0 ? digest : NULL);
			assert_int_equal(campaign.cells[sample.cell].chart, chart);
			sample_release(&sample);
			found++;
		}
		assert_ptr_equal(unpacker.at, unpacker.end);
		text_release(&bytes);
	}
	assert_int_equal(found, samples.length);
	samples_release(&samples);
	campaign_release(&campaign);
}

/* Reads as far as it goes; whether all of it could be read. */
static bool is_whole(const struct campaign *campaign, const void *bytes, size_t length)
{
	struct sample_unpacker unpacker;
	bool ok = sample_unpack_begin(&unpacker, bytes, length);
	while (ok && unpacker.left) {
		struct sample sample;
		uint32_t number;
		ok = sample_unpack(&unpacker, campaign, &sample, &number);
		if (ok)
			sample_release(&sample);
	}
	return ok;
}

/* Copies of exactly the length, so that a reading behind the end is seen by the sanitizers. */
static void a_block_that_is_cut_or_changed_does_no_harm(void **state)
{
	(void)state;
	struct samples samples;
	struct campaign campaign = make(&samples);
	struct text bytes = TEXT_EMPTY;
	size_t all = samples.length;
	samples.length = 3;
	sample_pack(&campaign, 0, &samples, &bytes);
	assert_true(is_whole(&campaign, bytes.bytes, bytes.length));
	for (size_t cut = 0; cut < bytes.length; cut++) {
		char *copy = xmalloc(cut + 1);
		memcpy(copy, bytes.bytes, cut);
		assert_false(is_whole(&campaign, copy, cut));
		free(copy);
	}
	for (size_t i = 0; i < bytes.length; i++) {
		char *copy = xmalloc(bytes.length);
		memcpy(copy, bytes.bytes, bytes.length);
		copy[i] = (char)(copy[i] ^ 0xff);
		is_whole(&campaign, copy, bytes.length);
		free(copy);
	}
	text_release(&bytes);
	samples.length = all;
	samples_release(&samples);
	campaign_release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_come_back),
		cmocka_unit_test(a_block_that_is_cut_or_changed_does_no_harm),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
