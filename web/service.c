/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/service.h"

#include <fcntl.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

bool service_sockets(int *sockets, size_t room, size_t *n, struct error *err)
{
	int count = sd_listen_fds(1);
	*n = 0;
	if (count < 0)
		return error_set(err, "LISTEN_FDS: %s", strerror(-count));
	if ((size_t)count > room)
		return error_set(err, "LISTEN_FDS: %d sockets are more than %zu", count, room);
	for (int i = 0; i < count; i++) {
		int fd = SD_LISTEN_FDS_START + i;
		if (sd_is_socket_inet(fd, AF_UNSPEC, SOCK_STREAM, 1, 0) <= 0)
			return error_set(err,
				"LISTEN_FDS: descriptor %d is no listening TCP socket", fd);
		int flags = fcntl(fd, F_GETFL);
		if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0)
			return error_set(err, "LISTEN_FDS: descriptor %d cannot be set up", fd);
		sockets[(*n)++] = fd;
	}
	return true;
}

void service_ready(const char *status)
{
	sd_notifyf(0, "READY=1\nSTATUS=%s", status);
}

void service_stopping(void)
{
	sd_notify(0, "STOPPING=1");
}

void service_alive(void)
{
	sd_notify(0, "WATCHDOG=1");
}

unsigned service_alive_ms(void)
{
	uint64_t us;
	if (sd_watchdog_enabled(0, &us) <= 0)
		return 0;
	uint64_t half_ms = us / 2000;
	return half_ms < 1 ? 1 : half_ms > 60000 ? 60000 : (unsigned)half_ms;
}
