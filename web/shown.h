/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chart as it was asked for: its page, its pictures and its data all begin with this, so the
 * same query shows the same numbers in all of them.
 */
#ifndef WEB_SHOWN_H
#define WEB_SHOWN_H

#include "web/load.h"
#include "web/overlay.h"
#include "web/view.h"

/* Not to be moved: sets and overlays point into it. */
struct shown {
	struct chart_data data; /* data.set: all series as measured, then those laid over */
	struct overlays overlays;
	struct view view;
	struct series_set set; /* what the view makes of them */
};

/* 200, or another status with a line for the reader and nothing to release. */
int shown_load(struct shown *shown, const struct request *request, const char *slug,
	struct store *store, struct error *err);
void shown_release(struct shown *shown);

/*
 * What is proven of it, in two families: of the campaign's variants in all its charts, and of what
 * is laid over this one. Points into *shown.
 */
struct shown_verdicts {
	struct samples samples;
	struct judgement judgement, overlaid;
};

bool shown_judge(struct shown_verdicts *verdicts, struct shown *shown, struct store *store,
	struct error *err);
void shown_verdicts_release(struct shown_verdicts *verdicts);

/*
 * Adds the query that asks for a view of this chart, with what is laid over it: "?with=…&x=4..64".
 * The view may be a changed copy.
 */
void shown_add_query(struct text *address, const struct shown *shown, const struct view *view);

#endif
