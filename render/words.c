/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/words.h"

#include "model/revision.h"
#include "render/line.h"

/* What the intervals of a chart have in common, to say what a band is. */
struct bands {
	unsigned samples, boots; /* points with an interval of either kind */
	unsigned n_low, n_high, boots_low, boots_high;
	unsigned few;     /* points of one kernel boot without an interval */
	unsigned without; /* points whose number is none that has one */
	unsigned unloggable;
	unsigned cut;    /* intervals that leave the plot */
	unsigned failed; /* points that have failures and no value */
};

/* What stands in the centre's place. */
static const char *const statistics[SERIES_STATISTIC_N] = {
	[SERIES_CENTRE] = "centre", [SERIES_MEDIAN] = "median of all samples",
	[SERIES_MIN] = "lowest sample", [SERIES_MEAN] = "mean of all samples",
};

static void widen(unsigned *low, unsigned *high, unsigned value, bool first)
{
	*low = first || value < *low ? value : *low;
	*high = first || value > *high ? value : *high;
}

static bool has_number_interval(const struct series_set *set, const struct summary *summary)
{
	return set->statistic == SERIES_CENTRE ||
		(set->statistic == SERIES_MEDIAN && summary->kind == SUMMARY_SAMPLES);
}

static void count_interval(struct bands *bands, const struct series_set *set,
	const struct summary *summary, const struct scale *y)
{
	bool interval = summary_has_interval(summary);
	if (!summary_has_value(summary))
		return;
	if (interval)
		bands->cut += summary->low < y->low || summary->high > y->high;
	if (!interval && !has_number_interval(set, summary)) {
		bands->without++;
	} else if (!interval && summary->kind == SUMMARY_UNLOGGABLE) {
		bands->unloggable++;
	} else if (!interval) {
		bands->few++;
	} else if (summary->kind == SUMMARY_BOOTS && set->band == SERIES_INTERVAL) {
		widen(&bands->boots_low, &bands->boots_high, summary->boots, bands->boots++ == 0);
	} else {
		widen(&bands->n_low, &bands->n_high, summary->n, bands->samples++ == 0);
	}
}

static struct bands bands_of(const struct series_set *set, const struct axes *axes)
{
	struct bands bands = {0};
	for (size_t i = 0; i < set->length; i++) {
		const struct series *series = &set->series[i];
		if (!set->chart->swept)
			count_interval(&bands, set, &series->whole, &axes->y);
		for (size_t j = 0; j < series->length; j++) {
			const struct series_point *point = &series->points[j];
			if (!axes_hold_x(axes, point->x))
				continue;
			if (set->chart->swept)
				count_interval(&bands, set, &point->summary, &axes->y);
			if (point->failed > 0 && !summary_has_value(&point->summary))
				bands.failed++;
		}
	}
	return bands;
}

static void add_clause(struct text *text, const char *clause)
{
	text_add(text, "%s%s", text->length > 0 ? " · " : "", clause);
}

static void add_span(struct text *text, unsigned low, unsigned high)
{
	if (low == high)
		text_add(text, "%u", low);
	else
		text_add(text, "%u–%u", low, high);
}

/* "shaded: 95 % interval of the median, n = 12" and its like. */
static void add_bands(struct text *text, const struct series_set *set, const struct bands *bands)
{
	const char *drawn = set->trend ? "around points" : "shaded";
	if (bands->samples > 0) {
		add_clause(text, drawn);
		text_add(text, set->band == SERIES_RANGE
			? ": lowest to highest sample, n\u00a0=\u00a0"
			: ": 95\u00a0%% interval of the median, n\u00a0=\u00a0");
		add_span(text, bands->n_low, bands->n_high);
	}
	if (bands->boots > 0) {
		add_clause(text, drawn);
		text_add(text, ": 95\u00a0%% t\u00a0interval over ");
		add_span(text, bands->boots_low, bands->boots_high);
		text_add(text, " boots");
	}
	if (set->relative_to && bands->samples + bands->boots > 0)
		add_clause(text, "each variant's own, divided by the baseline's value");
	if (bands->cut > 0)
		add_clause(text, "cut at the plot's edge");
}

/* Why some values have no interval, where one is shown. */
static void add_lacks(struct text *text, const struct series_set *set, const struct bands *bands)
{
	if (set->band != SERIES_INTERVAL)
		return;
	if (bands->without > 0)
		text_add(text, ", which has no interval");
	if (bands->few > 0)
		add_clause(text, bands->samples + bands->boots > 0 ? "no interval where n < 6"
								   : "n < 6: no interval");
	if (bands->unloggable > 0)
		add_clause(text, "no interval where a boot's median is not above 0");
}

static void add_unseen(struct text *text, const struct axes *axes)
{
	char *beside = xasprintf("%zu value%s beyond the ends of this %saxis", axes->beside,
		axes->beside == 1 ? "" : "s", axes->x.log ? "logarithmic " : "");
	char *outside = xasprintf("%zu value%s above or below the plot", axes->outside,
		axes->outside == 1 ? "" : "s");
	if (axes->beside > 0)
		add_clause(text, beside);
	if (axes->outside > 0)
		add_clause(text, outside);
	free(beside);
	free(outside);
}

static char *caption_of(const struct series_set *set, const struct axes *axes)
{
	struct bands bands = bands_of(set, axes);
	struct text text = TEXT_EMPTY;
	bool any = bands.samples + bands.boots + bands.few + bands.unloggable + bands.without > 0;
	if (!set->chart->swept && any && !set->trend) {
		add_clause(&text, "points: single launches; thick line: their ");
		text_add(&text, "%s", statistics[set->statistic]);
	} else if (any && set->statistic != SERIES_CENTRE) {
		add_clause(&text, "points: ");
		text_add(&text, "%s", statistics[set->statistic]);
	}
	add_bands(&text, set, &bands);
	add_lacks(&text, set, &bands);
	if (bands.failed > 0)
		add_clause(&text, "×\u00a0failed");
	add_unseen(&text, axes);
	return text_take(&text);
}

static char *title_of(const struct series_set *set)
{
	const struct campaign_chart *chart = set->chart;
	const char *like = chart->like ? chart->like : "";
	if (set->trend)
		return line_clean(set->trend->title);
	char *title = xasprintf("%s, %s%s%s", chart->workload, placement_name(chart->placement),
		*like ? " — " : "", like);
	char *clean = line_clean(title);
	free(title);
	return clean;
}

static const char *tag_of(const struct chart_options *options, const struct axes *axes)
{
	bool zero = options->scale == CHART_SCALE_ZERO;
	if (options->y.given && (axes->broken || !zero))
		return "chosen range";
	return zero ? "zero-based" : "zoomed";
}

static const char *note_of(const struct campaign_chart *chart)
{
	if (chart->emulated)
		return "emulated: wall time under TCG, not a verdict";
	if (chart->clock == CLOCK_COUNTED)
		return "counted instructions: says nothing of caches";
	return "";
}

static char *y_text_of(const struct series_set *set, const struct axes *axes)
{
	const struct campaign_chart *chart = set->chart;
	struct text text = TEXT_EMPTY;
	text_add(&text, "%s", chart->unit_text);
	if (set->relative_to)
		text_add(&text, ", relative to %s", set->relative_to);
	text_add(&text, ", %s is better", better_name(chart->better));
	if (axes->broken)
		text_add(&text, " · axis starts at %s", axes->y.low_label);
	char *clean = line_clean(text.bytes);
	text_release(&text);
	return clean;
}

/* Runs of several boots follow each other on one axis. */
static unsigned boots_of(const struct series_set *set)
{
	unsigned boots = 0;
	for (size_t i = 0; i < set->length; i++) {
		const struct series *series = &set->series[i];
		if (series->length > 0 && series->points[series->length - 1].boot > boots)
			boots = series->points[series->length - 1].boot;
	}
	return boots;
}

static char *x_text_of(const struct series_set *set, const struct axes *axes)
{
	char *x_text = line_clean(set->trend ? set->trend->x_text : set->chart->x_text);
	char *whole = NULL;
	unsigned boots = set->chart->swept || set->trend ? 0 : boots_of(set);
	if (boots > 1)
		whole = xasprintf("%s, %u boots side by side", x_text, boots);
	else if (axes->x.log)
		whole = xasprintf("%s, logarithmic", x_text);
	else
		return x_text;
	free(x_text);
	return whole;
}

/* Why there is nothing to see: the first reason that is known. */
static char *empty_of(const struct series_set *set, const struct axes *axes)
{
	if (axes->beside == 1)
		return xstrdup("the one value is not on this axis");
	if (axes->beside > 0)
		return xasprintf("none of the %zu values is on this axis", axes->beside);
	for (size_t i = 0; i < set->length; i++)
		for (size_t j = 0; j < set->series[i].length; j++) {
			const struct series_point *point = &set->series[i].points[j];
			if (!point->reason)
				continue;
			char *reason = line_clean(point->reason);
			char *text = xasprintf("no values: %s", reason);
			free(reason);
			return text;
		}
	bool open = set->campaign && set->campaign->state == CAMPAIGN_OPEN;
	return xstrdup(open ? "no values yet" : "no values");
}

struct words words_of(const struct series_set *set, const struct chart_options *options,
	const struct axes *axes)
{
	char revision[REVISION_NAME_BYTES];
	struct words words = {
		.title = title_of(set),
		.tag = tag_of(options, axes),
		.lead = line_clean(options->caption ? options->caption : ""),
		.note = xstrdup(note_of(set->chart)),
		.y_text = y_text_of(set, axes),
		.x_text = x_text_of(set, axes),
		.caption = caption_of(set, axes),
		.source = line_clean(
			set->campaign ? revision_name(set->campaign, revision) : ""),
		.empty = axes->empty ? empty_of(set, axes) : xstrdup(""),
		.labels = xcalloc(set->length, sizeof(*words.labels)),
		.labels_n = set->length,
	};
	for (size_t i = 0; i < set->length; i++)
		words.labels[i] = line_clean(set->series[i].label);
	words.marks_n = set->trend ? set->trend->marks_n : 0;
	words.marks = xcalloc(words.marks_n, sizeof(*words.marks));
	for (size_t i = 0; i < words.marks_n; i++)
		words.marks[i] = line_clean(set->trend->marks[i].text);
	return words;
}

void words_release(struct words *words)
{
	for (size_t i = 0; i < words->labels_n; i++)
		free(words->labels[i]);
	free(words->labels);
	for (size_t i = 0; i < words->marks_n; i++)
		free(words->marks[i]);
	free(words->marks);
	free(words->title);
	free(words->lead);
	free(words->note);
	free(words->y_text);
	free(words->x_text);
	free(words->caption);
	free(words->source);
	free(words->empty);
	*words = (struct words){0};
}
