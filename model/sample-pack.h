/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The samples of one chart of a complete campaign as one block of bytes: how the store keeps what
 * will not change any more, since a block is written and read some ten times as fast as as many
 * rows. Pure: from samples to bytes and back.
 *
 *   "SLP1", u32 number of samples, and for each of them
 *   u32 number, cell, entry, round, attempt, status | texts << 8
 *   f64 value, raw, overhead, spread   i64 started_us, duration_ns
 *   for each of reason, cpus, disturbance, output that its bit of `texts` names: u32 length, bytes
 *
 * all little-endian. `number` is the sample's place among all of the campaign, from 0. The output
 * is the digest of its document.
 */
#ifndef MODEL_SAMPLE_PACK_H
#define MODEL_SAMPLE_PACK_H

#include "model/campaign.h"
#include "model/text.h"

/* Adds the block of a chart's samples, taken from all of the campaign. */
void sample_pack(const struct campaign *campaign, size_t chart, const struct samples *samples,
	struct text *bytes);

struct sample_unpacker {
	const unsigned char *at, *end;
	uint32_t left; /* samples that are still to come */
};

/* False where the bytes are no block. */
bool sample_unpack_begin(struct sample_unpacker *unpacker, const void *bytes, size_t length);

/*
 * The next sample, as it was measured, with what it names being there in the campaign; the caller
 * releases it. False, with nothing to release, where the block is damaged. Not to be called where
 * none is left.
 */
bool sample_unpack(struct sample_unpacker *unpacker, const struct campaign *campaign,
	struct sample *sample, uint32_t *number);

#endif
