/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The gate of a nightly job: one line a chart, and an exit code that a script can believe. */
#include <math.h>

#include "cli/beside.h"
#include "model/verdict.h"

#define EFFECT_DEFAULT 0.02

struct arguments {
	const char *id, *against;
	double effect;
};

/* "2%", "2.5 %" or "2". */
static bool parse_effect(const char *arg, double *effect)
{
	char *end;
	double percent = strtod(arg, &end);
	end += strspn(end, " ");
	end += *end == '%';
	if (end == arg || *end || !isfinite(percent) || percent < 0 || percent > 1000)
		return false;
	*effect = percent / 100;
	return true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	switch (key) {
	case 'a':
		arguments->against = arg;
		return 0;
	case 'e':
		if (!parse_effect(arg, &arguments->effect))
			argp_error(state, "bad effect '%s': expected a percentage such as 2%%", arg);
		return 0;
	case ARGP_KEY_END:
		if (arguments->id && !arguments->against)
			argp_error(state, "--against CAMPAIGN is expected");
		return command_one(key, arg, state, &arguments->id, "campaign id");
	default:
		return command_one(key, arg, state, &arguments->id, "campaign id");
	}
}

static const struct argp_option options[] = {
	{"against", 'a', "CAMPAIGN[:VARIANT]", 0, "What it must not be slower than", 0},
	{"min-effect", 'e', "PERCENT", 0, "How much slower counts (2% where it is not said)", 0},
	{0},
};

struct outcome {
	unsigned regressions, compared, uncompared;
};

static void add_pair(struct text *text, const struct compare_pair *pair, double effect,
	struct outcome *outcome)
{
	const struct compare_cell *worst;
	double regression = verdict_regression(pair, &worst);
	bool silent = pair->verdict == VERDICT_NO_DATA || pair->verdict == VERDICT_NOT_COMPARABLE;
	outcome->compared += !silent;
	outcome->uncompared += silent;
	outcome->regressions += regression > effect;
	text_add(text, "%s %s: ", regression > effect ? "REGRESSION" : silent ? "unknown" : "ok",
		pair->chart->slug);
	verdict_add_sentence(text, pair, VERDICT_UTF8);
	if (regression > 0)
		text_add(text, "; at least %.1f %% worse", regression * 100);
	if (regression > 0 && worst && pair->chart->swept) {
		text_add(text, " at %.10g ", worst->x);
		text_add_line(text, pair->chart->x_text);
	}
	if (regression > 0)
		text_add(text, ", %smore than %g %%", regression > effect ? "" : "not ",
			effect * 100);
	text_add(text, "\n");
}

/* What differs beyond the plan; a gate that is read every night is not to repeat the rest. */
static void add_comparability(struct text *text, const struct judged *judged)
{
	const struct comparability *comparability = &judged->comparability;
	for (size_t i = 0; i < comparability->length; i++) {
		const struct comparability_item *item = &comparability->items[i];
		if (item->weight > COMPARABILITY_DIFFERS)
			continue;
		text_add(text, "%s ",
			item->weight == COMPARABILITY_REFUSED ? "refused" : "differs");
		text_add_line(text, judged->other_campaign->variants[judged->other].label);
		text_add(text, ": ");
		text_add_line(text, item->text);
		text_add(text, "\n");
	}
}

/* Whether a cell of what was checked has no value, or less of them than it should. */
static bool has_failures(const struct beside *beside)
{
	const struct samples *samples =
		beside->two ? &beside->other_samples : &beside->base_samples;
	for (size_t i = 0; i < samples->length; i++)
		if (samples->samples[i].status == SAMPLE_FAILED ||
			samples->samples[i].status == SAMPLE_TIMEOUT)
			return true;
	return false;
}

static int judge(const struct beside *beside, double effect)
{
	struct outcome outcome = {0, 0, 0};
	struct text text = TEXT_EMPTY;
	const struct judgement *judgement = &beside->judgement;
	for (size_t i = 0; i < judgement->length; i++)
		add_comparability(&text, &judgement->judged[i]);
	for (size_t i = 0; i < judgement->comparison.length; i++)
		add_pair(&text, &judgement->comparison.pairs[i], effect, &outcome);
	text_add(&text, "%u of %u charts regressed by more than %g %%", outcome.regressions,
		outcome.compared, effect * 100);
	if (outcome.uncompared)
		text_add(&text, "; %u could not be compared", outcome.uncompared);
	text_add(&text, "\n");
	int code = command_write(&text);
	text_release(&text);
	if (code != EXIT_DONE)
		return code;
	if (outcome.regressions)
		return EXIT_REGRESSION;
	return !outcome.compared || has_failures(beside) ? EXIT_CELLS_FAILED : EXIT_DONE;
}

int cmd_check(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, "CAMPAIGN[:VARIANT]",
		"Fails where a campaign is slower than another. Exit code 4: some chart, or single "
		"counts of it, got worse, this is proven, and even the near end of the 95 % "
		"interval is beyond --min-effect. 3: none did, but launches failed or nothing "
		"could be compared. Else 0. What one boot shows is never a regression: two boots of "
		"each kernel are the least.",
		NULL, NULL, NULL};
	struct arguments arguments = {.effect = EFFECT_DEFAULT};
	struct beside beside;
	command_parse(&argp, argc, argv, globals, &arguments);

	int code = beside_read(globals, arguments.against, arguments.id, NULL, &beside);
	if (code != EXIT_DONE)
		return code;
	code = judge(&beside, arguments.effect);
	beside_release(&beside);
	return code;
}
