/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <jansson.h>

#include "cli/command.h"
#include "model/lock.h"

struct arguments {
	bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	if (key == ARGP_KEY_ARG)
		argp_error(state, "list takes no argument: what is '%s'?", arg);
	if (key != 'j')
		return ARGP_ERR_UNKNOWN;
	arguments->json = true;
	return 0;
}

static const struct argp_option options[] = {
	{"json", 'j', NULL, 0, "A JSON array, newest first", 0}, {0}};

/* "complete", "running", or "open" where nobody is measuring it. */
static const char *state_of(const struct campaign_brief *brief, const char *running_id)
{
	if (brief->state == CAMPAIGN_OPEN && strcmp(brief->id, running_id) == 0)
		return "running";
	return campaign_state_name(brief->state);
}

static json_t *brief_json(const struct campaign_brief *brief, const char *running_id)
{
	char started[TEXT_TIME_BYTES];
	return json_pack(
		"{s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:i, s:b}", "id", brief->id,
		"title", brief->title, "state", state_of(brief, running_id), "started",
		text_time(brief->started_us, started), "host", brief->host, "machine",
		brief->machine, "variants", (int)brief->variants, "cells", (int)brief->cells,
		"launches", (int)brief->samples, "expected", (int)brief->expected, "failed",
		(int)brief->failed, "amendments", (int)brief->amendments, "withdrawn",
		brief->withdrawn);
}

static void add_json(struct text *text, const struct campaign_brief *briefs, size_t n,
	const char *running_id)
{
	json_t *list = json_array();
	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, brief_json(&briefs[i], running_id));
	char *document = json_dumps(list, JSON_INDENT(2));
	text_add(text, "%s\n", document);
	free(document);
	json_decref(list);
}

static void add_table(struct text *text, const struct campaign_brief *briefs, size_t n,
	const char *running_id)
{
	char started[TEXT_TIME_BYTES];
	text_add(text, "%-15s  %-17s  %-9s  %13s  %6s  %s\n", "campaign", "started (UTC)", "state",
		"launches", "failed", "title");
	for (size_t i = 0; i < n; i++) {
		const struct campaign_brief *brief = &briefs[i];
		text_time(brief->started_us, started);
		started[10] = ' ';
		text_add(text, "%-15s  %-17.16s  %-9s  %6u/%-6u  %6u  ", brief->id, started,
			brief->withdrawn ? "withdrawn" : state_of(brief, running_id),
			brief->samples, brief->expected, brief->failed);
		text_add_line(text, brief->title);
		text_add(text, "\n");
	}
}

int cmd_list(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, NULL,
		"Lists the campaigns of the store, newest first.", NULL, NULL, NULL};
	struct arguments arguments = {false};
	struct campaign_brief *briefs;
	struct error err;
	size_t n;
	command_parse(&argp, argc, argv, globals, &arguments);

	struct store *store = command_store(globals, STORE_READ);
	if (!store)
		return EXIT_FAILED;
	if (!store_campaign_list(store, &briefs, &n, &err)) {
		store_close(store);
		return command_fail(EXIT_FAILED, &err);
	}
	store_close(store);

	char running_id[CAMPAIGN_ID_BYTES], *path = store_path(globals->store);
	struct text text = TEXT_EMPTY;
	lock_holder(path, running_id);
	(arguments.json ? add_json : add_table)(&text, briefs, n, running_id);
	int code = command_write(&text);
	text_release(&text);
	free(path);
	campaign_briefs_free(briefs, n);
	return code;
}
