/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <unistd.h>

#include "cli/command.h"
#include "cli/push-token.h"
#include "model/formats/jsonl.h"
#include "model/whole.h"
#include "runner/push.h"

#define TRIES_MAX 100

struct arguments {
	const char *words[2], *token_file;
	unsigned words_n;
	bool all, quiet;
	struct push_options options;
};

static unsigned parse_tries(const char *arg, struct argp_state *state)
{
	uint64_t tries = 0;
	if (!whole_parse(arg, TRIES_MAX, &tries) || tries < 1)
		argp_error(state, "bad --tries '%s': expected a number from 1 to %d", arg,
			TRIES_MAX);
	return (unsigned)tries;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	switch (key) {
	case 't':
		arguments->token_file = arg;
		return 0;
	case 'c':
		arguments->options.ca_file = arg;
		return 0;
	case 'n':
		arguments->options.tries = parse_tries(arg, state);
		return 0;
	case 'p':
		arguments->options.plain_http = true;
		return 0;
	case 'a':
		arguments->all = true;
		return 0;
	case 'q':
		arguments->quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		if (arguments->words_n == 2)
			argp_error(state, "too many words: what is '%s'?", arg);
		arguments->words[arguments->words_n++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (arguments->words_n != (arguments->all ? 1 : 2))
			argp_error(state, arguments->all
					? "--all and a server's URL are expected, and no campaign id"
					: "a campaign id and a server's URL are expected");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"token-file", 't', "FILE", 0,
		"Where the token is (else $SCHEDLAB_TOKEN, else the file token in "
		"$CREDENTIALS_DIRECTORY, else schedlab/token in $XDG_CONFIG_HOME); nobody else may "
		"be able to read it",
		0},
	{"ca-file", 'c', "FILE", 0,
		"Certificates of the authorities to trust, in place of the system's", 0},
	{"plain-http", 'p', NULL, 0,
		"Allow http:// to another host: everybody on the way can read the token", 0},
	{"tries", 'n', "N", 0, "How often to try before giving up (default 8)", 0},
	{"all", 'a', NULL, 0, "Every complete campaign of the store, oldest first", 0},
	{"quiet", 'q', NULL, 0, "No progress", 0},
	{0},
};

/* ---- what is going on, on stderr ---- */

struct progress {
	bool terminal, open;
};

static void line_end(struct progress *progress)
{
	if (progress->open)
		fputs("\r\033[K", stderr);
	progress->open = false;
}

static void on_sent(void *context, uint64_t bytes, uint64_t all)
{
	struct progress *progress = context;
	if (!progress->terminal)
		return;
	fprintf(stderr, "\r\033[K%.1f of %.1f MB sent", (double)bytes / 1e6, (double)all / 1e6);
	progress->open = true;
}

static void on_again(void *context, const struct error *why, double wait_s)
{
	line_end(context);
	fprintf(stderr, "schedlab: %s; again in %.0f s\n", why->message, wait_s + 0.5);
}

/* ---- one campaign ---- */

/* Adds its canonical form; false after saying why not. */
static bool make_form(struct store *store, const char *id, struct text *form,
	char found[static CAMPAIGN_ID_BYTES])
{
	struct campaign campaign;
	struct samples samples;
	struct error err;
	if (!command_campaign_sealed(store, id, &campaign, &samples))
		return false;
	memcpy(found, campaign.id, CAMPAIGN_ID_BYTES);
	bool ok = campaign.digest ||
		error_set(&err,
			"campaign %s is not complete, and only complete ones are pushed: schedlab "
			"resume %s",
			campaign.id, campaign.id);
	ok = ok && jsonl_write(&campaign, &samples, form, &err);
	samples_release(&samples);
	campaign_release(&campaign);
	if (!ok)
		command_fail(EXIT_FAILED, &err);
	return ok;
}

static const char *done_words(enum push_outcome outcome)
{
	return outcome == PUSH_STORED ? "uploaded"
		: outcome == PUSH_AMENDED ? "was there already, and got its later amendments"
					  : "was there already";
}

/* Whether the next campaign should be tried, in *go_on. */
static int push_one(struct push *push, struct store *store, const char *name,
	struct progress *progress, bool *go_on)
{
	char id[CAMPAIGN_ID_BYTES];
	struct text form = TEXT_EMPTY;
	struct error err;
	*go_on = true;
	if (!make_form(store, name, &form, id)) {
		text_release(&form);
		return EXIT_FAILED;
	}
	enum push_outcome outcome = push_form(push, &form, id, &err);
	text_release(&form);
	line_end(progress);
	*go_on = outcome != PUSH_FAILED;
	if (outcome == PUSH_FAILED || outcome == PUSH_REFUSED) {
		error_prefix(&err, "campaign %s was not uploaded", id);
		return command_fail(EXIT_FAILED, &err);
	}
	char *page = push_page_url(push, id);
	fprintf(stderr, "schedlab: campaign %s %s\n", id, done_words(outcome));
	printf("%s\n", page);
	free(page);
	return command_flush();
}

static int push_all(struct push *push, struct store *store, struct progress *progress)
{
	struct campaign_brief *briefs;
	struct error err;
	size_t n;
	int code = EXIT_DONE;
	bool go_on = true;
	if (!store_campaign_list(store, &briefs, &n, &err))
		return command_fail(EXIT_FAILED, &err);
	for (size_t i = n; go_on && i-- > 0;)
		if (briefs[i].state == CAMPAIGN_COMPLETE &&
			push_one(push, store, briefs[i].id, progress, &go_on) != EXIT_DONE)
			code = EXIT_FAILED;
	campaign_briefs_free(briefs, n);
	return code;
}

static int push_them(const struct arguments *arguments, const struct globals *globals,
	struct progress *progress)
{
	struct error err;
	bool go_on;
	struct push *push = push_new(&arguments->options, &err);
	if (!push)
		return command_fail(EXIT_USAGE, &err);
	struct store *store = command_store(globals, STORE_READ);
	int code = !store ? EXIT_FAILED
		: arguments->all
		? push_all(push, store, progress)
		: push_one(push, store, arguments->words[0], progress, &go_on);
	store_close(store);
	push_free(push);
	return code;
}

int cmd_push(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, "CAMPAIGN URL\n--all URL",
		"Uploads a complete campaign, with its amendments, to another schedlab's server, and "
		"prints the address of its page there. One that is there already is no error, so a "
		"push may be repeated. \"latest\" is the newest campaign.",
		NULL, NULL, NULL};
	struct progress progress = {.terminal = isatty(STDERR_FILENO)};
	struct arguments arguments = {.options = {.tries = PUSH_TRIES, .sent = on_sent,
		.again = on_again, .context = &progress}};
	struct error err;
	command_parse(&argp, argc, argv, globals, &arguments);
	progress.terminal &= !arguments.quiet;
	arguments.options.url = arguments.words[arguments.all ? 0 : 1];

	char *token = push_token_read(arguments.token_file, &err);
	if (!token)
		return command_fail(EXIT_FAILED, &err);
	arguments.options.token = token;
	int code = push_them(&arguments, globals, &progress);
	push_token_free(token);
	return code;
}
