/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of samples in the canonical form. A form is nearly all samples, and nearly all of
 * them are written in one way, so these lines are written and read without a tree of JSON
 * between: ten times as fast. What is unusual in a line (an output, a text with quotes, a number
 * with an exponent) is left to the way that all other lines go.
 */
#ifndef MODEL_FORMATS_JSONL_SAMPLE_H
#define MODEL_FORMATS_JSONL_SAMPLE_H

#include "model/campaign.h"
#include "model/error.h"
#include "model/text.h"

/* Adds the line, whatever is in it; output: the digest of the sample's output, or NULL. */
bool jsonl_sample_add(struct text *text, const struct sample *sample, const char *output,
	struct error *err);

/*
 * Reads a line if it is a usual one; else false, with nothing kept and nothing said about it. It
 * is read as the general way would read it, and numbers of cells, entries and rounds are as they
 * stand: the caller has to check them.
 */
bool jsonl_sample_read(const char *line, size_t length, struct sample *sample);

#endif
