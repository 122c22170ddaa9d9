/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every sentence on a chart: what is drawn, in which scale, what the bands are, and what the
 * numbers cannot say. The SVG's title and description and the picture use the same.
 */
#ifndef RENDER_WORDS_H
#define RENDER_WORDS_H

#include "render/axes.h"

struct words {
	char *title;      /* "ring, bound — as lat_ctx -s 0 N" */
	const char *tag;  /* "zero-based", "zoomed", "chosen range" */
	char *lead;       /* the options' caption, or "" */
	char *note;       /* "emulated: …", "counted …", or "" */
	char *y_text;     /* "µs per switch, lower is better · axis starts at 4.6" */
	char *x_text;     /* "processes" */
	char *caption;    /* what the bands are, "× failed …" */
	char *source;     /* the campaign's id, or "" */
	char *empty;      /* in place of curves where there are none, else "" */
	char **labels;    /* of the variants, cleaned and whole */
	size_t labels_n;
	char **marks;     /* of a trend */
	size_t marks_n;
};

struct words words_of(const struct series_set *set, const struct chart_options *options,
	const struct axes *axes);
void words_release(struct words *words);

#endif
