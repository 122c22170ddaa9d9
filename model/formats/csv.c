/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/csv.h"

#include <math.h>

#include "model/revision.h"

void csv_add_header(struct text *out)
{
	text_add(out, "campaign,variant,placement,workload,count,boot,round,attempt,value,unit,"
		      "status,reason,started,duration_ns\n");
}

/* Quoted where it holds a separator, a quote or a line end, or where readers would trim it. */
static void add_text(struct text *out, const char *string)
{
	size_t length = strlen(string);
	bool quote = strpbrk(string, ",\"\r\n") ||
		     (length && (string[0] == ' ' || string[length - 1] == ' '));
	struct text valid = TEXT_EMPTY;
	text_add_utf8(&valid, string, length);
	if (!quote) {
		text_add_bytes(out, valid.bytes, valid.length);
	} else {
		text_add_bytes(out, "\"", 1);
		for (size_t i = 0; i < valid.length; i++)
			text_add_bytes(out, valid.bytes[i] == '"' ? "\"\"" : &valid.bytes[i],
				valid.bytes[i] == '"' ? 2 : 1);
		text_add_bytes(out, "\"", 1);
	}
	text_release(&valid);
}

static void add_number(struct text *out, double value)
{
	char number[TEXT_NUMBER_BYTES];
	if (isfinite(value))
		text_add(out, "%s", text_number(value, number));
}

/* An amendment that leaves the sample out counts more than what happened to it. */
static void add_reason(struct text *out, const struct campaign *campaign,
	const struct sample *sample)
{
	if (!sample->excluded) {
		add_text(out, sample->reason ? sample->reason : "");
		return;
	}
	char *reason = xasprintf("amendment %u: %s", sample->excluded,
		campaign->amendments[sample->excluded - 1].reason);
	add_text(out, reason);
	free(reason);
}

static void add_sample(struct text *out, const struct campaign *campaign,
	const struct sample *sample)
{
	const struct campaign_cell *cell = &campaign->cells[sample->cell];
	const struct campaign_chart *chart = &campaign->charts[cell->chart];
	char started[TEXT_TIME_BYTES], name[REVISION_NAME_BYTES];

	text_add(out, "%s,", revision_name(campaign, name));
	add_text(out, campaign->variants[cell->variant].label);
	text_add(out, ",%s,%s,", placement_name(chart->placement), chart->workload);
	if (chart->swept)
		add_number(out, campaign_cell_x(cell));
	text_add(out, ",%u,%u,%u,", campaign->entries[sample->entry].number, sample->round,
		sample->attempt);
	add_number(out, sample->value);
	text_add(out, ",");
	add_text(out, chart->unit);
	text_add(out, ",%s,", sample->excluded ? "excluded" : sample_status_name(sample->status));
	add_reason(out, campaign, sample);
	text_add(out, ",%s,%lld\n", text_time(sample->started_us, started),
		(long long)sample->duration_ns);
}

void csv_add_samples(struct text *out, const struct campaign *campaign,
	const struct samples *samples)
{
	for (size_t i = 0; i < samples->length; i++)
		add_sample(out, campaign, &samples->samples[i]);
}
