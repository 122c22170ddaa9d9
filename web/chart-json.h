/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A view of a chart as JSON, for programs and for the page's own script: what model/formats/json.h
 * writes, of the series that are shown, and
 *
 *	"view": the query that asks for this view, "" where nothing is asked
 *	"base": the slug of the variant that the others are compared with
 *	"rows": every x that some series has, ascending
 *	"verdicts": [{"variant", "campaign", "base", "verdict", "sentence", "basis", "change", "low",
 *	  "high", "p": of the headline}], of the campaign's family as on its page
 *	"pictures": {"zero": {"width", "height", "plot": [x, y, width, height],
 *	  "x": {"from", "to", "from_px", "to_px", "log"}, "y": …}, "zoom", "zero.narrow", …}: where
 *	  the pictures of these names show what, in their own pixels; between the ends of an axis
 *	  values go linearly, or by logarithms
 *	"series": [{…, "hue": its colour's name in the stylesheet, "points": [{…, "text",
 *	  "band_text": centre and band as the page's table writes them}]}]
 */
#ifndef WEB_CHART_JSON_H
#define WEB_CHART_JSON_H

#include "model/judgement.h"
#include "web/shown.h"

bool chart_json_add(struct text *out, const struct shown *shown, const struct judgement *judgement,
	const struct judgement *overlaid, struct error *err);

#endif
