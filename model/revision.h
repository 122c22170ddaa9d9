/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Revisions: revision n of a campaign is what its amendments 1 to n make of it, revision 0 what
 * was first published. A pure function of campaign and amendments; samples are only marked.
 * The store's readers give the newest revision where they are not asked for another.
 *
 *   swap-variants   the cells of two variants are exchanged, and their samples with them, which
 *                   then count as measured in the same boots of the other
 *   relabel         the variant's label
 *   exclude         sample.excluded; statistics leave these out, exports keep and mark them
 *   withdraw        every sample is excluded
 */
#ifndef MODEL_REVISION_H
#define MODEL_REVISION_H

#include "model/amendment.h"

#define AMENDMENTS_MAX 200 /* of one campaign */
#define REVISION_NEWEST UINT32_MAX

/*
 * Brings a campaign forward to a revision, or to the newest where there are fewer amendments.
 * Fails where an amendment names what the campaign does not have: "amendment 2: campaign … has
 * no chart 'x'".
 */
bool revision_apply(struct campaign *campaign, unsigned revision, struct error *err);

/*
 * How a revision is named wherever its numbers are: "20261130-k3f7qd" where nothing was ever
 * amended, else "20261130-k3f7qd/r/2".
 */
#define REVISION_NAME_BYTES 32
const char *revision_name(const struct campaign *campaign, char name[static REVISION_NAME_BYTES]);

/*
 * A line for each amendment that is applied, and one that says so where others follow, each
 * behind the prefix. Nothing where the campaign was never amended.
 */
void revision_add_lines(struct text *text, const struct campaign *campaign, const char *prefix);

/* The N of /r/N: digits without a zero before them, AMENDMENTS_MAX at most. */
bool revision_parse(const char *word, unsigned *revision);

/*
 * Brings a sample as it was measured to the campaign's revision: whether an amendment leaves it
 * out, and where its cell went over to another variant the same boot of that one.
 */
void revision_apply_sample(const struct campaign *campaign, struct sample *sample);

/*
 * Whether an amendment can follow on a campaign that is at its newest revision: sealed, what it
 * names is there, and an exclusion leaves out at least one sample that counted.
 */
bool revision_check_next(const struct campaign *campaign, const struct samples *samples,
	const struct amendment *next, struct error *err);

#endif
