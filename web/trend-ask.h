/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which trend an address asks for, the same for the page and its pictures:
 *
 *	/trend?machine=HOST&chart=SLUG&variant=SLUG[&count=N]
 */
#ifndef WEB_TREND_ASK_H
#define WEB_TREND_ASK_H

#include "model/store-trend.h"
#include "model/text.h"
#include "web/request.h"

#define TREND_PICTURE "trend" /* what pictures are called before their scale */

struct trend_ask {
	char *host, *chart, *variant; /* NULL where it is not asked for */
	int64_t count;                /* or TREND_WHOLE */
};

/* 200, or 400 with a line for the reader. */
int trend_ask_read(struct trend_ask *ask, const struct request *request, struct error *err);
void trend_ask_release(struct trend_ask *ask);

/* Whether it names one trend, not only some. */
bool trend_ask_is_whole(const struct trend_ask *ask);

/* Adds "?machine=…" for a trend; the default is not written. */
void trend_add_query(struct text *address, const char *host, const char *chart,
	const char *variant, int64_t count);

/* 200 with the trend, or another status with a line for the reader. */
int trend_load(struct trend *trend, const struct trend_ask *ask, struct store *store,
	struct error *err);

#endif
