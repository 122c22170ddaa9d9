/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/beside.h"
#include "model/formats/judgement-json.h"
#include "model/formats/style.h"
#include "model/mail.h"

struct arguments {
	const char *a, *b, *baseline;
	struct choice choice;
	style_function *style;
	bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	struct error err;
	switch (key) {
	case 'b':
		arguments->baseline = arg;
		return 0;
	case 'r':
		if (!choice_set(&arguments->choice, arg, &err))
			argp_error(state, "--rows: %s", err.message);
		return 0;
	case 'y':
		arguments->style = style_find(arg);
		if (!arguments->style)
			argp_error(state,
				"unknown style '%s': expected plain, lkp, mmtests or markdown",
				arg);
		return 0;
	case 'j':
		arguments->json = true;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num > 1)
			argp_error(state, "two campaigns at most: what is '%s'?", arg);
		*(state->arg_num ? &arguments->b : &arguments->a) = arg;
		return 0;
	case ARGP_KEY_END:
		if (!arguments->a)
			argp_error(state, "a campaign id is expected");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"baseline", 'b', "VARIANT", 0, "Compare with this variant, not with the plan's baseline",
		0},
	{"rows", 'r', "LIST", 0, "Show these counts: 15..25 or 2,4,8..64/8", 0},
	{"style", 'y', "STYLE", 0,
		"plain (the default, ASCII for mail), lkp, mmtests (there positive is better) or "
		"markdown",
		0},
	{"json", 'j', NULL, 0, "Every figure, as one JSON document", 0},
	{0},
};

/* Whose numbers they are, and what was corrected of them, is said before them. */
static void add_styled(struct text *text, const struct beside *beside,
	const struct arguments *arguments)
{
	const char *fence = arguments->style == style_markdown ? "```\n" : "";
	text_add(text, "%s", fence);
	mail_add_head(text, &beside->base);
	if (beside->two)
		mail_add_head(text, &beside->other);
	text_add(text, "%s%s", fence, arguments->style == mail_add_judgement ? "" : "\n");
	arguments->style(text, &beside->judgement, &arguments->choice);
}

int cmd_compare(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, "CAMPAIGN[:VARIANT] [CAMPAIGN[:VARIANT]]",
		"Says what was proven of variants beside a baseline, and whether they may be "
		"compared at all. Of one campaign: its variants beside its baseline. Of two: the "
		"second beside the first, variants of the same name where there are any, else "
		"beside the first one's baseline. \"latest\" is the newest campaign.",
		NULL, NULL, NULL};
	struct arguments arguments = {.style = style_find("plain")};
	struct beside beside;
	struct text text = TEXT_EMPTY;
	arguments.choice.limit = MAIL_ROWS;
	command_parse(&argp, argc, argv, globals, &arguments);

	int code = beside_read(globals, arguments.a, arguments.b, arguments.baseline, &beside);
	if (code == EXIT_DONE) {
		if (arguments.json)
			judgement_json_add(&text, &beside.judgement);
		else
			add_styled(&text, &beside, &arguments);
		code = command_write(&text);
		beside_release(&beside);
	}
	text_release(&text);
	choice_release(&arguments.choice);
	return code;
}
