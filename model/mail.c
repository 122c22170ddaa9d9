/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/mail.h"

#include "model/amendment.h"
#include "model/ascii.h"
#include "model/mail-table.h"
#include "model/revision.h"
#include "model/verdict.h"

#define INDENT 2

static void add_paragraph(struct text *text, const char *string)
{
	ascii_wrap(text, "", 0, string, MAIL_WIDTH);
}

static void add_indented(struct text *text, const char *string)
{
	ascii_wrap(text, "  ", INDENT + 2, string, MAIL_WIDTH);
}

static void add_field(struct text *text, const char *name, const char *string)
{
	char first[24];
	snprintf(first, sizeof(first), "%-11s", name);
	ascii_wrap(text, first, 11, string, MAIL_WIDTH);
}

static void add_link(struct text *text, const struct campaign *campaign, const char *url)
{
	text_add(text, "Link:      %s/c/%s", url, campaign->id);
	if (campaign->revision < campaign->amendments_n)
		text_add(text, "/r/%u", campaign->revision);
	text_add(text, "\n");
}

static void add_measured(struct text *text, const struct campaign *campaign)
{
	char time[TEXT_TIME_BYTES];
	text_time(campaign->started_us, time);
	bool imported = strcmp(campaign->machine, "import") == 0;
	char *measured = imported
		? xasprintf("%.10s, host %s; imported by %s", time, campaign->host, campaign->tool)
		: xasprintf("%.10s %.5s UTC on host %s, machine %s%s%s, with %s, %u boot%s of "
			    "each kernel",
			  time, time + 11, campaign->host, campaign->machine,
			  campaign->accel[0] ? " under " : "", campaign->accel, campaign->tool,
			  campaign->boots, campaign->boots == 1 ? "" : "s");
	/* A file that says no date has that of its import. */
	add_field(text, imported ? "Dated:" : "Measured:", measured);
	free(measured);
	if (campaign->digest)
		text_add(text, "SHA256: %.64s\n", campaign->digest); /* just fits */
	else
		add_field(text, "State:", "not complete: more samples are to come");
}

void mail_add_amendments(struct text *text, const struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->amendments_n; i++) {
		const struct amendment *amendment = &campaign->amendments[i];
		char time[TEXT_TIME_BYTES];
		struct text words = TEXT_EMPTY;
		amendment_add_words(&words, amendment);
		text_time(amendment->dated_us, time);
		char *line = xasprintf("%u of %.10s by %s: %s%s. Reason: %s", amendment->number,
			time, amendment->author, words.bytes,
			i < campaign->revision ? "" : " (later than what is shown here)",
			amendment->reason);
		add_field(text, i ? "" : "Amended:", line);
		free(line);
		text_release(&words);
	}
	if (campaign->withdrawn)
		add_field(text, "", "WITHDRAWN: these numbers are not to be used any more.");
}

void mail_add_head(struct text *text, const struct campaign *campaign)
{
	char name[REVISION_NAME_BYTES];
	char *line = xasprintf("%s%s%s", revision_name(campaign, name),
		campaign->title[0] ? ": " : "", campaign->title);
	add_field(text, "Campaign:", line);
	free(line);
	add_measured(text, campaign);
	mail_add_amendments(text, campaign);
}

/* What is known of a variant's kernel, ": kernel …, HZ …"; false where that is nothing. */
static bool add_known(struct text *line, const struct environment *env)
{
	static const struct {
		const char *words, *fact;
	} known[] = {
		{"kernel", "release"},
		{"preemption", "preempt.active"},
		{"HZ", "hz"},
		{"clock source", "clocksource"},
		{"CPU", "cpu.model"},
	};
	bool any = false;
	for (size_t i = 0; env && i < ARRAY_LENGTH(known); i++) {
		const char *fact = environment_get(env, known[i].fact);
		if (fact && fact[0])
			text_add(line, "%s %s %s", any ? "," : ":", known[i].words, fact);
		any |= fact && fact[0];
	}
	return any;
}

static void add_variant(struct text *text, const struct campaign *campaign, size_t variant)
{
	struct comparability_side side =
		comparability_side(campaign, (unsigned)variant, SIZE_MAX);
	const struct campaign_variant *named = &campaign->variants[variant];
	struct text line = TEXT_EMPTY;
	text_add_line(&line, named->label);
	if (!add_known(&line, side.env))
		text_add(&line, ": nothing is recorded of its kernel");
	if (named->cmdline[0])
		text_add(&line, "; started with: %s", named->cmdline);
	add_indented(text, line.bytes);
	text_release(&line);
}

static void add_variants(struct text *text, const struct campaign *campaign, size_t base)
{
	text_add(text, "\nVariants, the baseline first\n");
	add_variant(text, campaign, base);
	for (size_t i = 0; i < campaign->variants_n; i++)
		if (i != base)
			add_variant(text, campaign, i);
}

static void add_heading(struct text *text, const struct campaign_chart *chart, bool higher)
{
	struct text line = TEXT_EMPTY;
	text_add(&line, "%s: %s, %s", chart->slug, chart->unit_text, verdict_direction(higher));
	if (chart->swept)
		text_add(&line, ", over %s", chart->x_text);
	if (chart->like[0])
		text_add(&line, "; %s", chart->like);
	if (chart->clock == CLOCK_COUNTED)
		text_add(&line, "; counted instructions, not time");
	if (chart->emulated)
		text_add(&line, "; emulated: no verdict");
	text_add(text, "\n");
	ascii_wrap(text, "== ", 3, line.bytes, MAIL_WIDTH);
	text_release(&line);
}

static void add_notes(struct text *text, char *const *notes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		ascii_wrap(text, "  Note: ", INDENT, notes[i], MAIL_WIDTH);
}

static void add_pair(struct text *text, const struct compare_pair *pair,
	const struct choice *choice)
{
	struct text line = TEXT_EMPTY;
	text_add(text, "\n");
	verdict_add_sentence(&line, pair, VERDICT_ASCII);
	text_add(&line, ".");
	add_paragraph(text, line.bytes);
	text_release(&line);
	if (pair->verdict == VERDICT_NO_DATA)
		return;
	text_add(&line, "(");
	verdict_add_basis(&line, pair);
	text_add(&line, ")");
	ascii_wrap(text, "  ", INDENT, line.bytes, MAIL_WIDTH);
	text_release(&line);
	add_notes(text, pair->notes, pair->notes_n);
	mail_table_add_pair(text, pair, choice);
}

static void add_comparability(struct text *text, const struct judged *judged)
{
	const struct comparability *comparability = &judged->comparability;
	struct compare_pair names = {.base_campaign = judged->base_campaign,
		.other_campaign = judged->other_campaign,
		.base = judged->base,
		.other = judged->other};
	char *base = verdict_name_base(&names, VERDICT_ASCII);
	char *other = verdict_name_other(&names, VERDICT_ASCII);
	char *line = xasprintf("%s beside %s:%s", other, base,
		comparability->length ? "" : " nothing differs that is known");
	add_indented(text, line);
	free(line);
	for (size_t i = 0; i < comparability->length; i++) {
		const struct comparability_item *item = &comparability->items[i];
		ascii_wrap(text, "    ", 6, item->text, MAIL_WIDTH);
	}
	free(other);
	free(base);
}

static void add_method(struct text *text)
{
	text_add(text, "\n");
	add_paragraph(text,
		"Read: " VERDICT_FORMULA ", with its sign; beside it whether that is faster or "
		"slower. A value is the geometric mean of the boots' medians, or the median of the "
		"launches where there was one boot. Verdicts hold for all charts here together: "
		"false ones are kept at 5 % (Benjamini-Hochberg); * marks what is proven at one "
		"count.");
}

/* Every chart of the base's campaign of the n-th judged, then of all that have the same base. */
static void add_charts(struct text *text, const struct judgement *judgement,
	const struct campaign *campaign, const struct choice *choice)
{
	for (size_t c = 0; c < campaign->charts_n; c++) {
		bool begun = false;
		for (size_t i = 0; i < judgement->length; i++) {
			const struct compare_pair *pair = judgement_pair(judgement,
				&judgement->judged[i], &campaign->charts[c]);
			if (pair && !begun)
				add_heading(text, pair->chart, pair->higher_is_better);
			if (pair)
				add_pair(text, pair, choice);
			begun |= pair != NULL;
		}
	}
}

void mail_add_judgement(struct text *text, const struct judgement *judgement,
	const struct choice *choice)
{
	if (!judgement->length)
		return;
	text_add(text, "\nComparability\n");
	for (size_t i = 0; i < judgement->length; i++)
		add_comparability(text, &judgement->judged[i]);
	add_method(text);
	add_charts(text, judgement, judgement->judged[0].base_campaign, choice);
	if (judgement->comparison.notes_n)
		text_add(text, "\n");
	add_notes(text, judgement->comparison.notes, judgement->comparison.notes_n);
}

/* A campaign of one variant has nothing beside it: its figures are all there is to say. */
static void add_figures(struct text *text, const struct campaign *campaign,
	const struct samples *samples, size_t base, const struct choice *choice)
{
	text_add(text, "\nOne variant: nothing is compared.\n");
	for (size_t c = 0; c < campaign->charts_n; c++) {
		struct series_set set;
		series_set_init(&set, campaign, c, samples);
		add_heading(text, set.chart, set.chart->better == BETTER_HIGHER);
		mail_table_add_series(text, &set, &set.series[base], choice);
		series_set_release(&set);
	}
}

void mail_add_campaign(struct text *text, const struct campaign *campaign,
	const struct samples *samples, const struct judgement *judgement, size_t base,
	const struct choice *choice, const char *url)
{
	add_paragraph(text, campaign->title[0] ? campaign->title : campaign->id);
	text_add(text, "\n");
	add_link(text, campaign, url);
	add_measured(text, campaign);
	mail_add_amendments(text, campaign);
	add_variants(text, campaign, base);
	if (campaign->withdrawn)
		return;
	if (judgement->length)
		mail_add_judgement(text, judgement, choice);
	else
		add_figures(text, campaign, samples, base, choice);
}
