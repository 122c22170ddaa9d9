/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A campaign's canonical form: JSON Lines, one object a line, keys sorted, no blanks, UTF-8,
 * numbers with at most 15 significant digits, missing as null. `kind` says what a line is:
 *
 *   campaign   the header: format, id, title, host, tool, machine, accel, plan, seed, started …
 *   variant    label, slug, kernel, cmdline            } numbered from 0 by their order;
 *   chart      one workload x placement: unit, words …  } later lines name them by that number
 *   cell       chart, variant, count, repeats, trips, skipped
 *   document   a long text by its SHA-256, before the first entry that names it
 *   entry      one entry into a variant: boot, kernel_boot_id, entered, facts …
 *   sample     one launch, in the order of their start
 *   seal       SHA-256 of every byte before this line: the campaign's digest
 *   open       the same of a campaign that is not complete: instead of the seal
 *   amendment  behind the seal alone, in order: see model/amendment-json.h
 *
 * The same campaign always has the same bytes, so a form that is read and written again is
 * byte-identical; reading refuses what is not canonical. Seal or open tells a form that is whole
 * from one whose end is cut off; without its last amendments it is an older revision, and whole.
 */
#ifndef MODEL_FORMATS_JSONL_H
#define MODEL_FORMATS_JSONL_H

#include "model/campaign.h"
#include "model/environment-json.h"
#include "model/text.h"

#define JSONL_TYPE "application/x-ndjson" /* its media type */

/*
 * Adds the form of a whole campaign (entries with environment) at revision 0, sealed if it has a
 * digest, with its amendments.
 */
bool jsonl_write(const struct campaign *campaign, const struct samples *samples,
	struct text *text, struct error *err);

/* Whether that is the form of a sealed campaign, without making it anew. */
bool jsonl_is_form(const struct campaign *campaign, const struct samples *samples,
	const struct text *form);

/* The digest that belongs into the seal. */
bool jsonl_digest(const struct campaign *campaign, const struct samples *samples,
	char digest[static DIGEST_BYTES], struct error *err);

/*
 * Reads the form. Errors name line and fault: "NAME:17: …". Nothing is kept on failure. What is
 * refused: a last line whose digest is not that of the bytes before it, names and numbers that
 * no plan leads to (a campaign is at most as large as a plan may be), samples where none belong.
 */
bool jsonl_read(const struct text *form, const char *name, struct campaign *campaign,
	struct samples *samples, struct error *err);

#endif
