/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/label.h"

#include <math.h>

double label_width_px(const struct measure *measure, enum style style, const char *text)
{
	return measure->width_px(measure->context, style_rule(style)->font_px, text);
}

static bool starts_character(char byte)
{
	return ((unsigned char)byte & 0xc0) != 0x80;
}

/* The offset of the character number `index`; the length behind the last. */
static size_t offset_of(const char *text, size_t index)
{
	size_t at = 0;
	for (; text[at]; at++)
		if (starts_character(text[at]) && index-- == 0)
			break;
	return at;
}

static size_t characters(const char *text)
{
	size_t n = 0;
	for (; *text; text++)
		n += starts_character(*text);
	return n;
}

static char *keep_ends(const char *text, size_t all, size_t kept)
{
	size_t head = (kept + 1) / 2, tail = kept / 2;
	size_t head_bytes = offset_of(text, head);
	return xasprintf("%.*s…%s", (int)head_bytes, text, text + offset_of(text, all - tail));
}

char *label_shorten(const struct measure *measure, enum style style, const char *text,
	double most_px)
{
	size_t all = characters(text);
	/* No label of a chart is wider than 4096 pixels: longer texts need not be measured. */
	if (all <= 2048 && label_width_px(measure, style, text) <= most_px)
		return xstrdup(text);
	size_t fits = 0, too_many = all < 2048 ? all : 2048;
	char *best = xstrdup("…");
	while (fits + 1 < too_many) {
		size_t kept = fits + (too_many - fits) / 2;
		char *shorter = keep_ends(text, all, kept);
		if (label_width_px(measure, style, shorter) <= most_px) {
			free(best);
			best = shorter;
			fits = kept;
		} else {
			free(shorter);
			too_many = kept;
		}
	}
	return best;
}

static bool taken(char *const *labels, size_t n, const char *label)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(labels[i], label) == 0)
			return true;
	return false;
}

char **label_shorten_all(const struct measure *measure, enum style style,
	const struct label_name *names, size_t n, double most_px)
{
	char **labels = xcalloc(n, sizeof(*labels));
	for (size_t i = 0; i < n; i++) {
		labels[i] = label_shorten(measure, style, names[i].name, most_px);
		if (!taken(labels, i, labels[i]))
			continue;
		char *number = xasprintf(" #%zu", names[i].number);
		free(labels[i]);
		char *shorter = label_shorten(measure, style, names[i].name,
			most_px - label_width_px(measure, style, number));
		labels[i] = xasprintf("%s%s", shorter, number);
		free(shorter);
		free(number);
	}
	return labels;
}

void label_free_all(char **labels, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(labels[i]);
	free(labels);
}

struct label_lines label_wrap(const struct measure *measure, enum style style, const char *text,
	double most_px)
{
	struct label_lines lines = {NULL, 0};
	while (*text) {
		size_t length = strlen(text), end = length;
		char *line = xstrndup(text, end);
		while (label_width_px(measure, style, line) > most_px) {
			const char *space = memrchr(line, ' ', end);
			if (!space || space == line)
				break;
			end = (size_t)(space - line);
			line[end] = '\0';
		}
		char **added = xgrow(&lines.lines, &lines.length, sizeof(*added));
		*added = label_shorten(measure, style, line, most_px);
		free(line);
		text += end;
		text += strspn(text, " ");
	}
	return lines;
}

void label_lines_release(struct label_lines *lines)
{
	label_free_all(lines->lines, lines->length);
	*lines = (struct label_lines){NULL, 0};
}

/*
 * Pools adjacent violators: with i x apart taken off, positions must not fall; a stretch that
 * does is replaced by its mean.
 */
static void pool_means(double *positions, size_t n)
{
	size_t *sizes = xcalloc(n, sizeof(*sizes)), pools = 0;
	double *means = xcalloc(n, sizeof(*means));
	for (size_t i = 0; i < n; i++) {
		means[pools] = positions[i];
		sizes[pools++] = 1;
		while (pools > 1 && means[pools - 2] > means[pools - 1]) {
			size_t a = sizes[pools - 2], b = sizes[pools - 1];
			means[pools - 2] = (means[pools - 2] * (double)a +
				means[pools - 1] * (double)b) / (double)(a + b);
			sizes[pools - 2] = a + b;
			pools--;
		}
	}
	for (size_t pool = 0, i = 0; pool < pools; pool++)
		for (size_t j = 0; j < sizes[pool]; j++)
			positions[i++] = means[pool];
	free(sizes);
	free(means);
}

void label_spread(double *positions, size_t n, double apart, double low, double high)
{
	if (n == 0)
		return;
	for (size_t i = 0; i < n; i++)
		positions[i] -= (double)i * apart;
	pool_means(positions, n);
	/* Cutting at both ends keeps the order, so the distances stay. */
	double last = fmax(low, high - (double)(n - 1) * apart);
	for (size_t i = 0; i < n; i++)
		positions[i] = fmax(low, fmin(positions[i], last)) + (double)i * apart;
}
