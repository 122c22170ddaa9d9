/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A folder of tables and a campaign.yaml that says what they are:
 *
 *	title: Scheduler benchmarks, a follow-up
 *	date: 2007-09-17                  # when it was measured; default: now
 *	host: a Pentium 4
 *	baseline: 2.6.21                  # default: the first variant
 *	variants:
 *	  - {label: 2.6.21}               # config: FILE, of the kernel, where it is known
 *	  - {label: 2.6.22-ck1}
 *	charts:
 *	  - file: lat_ctx.bound.dat
 *	    workload: lat_ctx
 *	    placement: bound
 *	    unit: us/switch               # unit_text: as readers see it
 *	    x: processes                  # run: x only numbers the runs
 *	    like: lat_ctx -s 0 N          # better: lower (default) or higher
 *
 * Columns that a file names are the variants of those labels; others are all the variants in
 * their order.
 */
#ifndef MODEL_FORMATS_IMPORT_FOLDER_H
#define MODEL_FORMATS_IMPORT_FOLDER_H

#include "model/environment.h"
#include "model/formats/import-stream.h"

struct import_folder {
	char *yaml;
	char *title, *host, *baseline; /* the last may be NULL */
	int64_t started_us;            /* 0 where the file gives no date */
	char **labels;
	struct environment *envs; /* of each label */
	size_t labels_n;
	char **files; /* paths of the charts' files */
	struct import *imports;
	size_t imports_n;
	struct import_streams streams;
	char *origin;
};

bool import_folder_read(struct import_folder *folder, const char *path, struct error *err);
void import_folder_release(struct import_folder *folder);

#endif
