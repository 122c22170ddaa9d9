/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/sample-pack.h"

#include <endian.h>

#include "model/bits.h"
#include "model/environment-json.h"

#define MAGIC "SLP1"
#define WORDS 6  /* u32 of a sample */
#define WIDES 6  /* f64 and i64 */
#define TEXTS 4
#define TEXT_MAX (1u << 30)

static void put_u32(struct text *bytes, uint32_t value)
{
	value = htole32(value);
	text_add_bytes(bytes, &value, sizeof(value));
}

static void put_string(struct text *bytes, const char *string)
{
	if (!string)
		return;
	size_t length = strlen(string);
	put_u32(bytes, (uint32_t)length);
	text_add_bytes(bytes, string, length);
}

static void pack_one(struct text *bytes, const struct sample *s, uint32_t number)
{
	char digest[DIGEST_BYTES];
	if (s->output)
		digest_of(s->output, strlen(s->output), digest);
	const char *texts[TEXTS] = {s->reason, s->cpus, s->disturbance, s->output ? digest : NULL};
	uint32_t words[WORDS] = {number, s->cell, s->entry, s->round, s->attempt,
		(uint32_t)s->status};
	uint64_t wides[WIDES] = {bits_of_double(s->value), bits_of_double(s->raw),
		bits_of_double(s->overhead), bits_of_double(s->spread), (uint64_t)s->started_us,
		(uint64_t)s->duration_ns};
	for (unsigned i = 0; i < TEXTS; i++)
		words[WORDS - 1] |= texts[i] ? 1u << (8 + i) : 0;
	for (unsigned i = 0; i < WORDS; i++)
		words[i] = htole32(words[i]);
	for (unsigned i = 0; i < WIDES; i++)
		wides[i] = htole64(wides[i]);
	text_add_bytes(bytes, words, sizeof(words));
	text_add_bytes(bytes, wides, sizeof(wides));
	for (unsigned i = 0; i < TEXTS; i++)
		put_string(bytes, texts[i]);
}

void sample_pack(const struct campaign *campaign, size_t chart, const struct samples *samples,
	struct text *bytes)
{
	uint32_t n = 0;
	size_t head = bytes->length + strlen(MAGIC);
	text_add_bytes(bytes, MAGIC, strlen(MAGIC));
	put_u32(bytes, 0);
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		if (campaign->cells[sample->cell].chart != chart)
			continue;
		pack_one(bytes, sample, (uint32_t)i);
		n++;
	}
	n = htole32(n);
	memcpy(bytes->bytes + head, &n, sizeof(n));
}

static bool get(struct sample_unpacker *unpacker, void *bytes, size_t length)
{
	if ((size_t)(unpacker->end - unpacker->at) < length)
		return false;
	memcpy(bytes, unpacker->at, length);
	unpacker->at += length;
	return true;
}

bool sample_unpack_begin(struct sample_unpacker *unpacker, const void *bytes, size_t length)
{
	char magic[sizeof(MAGIC) - 1];
	uint32_t n;
	*unpacker = (struct sample_unpacker){bytes, bytes, 0};
	unpacker->end += length;
	if (!get(unpacker, magic, sizeof(magic)) || memcmp(magic, MAGIC, sizeof(magic)) != 0 ||
		!get(unpacker, &n, sizeof(n)))
		return false;
	unpacker->left = le32toh(n);
	size_t least = WORDS * sizeof(uint32_t) + WIDES * sizeof(uint64_t);
	return unpacker->left <= (size_t)(unpacker->end - unpacker->at) / least;
}

static bool get_string(struct sample_unpacker *unpacker, char **string)
{
	uint32_t length;
	if (!get(unpacker, &length, sizeof(length)))
		return false;
	length = le32toh(length);
	if (length > TEXT_MAX || length > (size_t)(unpacker->end - unpacker->at))
		return false;
	*string = xmalloc((size_t)length + 1);
	memcpy(*string, unpacker->at, length);
	(*string)[length] = 0;
	unpacker->at += length;
	return true;
}

/* Whether everything that the sample names is there. */
static bool fits(const struct campaign *campaign, const struct sample *sample)
{
	return sample->cell < campaign->cells_n && sample->entry < campaign->entries_n &&
		sample->round >= 1 && sample->round <= campaign->cells[sample->cell].repeats &&
		sample->status < SAMPLE_STATUS_N;
}

bool sample_unpack(struct sample_unpacker *unpacker, const struct campaign *campaign,
	struct sample *s, uint32_t *number)
{
	uint32_t words[WORDS];
	uint64_t wides[WIDES];
	*s = (struct sample){0};
	if (!get(unpacker, words, sizeof(words)) || !get(unpacker, wides, sizeof(wides)))
		return false;
	for (unsigned i = 0; i < WORDS; i++)
		words[i] = le32toh(words[i]);
	for (unsigned i = 0; i < WIDES; i++)
		wides[i] = le64toh(wides[i]);
	*number = words[0];
	*s = (struct sample){.cell = words[1], .entry = words[2], .round = words[3],
		.attempt = words[4], .status = (enum sample_status)(words[5] & 0xff),
		.value = bits_to_double(wides[0]), .raw = bits_to_double(wides[1]),
		.overhead = bits_to_double(wides[2]), .spread = bits_to_double(wides[3]),
		.started_us = (int64_t)wides[4], .duration_ns = (int64_t)wides[5]};
	char **const texts[TEXTS] = {&s->reason, &s->cpus, &s->disturbance, &s->output};
	bool ok = fits(campaign, s);
	for (unsigned i = 0; ok && i < TEXTS; i++)
		if (words[5] >> (8 + i) & 1)
			ok = get_string(unpacker, texts[i]);
	if (!ok) {
		sample_release(s);
		*s = (struct sample){0};
	}
	unpacker->left--;
	return ok;
}
