/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Campaigns made of other programs' files, or of a folder of tables with a campaign.yaml. */
#ifndef CLI_IMPORT_FILES_H
#define CLI_IMPORT_FILES_H

#include "model/campaign.h"
#include "model/error.h"
#include "model/text.h"

struct import_words {
	char **paths; /* "-" is the standard input */
	size_t paths_n;
	char **variants; /* labels: of the files in their order, or one for all; none: by name */
	size_t variants_n;
	const char *kind;           /* NULL: by content */
	const char *title;          /* NULL: by the files' names */
	const char *pattern, *unit; /* for the kind extract */
	int placement;              /* < 0: by the files' names */
	int better;                 /* < 0: as the file says, or its unit tells */
};

/*
 * Reads everything and builds the campaign. `table` gets what was understood, a line a sample,
 * also where the campaign then cannot be built. Warnings go to stderr.
 */
bool import_files(const struct import_words *words, const struct text *texts, struct text *table,
	struct campaign *campaign, struct samples *samples, struct error *err);
bool import_folder(const char *path, const char *title, struct text *table,
	struct campaign *campaign, struct samples *samples, struct error *err);

#endif
