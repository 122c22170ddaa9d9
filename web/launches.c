/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/launches.h"

#include <jansson.h>
#include <math.h>

#include "model/sample-use.h"
#include "web/address.h"
#include "web/heading.h"
#include "web/number.h"
#include "web/table.h"

#define SHOWN_MAX 1000      /* launches; the CSV has them all */
#define OUTPUT_BYTES 4000   /* of one output */
#define OUTPUTS_MAX 20

static enum dot_kind kind_of(const struct sample *sample, enum sample_use use)
{
	if (isnan(sample->value))
		return DOT_FAILED;
	if (sample->excluded)
		return DOT_EXCLUDED;
	switch (use) {
	case SAMPLE_LEFT_OUT:
		return DOT_DISTURBED;
	case SAMPLE_FOR_LACK:
		return DOT_LACK;
	case SAMPLE_USED:
		return DOT_USED;
	case SAMPLE_WITHOUT:
		break;
	}
	return DOT_FAILED;
}

void launches_init(struct launches *launches, const struct campaign *campaign, size_t cell,
	const struct samples *samples)
{
	enum sample_use *uses = sample_uses(campaign, samples);
	*launches = (struct launches){.campaign = campaign, .cell = &campaign->cells[cell]};
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		if (sample->cell != cell)
			continue;
		struct launch *launch =
			xgrow(&launches->launches, &launches->length, sizeof(*launch));
		*launch = (struct launch){sample, kind_of(sample, uses[i]),
			(unsigned)launches->length};
	}
	free(uses);
}

void launches_release(struct launches *launches)
{
	free(launches->launches);
	*launches = (struct launches){0};
}

static char *cell_address(const struct launches *launches)
{
	const struct campaign *campaign = launches->campaign;
	const struct campaign_cell *cell = launches->cell;
	char at[ADDRESS_BYTES];
	return xasprintf("%s/%s/%s/%u", address_of(campaign, at),
		campaign->charts[cell->chart].slug, campaign->variants[cell->variant].slug,
		cell->count);
}

static char *output_address(const struct launches *launches, const struct launch *launch)
{
	char *at = cell_address(launches);
	char *address = xasprintf("%s/%u.txt", at, launch->number);
	free(at);
	return address;
}

static const struct campaign_boot *boot_of(const struct launches *launches, size_t i)
{
	return &launches->campaign->entries[launches->launches[i].sample->entry];
}

void launches_add_dots(struct page *page, const struct launches *launches)
{
	size_t n = launches->length < SHOWN_MAX ? launches->length : SHOWN_MAX;
	struct dot *dots = xcalloc(n + 1, sizeof(*dots));
	for (size_t i = 0; i < n; i++) {
		const struct launch *launch = &launches->launches[i];
		dots[i] = (struct dot){launch->kind,
			launch->kind == DOT_FAILED ? NAN : launch->sample->value,
			boot_of(launches, i)->number, launch->number};
	}
	const struct campaign_chart *chart = &launches->campaign->charts[launches->cell->chart];
	char *what = xasprintf("%zu launch%s in the order made, %s; the table below has the same "
			       "numbers", n, n == 1 ? "" : "es", chart->unit_text);
	dots_add(page, dots, n, what);
	free(what);
	free(dots);
}

/* Figures beside the value, each a column where any launch has it. */
enum figure { FIGURE_SPREAD, FIGURE_RAW, FIGURE_OVERHEAD, FIGURE_N };

static const char *const figure_heads[] = {"spread inside", "raw", "overhead"};

static double figure_of(const struct sample *sample, enum figure figure)
{
	const double figures[] = {sample->spread, sample->raw, sample->overhead};
	return figures[figure];
}

/* What a table of launches shows. */
struct shape {
	bool figures[FIGURE_N];
	double low, high; /* of the values */
	int columns;
};

static struct shape shape_of(const struct launches *launches)
{
	struct shape shape = {.low = NAN, .high = NAN, .columns = 8};
	for (size_t i = 0; i < launches->length; i++) {
		const struct sample *sample = launches->launches[i].sample;
		shape.low = fmin(shape.low, sample->value);
		shape.high = fmax(shape.high, sample->value);
		for (size_t f = 0; f < FIGURE_N; f++)
			shape.figures[f] |= !isnan(figure_of(sample, (enum figure)f));
	}
	for (size_t f = 0; f < FIGURE_N; f++)
		shape.columns += shape.figures[f];
	return shape;
}

/* What else happened during it: {"others":0.12,"throttled":2}, in words. */
static void add_disturbance(struct page *page, const char *text)
{
	json_t *json = text ? json_loads(text, 0, NULL) : NULL;
	const char *name;
	json_t *value;
	bool first = true;
	json_object_foreach(json, name, value) {
		page_add_html(page, first ? " <small>" : ", ");
		page_add(page, "%s ", name);
		if (json_is_string(value))
			page_add(page, "%s", json_string_value(value));
		else if (json_is_real(value))
			page_add(page, "%.2f %%", 100 * json_real_value(value));
		else
			page_add(page, "%lld", (long long)json_integer_value(value));
		first = false;
	}
	if (!first)
		page_add_html(page, "</small>");
	json_decref(json);
}

static void add_marks(struct page *page, const struct launches *launches,
	const struct launch *launch)
{
	const struct sample *sample = launch->sample;
	if (launch->kind == DOT_FAILED)
		page_add(page, "<b class='bad'>%s</b>", sample_status_name(sample->status));
	else if (launch->kind != DOT_USED)
		page_add(page, "<b class='mark'>%s</b>", dots_words(launch->kind));
	if (sample->excluded)
		page_add(page, " <a href='/c/%s#amendments'>amendment %u</a>",
			launches->campaign->id, sample->excluded);
	if (sample->reason)
		page_add(page, "%s%s", launch->kind == DOT_USED ? "" : ": ", sample->reason);
	add_disturbance(page, sample->disturbance);
	if (sample->output)
		page_add(page, " <a href='#output%u'>output</a>", launch->number);
}

static void add_launch(struct page *page, const struct launches *launches,
	const struct launch *launch, const struct shape *shape)
{
	const struct sample *sample = launch->sample;
	char text[NUMBER_BYTES];
	page_add(page, "<tr id='launch%u'><th scope='row' class='number'>%u</th>", launch->number,
		launch->number);
	page_add(page, "<td class='number centre'>%s</td>",
		number_apart(sample->value, shape->low, shape->high, text));
	page_add(page, "<td>%s</td>", number_second(sample->started_us, text));
	if (sample->duration_ns > 0)
		page_add(page, "<td class='number'>%.4g s</td>", (double)sample->duration_ns / 1e9);
	else
		page_add_html(page, "<td class='number'>–</td>");
	page_add(page, "<td class='number'>%u</td><td class='number'>%u</td>", sample->round,
		sample->attempt);
	for (size_t f = 0; f < FIGURE_N; f++)
		if (shape->figures[f])
			page_add(page, "<td class='number'>%s</td>",
				number_text(figure_of(sample, (enum figure)f), text));
	page_add(page, "<td>%s</td><td class='long'>", sample->cpus ? sample->cpus : "–");
	add_marks(page, launches, launch);
	page_add_html(page, "</td></tr>\n");
}

/* The line over the launches of one entry. */
static void add_boot(struct page *page, const struct launches *launches, size_t i, int columns)
{
	const struct campaign_boot *boot = boot_of(launches, i);
	char time[NUMBER_BYTES];
	page_add(page, "<tr class='boot'><th scope='rowgroup' colspan='%d'>boot %u", columns,
		boot->number);
	if (boot->entry > 1)
		page_add(page, ", entered %u times", boot->entry);
	page_add(page, " <small>entered %s", number_second(boot->entered_us, time));
	if (boot->kernel_boot_id[0])
		page_add(page, ", kernel boot id <code>%s</code>", boot->kernel_boot_id);
	page_add_html(page, "</small></th></tr>\n");
}

static void add_head(struct page *page, const struct shape *shape)
{
	static const char *const heads[] = {"took", "round", "attempt"};
	page_add_html(page, "<thead><tr><th scope='col' class='number'>launch</th>"
			    "<th scope='col' class='number'>value</th>"
			    "<th scope='col'>started (UTC)</th>");
	for (size_t i = 0; i < ARRAY_LENGTH(heads); i++)
		page_add(page, "<th scope='col' class='number'>%s</th>", heads[i]);
	for (size_t f = 0; f < FIGURE_N; f++)
		if (shape->figures[f])
			page_add(page, "<th scope='col' class='number'>%s</th>", figure_heads[f]);
	page_add_html(page,
		"<th scope='col'>CPUs</th><th scope='col'>what of it</th></tr></thead>\n");
}

void launches_add_table(struct page *page, const struct launches *launches)
{
	size_t n = launches->length < SHOWN_MAX ? launches->length : SHOWN_MAX;
	struct shape shape = shape_of(launches);
	if (!n)
		return;
	table_begin(page, "launches", "Every launch, by boot");
	add_head(page, &shape);
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || boot_of(launches, i) != boot_of(launches, i - 1)) {
			page_add_html(page, i ? "</tbody>\n<tbody>\n" : "<tbody>\n");
			add_boot(page, launches, i, shape.columns);
		}
		add_launch(page, launches, &launches->launches[i], &shape);
	}
	page_add_html(page, "</tbody>");
	table_end(page);
	if (n < launches->length)
		page_add(page, "<p>And %zu more: the chart’s CSV has every sample.</p>\n",
			launches->length - n);
}

static void add_output(struct page *page, const struct launches *launches,
	const struct launch *launch)
{
	const char *output = launch->sample->output;
	size_t length = strlen(output), shown = text_utf8_fit(output, OUTPUT_BYTES);
	char *address = output_address(launches, launch);
	page_add(page, "<h3 id='output%u'>Launch %u</h3>\n<p>%s: %s; <a href='%s'>",
		launch->number, launch->number, sample_status_name(launch->sample->status),
		launch->sample->reason ? launch->sample->reason : "no reason recorded", address);
	if (shown < length)
		page_add(page, "all %zu bytes</a>, of which these are the first %zu.</p>\n", length,
			shown);
	else
		page_add_html(page, "as a file</a>.</p>\n");
	page_add(page, "<pre tabindex='0' aria-label='output of launch %u'>", launch->number);
	page_add_escaped(page, output, shown);
	page_add_html(page, "</pre>\n");
	free(address);
}

void launches_add_outputs(struct page *page, const struct launches *launches)
{
	unsigned n = 0;
	for (size_t i = 0; i < launches->length; i++) {
		const struct launch *launch = &launches->launches[i];
		if (!launch->sample->output)
			continue;
		if (n++ == 0)
			heading_add(page, "h2", "outputs", "What the command printed");
		if (n <= OUTPUTS_MAX)
			add_output(page, launches, launch);
	}
	if (n > OUTPUTS_MAX)
		page_add(page, "<p>And %u more failed: see the table’s reasons.</p>\n",
			n - OUTPUTS_MAX);
}
