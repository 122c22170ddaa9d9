/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether two variants may be compared, to be said before any verdict: the fields in which they
 * differ beyond what the plan varies, options of the scheduler first. Jitter (exact MHz, boot
 * ids, dates) is no difference. Pure functions over what was recorded.
 */
#ifndef MODEL_COMPARABILITY_H
#define MODEL_COMPARABILITY_H

#include "model/campaign.h"
#include "model/kconfig.h"

enum comparability_weight {
	COMPARABILITY_REFUSED, /* not comparable: no verdict is given */
	COMPARABILITY_DIFFERS, /* named beside the verdict */
	COMPARABILITY_PLANNED, /* differs because the plan says so */
	COMPARABILITY_NOTE     /* worth knowing: same config, label against config, … */
};

struct comparability_item {
	enum comparability_weight weight;
	char *field; /* "CONFIG_PREEMPT_RT", "clocksource", "config", "label" … */
	char *a, *b; /* the two values, NULL where the item is a sentence alone */
	char *text;  /* one line: "CONFIG_HZ: 250 -> 1000", "the configs of x and y are …" */
};

/* Items are ordered by weight, and inside one as they should be shown. */
struct comparability {
	struct comparability_item *items;
	size_t length;
	bool refused;       /* some item refuses */
	bool differs;       /* some item differs beyond the plan */
	size_t config_rest; /* options that differ and do not matter for scheduling */
};

/* One side. Everything is borrowed. */
struct comparability_side {
	const struct campaign *campaign;
	unsigned variant;
	const struct campaign_chart *chart; /* NULL: only what holds for any chart */
	const struct environment *env;      /* of a boot that came up; NULL: nothing is known */
};

/*
 * The side of a variant in a chart (index, SIZE_MAX for none). Its environment is that of the
 * first boot that came up under the chart's clock (without a chart: wall, where there is one),
 * where the campaign was read with them.
 */
struct comparability_side comparability_side(const struct campaign *campaign, unsigned variant,
	size_t chart);

/*
 * Why the values of two charts are of different kinds; NULL where they are not. The caller frees
 * it. Cells counted over different trips are the comparison's to leave out, one by one.
 */
char *comparability_charts(const struct campaign_chart *a, const struct campaign_chart *b);

/* Why charts that may be laid side by side get no verdict all the same; NULL where they may. */
const char *comparability_emulated(const struct campaign_chart *a, const struct campaign_chart *b);

/* a is the baseline. Sides may be of two campaigns. */
void comparability_init(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b);
void comparability_release(struct comparability *comparability);

#endif
