/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/palette.h"

/*
 * How far merged colours may be apart, in each of red, green and blue: areas, which the eye
 * compares, hardly at all; the few pixels of an edge more.
 */
#define NEAR_AREA 2
#define NEAR_EDGE 26
#define AREA_PIXELS 200

struct box {
	uint32_t colour; /* the majority's, found by voting in one pass */
	uint32_t votes;
	uint32_t pixels;
};

struct used {
	uint32_t pixels, colour;
	unsigned box;
};

static void count_run(struct box *box, uint32_t colour, uint32_t n)
{
	box->pixels += n;
	if (box->colour == colour) {
		box->votes += n;
	} else if (box->votes >= n) {
		box->votes -= n;
	} else {
		box->votes = n - box->votes;
		box->colour = colour;
	}
}

static void count_pixels(const struct pixels *pixels, struct box *boxes)
{
	for (size_t y = 0; y < pixels->height; y++) {
		const uint32_t *row = pixels->pixels + y * pixels->stride;
		for (size_t x = 0, n; x < pixels->width; x += n) {
			n = palette_run(row + x, pixels->width - x);
			count_run(&boxes[palette_box(row[x])], row[x] & 0xffffff, (uint32_t)n);
		}
	}
}

/* Eight pixels at a time: most of a chart is background. */
size_t palette_run(const uint32_t *pixels, size_t length)
{
	uint32_t first = pixels[0];
	size_t n = 1;
	for (; n + 8 <= length; n += 8) {
		uint32_t differs = 0;
		for (size_t i = 0; i < 8; i++)
			differs |= pixels[n + i] ^ first;
		if (differs)
			break;
	}
	while (n < length && pixels[n] == first)
		n++;
	return n;
}

/* The most common first; equally common ones by colour, so that the order is always the same. */
static int compare_used(const void *a, const void *b)
{
	const struct used *one = a, *two = b;
	if (one->pixels != two->pixels)
		return one->pixels > two->pixels ? -1 : 1;
	return one->colour < two->colour ? -1 : one->colour > two->colour;
}

static int apart(uint32_t one, uint32_t two)
{
	int red = (int)(one >> 16) - (int)(two >> 16);
	int green = (int)(one >> 8 & 255) - (int)(two >> 8 & 255);
	int blue = (int)(one & 255) - (int)(two & 255);
	red = abs(red);
	green = abs(green);
	blue = abs(blue);
	return red > green ? (red > blue ? red : blue) : (green > blue ? green : blue);
}

static size_t nearest(const struct palette *palette, uint32_t colour, int *distance)
{
	size_t best = 0;
	*distance = 256;
	for (size_t i = 0; i < palette->length && *distance > 0; i++) {
		int d = apart(palette->colours[i], colour);
		if (d < *distance) {
			*distance = d;
			best = i;
		}
	}
	return best;
}

struct palette *palette_new(const struct pixels *pixels)
{
	struct palette *palette = xcalloc(1, sizeof(*palette));
	struct box *boxes = xcalloc(PALETTE_BOXES, sizeof(*boxes));
	struct used *used = NULL;
	size_t used_n = 0;
	count_pixels(pixels, boxes);
	for (unsigned i = 0; i < PALETTE_BOXES; i++)
		if (boxes[i].pixels > 0) {
			struct used *added = xgrow(&used, &used_n, sizeof(*added));
			*added = (struct used){boxes[i].pixels, boxes[i].colour, i};
		}
	qsort(used, used_n, sizeof(*used), compare_used);
	for (size_t i = 0; i < used_n; i++) {
		int distance;
		size_t at = nearest(palette, used[i].colour, &distance);
		int near = used[i].pixels < AREA_PIXELS ? NEAR_EDGE : NEAR_AREA;
		if (distance > near && palette->length < PALETTE_MAX) {
			at = palette->length++;
			palette->colours[at] = used[i].colour;
		}
		palette->of_box[used[i].box] = (unsigned char)at;
	}
	free(used);
	free(boxes);
	return palette;
}
