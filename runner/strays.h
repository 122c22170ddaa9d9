/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Strays: processes that left their group and, orphaned, came back to us as subreaper. They are
 * the children we have after a launch and did not have before it.
 */
#ifndef RUNNER_STRAYS_H
#define RUNNER_STRAYS_H

#include <sys/types.h>

#include "model/base.h"

struct strays {
	pid_t *known; /* our children before */
	size_t known_n;
};

void strays_begin(struct strays *strays);

/*
 * Kills and reaps every child that was not there at strays_begin(), and what comes back to us
 * when those die, adding to *killed. False where some of them would not go.
 */
bool strays_end(struct strays *strays, unsigned *killed);
void strays_release(struct strays *strays);

#endif
