/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "model/whole.h"

#define BACKLOG 1024

static bool bad_address(const char *address, struct error *err)
{
	return error_set(err,
		"--listen %s: expected ADDR:PORT in numbers, such as 127.0.0.1:8080 or [::1]:8080",
		address);
}

/* getaddrinfo() takes 99999 for 34463. */
static bool is_port(const char *text)
{
	uint64_t port;
	return whole_parse(text, UINT16_MAX, &port);
}

/* Names are not looked up: what is listened on should never depend on a resolver. */
static struct addrinfo *resolve(const char *address, struct error *err)
{
	const char *colon = strrchr(address, ':');
	const char *host = address;
	size_t length = colon ? (size_t)(colon - address) : 0;
	bool bracketed = length > 2 && host[0] == '[' && host[length - 1] == ']';
	if (bracketed) {
		host++;
		length -= 2;
	}
	struct addrinfo *found = NULL;
	struct addrinfo hints = {
		.ai_family = bracketed ? AF_INET6 : AF_INET,
		.ai_socktype = SOCK_STREAM,
		.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
	};
	char *name = xstrndup(host, length);
	if (!length || !is_port(colon + 1) || getaddrinfo(name, colon + 1, &hints, &found) != 0) {
		bad_address(address, err);
		found = NULL;
	}
	free(name);
	return found;
}

bool listen_is_address(const char *address, struct error *err)
{
	struct addrinfo *found = resolve(address, err);
	if (found)
		freeaddrinfo(found);
	return found != NULL;
}

static bool explain(const char *address, struct error *err)
{
	switch (errno) {
	case EADDRINUSE:
		return error_set(err,
			"%s is in use (another schedlab serve?): choose another with --listen "
			"ADDR:PORT",
			address);
	case EADDRNOTAVAIL:
	case EAFNOSUPPORT:
		return error_set(err,
			"%s is no address of this machine: choose another with --listen ADDR:PORT",
			address);
	case EACCES:
		return error_set(err,
			"%s: ports below 1024 need a privilege: choose another with --listen "
			"ADDR:PORT",
			address);
	default:
		return error_set(err, "cannot listen on %s: %s", address, strerror(errno));
	}
}

int listen_open(const char *address, struct error *err)
{
	struct addrinfo *info = resolve(address, err);
	if (!info)
		return -1;
	static const int on = 1;
	int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	bool ok = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0;
	/* [::] does not take the IPv4 port too: what is said is what is listened on. */
	if (ok && info->ai_family == AF_INET6)
		ok = setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on)) == 0;
	ok = ok && bind(fd, info->ai_addr, info->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0;
	if (!ok) {
		explain(address, err);
		if (fd >= 0)
			close(fd);
		fd = -1;
	}
	freeaddrinfo(info);
	return fd;
}

void listen_url(int fd, char url[static LISTEN_URL_BYTES])
{
	struct sockaddr_storage address;
	socklen_t length = sizeof(address);
	char host[INET6_ADDRSTRLEN], port[8];
	url[0] = 0;
	if (getsockname(fd, (struct sockaddr *)&address, &length) != 0 ||
		getnameinfo((struct sockaddr *)&address, length, host, sizeof(host), port,
			sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV) != 0)
		return;
	bool v6 = address.ss_family == AF_INET6;
	snprintf(url, LISTEN_URL_BYTES, "http://%s%s%s:%s/", v6 ? "[" : "", host, v6 ? "]" : "",
		port);
}
