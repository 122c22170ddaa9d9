/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every page there is; the route table in route.c says which address each answers. To add one:
 * a page-*.c, a line here, a line there.
 */
#ifndef WEB_PAGES_H
#define WEB_PAGES_H

#include "web/route.h"

page_function page_index;    /* page-index.c */
page_function page_campaign; /* page-campaign.c */
page_function page_chart;    /* page-chart.c */
page_function page_cell, page_output; /* page-cell.c */
page_function page_compare;  /* page-compare.c */
page_function page_trend;    /* page-trend.c */
page_function page_trend_png, page_trend_svg; /* page-trend-picture.c */
page_function page_mail;     /* page-mail.c */
page_function page_env;      /* page-env.c */
page_function page_fact, page_plan, page_jsonl, page_samples, page_robots; /* page-file.c */
page_function page_png, page_svg, page_pdf;                  /* page-picture.c */
page_function page_dat, page_csv, page_gnuplot, page_bench, page_json; /* page-data.c */
page_function page_feed, page_latest; /* page-feed.c */
page_function page_archive;  /* page-archive.c */
page_function page_health;                                   /* page-health.c */
page_function page_asset;                                    /* page-asset.c */

/* Takes the place of a page that could not be made. Its words come from us, never the request. */
void page_error(struct page *page, const struct request *request, int status,
	const struct error *err);

#endif
