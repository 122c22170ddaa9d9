/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/command.h"
#include "model/amendment.h"
#include "model/now.h"
#include "model/whole.h"

struct arguments {
	const char *id, *words[3]; /* words: the kind, and what it names */
	unsigned words_n;
	const char *author, *reason, *chart, *variant;
	unsigned count, boot, round;
};

static unsigned parse_number(const char *what, const char *arg, struct argp_state *state)
{
	uint64_t number = 0;
	if (!whole_parse(arg, INT32_MAX, &number) || number < 1)
		argp_error(state, "%s '%s': expected a whole number from 1", what, arg);
	return (unsigned)number;
}

static void take_word(struct arguments *arguments, char *arg, struct argp_state *state)
{
	if (!arguments->id)
		arguments->id = arg;
	else if (arguments->words_n < ARRAY_LENGTH(arguments->words))
		arguments->words[arguments->words_n++] = arg;
	else
		argp_error(state, "too many words: what is '%s'? Quote a text of several", arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	switch (key) {
	case 'a':
		arguments->author = arg;
		return 0;
	case 'r':
		arguments->reason = arg;
		return 0;
	case 'c':
		arguments->chart = arg;
		return 0;
	case 'v':
		arguments->variant = arg;
		return 0;
	case 'n':
		arguments->count = parse_number("count", arg, state);
		return 0;
	case 'b':
		arguments->boot = parse_number("boot", arg, state);
		return 0;
	case 'R':
		arguments->round = parse_number("round", arg, state);
		return 0;
	case ARGP_KEY_ARG:
		take_word(arguments, arg, state);
		return 0;
	case ARGP_KEY_END:
		if (!arguments->words_n)
			argp_error(state, "a campaign id and a change are expected");
		if (!arguments->author || !arguments->reason)
			argp_error(state, "--author and --reason are expected");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"author", 'a', "NAME", 0, "Who amends; has to be said", 0},
	{"reason", 'r', "TEXT", 0, "Why; has to be said", 0},
	{"chart", 'c', "CHART", 0,
		"swap-variants, exclude: in this chart only, for example ring.bound", 1},
	{"variant", 'v', "VARIANT", 0, "exclude: of this variant only", 1},
	{"count", 'n', "N", 0, "exclude: of this count only", 1},
	{"boot", 'b', "N", 0, "exclude: of this boot only", 1},
	{"round", 'R', "N", 0, "exclude: of this round (or run) only", 1},
	{0},
};

static const struct {
	unsigned words;
	const char *usage;
} forms[AMENDMENT_KIND_N] = {
	[AMENDMENT_SWAP] = {2, "swap-variants A B [--chart CHART]"},
	[AMENDMENT_RELABEL] = {2, "relabel VARIANT LABEL"},
	[AMENDMENT_EXCLUDE] = {0, "exclude [--chart CHART] [--variant VARIANT] [--count N] …"},
	[AMENDMENT_NOTE] = {1, "note TEXT"},
	[AMENDMENT_WITHDRAW] = {0, "withdraw"},
};

/* Puts the words of the command line in their places. */
static bool fill(const struct arguments *arguments, struct amendment *amendment,
	struct error *err)
{
	if (!amendment_kind_parse(arguments->words[0], &amendment->kind))
		return error_set(err,
			"unknown change '%s': expected swap-variants, relabel, exclude, note or "
			"withdraw",
			arguments->words[0]);
	if (arguments->words_n - 1 != forms[amendment->kind].words)
		return error_set(err, "expected: amend CAMPAIGN %s", forms[amendment->kind].usage);
	const char *first = arguments->words[1], *second = arguments->words[2];
	bool named = amendment->kind == AMENDMENT_SWAP || amendment->kind == AMENDMENT_RELABEL;
	amendment->author = xstrdup(arguments->author);
	amendment->reason = xstrdup(arguments->reason);
	amendment->chart = xstrdup_null(arguments->chart);
	amendment->variant = xstrdup_null(named ? first : arguments->variant);
	if (amendment->kind == AMENDMENT_SWAP)
		amendment->other = xstrdup(second);
	else
		amendment->text = xstrdup_null(named ? second : first);
	amendment->count = arguments->count;
	amendment->boot = arguments->boot;
	amendment->round = arguments->round;
	if (named && arguments->variant)
		return error_set(err, "%s does not take --variant", arguments->words[0]);
	return amendment_check(amendment, err);
}

static int amend(const struct globals *globals, const char *id, struct amendment *amendment)
{
	struct error err;
	struct campaign campaign;
	struct store *store = command_store(globals, STORE_WRITE);
	if (!store || !command_campaign(store, id, &campaign)) {
		store_close(store);
		return EXIT_FAILED;
	}
	amendment->dated_us = now_unix_us();
	bool ok = campaign.revision == campaign.amendments_n
		? store_amendment_add(store, campaign.id, amendment, &err)
		: error_set(&err, "revision %u of campaign %s is not the newest: name %s alone",
			  campaign.revision, campaign.id, campaign.id);
	campaign_release(&campaign);
	store_close(store);
	if (!ok)
		return command_fail(EXIT_FAILED, &err);
	printf("%u\n", amendment->number);
	return command_flush();
}

int cmd_amend(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse,
		"CAMPAIGN swap-variants A B\nCAMPAIGN relabel VARIANT LABEL\nCAMPAIGN exclude\n"
		"CAMPAIGN note TEXT\nCAMPAIGN withdraw",
		"Corrects a complete campaign: a dated and signed entry behind its seal, listed "
		"wherever its numbers are. Samples stay as they were measured, and earlier "
		"revisions stay at /c/ID/r/N. Prints the amendment's number.\v"
		"Variants and charts are named as in addresses: ring.bound, 6.1-rt. A count, boot, "
		"round, chart and variant given together exclude what is all of them.",
		NULL, NULL, NULL};
	struct arguments arguments = {0};
	struct amendment amendment = {0};
	struct error err;
	command_parse(&argp, argc, argv, globals, &arguments);
	int code = fill(&arguments, &amendment, &err)
		? amend(globals, arguments.id, &amendment)
		: command_fail(EXIT_USAGE, &err);
	amendment_release(&amendment);
	return code;
}
