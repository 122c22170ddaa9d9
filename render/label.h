/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texts that must fit: names shortened in the middle, sentences broken into lines, and labels
 * moved apart. All of it by widths that somebody else measures.
 */
#ifndef RENDER_LABEL_H
#define RENDER_LABEL_H

#include "render/style.h"

/* The width of a text in that size; the one question layout has to a font. */
struct measure {
	double (*width_px)(void *context, double size_px, const char *text);
	void *context;
};

double label_width_px(const struct measure *measure, enum style style, const char *text);

/* The text, or its two ends around an ellipsis where it is wider. The caller frees it. */
char *label_shorten(const struct measure *measure, enum style style, const char *text,
	double most_px);

/*
 * Shortens n names alike. Different names that would come out the same get their number:
 * "linux-7.2…-lto #2". Free the labels by label_free_all().
 */
struct label_name {
	const char *name;
	size_t number;
};
char **label_shorten_all(const struct measure *measure, enum style style,
	const struct label_name *names, size_t n, double most_px);

void label_free_all(char **labels, size_t n);

/* Breaks at spaces into lines no wider than most_px (shortened where one word is wider). */
struct label_lines {
	char **lines;
	size_t length;
};
struct label_lines label_wrap(const struct measure *measure, enum style style, const char *text,
	double most_px);
void label_lines_release(struct label_lines *lines);

/*
 * Moves ascending positions apart until neighbours have `apart` between them, by the least sum
 * of squared moves, and then between low and high as long as they fit there.
 */
void label_spread(double *positions, size_t n, double apart, double low, double high);

#endif
