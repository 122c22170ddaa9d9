/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What time it is, on the two clocks there are. */
#ifndef MODEL_NOW_H
#define MODEL_NOW_H

#include "model/base.h"

#define NS_PER_S INT64_C(1000000000)

/* Since 1970, UTC: what is kept and shown. It may be set, also backwards. */
int64_t now_unix_us(void);

/* Of a clock that only goes forward, CLOCK_MONOTONIC: for waiting and for how long things took. */
int64_t now_steady_ns(void);

#endif
