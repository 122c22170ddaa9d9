/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/connection.h"

#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>

#include "model/now.h"
#include "web/peer.h"

#define TICK_NS (NS_PER_S / 2) /* how late a cut may be */
#define CUTS_MAX 50            /* together, then others have a moment: thousands end at once */
#define MOMENT_NS (5 * 1000 * 1000)
#define BODY_BYTES_PER_S (16 * 1024)
#define DRAIN_HEADER_S 1       /* for a request that was on its way when the end came */

struct connection {
	size_t at; /* its place in the table */
	int fd;
	enum connection_phase phase;
	unsigned requests;
	bool loopback, cut;
	bool quiet; /* when last looked at, its body had broken off */
	int64_t end_ns; /* of its phase, on CLOCK_MONOTONIC */
	char peer[PEER_BYTES], local[PEER_BYTES];
};

struct connections {
	struct connection_limits limits;
	pthread_mutex_t mutex;
	pthread_cond_t changed; /* one was opened or closed, or it is the end */
	pthread_t reaper;
	bool ending, draining;
	struct connection **open;
	uint64_t *keys; /* beside `open`: counted through for each that comes */
	size_t n, room;
	struct connection_counts counts;
};

/* The library sees the end of the stream, and closes. */
static void cut(struct connection *connection)
{
	shutdown(connection->fd, SHUT_RDWR);
	connection->cut = true;
}

/*
 * Whether the peer sends no more, and its body is not through: the library notices the end of a
 * stream only where nothing came just before it. Twice, or it may be through at this moment.
 */
static bool has_broken_off(struct connection *connection)
{
	struct pollfd end = {.fd = connection->fd, .events = POLLRDHUP};
	int unread = 0;
	if (connection->phase != CONNECTION_BODY)
		return false;
	bool was_quiet = connection->quiet;
	connection->quiet = poll(&end, 1, 0) == 1 &&
		ioctl(connection->fd, FIONREAD, &unread) == 0 && unread == 0;
	return was_quiet && connection->quiet;
}

/* Returns how long to sleep until the next look. */
static long cut_late(struct connections *connections)
{
	int64_t now = now_steady_ns();
	size_t cuts = 0;
	for (size_t i = 0; i < connections->n; i++) {
		struct connection *connection = connections->open[i];
		if (connection->cut)
			continue;
		if (has_broken_off(connection))
			cut(connection);
		if (connection->end_ns > now)
			continue;
		connections->counts.cut[connection->phase]++;
		/* What a slow reader has not read would lie in the kernel as long as it likes. */
		if (connection->phase == CONNECTION_ANSWER)
			setsockopt(connection->fd, SOL_SOCKET, SO_LINGER,
				&(struct linger){1, 0}, sizeof(struct linger));
		cut(connection);
		if (++cuts == CUTS_MAX)
			return MOMENT_NS;
	}
	return TICK_NS;
}

/* Sleeps while nobody is connected: a server beside a measurement should not tick. */
static void *reap(void *context)
{
	struct connections *connections = context;
	struct timespec sleep = {0, TICK_NS};
	pthread_mutex_lock(&connections->mutex);
	while (!connections->ending) {
		if (!connections->n) {
			pthread_cond_wait(&connections->changed, &connections->mutex);
			continue;
		}
		pthread_mutex_unlock(&connections->mutex);
		nanosleep(&sleep, NULL);
		pthread_mutex_lock(&connections->mutex);
		sleep.tv_nsec = cut_late(connections);
	}
	pthread_mutex_unlock(&connections->mutex);
	return NULL;
}

struct connections *connections_new(const struct connection_limits *limits, struct error *err)
{
	struct connections *connections = xcalloc(1, sizeof(*connections));
	pthread_condattr_t monotonic;
	connections->limits = *limits;
	pthread_mutex_init(&connections->mutex, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&connections->changed, &monotonic);
	pthread_condattr_destroy(&monotonic);
	if (pthread_create(&connections->reaper, NULL, reap, connections) == 0)
		return connections;
	pthread_cond_destroy(&connections->changed);
	pthread_mutex_destroy(&connections->mutex);
	free(connections);
	error_set(err, "cannot serve: no threads left");
	return NULL;
}

void connections_free(struct connections *connections)
{
	if (!connections)
		return;
	pthread_mutex_lock(&connections->mutex);
	connections->ending = true;
	pthread_cond_broadcast(&connections->changed);
	pthread_mutex_unlock(&connections->mutex);
	pthread_join(connections->reaper, NULL);
	pthread_cond_destroy(&connections->changed);
	pthread_mutex_destroy(&connections->mutex);
	free(connections->open);
	free(connections->keys);
	free(connections);
}

static bool is_full(const struct connections *connections, const struct sockaddr *address)
{
	const struct connection_limits *limits = &connections->limits;
	unsigned reserved = peer_is_loopback(address) ? 0 : limits->loopback;
	if (connections->draining || connections->n + reserved >= limits->connections)
		return true;
	if (!limits->per_address)
		return false;
	uint64_t key = peer_key(address);
	size_t same = 0;
	for (size_t i = 0; i < connections->n; i++)
		same += connections->keys[i] == key;
	return same >= limits->per_address;
}

bool connections_admit(struct connections *connections, const struct sockaddr *address)
{
	pthread_mutex_lock(&connections->mutex);
	bool full = is_full(connections, address);
	connections->counts.turned_away += full;
	pthread_mutex_unlock(&connections->mutex);
	return !full;
}

static void add(struct connections *connections, struct connection *connection, uint64_t key)
{
	if (connections->n == connections->room) {
		connections->room = connections->room ? 2 * connections->room : 64;
		connections->open = xreallocarray(connections->open, connections->room,
			sizeof(*connections->open));
		connections->keys = xreallocarray(connections->keys, connections->room,
			sizeof(*connections->keys));
	}
	connection->at = connections->n++;
	connections->open[connection->at] = connection;
	connections->keys[connection->at] = key;
}

static void start_phase(const struct connections *connections, struct connection *connection,
	enum connection_phase phase, uint64_t body_bytes)
{
	uint64_t seconds = connections->limits.time_s[phase];
	if (phase == CONNECTION_BODY)
		seconds += body_bytes / BODY_BYTES_PER_S;
	connection->phase = phase;
	connection->quiet = false;
	connection->end_ns = now_steady_ns() + (int64_t)seconds * NS_PER_S;
}

struct connection *connection_open(struct connections *connections, int fd,
	const struct sockaddr *address)
{
	struct connection *connection = xcalloc(1, sizeof(*connection));
	struct sockaddr_storage local = {0};
	socklen_t length = sizeof(local);
	connection->fd = fd;
	connection->loopback = peer_is_loopback(address);
	peer_text(address, connection->peer);
	if (getsockname(fd, (struct sockaddr *)&local, &length) == 0)
		peer_text((const struct sockaddr *)&local, connection->local);
	pthread_mutex_lock(&connections->mutex);
	start_phase(connections, connection, CONNECTION_HEADER, 0);
	add(connections, connection, peer_key(address));
	connections->counts.opened++;
	if (connections->n == 1)
		pthread_cond_broadcast(&connections->changed);
	pthread_mutex_unlock(&connections->mutex);
	return connection;
}

void connection_close(struct connections *connections, struct connection *connection)
{
	pthread_mutex_lock(&connections->mutex);
	size_t at = connection->at, last = --connections->n;
	connections->open[at] = connections->open[last];
	connections->keys[at] = connections->keys[last];
	connections->open[at]->at = at;
	if (connections->draining)
		pthread_cond_broadcast(&connections->changed);
	pthread_mutex_unlock(&connections->mutex);
	free(connection);
}

bool connection_enter(struct connections *connections, struct connection *connection,
	enum connection_phase phase, uint64_t body_bytes)
{
	pthread_mutex_lock(&connections->mutex);
	if (phase != CONNECTION_HEADER) {
		start_phase(connections, connection, phase, body_bytes);
	} else {
		connection->requests++;
		/* The first request's header has begun with the connection. */
		if (connection->phase == CONNECTION_IDLE)
			start_phase(connections, connection, phase, 0);
	}
	bool last =
		connections->draining || connection->requests >= connections->limits.requests;
	if (phase == CONNECTION_IDLE && last && !connection->cut)
		cut(connection);
	pthread_mutex_unlock(&connections->mutex);
	return last;
}

const char *connection_peer(const struct connection *connection)
{
	return connection->peer;
}

const char *connection_local(const struct connection *connection)
{
	return connection->local;
}

bool connection_is_loopback(const struct connection *connection)
{
	return connection->loopback;
}

static void cut_unused(struct connections *connections)
{
	int64_t latest = now_steady_ns() + (int64_t)DRAIN_HEADER_S * NS_PER_S;
	for (size_t i = 0; i < connections->n; i++) {
		struct connection *connection = connections->open[i];
		if (connection->phase == CONNECTION_IDLE && !connection->cut)
			cut(connection);
		else if (connection->phase == CONNECTION_HEADER && connection->end_ns > latest)
			connection->end_ns = latest;
	}
}

void connections_drain(struct connections *connections, unsigned seconds)
{
	struct timespec end;
	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += seconds;
	pthread_mutex_lock(&connections->mutex);
	connections->draining = true;
	cut_unused(connections);
	while (connections->n && pthread_cond_timedwait(&connections->changed,
					 &connections->mutex, &end) == 0)
		;
	pthread_mutex_unlock(&connections->mutex);
}

struct connection_counts connections_count(struct connections *connections)
{
	pthread_mutex_lock(&connections->mutex);
	struct connection_counts counts = connections->counts;
	counts.open = connections->n;
	pthread_mutex_unlock(&connections->mutex);
	return counts;
}
