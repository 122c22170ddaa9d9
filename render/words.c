/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/words.h"

#include "model/revision.h"

/* What the intervals of a chart have in common, to say what a band is. */
struct bands {
	unsigned samples, boots; /* points with an interval of either kind */
	unsigned n_low, n_high, boots_low, boots_high;
	unsigned few; /* points of one kernel boot without an interval */
	unsigned unloggable;
	unsigned cut;    /* intervals that leave the plot */
	unsigned failed; /* points that have failures and no value */
};

char *words_clean(const char *string)
{
	struct text text = TEXT_EMPTY;
	text_add_utf8(&text, string, strlen(string));
	for (size_t i = 0; i < text.length; i++) {
		unsigned char *byte = (unsigned char *)text.bytes + i;
		bool c1 = byte[0] == 0xc2 && byte[1] >= 0x80 && byte[1] < 0xa0;
		/* U+2028, U+2029 end lines, U+FFFE and U+FFFF are in no XML. */
		bool line = byte[0] == 0xe2 && byte[1] == 0x80 && (byte[2] & 0xfe) == 0xa8;
		bool no_xml = byte[0] == 0xef && byte[1] == 0xbf && byte[2] >= 0xbe;
		if (c1 || line || no_xml)
			memset(byte, ' ', c1 ? 2 : 3);
		else if (byte[0] < 0x20 || byte[0] == 0x7f)
			byte[0] = ' ';
	}
	return text_take(&text);
}

static void widen(unsigned *low, unsigned *high, unsigned value, bool first)
{
	*low = first || value < *low ? value : *low;
	*high = first || value > *high ? value : *high;
}

static void count_interval(struct bands *bands, const struct summary *summary,
	const struct scale *y)
{
	if (!summary_has_value(summary))
		return;
	if (summary_has_interval(summary))
		bands->cut += summary->low < y->low || summary->high > y->high;
	if (summary->kind == SUMMARY_UNLOGGABLE) {
		bands->unloggable++;
	} else if (!summary_has_interval(summary)) {
		bands->few++;
	} else if (summary->kind == SUMMARY_BOOTS) {
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
			count_interval(&bands, &series->whole, &axes->y);
		for (size_t j = 0; j < series->length; j++) {
			const struct series_point *point = &series->points[j];
			if (set->chart->swept)
				count_interval(&bands, &point->summary, &axes->y);
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

static char *caption_of(const struct series_set *set, const struct axes *axes)
{
	struct bands bands = bands_of(set, axes);
	struct text text = TEXT_EMPTY;
	if (!set->chart->swept && bands.samples + bands.boots + bands.few + bands.unloggable > 0)
		add_clause(&text, "points: single launches; thick line: their centre");
	if (bands.samples > 0) {
		add_clause(&text, "shaded: 95\u00a0% interval of the median, n\u00a0=\u00a0");
		add_span(&text, bands.n_low, bands.n_high);
	}
	if (bands.boots > 0) {
		add_clause(&text, "shaded: 95\u00a0% t\u00a0interval over ");
		add_span(&text, bands.boots_low, bands.boots_high);
		text_add(&text, " boots");
	}
	if (bands.cut > 0)
		add_clause(&text, "cut at the plot's edge");
	if (bands.few > 0)
		add_clause(&text, bands.samples + bands.boots > 0 ? "no interval where n < 6"
								  : "n < 6: no interval");
	if (bands.unloggable > 0)
		add_clause(&text, "no interval where a boot's median is not above 0");
	if (bands.failed > 0)
		add_clause(&text, "×\u00a0failed");
	return text_take(&text);
}

static char *title_of(const struct campaign_chart *chart)
{
	const char *like = chart->like ? chart->like : "";
	char *title = xasprintf("%s, %s%s%s", chart->workload, placement_name(chart->placement),
		*like ? " — " : "", like);
	char *clean = words_clean(title);
	free(title);
	return clean;
}

static const char *note_of(const struct campaign_chart *chart)
{
	if (chart->emulated)
		return "emulated: wall time under TCG, not a verdict";
	if (chart->clock == CLOCK_COUNTED)
		return "counted instructions: says nothing of caches";
	return "";
}

static char *y_text_of(const struct campaign_chart *chart, const struct axes *axes)
{
	char *unit = words_clean(chart->unit_text), *text;
	if (axes->broken)
		text = xasprintf("%s, %s is better · axis starts at %s", unit,
			better_name(chart->better), axes->y.low_label);
	else
		text = xasprintf("%s, %s is better", unit, better_name(chart->better));
	free(unit);
	return text;
}

/* Runs of several boots follow each other on one axis. */
static char *x_text_of(const struct series_set *set)
{
	unsigned boots = 0;
	char *x_text = words_clean(set->chart->x_text);
	for (size_t i = 0; i < set->length && !set->chart->swept; i++) {
		const struct series *series = &set->series[i];
		if (series->length > 0 && series->points[series->length - 1].boot > boots)
			boots = series->points[series->length - 1].boot;
	}
	if (boots < 2)
		return x_text;
	char *with_boots = xasprintf("%s, %u boots side by side", x_text, boots);
	free(x_text);
	return with_boots;
}

/* Why there is nothing to see: the first reason that is known. */
static char *empty_of(const struct series_set *set)
{
	for (size_t i = 0; i < set->length; i++)
		for (size_t j = 0; j < set->series[i].length; j++) {
			const struct series_point *point = &set->series[i].points[j];
			if (!point->reason)
				continue;
			char *reason = words_clean(point->reason);
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
		.title = title_of(set->chart),
		.tag = options->scale == CHART_SCALE_ZERO ? "zero-based" : "zoomed",
		.note = xstrdup(note_of(set->chart)),
		.y_text = y_text_of(set->chart, axes),
		.x_text = x_text_of(set),
		.caption = caption_of(set, axes),
		.source = words_clean(
			set->campaign ? revision_name(set->campaign, revision) : ""),
		.empty = axes->empty ? empty_of(set) : xstrdup(""),
		.labels = xcalloc(set->length, sizeof(*words.labels)),
		.labels_n = set->length,
	};
	for (size_t i = 0; i < set->length; i++)
		words.labels[i] = words_clean(set->series[i].label);
	return words;
}

void words_release(struct words *words)
{
	for (size_t i = 0; i < words->labels_n; i++)
		free(words->labels[i]);
	free(words->labels);
	free(words->title);
	free(words->note);
	free(words->y_text);
	free(words->x_text);
	free(words->caption);
	free(words->source);
	free(words->empty);
	*words = (struct words){0};
}
