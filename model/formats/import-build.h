/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of import-campaign.h share. */
#ifndef MODEL_FORMATS_IMPORT_BUILD_H
#define MODEL_FORMATS_IMPORT_BUILD_H

#include "model/formats/import-campaign.h"

/* What is being built, and for every stream where it went. */
struct build {
	const struct import_streams *streams;
	const struct import_header *header;
	struct campaign *campaign;
	struct samples *samples;
	unsigned *variants, *charts; /* of each stream */
};

bool import_stream_error(
	const struct import_stream *stream, size_t line, struct error *err, const char *message);

/* Whether x is what is swept, and not the run. */
bool import_stream_is_swept(const struct import_stream *stream);

/* Adds the cells, by chart, variant and count, and all samples. */
bool import_build_cells(struct build *build, struct error *err);

#endif
