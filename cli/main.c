/* SPDX-License-Identifier: GPL-2.0-or-later */
/* schedlab COMMAND …: the table of commands and the way to them. */
#include <locale.h>
#include <signal.h>
#include <sodium.h>
#include <unistd.h>

#include "cli/command.h"

const char *argp_program_version = "schedlab " SCHEDLAB_VERSION;

static const struct command {
	const char *name;
	command_function *run;
	const char *summary;
} commands[] = {
	{"plan", cmd_plan, "Show what a plan comes to here; measure nothing"},
	{"run", cmd_run, "Measure a plan"},
	{"resume", cmd_resume, "Continue a campaign that was interrupted"},
	{"list", cmd_list, "List the campaigns of the store"},
	{"show", cmd_show, "Print a campaign's numbers as text"},
	{"compare", cmd_compare, "Say what was proven of variants beside a baseline"},
	{"check", cmd_check, "Fail where a campaign is slower than another"},
	{"export", cmd_export, "Write a campaign in another form"},
	{"amend", cmd_amend, "Correct what is published: dated, signed, with its reason"},
	{"import", cmd_import, "Take in a campaign, or what other benchmarks printed"},
	{"render", cmd_render, "Draw a campaign's charts into a folder"},
	{"page", cmd_page, "Print a page without a server"},
	{"serve", cmd_serve, "Serve the store's pages over HTTP"},
	{"push", cmd_push, "Upload a campaign to another schedlab's server"},
	{"site", cmd_site, "Write the whole lab as static files"},
	{"token", cmd_token, "Say who may push campaigns to this store"},
	{"doctor", cmd_doctor, "Say what here makes results hard to compare"},
	{"verify", cmd_verify, "Recompute the digests of complete campaigns"},
};

struct choice {
	struct globals globals;
	int command_at; /* index into argv, 0 where none was given */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct choice *choice = state->input;
	switch (key) {
	case 's':
		if (!*arg)
			argp_error(state, COMMAND_STORE_EMPTY);
		choice->globals.store = arg;
		return 0;
	case ARGP_KEY_ARG: /* the rest is the command's */
		choice->command_at = state->next - 1;
		state->next = state->argc;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"store", 's', "FILE", 0,
		"The store (else $SCHEDLAB_STORE, else schedlab/lab.db in $XDG_DATA_HOME)", 0},
	{0},
};

/* --help is written from the table. */
static char *list_commands(int key, const char *text, void *input)
{
	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)(uintptr_t)text;
	struct text help = TEXT_EMPTY;
	text_add(&help, "Commands:\n");
	for (size_t i = 0; i < ARRAY_LENGTH(commands); i++)
		text_add(&help, "  %-8s %s\n", commands[i].name, commands[i].summary);
	text_add(&help,
		"\n`schedlab COMMAND --help` tells more. Exit codes: 0 done, 1 failed, 2 usage, 3 "
		"done but some cells failed, 4 a regression was found, 130 and 143 by signal.");
	return text_take(&help);
}

static const struct command *find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(commands); i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

/* --help and --version leave the program inside argp, which does not look whether they came out. */
static void check_output(int status, void *unused)
{
	(void)unused;
	if (status == EXIT_DONE && command_flush() != EXIT_DONE)
		_exit(EXIT_FAILED);
}

int main(int argc, char **argv)
{
	const struct argp argp = {options, parse, "COMMAND …",
		"Runs a matrix of scheduler benchmarks over kernels, draws every result zero-based "
		"and zoomed, and serves it on pages that can be linked.\v",
		NULL, list_commands, NULL};
	struct choice choice = {{NULL}, 0};

	setlocale(LC_CTYPE, "C.UTF-8"); /* names are UTF-8; numbers stay the C locale's */
	signal(SIGPIPE, SIG_IGN);       /* a closed pipe is a failed write like any other, */
	signal(SIGXFSZ, SIG_IGN);       /* and so is a file that may not grow */
	if (sodium_init() < 0) {
		fputs("schedlab: no source of random numbers\n", stderr);
		return EXIT_FAILED;
	}
	on_exit(check_output, NULL);
	argp_err_exit_status = EXIT_USAGE;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &choice);
	if (!choice.command_at) {
		fputs("schedlab: a command is expected (schedlab --help lists all)\n", stderr);
		return EXIT_USAGE;
	}

	const char *name = argv[choice.command_at];
	const struct command *command = find(name);
	if (!command) {
		fprintf(stderr, "schedlab: there is no command '%s' (schedlab --help lists all)\n",
			name);
		return EXIT_USAGE;
	}
	char title[64];
	snprintf(title, sizeof(title), "schedlab %s", command->name);
	argv[choice.command_at] = title;
	return command->run(argc - choice.command_at, argv + choice.command_at, &choice.globals);
}
