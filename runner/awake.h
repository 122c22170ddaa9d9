/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeping every CPU out of deep idle states, as long as /dev/cpu_dma_latency is held open. */
#ifndef RUNNER_AWAKE_H
#define RUNNER_AWAKE_H

#include "model/error.h"

bool awake_begin(int *fd, struct error *err);
void awake_end(int *fd); /* harmless for -1 */

#endif
