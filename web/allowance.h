/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much each address may fail and each token may upload. Kept in memory alone: a restart
 * forgets it, which nobody outside can bring about. Times are milliseconds of a clock that only
 * goes forward; the latest that any caller had is now. Safe from any thread.
 */
#ifndef WEB_ALLOWANCE_H
#define WEB_ALLOWANCE_H

#include <sys/socket.h>

#include "model/base.h"

#define ALLOWANCE_FAILURES 10                         /* wrong tokens a minute from an address */
#define ALLOWANCE_BURST 20                            /* uploads at once; then one a second */
#define ALLOWANCE_DAY_BYTES (UINT64_C(1) << 30)       /* a token's bytes in 24 hours */

struct allowance;

struct allowance *allowance_new(void);
void allowance_free(struct allowance *allowance); /* NULL is fine */

/*
 * Whether an address (peer_key() says what is one) has failed too often: in how many seconds it
 * may try again, 0 at once.
 */
unsigned allowance_wait_s(struct allowance *allowance, const struct sockaddr *address,
	uint64_t now_ms);
void allowance_fail(struct allowance *allowance, const struct sockaddr *address,
	uint64_t now_ms);

/*
 * One more upload of that many bytes with a token: 0, and it counts; or the number of seconds
 * after which it may be tried again, and it does not.
 */
unsigned allowance_take(struct allowance *allowance, const char *token, uint64_t bytes,
	uint64_t now_ms);

/* What of these bytes never came. */
void allowance_give_back(struct allowance *allowance, const char *token, uint64_t bytes);

#endif
