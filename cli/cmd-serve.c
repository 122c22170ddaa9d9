/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "cli/command.h"
#include "model/lock.h"
#include "runner/placement.h"
#include "model/url.h"
#include "web/listen.h"
#include "web/server.h"

struct arguments {
	const char *listen;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	if (key == ARGP_KEY_ARG)
		argp_error(state, "serve takes no argument: what is '%s'?", arg);
	if (key != 'l')
		return ARGP_ERR_UNKNOWN;
	arguments->listen = arg;
	return 0;
}

static const struct argp_option options[] = {
	{"listen", 'l', "ADDR:PORT", 0,
		"Where to listen (default 127.0.0.1:8080); [::1]:8080 for IPv6, port 0 for a free one",
		0},
	{0},
};

/*
 * While a campaign runs here, the server stays off the CPU that bound launches use: the first
 * usable one as it was when the server started.
 */
static void make_way(const char *path, unsigned bound_cpu, bool *away)
{
	char id[CAMPAIGN_ID_BYTES];
	struct error err;
	bool running = lock_holder(path, id);
	if (running != *away && placements_avoid(bound_cpu, running, &err))
		*away = running;
}

/* Until SIGINT or SIGTERM, which all threads have blocked. */
static void wait_for_signal(const char *path, const sigset_t *signals)
{
	const struct timespec second = {1, 0};
	struct placements host;
	struct error err;
	bool known = placements_of_host(&host, &err), away = false;
	while (sigtimedwait(signals, NULL, &second) < 0 && (errno == EAGAIN || errno == EINTR))
		if (known)
			make_way(path, host.first, &away);
	if (known)
		placements_release(&host);
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
	return store;
}

int cmd_serve(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, NULL,
		"Serves the store's pages over HTTP until it is interrupted. A campaign that is "
		"being measured can be watched while it grows.",
		NULL, NULL, NULL};
	struct arguments arguments = {"127.0.0.1:8080"};
	struct error err;
	sigset_t signals;
	command_parse(&argp, argc, argv, globals, &arguments);
	if (!listen_is_address(arguments.listen, &err))
		return command_fail(EXIT_USAGE, &err);

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, NULL);

	char *path = store_path(globals->store);
	if (!check_store(globals, path)) {
		free(path);
		return EXIT_FAILED;
	}
	char url[URL_BYTES];
	struct server_options server_options = {.store_path = path,
		.url = url_of_site(url),
		.listen = arguments.listen};
	struct server *server = server_start(&server_options, &err);
	int code = EXIT_FAILED;
	if (!server) {
		command_fail(EXIT_FAILED, &err);
	} else {
		fprintf(stderr, "schedlab: serving %s at %s\n", path, server_url(server));
		wait_for_signal(path, &signals);
		server_stop(server);
		code = EXIT_DONE;
	}
	free(path);
	return code;
}
