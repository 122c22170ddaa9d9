/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The commands. Each is one file cmd-*.c with functions of one shape; the table is in main.c.
 * Only cli/ prints to the terminal: the result on stdout, everything else on stderr.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <argp.h>
#include <stdbool.h>

#include "model/store.h"
#include "model/text.h"

enum exit_code {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,        /* wrong words on the command line, or in a plan */
	EXIT_CELLS_FAILED = 3, /* done, but some cells have no value */
	EXIT_REGRESSION = 4,   /* `check` found one */
	/* by SIGINT 130, by SIGTERM 143 */
};

/* Options that every command takes, before its name or after it. */
struct globals {
	const char *store; /* as given, NULL = by environment; never empty */
};

/* --store "$UNSET" must not be the store that is meant without it. */
#define COMMAND_STORE_EMPTY "--store: the name of a file is expected"

typedef int command_function(int argc, char **argv, struct globals *globals);

command_function cmd_plan, cmd_run, cmd_resume, cmd_list, cmd_show, cmd_export, cmd_import,
	cmd_verify, cmd_render, cmd_page, cmd_serve, cmd_amend, cmd_compare, cmd_check, cmd_doctor,
	cmd_token, cmd_push, cmd_site;

/*
 * Parses a command's words with its own argp plus the global options; `input` is what its
 * parser gets as state->input. Ends the program on --help (0) and on usage errors (2).
 */
void command_parse(const struct argp *argp, int argc, char **argv, struct globals *globals,
	void *input);

/*
 * For a command of exactly one argument, called for the keys it does not know itself: puts the
 * argument into *argument, or ends the program: "a campaign id is expected".
 */
error_t command_one(int key, char *arg, struct argp_state *state, const char **argument,
	const char *what);

/* Prints "schedlab: …" on stderr and gives back the code, for `return command_fail(…)`. */
int command_fail(enum exit_code code, const struct error *err);

/* Opens the store that the globals name; NULL after saying why not. */
struct store *command_store(const struct globals *globals, enum store_mode mode);

/*
 * Reads one campaign by id; false after saying why not. "latest" is the newest one, and "ID/r/2"
 * an earlier revision; else it is the newest revision. campaign_whole also reads environments
 * and samples.
 */
bool command_campaign(struct store *store, const char *id, struct campaign *campaign);
bool command_campaign_whole(struct store *store, const char *id, struct campaign *campaign,
	struct samples *samples);

/* As it was sealed, with its amendments beside it: for the canonical form and its digest. */
bool command_campaign_sealed(struct store *store, const char *id, struct campaign *campaign,
	struct samples *samples);

/* campaign_whole for a command that needs nothing else of the store, which it opens and closes. */
bool command_load(const struct globals *globals, const char *id, struct campaign *campaign,
	struct samples *samples);

/* Writes everything to stdout; EXIT_DONE, or EXIT_FAILED after saying why. */
int command_write(const struct text *text);

/* The same for what was printed to stdout piece by piece. */
int command_flush(void);

#endif
