/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draws one chart N times into memory, in both scales in turn, and prints the bytes of the
 * zero-based and of the zoomed picture. With --data FOLDER it writes the same numbers for
 * ci/bench-chart.gp instead (0.dat, 1.dat, 2.dat).
 * Usage: bench-chart N [svg] | bench-chart --data FOLDER
 */
#include "render/chart.h"

#include <math.h>

#define SERIES 3
#define COUNTS 199

static double noise(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (double)(*state >> 11) / 9007199254740992.0 - 0.5;
}

/* A rise that flattens, then a knee where the caches end: the shape of a real sweep. */
static void fill(struct series *series, unsigned variant, uint64_t *state)
{
	static const char *const labels[SERIES] = {"6.1", "6.1-cloud", "6.1-rt"};
	static const double base[SERIES] = {2.2, 2.5, 1.7}, rise[SERIES] = {2.5, 1.9, 3.4};
	series->label = series->slug = labels[variant];
	series->style = variant;
	series->length = COUNTS;
	series->points = xcalloc(COUNTS, sizeof(*series->points));
	series->whole.kind = SUMMARY_NOTHING;
	for (unsigned i = 0; i < COUNTS; i++) {
		double x = i + 2, knee = x > 60 + 30 * variant ? x - 60 - 30 * variant : 0;
		double centre = base[variant] + rise[variant] * (1 - exp(-x / 30)) + 0.016 * knee +
			0.2 * noise(state);
		double half = 0.12 + 0.08 * noise(state);
		series->points[i].x = x;
		series->points[i].summary = (struct summary){SUMMARY_BOOTS, centre, centre - half,
			centre + half, 12, 3, centre, centre, centre, centre, half};
	}
}

static bool write_data(const struct series_set *set, const char *folder)
{
	bool written = true;
	for (size_t i = 0; i < set->length; i++) {
		char *path = xasprintf("%s/%zu.dat", folder, i);
		FILE *file = fopen(path, "w");
		free(path);
		if (!file)
			return false;
		for (size_t j = 0; j < set->series[i].length; j++) {
			const struct series_point *point = &set->series[i].points[j];
			fprintf(file, "%g %.6g %.6g %.6g\n", point->x, point->summary.centre,
				point->summary.low, point->summary.high);
		}
		written = !ferror(file) && written;
		written = fclose(file) == 0 && written;
	}
	return written;
}

static bool draw(const struct series_set *set, unsigned charts, bool svg)
{
	size_t bytes[2] = {0, 0};
	struct error err;
	for (unsigned i = 0; i < charts; i++) {
		struct chart_options options = {
			.scale = i % 2 ? CHART_SCALE_ZOOM : CHART_SCALE_ZERO,
			.width_px = CHART_PAGE_WIDTH_PX, .height_px = CHART_PAGE_HEIGHT_PX};
		struct text picture = TEXT_EMPTY;
		if (!(svg ? chart_svg : chart_png)(set, &options, &picture, &err)) {
			fprintf(stderr, "bench-chart: %s\n", err.message);
			return false;
		}
		bytes[i % 2] = picture.length;
		text_release(&picture);
	}
	printf("%zu %zu\n", bytes[0], bytes[1]);
	return true;
}

int main(int argc, char **argv)
{
	char slug[] = "ring.bound", workload[] = "ring", unit[] = "us/switch";
	char unit_text[] = "µs per switch", x_text[] = "processes", like[] = "as lat_ctx -s 0 N";
	struct campaign_chart chart = {.slug = slug, .workload = workload,
		.placement = PLACEMENT_BOUND, .swept = true, .unit = unit, .unit_text = unit_text,
		.x_text = x_text, .like = like};
	struct series series[SERIES];
	struct series_set set = {.chart = &chart, .series = series, .length = SERIES};
	uint64_t state = 1;
	memset(series, 0, sizeof(series));
	for (unsigned i = 0; i < SERIES; i++)
		fill(&series[i], i, &state);
	bool done = false;
	if (argc == 3 && strcmp(argv[1], "--data") == 0) {
		done = write_data(&set, argv[2]);
		if (!done)
			fprintf(stderr, "bench-chart: cannot write to %s\n", argv[2]);
	} else if (argc == 2 || (argc == 3 && strcmp(argv[2], "svg") == 0)) {
		done = draw(&set, (unsigned)strtoul(argv[1], NULL, 10), argc == 3);
	} else {
		fprintf(stderr, "usage: bench-chart N [svg] | bench-chart --data FOLDER\n");
	}
	for (unsigned i = 0; i < SERIES; i++)
		free(series[i].points);
	return done ? 0 : 1;
}
