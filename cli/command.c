/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/command.h"

#include "model/revision.h"

#include <errno.h>

static error_t parse_global(int key, char *arg, struct argp_state *state)
{
	struct globals *globals = state->input;
	if (key != 's')
		return ARGP_ERR_UNKNOWN;
	if (!*arg)
		argp_error(state, COMMAND_STORE_EMPTY);
	globals->store = arg;
	return 0;
}

static const struct argp_option global_options[] = {
	{"store", 's', "FILE", 0,
		"The store (else $SCHEDLAB_STORE, else schedlab/lab.db in $XDG_DATA_HOME)", 100},
	{0},
};

static const struct argp global_argp = {.options = global_options, .parser = parse_global};

/* What a command's argp and the global one get as input. */
struct inputs {
	const struct argp *command;
	void *input;
	struct globals *globals;
};

/* The root parser only hands the inputs down: child 0 is the command, child 1 the globals. */
static error_t parse_root(int key, char *arg, struct argp_state *state)
{
	struct inputs *inputs = state->input;
	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = inputs->input;
	state->child_inputs[1] = inputs->globals;
	return 0;
}

void command_parse(const struct argp *argp, int argc, char **argv, struct globals *globals,
	void *input)
{
	struct inputs inputs = {argp, input, globals};
	const struct argp_child children[] = {{argp, 0, NULL, 0}, {&global_argp, 0, NULL, 0}, {0}};
	const struct argp root = {.parser = parse_root, .children = children};
	argp_parse(&root, argc, argv, 0, NULL, &inputs);
}

error_t command_one(int key, char *arg, struct argp_state *state, const char **argument,
	const char *what)
{
	switch (key) {
	case ARGP_KEY_ARG:
		if (state->arg_num > 0)
			argp_error(state, "one %s at a time: what is '%s'?", what, arg);
		*argument = arg;
		return 0;
	case ARGP_KEY_END:
		if (!*argument)
			argp_error(state, "a %s is expected", what);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int command_fail(enum exit_code code, const struct error *err)
{
	fprintf(stderr, "schedlab: %s\n", err->message);
	return code;
}

struct store *command_store(const struct globals *globals, enum store_mode mode)
{
	struct error err;
	char *path = store_path(globals->store);
	struct store *store = store_open(path, mode, &err);
	if (!store)
		command_fail(EXIT_FAILED, &err);
	free(path);
	return store;
}

/* What "latest" stands for: allocated, NULL where the store is empty or cannot be read. */
static char *newest_id(struct store *store, struct error *err)
{
	struct campaign_brief *briefs;
	size_t n;
	if (!store_campaign_find(store, &(struct campaign_filter){.limit = 1}, &briefs, &n, err))
		return NULL;
	char *id = n ? xstrdup(briefs[0].id) : NULL;
	if (!id)
		error_set(err, "the store holds no campaign yet");
	campaign_briefs_free(briefs, n);
	return id;
}

/* Samples may be NULL: then neither they nor environments are read. */
static bool read_at(struct store *store, const char *id, unsigned revision,
	struct campaign *campaign, struct samples *samples)
{
	struct error err;
	enum store_found found = STORE_BROKEN;
	char *name = strcmp(id, "latest") == 0 ? newest_id(store, &err) : xstrdup(id);
	if (name)
		found = samples ? store_campaign_read_whole_at(store, name, revision, campaign,
					  samples, &err)
				: store_campaign_read_at(store, name, revision, campaign, &err);
	if (found == STORE_ABSENT && revision && revision != REVISION_NEWEST)
		error_set(&err, "there is no revision %u of a campaign '%s'", revision, name);
	else if (found == STORE_ABSENT)
		error_set(&err, "there is no campaign '%s' (schedlab list shows all)", name);
	if (found != STORE_FOUND)
		command_fail(EXIT_FAILED, &err);
	free(name);
	return found == STORE_FOUND;
}

bool command_campaign_whole(struct store *store, const char *id, struct campaign *campaign,
	struct samples *samples)
{
	unsigned revision = REVISION_NEWEST;
	char *name = xstrdup(id), *mark = strstr(name, "/r/");
	if (mark && revision_parse(mark + 3, &revision))
		*mark = 0;
	bool found = read_at(store, name, revision, campaign, samples);
	free(name);
	return found;
}

bool command_campaign_sealed(struct store *store, const char *id, struct campaign *campaign,
	struct samples *samples)
{
	return read_at(store, id, 0, campaign, samples);
}

bool command_load(const struct globals *globals, const char *id, struct campaign *campaign,
	struct samples *samples)
{
	struct store *store = command_store(globals, STORE_READ);
	bool found = store && command_campaign_whole(store, id, campaign, samples);
	store_close(store);
	return found;
}

bool command_campaign(struct store *store, const char *id, struct campaign *campaign)
{
	return command_campaign_whole(store, id, campaign, NULL);
}

int command_write(const struct text *text)
{
	if (text->length)
		fwrite(text->bytes, 1, text->length, stdout);
	return command_flush();
}

int command_flush(void)
{
	struct error err;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EXIT_DONE;
	error_set(&err, "stdout: %s", strerror(errno));
	return command_fail(EXIT_FAILED, &err);
}
