/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/view.h"

#include <locale.h>
#include <math.h>

#include "web/query.h"

#define LARGEST 1e100 /* what an axis can show: render/scale.h */

/* Reads one value, never empty, into the view; false where it does not fit. */
typedef bool read_function(struct view *view, const char *value, const struct campaign *campaign);

static bool read_base(struct view *view, const char *value, const struct campaign *campaign)
{
	ptrdiff_t base = campaign_variant_find(campaign, value);
	if (base >= 0)
		view->base = (size_t)base;
	return base >= 0;
}

static bool read_rows(struct view *view, const char *value, const struct campaign *campaign)
{
	(void)campaign;
	struct error why;
	view->rows = xstrdup(value);
	return choice_set(&view->choice, value, &why);
}

static bool read_scale(struct view *view, const char *value, const struct campaign *campaign)
{
	(void)campaign;
	for (unsigned scales = VIEW_ZERO; scales <= VIEW_ZOOM; scales++)
		if (strcmp(value, view_scales_name((enum view_scales)scales)) == 0) {
			view->scales = (enum view_scales)scales;
			return true;
		}
	return false;
}

static size_t digits(const char *string)
{
	return strspn(string, "0123456789");
}

/* [-] digits [. digits] [e [+-] digits], as written in any locale. */
static bool is_number(const char *string)
{
	string += *string == '-';
	size_t before = digits(string), behind = 0;
	string += before;
	if (*string == '.') {
		behind = digits(string + 1);
		string += 1 + behind;
	}
	if (before + behind == 0)
		return false;
	if (*string == 'e') {
		string++;
		string += *string == '+' || *string == '-';
		if (!digits(string))
			return false;
		string += digits(string);
	}
	return *string == 0;
}

/* The number that comes back when the one in the address is written again. */
static bool read_number(const char *string, double *value)
{
	char written[TEXT_NUMBER_BYTES];
	if (!is_number(string))
		return false;
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	*value = strtod_l(text_number(strtod_l(string, NULL, c), written), NULL, c);
	freelocale(c);
	*value += 0.0; /* no -0 */
	return fabs(*value) <= LARGEST;
}

static bool read_range(struct chart_range *range, const char *value)
{
	const char *dots = strstr(value, "..");
	if (!dots)
		return false;
	char *from = xstrndup(value, (size_t)(dots - value));
	bool ok = read_number(from, &range->from) && read_number(dots + 2, &range->to) &&
		range->from < range->to;
	free(from);
	range->given = ok;
	return ok;
}

static bool read_x(struct view *view, const char *value, const struct campaign *campaign)
{
	(void)campaign;
	return read_range(&view->x, value);
}

static bool read_y(struct view *view, const char *value, const struct campaign *campaign)
{
	(void)campaign;
	return read_range(&view->y, value);
}

static void hide_all(struct view *view, const struct campaign *campaign)
{
	view->hidden = xcalloc(campaign->variants_n + OVERLAYS_MAX, sizeof(*view->hidden));
	for (size_t i = 0; i < campaign->variants_n; i++)
		view->hidden[i] = true;
}

/* A list, and a form's boxes are a value each: all that are named anywhere are shown. */
static bool read_series(struct view *view, const char *value, const struct campaign *campaign)
{
	bool ok = true;
	if (!view->hidden)
		hide_all(view, campaign);
	for (const char *at = value; ok;) {
		size_t length = strcspn(at, ",");
		char *slug = xstrndup(at, length);
		ptrdiff_t variant = campaign_variant_find(campaign, slug);
		free(slug);
		ok = variant >= 0;
		if (ok)
			view->hidden[variant] = false;
		if (!at[length])
			break;
		at += length + 1;
	}
	return ok;
}

static bool read_statistic(struct view *view, const char *value, const struct campaign *campaign)
{
	(void)campaign;
	return series_statistic_parse(value, &view->statistic);
}

static bool read_band(struct view *view, const char *value, const struct campaign *campaign)
{
	(void)campaign;
	return series_band_parse(value, &view->band);
}

static bool read_relative(struct view *view, const char *value, const struct campaign *campaign)
{
	(void)campaign;
	view->relative = true;
	return strcmp(value, "1") == 0;
}

static bool read_log_x(struct view *view, const char *value, const struct campaign *campaign)
{
	(void)campaign;
	view->log_x = true;
	return strcmp(value, "1") == 0;
}

static const struct field {
	const char *name;
	read_function *read;
	bool repeated; /* each value counts, else the first */
	bool chart;    /* only a chart's page knows it */
	const char *expected;
} fields[] = {
	{"scale", read_scale, false, true, "scale= is zero or zoom"},
	{"x", read_x, false, true, "x= is a range such as 4..64, its end above its beginning"},
	{"y", read_y, false, true, "y= is a range such as 4.5..9, its end above its beginning"},
	{"series", read_series, true, true,
		"series= is a list of variants of this campaign, with commas between them"},
	{"base", read_base, false, false, "base= names no variant of this campaign"},
	{"stat", read_statistic, false, true, "stat= is centre, median, min or mean"},
	{"band", read_band, false, true, "band= is interval, range or none"},
	{"relative", read_relative, false, true, "relative= is 1 or nothing"},
	{"logx", read_log_x, false, true, "logx= is 1 or nothing"},
	{"rows", read_rows, false, false,
		"rows= is a list of counts such as 15..25 or 2,4,8..64/8"},
};

static bool read_field(struct view *view, const struct field *field, const char *query,
	const struct campaign *campaign, struct error *err)
{
	bool ok = true;
	for (unsigned i = 0; ok && query_has(query, field->name, i); i++) {
		char *value = query_value(query, field->name, i);
		ok = value && (!value[0] || field->read(view, value, campaign));
		free(value);
		if (!field->repeated)
			break;
	}
	return ok || error_set(err, "%s", field->expected);
}

/* Every variant named is the same as none. */
static void forget_nothing_hidden(struct view *view, const struct campaign *campaign)
{
	for (size_t i = 0; view->hidden && i < campaign->variants_n; i++)
		if (view->hidden[i])
			return;
	free(view->hidden);
	view->hidden = NULL;
}

static int read_fields(struct view *view, const char *query, const struct campaign *campaign,
	bool chart, struct error *err)
{
	*view = (struct view){.base = campaign->baseline};
	for (size_t i = 0; i < ARRAY_LENGTH(fields); i++)
		if ((chart || !fields[i].chart) &&
			!read_field(view, &fields[i], query, campaign, err)) {
			view_release(view);
			return 400;
		}
	forget_nothing_hidden(view, campaign);
	return 200;
}

int view_read(struct view *view, const struct request *request, const struct campaign *campaign,
	struct error *err)
{
	return read_fields(view, request->query, campaign, false, err);
}

int view_read_chart(struct view *view, const struct request *request,
	const struct campaign *campaign, struct error *err)
{
	return read_fields(view, request->query, campaign, true, err);
}

void view_release(struct view *view)
{
	choice_release(&view->choice);
	free(view->rows);
	free(view->hidden);
	*view = (struct view){0};
}

const char *view_scales_name(enum view_scales scales)
{
	static const char *const names[] = {"", "zero", "zoom"};
	return names[scales];
}

const char *view_range_text(const struct chart_range *range, char text[static VIEW_RANGE_BYTES])
{
	char from[TEXT_NUMBER_BYTES], to[TEXT_NUMBER_BYTES];
	text[0] = 0;
	if (range->given)
		snprintf(text, VIEW_RANGE_BYTES, "%s..%s", text_number(range->from, from),
			text_number(range->to, to));
	return text;
}

/* The slugs of the variants that are shown, "" where none is hidden. */
static char *series_text(const struct view *view, const struct campaign *campaign)
{
	struct text list = TEXT_EMPTY;
	for (size_t i = 0; view->hidden && i < campaign->variants_n; i++)
		if (!view->hidden[i])
			text_add(&list, "%s%s", list.length ? "," : "",
				campaign->variants[i].slug);
	return text_take(&list);
}

void view_add_query(struct text *address, const struct view *view, const struct campaign *campaign)
{
	bool first = !address->bytes || !strchr(address->bytes, '?');
	char x[VIEW_RANGE_BYTES], y[VIEW_RANGE_BYTES];
	char *series = series_text(view, campaign);
	const struct {
		const char *name, *value;
	} written[] = {
		{"scale", view_scales_name(view->scales)},
		{"x", view_range_text(&view->x, x)},
		{"y", view_range_text(&view->y, y)},
		{"series", series},
		{"base", view->base == campaign->baseline ? ""
							  : campaign->variants[view->base].slug},
		{"stat", view->statistic ? series_statistic_name(view->statistic) : ""},
		{"band", view->band ? series_band_name(view->band) : ""},
		{"relative", view->relative ? "1" : ""},
		{"logx", view->log_x ? "1" : ""},
		{"rows", view->rows ? view->rows : ""},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(written); i++)
		if (written[i].value[0])
			query_add(address, &first, written[i].name, written[i].value);
	free(series);
}

bool view_is_from_form(const char *query)
{
	bool found = false;
	for (size_t i = 0; !found && i < ARRAY_LENGTH(fields); i++) {
		char *value = query_value(query, fields[i].name, 0);
		found = value && !value[0];
		free(value);
	}
	return found;
}

struct view view_of_picture(const struct view *view, const struct campaign *campaign)
{
	struct view picture = *view;
	picture.scales = VIEW_BOTH;
	picture.rows = NULL;
	if (!picture.relative)
		picture.base = campaign->baseline;
	return picture;
}

struct series_view view_series(const struct view *view)
{
	return (struct series_view){
		.hidden = view->hidden,
		.statistic = view->statistic,
		.band = view->band,
		.relative = view->relative,
		.base = view->base,
	};
}

void view_set_options(const struct view *view, struct chart_options *options)
{
	options->x = view->x;
	options->y = view->y;
	options->log_x = view->log_x;
}
