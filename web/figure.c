/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/figure.h"

#include <math.h>

#include "model/verdict.h"
#include "web/address.h"
#include "web/heading.h"
#include "web/lasting.h"
#include "web/number.h"

void figure_add_heading(struct page *page, const struct series_set *set, const char *tag)
{
	const struct campaign_chart *chart = set->chart;
	page_add(page, "<%s id='%s'>%s, %s", tag, chart->slug, chart->workload,
		placement_name(chart->placement));
	heading_add_anchor(page, chart->slug, chart->slug);
	page_add(page, "</%s>\n", tag);
	page_add(page, "<p class='unit'>%s, %s", chart->unit_text,
		verdict_direction(chart->better == BETTER_HIGHER));
	if (chart->swept)
		page_add(page, ", over %s", chart->x_text);
	if (chart->like[0])
		page_add(page, "; %s", chart->like);
	page_add_html(page, ".");
	if (chart->clock == CLOCK_COUNTED)
		page_add_html(page,
			" <b>Counted</b>: instructions executed, not time; it says nothing "
			"of caches.");
	if (chart->emulated)
		page_add_html(page,
			" <b>Emulated</b>: wall time on an emulated CPU. Shown, but not a "
			"verdict on kernels.");
	page_add_html(page, "</p>\n");
}

/* The first and last point of a series that have a value; false where none has. */
static bool value_ends(const struct series *series, const struct series_point **first,
	const struct series_point **last)
{
	*first = *last = NULL;
	for (size_t i = 0; i < series->length; i++)
		if (series->points[i].summary.kind != SUMMARY_NOTHING) {
			*first = *first ? *first : &series->points[i];
			*last = &series->points[i];
		}
	return *first != NULL;
}

static void add_ends(struct page *page, const struct series_set *set)
{
	char number[NUMBER_BYTES];
	for (size_t i = 0; i < set->length; i++) {
		const struct series *series = &set->series[i];
		const struct series_point *first, *last;
		if (!value_ends(series, &first, &last)) {
			page_add(page, " %s: no values.", series->label);
			continue;
		}
		if (!set->chart->swept) {
			page_add(page, " %s: %s.", series->label,
				number_text(series->whole.centre, number));
			continue;
		}
		page_add(page, " %s: %s at %.10g", series->label,
			number_text(first->summary.centre, number), first->x);
		page_add(page, " to %s at %.10g.", number_text(last->summary.centre, number),
			last->x);
	}
}

/* Of which x there are values in the picture, in all series together. */
static void add_extent(struct page *page, const struct figure *figure)
{
	const struct series_set *set = figure->set;
	double from = INFINITY, to = -INFINITY;
	for (size_t i = 0; i < set->length; i++) {
		const struct series_point *first, *last;
		if (!value_ends(&set->series[i], &first, &last))
			continue;
		from = fmin(from, first->x);
		to = fmax(to, last->x);
	}
	if (figure->x && figure->x->given) {
		from = fmax(from, figure->x->from);
		to = fmin(to, figure->x->to);
	}
	if (from <= to)
		page_add(page, " %.10g to %.10g", from, to);
}

/* What the picture shows, in words, for those who do not see it. */
static void add_alt(struct page *page, const struct figure *figure, enum chart_scale scale)
{
	const struct campaign_chart *chart = figure->set->chart;
	page_add(page, "%s, %s: %s, %s, %s, over %s", chart->workload,
		placement_name(chart->placement), chart->unit_text,
		verdict_direction(chart->better == BETTER_HIGHER),
		figure->chosen		    ? "a chosen range of values"
		: scale == CHART_SCALE_ZERO ? "axis from zero"
					    : "zoomed, the axis does not start at zero",
		chart->x_text);
	add_extent(page, figure);
	page_add_html(page, ".");
	if (figure->finding[0])
		page_add(page, " %s", figure->finding);
	else
		add_ends(page, figure->set);
}

/* Where a picture is: all of its address but name and ending. */
struct place {
	char at[ADDRESS_BYTES];
	const char *query;
	char *lasting; /* the query of what the page loads itself */
};

/* The narrow width is the stylesheet's. */
void figure_add_sources(struct page *page, const struct picture *picture, const char *at,
	const char *query)
{
	static const struct {
		bool narrow, dark;
		const char *media;
	} sources[] = {
		{true, true, "(max-width: 46rem) and (prefers-color-scheme: dark)"},
		{true, false, "(max-width: 46rem)"},
		{false, true, "(prefers-color-scheme: dark)"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(sources); i++) {
		char name[PICTURE_NAME_BYTES];
		struct picture other = *picture;
		other.size = sources[i].narrow ? PICTURE_NARROW : picture->size;
		other.theme = sources[i].dark ? CHART_THEME_DARK : CHART_THEME_LIGHT;
		struct chart_options size = picture_options(&other);
		picture_name(&other, name);
		page_add(page, "<source media='%s' srcset='%s/%s.svg%s' width='%u' height='%u'/>\n",
			sources[i].media, at, name, query, size.width_px, size.height_px);
	}
}

static void add_files(struct page *page, const struct place *place, const struct picture *full)
{
	static const char *const formats[] = {"png", "svg", "pdf"};
	char name[PICTURE_NAME_BYTES];
	picture_name(full, name);
	for (size_t i = 0; i < ARRAY_LENGTH(formats); i++)
		page_add(page, " <a href='%s/%s.%s%s'>%s</a>", place->at, name, formats[i],
			place->query, formats[i]);
}

void figure_add_picture(struct page *page, const struct figure *figure, enum chart_scale scale)
{
	struct picture full = {.scale = scale, .theme = CHART_THEME_LIGHT};
	snprintf(full.chart, sizeof(full.chart), "%s", figure->set->chart->slug);
	struct picture shown = full;
	shown.size = figure->small ? PICTURE_SMALL : PICTURE_FULL;
	struct chart_options size = picture_options(&shown);
	struct place place = {.query = figure->query,
		.lasting = lasting_query(figure->query, figure->set->campaign)};
	char name[PICTURE_NAME_BYTES], full_name[PICTURE_NAME_BYTES];
	const char *at = address_of(figure->set->campaign, place.at);
	picture_name(&shown, name);
	picture_name(&full, full_name);

	page_add(page, "<figure data-scale='%s'>\n<a href='%s/%s.svg%s'><picture>\n",
		chart_scale_name(scale), at, full_name, figure->query);
	figure_add_sources(page, &shown, at, place.lasting);
	page_add(page, "<img src='%s/%s.svg%s' width='%u' height='%u'", at, name, place.lasting,
		size.width_px, size.height_px);
	page_add_html(page, figure->later ? " loading='lazy' alt='" : " alt='");
	add_alt(page, figure, scale);
	page_add_html(page, "'/></picture></a>\n");
	page_add(page, "<figcaption>%s:",
		figure->chosen		    ? "Chosen range"
		: scale == CHART_SCALE_ZERO ? "Zero-based"
					    : "Zoomed");
	add_files(page, &place, &full);
	page_add_html(page, "</figcaption>\n</figure>\n");
	free(place.lasting);
}

void figure_add_pictures(struct page *page, const struct figure *figure)
{
	page_add(page, "<div class='%s'>\n", figure->small ? "pair" : "stack");
	figure_add_picture(page, figure, CHART_SCALE_ZERO);
	figure_add_picture(page, figure, CHART_SCALE_ZOOM);
	page_add_html(page, "</div>\n");
}

void figure_add_downloads(struct page *page, const struct series_set *set, const char *query)
{
	static const struct {
		const char *ending, *what;
		bool viewed; /* shows what the picture shows */
	} formats[] = {
		{"dat", "gnuplot columns", true},
		{"gp", "gnuplot script", false},
		{"csv", "every sample", false},
		{"bench", "Go’s benchmark lines", false},
		{"json", "what is drawn", true},
	};
	char at[ADDRESS_BYTES];
	address_of(set->campaign, at);
	page_add_html(page, "<p class='downloads'>Data:");
	for (size_t i = 0; i < ARRAY_LENGTH(formats); i++)
		page_add(page, " <a href='%s/%s.%s%s' title='%s'>.%s</a>", at, set->chart->slug,
			formats[i].ending, formats[i].viewed ? query : "", formats[i].what,
			formats[i].ending);
	page_add_html(page, "</p>\n");
}

void figure_add_list(struct page *page, const struct campaign *campaign, ptrdiff_t here,
	const char *prefix)
{
	page_add_html(page, "<nav class='charts' aria-label='charts'>");
	for (size_t i = 0; i < campaign->charts_n; i++) {
		const char *slug = campaign->charts[i].slug;
		if ((ptrdiff_t)i == here)
			page_add(page, "<b aria-current='page'>%s</b> ", slug);
		else
			page_add(page, "<a href='%s%s'>%s</a> ", prefix, slug, slug);
	}
	page_add_html(page, "</nav>\n");
}
