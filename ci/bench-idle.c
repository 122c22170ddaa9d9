/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What silent clients cost the others: holds half-open connections to a server, from loopback
 * addresses of 50 each, and opens again what the server cuts; meanwhile one good client asks for a
 * page at a fixed rate. A request's time runs from when it was due, so a stall counts for all that
 * would have come in it. Prints p50, p99, p99.9 and longest in ms, the server's resident memory
 * before and while they are held in MiB, and how many were held at least.
 * Usage: bench-idle PORT PATH CONNECTIONS REQUESTS RATE PID
 */
#include "model/now.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define PER_ADDRESS 50
#define EVENTS 256

struct holder {
	uint16_t port;
	int epoll;
	size_t n;
	int *fds;
	atomic_size_t held, least;
	atomic_bool ending;
};

/* From the i-th connection's own loopback address; the client's is number 0. */
static int reach(uint16_t port, size_t i)
{
	static const int on = 1;
	size_t host = i / PER_ADDRESS;
	struct sockaddr_in own = {.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(0x7f010001u + (uint32_t)(host / 250 << 8 | host % 250))};
	struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	if (bind(fd, (struct sockaddr *)&own, sizeof(own)) == 0 &&
		connect(fd, (struct sockaddr *)&server, sizeof(server)) == 0)
		return fd;
	close(fd);
	return -1;
}

static bool open_half(struct holder *holder, size_t i)
{
	static const char half[] = "GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: ";
	struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data.u64 = i};
	int fd = reach(holder->port, i);
	holder->fds[i] = fd;
	if (fd < 0)
		return false;
	if (send(fd, half, sizeof(half) - 1, MSG_NOSIGNAL) != (ssize_t)sizeof(half) - 1 ||
		epoll_ctl(holder->epoll, EPOLL_CTL_ADD, fd, &event) != 0) {
		close(fd);
		holder->fds[i] = -1;
		return false;
	}
	atomic_fetch_add(&holder->held, 1);
	return true;
}

static void *hold(void *context)
{
	struct holder *holder = context;
	struct epoll_event events[EVENTS];
	while (!atomic_load(&holder->ending)) {
		int n = epoll_wait(holder->epoll, events, EVENTS, 100);
		for (int i = 0; i < n; i++) {
			size_t at = events[i].data.u64;
			close(holder->fds[at]);
			atomic_fetch_sub(&holder->held, 1);
			if (atomic_load(&holder->held) < atomic_load(&holder->least))
				atomic_store(&holder->least, atomic_load(&holder->held));
			open_half(holder, at);
		}
	}
	return NULL;
}

/* One whole answer; false where the connection has ended. */
static bool ask(int fd, const char *request, size_t length)
{
	char answer[64 * 1024];
	size_t got = 0, wanted = 0;
	if (send(fd, request, length, MSG_NOSIGNAL) != (ssize_t)length)
		return false;
	do {
		ssize_t n = recv(fd, answer + got, sizeof(answer) - 1 - got, 0);
		if (n <= 0)
			return false;
		got += (size_t)n;
		answer[got] = 0;
		const char *end = wanted ? NULL : strstr(answer, "\r\n\r\n");
		const char *header = end ? strcasestr(answer, "\r\nContent-Length: ") : NULL;
		if (header)
			wanted = (size_t)(end + 4 - answer) + strtoul(header + 18, NULL, 10);
	} while (!wanted || got < wanted);
	return !strncmp(answer, "HTTP/1.1 200 ", 13);
}

static bool measure(uint16_t port, const char *path, size_t n, double rate, double *took_ms)
{
	char *request = xasprintf("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
	int64_t begun = now_steady_ns();
	int fd = -1;
	bool ok = true;
	for (size_t i = 0; i < n && ok; i++) {
		int64_t due = begun + (int64_t)((double)i * 1e9 / rate);
		const struct timespec until = {due / 1000000000, due % 1000000000};
		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
			;
		/* A connection has its last answer; then there is another. */
		if (fd < 0 || !ask(fd, request, strlen(request))) {
			if (fd >= 0)
				close(fd);
			fd = reach(port, (size_t)PER_ADDRESS * 1000);
			ok = fd >= 0 && ask(fd, request, strlen(request));
		}
		took_ms[i] = (double)(now_steady_ns() - due) / 1e6;
	}
	if (fd >= 0)
		close(fd);
	free(request);
	return ok;
}

static double resident_mib(const char *pid)
{
	char *path = xasprintf("/proc/%s/statm", pid);
	unsigned long pages = 0;
	FILE *file = fopen(path, "re");
	if (!file || fscanf(file, "%*u %lu", &pages) != 1)
		pages = 0;
	if (file)
		fclose(file);
	free(path);
	return (double)pages * (double)sysconf(_SC_PAGESIZE) / (1 << 20);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double quantile(const double *sorted, size_t n, double q)
{
	size_t at = (size_t)(q * (double)n);
	return sorted[at < n ? at : n - 1];
}

int main(int argc, char **argv)
{
	if (argc != 7)
		return 2;
	struct holder holder = {.port = (uint16_t)strtoul(argv[1], NULL, 10),
		.epoll = epoll_create1(EPOLL_CLOEXEC), .n = strtoul(argv[3], NULL, 10)};
	size_t requests = strtoul(argv[4], NULL, 10);
	double rate = strtod(argv[5], NULL), *took_ms = xcalloc(requests, sizeof(*took_ms));
	struct rlimit files;
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);

	double warm_ms[50], before_mib;
	bool ok = measure(holder.port, argv[2], ARRAY_LENGTH(warm_ms), rate, warm_ms);
	before_mib = resident_mib(argv[6]);
	holder.fds = xcalloc(holder.n + 1, sizeof(*holder.fds));
	for (size_t i = 0; i < holder.n && ok; i++)
		ok = open_half(&holder, i);
	atomic_store(&holder.least, holder.n);
	pthread_t thread;
	ok = ok && pthread_create(&thread, NULL, hold, &holder) == 0;
	if (!ok) {
		fprintf(stderr, "bench-idle: the server took %zu of %zu connections\n",
			atomic_load(&holder.held), holder.n);
		return 1;
	}
	sleep(1); /* they have been taken, but not yet by the server */
	ok = measure(holder.port, argv[2], requests, rate, took_ms);
	double held_mib = resident_mib(argv[6]);
	atomic_store(&holder.ending, true);
	pthread_join(thread, NULL);
	qsort(took_ms, requests, sizeof(*took_ms), compare);
	printf("%.3f %.3f %.3f %.3f %.1f %.1f %zu\n", quantile(took_ms, requests, 0.5),
		quantile(took_ms, requests, 0.99), quantile(took_ms, requests, 0.999),
		took_ms[requests - 1], before_mib, held_mib, atomic_load(&holder.least));
	return ok ? 0 : 1;
}
