/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How pictures are named. Behind the chart's slug an address says what it shows, in this order:
 *
 *	ring.bound.zero.png              at full size
 *	ring.bound.zoom.small.svg        as large as two side by side on a page
 *	ring.bound.zero.narrow.svg       for a telephone: the text stays readable
 *	ring.bound.zero.dark.svg         for a dark page
 *	ring.bound.zoom.small.dark.png
 *	ring.bound.zero.preview.png      for other people's previews of a link: large type
 */
#ifndef WEB_PICTURE_H
#define WEB_PICTURE_H

#include "render/chart.h"
#include "web/request.h"

enum picture_size {
	PICTURE_FULL,
	PICTURE_SMALL,
	PICTURE_NARROW,
	PICTURE_PREVIEW,
	PICTURE_SIZE_N
};

struct picture {
	char chart[REQUEST_WORD_BYTES]; /* the slug */
	enum chart_scale scale;
	enum chart_theme theme;
	enum picture_size size;
};

/* Reads what stands before the file's ending; false where it is no picture's name. */
bool picture_parse(const char *word, struct picture *picture);

/* Writes it: "ring.bound.zero.small". */
#define PICTURE_NAME_BYTES (REQUEST_WORD_BYTES + 24)
void picture_name(const struct picture *picture, char name[static PICTURE_NAME_BYTES]);

struct chart_options picture_options(const struct picture *picture);

#endif
