/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/bench.h"

#include "model/revision.h"
#include "model/sample-use.h"

/* A unit is one word there. */
static void add_unit(struct text *out, const struct campaign_chart *chart)
{
	for (const char *at = campaign_chart_unit(chart); *at; at++)
		text_add_bytes(out, (unsigned char)*at <= ' ' ? "_" : at, 1);
}

static void add_units(struct text *out, const struct campaign *campaign, ptrdiff_t only)
{
	for (size_t i = 0; i < campaign->charts_n; i++) {
		const struct campaign_chart *chart = &campaign->charts[i];
		bool said = only >= 0 && (size_t)only != i;
		for (size_t j = 0; j < i && only < 0; j++)
			said |= strcmp(campaign->charts[j].unit, chart->unit) == 0;
		if (said)
			continue;
		text_add(out, "Unit ");
		add_unit(out, chart);
		text_add(out, " better=%s\n", better_name(chart->better));
	}
}

/* The workload with a capital: names have to begin so behind "Benchmark". */
static void add_name(
	struct text *out, const struct campaign *campaign, const struct campaign_cell *cell)
{
	const struct campaign_chart *chart = &campaign->charts[cell->chart];
	char first = chart->workload[0], x[TEXT_NUMBER_BYTES];
	if (first >= 'a' && first <= 'z')
		first = (char)(first - 'a' + 'A');
	text_add(out, "Benchmark%s%c%s/variant=%s/placement=%s",
		first >= '0' && first <= '9' ? "X" : "", first, chart->workload + 1,
		campaign->variants[cell->variant].slug, placement_name(chart->placement));
	if (chart->swept)
		text_add(out, "/count=%s", text_number(campaign_cell_x(cell), x));
}

void bench_add(struct text *out, const struct campaign *campaign, const struct samples *samples,
	ptrdiff_t chart)
{
	enum sample_use *uses = sample_uses(campaign, samples);
	char name[REVISION_NAME_BYTES];
	text_add(out, "campaign: %s\n", revision_name(campaign, name));
	revision_add_lines(out, campaign, "amended: ");
	text_add(out, "host: ");
	text_add_line(out, campaign->host);
	text_add(out, "\n");
	add_units(out, campaign, chart);
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		const struct campaign_cell *cell = &campaign->cells[sample->cell];
		char value[TEXT_NUMBER_BYTES];
		if ((uses[i] != SAMPLE_USED && uses[i] != SAMPLE_FOR_LACK) ||
			(chart >= 0 && cell->chart != (size_t)chart))
			continue;
		add_name(out, campaign, cell);
		text_add(out, " 1 %s ", text_number(sample->value, value));
		add_unit(out, &campaign->charts[cell->chart]);
		text_add(out, "\n");
	}
	free(uses);
}
