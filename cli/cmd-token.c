/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <jansson.h>

#include "cli/command.h"
#include "model/now.h"
#include "model/store-token.h"

#define DAY_US INT64_C(86400000000)

struct arguments {
	const char *action, *name, *machine, *expires;
	int64_t expires_us; /* from now; 0: never */
	bool json;
};

/* "90d", "12w", "1y", "36h" or "never". */
static bool parse_expiry(const char *text, int64_t *us)
{
	static const struct {
		char letter;
		int64_t us;
	} units[] = {{'h', DAY_US / 24}, {'d', DAY_US}, {'w', 7 * DAY_US}, {'y', 365 * DAY_US}};
	*us = 0;
	if (strcmp(text, "never") == 0)
		return true;
	size_t digits = strspn(text, "0123456789");
	if (digits < 1 || digits > 4 || text[digits] == 0 || text[digits + 1] != 0)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(units); i++)
		if (units[i].letter == text[digits])
			*us = strtol(text, NULL, 10) * units[i].us;
	return *us > 0;
}

static void check_words(const struct arguments *arguments, struct argp_state *state)
{
	static const char *const actions[] = {"add", "list", "revoke"};
	size_t i = 0;
	while (arguments->action && i < ARRAY_LENGTH(actions) &&
		strcmp(actions[i], arguments->action) != 0)
		i++;
	if (!arguments->action || i == ARRAY_LENGTH(actions))
		argp_error(state, "add NAME, list or revoke NAME is expected");
	if ((i == 1) == (arguments->name != NULL))
		argp_error(state, i == 1 ? "list takes no name" : "the token's name is expected");
	if (i != 0 && (arguments->machine || arguments->expires))
		argp_error(state, "--machine and --expires go with add");
	if (i != 1 && arguments->json)
		argp_error(state, "--json goes with list");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	switch (key) {
	case 'e':
		arguments->expires = arg;
		if (!parse_expiry(arg, &arguments->expires_us))
			argp_error(state,
				"bad --expires '%s': expected for example 36h, 90d, 12w, 1y or "
				"never",
				arg);
		return 0;
	case 'm':
		arguments->machine = arg;
		return 0;
	case 'j':
		arguments->json = true;
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num > 1)
			argp_error(state, "too many words: what is '%s'?", arg);
		*(state->arg_num ? &arguments->name : &arguments->action) = arg;
		return 0;
	case ARGP_KEY_END:
		check_words(arguments, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"expires", 'e', "TIME", 0, "add: for how long it is valid (default 1y; never)", 0},
	{"machine", 'm', "HOST", 0,
		"add: only for campaigns of this machine; * and ? as in file names (default any)",
		0},
	{"json", 'j', NULL, 0, "list: a JSON array, oldest first", 0},
	{0},
};

static bool add(struct store *store, const struct arguments *arguments, struct text *text,
	struct error *err)
{
	char secret[TOKEN_BYTES], *name = xstrdup(arguments->name);
	char *machine = xstrdup_null(arguments->machine);
	int64_t now = now_unix_us();
	struct token token = {name, machine, now,
		arguments->expires_us ? now + arguments->expires_us : 0, 0};
	bool ok = store_token_add(store, &token, secret, err);
	if (ok)
		text_add(text, "%s\n", secret);
	token_release(&token);
	return ok;
}

/* null where it is never. */
static json_t *time_json(int64_t us)
{
	char time[TEXT_TIME_BYTES];
	return us ? json_string(text_time(us, time)) : json_null();
}

static void list_json(struct text *text, const struct token *tokens, size_t n, int64_t now)
{
	json_t *list = json_array();
	for (size_t i = 0; i < n; i++)
		json_array_append_new(list,
			json_pack("{s:s, s:s, s:s?, s:o, s:o, s:o}", "name", tokens[i].name,
				"state", token_state_name(token_state(&tokens[i], now)), "machine",
				tokens[i].machine, "created", time_json(tokens[i].created_us),
				"expires", time_json(tokens[i].expires_us), "revoked",
				time_json(tokens[i].revoked_us)));
	char *document = json_dumps(list, JSON_INDENT(2));
	text_add(text, "%s\n", document);
	free(document);
	json_decref(list);
}

static void list_table(struct text *text, const struct token *tokens, size_t n, int64_t now)
{
	char created[TEXT_TIME_BYTES], expires[TEXT_TIME_BYTES];
	text_add(text, "%-20s  %-7s  %-10s  %-10s  %s\n", "token", "state", "created", "expires",
		"machine");
	for (size_t i = 0; i < n; i++) {
		const struct token *token = &tokens[i];
		text_time(token->created_us, created);
		text_add(text, "%-20s  %-7s  %.10s  %-10.10s  ", token->name,
			token_state_name(token_state(token, now)), created,
			token->expires_us ? text_time(token->expires_us, expires) : "never");
		text_add_line(text, token->machine ? token->machine : "any");
		text_add(text, "\n");
	}
}

static bool list(struct store *store, const struct arguments *arguments, struct text *text,
	struct error *err)
{
	struct token *tokens;
	size_t n;
	if (!store_token_list(store, &tokens, &n, err))
		return false;
	(arguments->json ? list_json : list_table)(text, tokens, n, now_unix_us());
	tokens_free(tokens, n);
	return true;
}

int cmd_token(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, "add NAME\nlist\nrevoke NAME",
		"Says who may push campaigns to this store's server. A token is printed once, when "
		"it is made, and only its digest is kept: put it into a file that nobody else can "
		"read. A revoked token stays in the list.",
		NULL, NULL, NULL};
	struct arguments arguments = {.expires_us = 365 * DAY_US};
	struct text text = TEXT_EMPTY;
	struct error err;
	command_parse(&argp, argc, argv, globals, &arguments);

	bool listing = strcmp(arguments.action, "list") == 0;
	struct store *store = command_store(globals, listing ? STORE_READ : STORE_WRITE);
	if (!store)
		return EXIT_FAILED;
	bool ok = listing ? list(store, &arguments, &text, &err)
		: strcmp(arguments.action, "add") == 0
		? add(store, &arguments, &text, &err)
		: store_token_revoke(store, arguments.name, now_unix_us(), &err);
	store_close(store);
	int code = ok ? command_write(&text) : command_fail(EXIT_FAILED, &err);
	text_release(&text);
	return code;
}
