/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/trend-ask.h"

#include "model/whole.h"
#include "web/query.h"

#define COUNT_MAX 999999999

static bool parse_count(const char *word, int64_t *count)
{
	uint64_t number;
	if (!whole_parse_address(word, COUNT_MAX, &number))
		return false;
	*count = (int64_t)number;
	return true;
}

int trend_ask_read(struct trend_ask *ask, const struct request *request, struct error *err)
{
	char *count = query_value(request->query, "count", 0);
	*ask = (struct trend_ask){query_value(request->query, "machine", 0),
		query_value(request->query, "chart", 0),
		query_value(request->query, "variant", 0), TREND_WHOLE};
	bool ok = !query_has(request->query, "count", 0) ||
		(count && parse_count(count, &ask->count)) ||
		error_set(err, "count is a number of what is swept, such as 24");
	free(count);
	if (!ok)
		trend_ask_release(ask);
	return ok ? 200 : 400;
}

void trend_ask_release(struct trend_ask *ask)
{
	free(ask->host);
	free(ask->chart);
	free(ask->variant);
	*ask = (struct trend_ask){0};
}

bool trend_ask_is_whole(const struct trend_ask *ask)
{
	return ask->host && ask->chart && ask->variant;
}

void trend_add_query(struct text *address, const char *host, const char *chart,
	const char *variant, int64_t count)
{
	char number[24];
	bool first = true;
	query_add(address, &first, "machine", host);
	query_add(address, &first, "chart", chart);
	query_add(address, &first, "variant", variant);
	if (count == TREND_WHOLE)
		return;
	snprintf(number, sizeof(number), "%lld", (long long)count);
	query_add(address, &first, "count", number);
}

int trend_load(struct trend *trend, const struct trend_ask *ask, struct store *store,
	struct error *err)
{
	switch (store_trend_read(store, ask->host, ask->chart, ask->variant, ask->count, trend,
		err)) {
	case STORE_FOUND:
		return 200;
	case STORE_ABSENT:
		error_set(err, "no complete campaign of that machine has such a chart, variant and "
			       "count");
		return 404;
	case STORE_BROKEN:
		break;
	}
	return 500;
}
