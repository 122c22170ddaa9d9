/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What pages read from the store. Each returns 200, or another status with a line for the reader
 * in *err and nothing to release.
 */
#ifndef WEB_LOAD_H
#define WEB_LOAD_H

#include "model/series.h"
#include "model/store.h"
#include "web/request.h"

/* The campaign that the address names, in the revision that it names. */
int load_campaign(const struct request *request, struct store *store, struct campaign *campaign,
	struct error *err);

/* 410 with a line for the reader where this revision of the campaign is withdrawn, else 200. */
int load_standing(const struct campaign *campaign, struct error *err);

/*
 * Reads the environments that comparability asks for: for every variant and clock that of the
 * first boot that came up.
 */
bool load_environments(struct store *store, struct campaign *campaign, struct error *err);

/*
 * One chart (410 where it is withdrawn) with all that its series borrow from. Not to be moved:
 * set points into it.
 */
struct chart_data {
	struct campaign campaign;
	size_t chart;
	struct samples samples; /* of this chart */
	struct series_set set;
};

int load_chart(const struct request *request, const char *slug, struct store *store,
	struct chart_data *data, struct error *err);
void chart_data_release(struct chart_data *data);

#endif
