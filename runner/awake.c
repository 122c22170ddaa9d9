/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/awake.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define LATENCY_FILE "/dev/cpu_dma_latency"

bool awake_begin(int *fd, struct error *err)
{
	const int32_t latency_us = 0;
	*fd = open(LATENCY_FILE, O_WRONLY | O_CLOEXEC);
	if (*fd >= 0 && write(*fd, &latency_us, sizeof(latency_us)) == sizeof(latency_us))
		return true;
	error_set(err, "cpu_dma_latency: %s: %s", LATENCY_FILE, strerror(errno));
	awake_end(fd);
	return false;
}

void awake_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}
