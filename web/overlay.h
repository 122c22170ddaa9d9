/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Series of other campaigns over a chart: ?with=ID:VARIANT, up to OVERLAYS_MAX times. A later
 * kernel is drawn over an earlier campaign without measuring that one again.
 */
#ifndef WEB_OVERLAY_H
#define WEB_OVERLAY_H

#include "model/judgement.h"
#include "web/load.h"

#define OVERLAYS_MAX 4

struct overlay {
	struct campaign campaign;
	struct samples samples; /* of the chart of the same workload, placement and unit */
	size_t variant;
	char *label; /* "6.1-rt (20261130-k3f7qd)" */
};

/* Not to be moved: series and judgement point into it. */
struct overlays {
	struct overlay overlays[OVERLAYS_MAX];
	size_t length;
	struct text query; /* that asks for them: "?with=…&with=…"; empty where there are none */
};

/*
 * What the request lays over a chart: 200 with *overlays (of length 0 where nothing is asked
 * for), or another status with a line for the reader. Their series are added to the set, after
 * those of the campaign; they have to be released after it.
 */
int overlays_load(struct overlays *overlays, const struct request *request, struct store *store,
	struct series_set *set, struct error *err);
void overlays_release(struct overlays *overlays);

/*
 * Adds to the name of a content those of the campaigns that the request lays over a chart; false
 * where one is not there.
 */
bool overlays_add_content(struct text *key, const struct request *request, struct store *store,
	void (*add)(struct text *key, const struct campaign *campaign));

/* Each beside one variant of the chart's campaign, as a family of their own. */
void overlays_judge(const struct overlays *overlays, struct judgement *judgement,
	const struct campaign *campaign, const struct samples *samples, size_t base,
	const char *chart);

#endif
