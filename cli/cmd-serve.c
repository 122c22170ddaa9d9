/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/serve-options.h"
#include "model/lock.h"
#include "runner/placement.h"
#include "web/service.h"

#define DRAIN_S 10
#define DEFAULT_ADDRESS "127.0.0.1:8080"

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

/* The next signal within that time, 0 where there is none. */
static int next_signal(const sigset_t *signals, unsigned ms)
{
	const struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};
	int number = sigtimedwait(signals, NULL, &time);
	return number < 0 ? 0 : number;
}

/* Until SIGINT or SIGTERM, which all threads have blocked. */
static void wait_for_end(const char *path, const sigset_t *signals, struct log *log)
{
	struct placements host;
	struct error err;
	bool known = placements_of_host(&host, &err), away = false;
	unsigned alive_ms = service_alive_ms();
	unsigned tick_ms = alive_ms && alive_ms < 1000 ? alive_ms : 1000;
	int number = 0;
	while (number != SIGINT && number != SIGTERM) {
		number = next_signal(signals, tick_ms);
		if (number == SIGHUP)
			log_reopen(log);
		if (known)
			make_way(path, host.first, &away);
		if (alive_ms)
			service_alive();
	}
	if (known)
		placements_release(&host);
}

/*
 * A store that is not there yet is made, so that the first campaign can be watched from its first
 * sample on; one that is there need only be readable. `only`: nothing is made.
 */
static bool check_store(const struct globals *globals, const char *path, bool only)
{
	bool there = access(path, F_OK) == 0;
	if (only && !there)
		return true;
	struct store *store = command_store(globals, there ? STORE_READ : STORE_WRITE);
	store_close(store);
	return store;
}

static int serve(struct serve_options *options, const sigset_t *signals)
{
	struct error err;
	struct server *server = server_start(&options->server, &err);
	if (!server)
		return command_fail(EXIT_FAILED, &err);
	const char *path = options->server.store_path, *url;
	for (size_t i = 0; (url = server_url(server, i)); i++)
		fprintf(stderr, "schedlab: serving %s at %s\n", path, url);
	service_ready(server_url(server, 0));
	wait_for_end(path, signals, options->server.log);
	service_stopping();
	server_drain(server, DRAIN_S);
	server_stop(server);
	return EXIT_DONE;
}

/* Sockets from systemd come instead of the default address, and beside those that were given. */
static bool choose_sockets(struct serve_options *options, int sockets[static SERVER_LISTEN_MAX],
	struct error *err)
{
	struct server_options *server = &options->server;
	server->sockets = sockets;
	size_t room = SERVER_LISTEN_MAX - server->listen_n;
	if (!service_sockets(sockets, room, &server->sockets_n, err))
		return false;
	if (!server->sockets_n && !server->listen_n)
		options->listen[server->listen_n++] = DEFAULT_ADDRESS;
	return true;
}

static int run(struct serve_options *options, const struct globals *globals,
	const sigset_t *signals)
{
	struct error err;
	int sockets[SERVER_LISTEN_MAX], code = EXIT_FAILED;
	char *path = store_path(globals->store);
	struct log *log = log_new(options->access_log, &err);
	options->server.store_path = path;
	options->server.log = log;
	if (!log || !choose_sockets(options, sockets, &err)) {
		command_fail(EXIT_FAILED, &err);
	} else if (check_store(globals, path, options->check)) {
		code = options->check ? EXIT_DONE : serve(options, signals);
		if (options->check)
			puts("ok");
	}
	log_free(log);
	free(path);
	return code;
}

int cmd_serve(int argc, char **argv, struct globals *globals)
{
	struct serve_options options;
	struct error err;
	sigset_t signals;
	serve_options_default(&options);
	command_parse(&serve_argp, argc, argv, globals, &options);
	if (!serve_options_finish(&options, &err))
		return command_fail(EXIT_USAGE, &err);

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	return run(&options, globals, &signals);
}
