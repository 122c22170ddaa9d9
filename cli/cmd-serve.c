/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include "cli/command.h"
#include "web/server.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct server_options *options = state->input;
	switch (key) {
	case 'l':
		options->listen = arg;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "unexpected '%s'", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"listen", 'l', "ADDR:PORT", 0,
		"Where to listen (default 127.0.0.1:8080); [::1]:8080 for IPv6, port 0 for a free one",
		0},
	{0},
};

/*
 * Bound launches run on the first CPU that a process may use (runner/placement.h). A server with
 * another one to run on leaves that one alone.
 */
static void leave_first_cpu(void)
{
	enum { CPUS_MAX = 8192 };
	size_t size = CPU_ALLOC_SIZE(CPUS_MAX);
	cpu_set_t *set = CPU_ALLOC(CPUS_MAX);
	if (set && sched_getaffinity(0, size, set) == 0 && CPU_COUNT_S(size, set) > 1) {
		size_t first = 0;
		while (!CPU_ISSET_S(first, size, set))
			first++;
		CPU_CLR_S(first, size, set);
		(void)sched_setaffinity(0, size, set); /* kindness, not need */
	}
	CPU_FREE(set);
}

/*
 * A store that is not there yet is made, so that the first campaign can be watched from its first
 * sample on; one that is there need only be readable.
 */
static bool check_store(const struct globals *globals, const char *path)
{
	bool there = access(path, F_OK) == 0;
	struct store *store = command_store(globals, there ? STORE_READ : STORE_WRITE);
	store_close(store);
	return store != NULL;
}

/* The server's threads inherit the blocked signals, so that they come here. */
static int serve(const struct server_options *options)
{
	struct error err;
	sigset_t ends;
	int number = 0;
	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &ends, NULL);

	struct server *server = server_start(options, &err);
	if (!server)
		return command_fail(EXIT_FAILED, &err);
	fprintf(stderr, "serving %s\n", server_url(server));
	sigwait(&ends, &number);
	server_stop(server);
	pthread_sigmask(SIG_UNBLOCK, &ends, NULL);
	raise(number);
	return EXIT_FAILED; /* not reached: the signal's default ends the program */
}

int cmd_serve(int argc, char **argv, struct globals *globals)
{
	const struct argp argp = {options, parse, "",
		"Serve the pages of the store over HTTP until interrupted. A campaign may be running "
		"meanwhile; its pages grow.",
		NULL, NULL, NULL};
	struct server_options server_options = {.listen = "127.0.0.1:8080"};
	command_parse(&argp, argc, argv, globals, &server_options);

	char *path = store_path(globals->store);
	server_options.store_path = path;
	int code = EXIT_FAILED;
	if (check_store(globals, path)) {
		leave_first_cpu();
		code = serve(&server_options);
	}
	free(path);
	return code;
}
