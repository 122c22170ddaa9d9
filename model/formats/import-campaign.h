/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A campaign of what other programs measured: machine "import", every variant one boot, because
 * nothing says of how many kernel boots the values are. So statistics treat them as one.
 */
#ifndef MODEL_FORMATS_IMPORT_CAMPAIGN_H
#define MODEL_FORMATS_IMPORT_CAMPAIGN_H

#include "model/campaign.h"
#include "model/formats/import-stream.h"

/* What the streams do not tell. Everything is borrowed; id and started_us are the caller's. */
struct import_header {
	const char *title, *host;
	const char *plan; /* a comment on where it comes from, or the campaign.yaml */
	const char *tool;
	const char *id;
	const char *baseline; /* a label, or NULL: the first variant */
	int64_t started_us;
	const char *const *labels;      /* of variants in their order; those of streams follow */
	const struct environment *envs; /* of those labels, one each, or NULL */
	size_t labels_n;
	const char *origin; /* a fact of every boot: the files and what they hash to */
};

/*
 * Builds a complete campaign with its seal. All of a chart's points have x or none has; whole x from
 * 0 to COUNTS_LARGEST are counts. False, with nothing to release, where a limit of the store is not
 * kept.
 */
bool import_campaign(const struct import_streams *streams, const struct import_header *header,
	struct campaign *campaign, struct samples *samples, struct error *err);

#endif
