/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A chart's numbers in the formats of model/formats/. */
#include "web/chart-json.h"
#include "web/lasting.h"
#include "web/pages.h"
#include "web/shown.h"

#include "model/formats/bench.h"
#include "model/formats/csv.h"
#include "model/formats/dat.h"
#include "model/formats/gnuplot.h"

/* Formats of every sample know nothing of views. */
typedef void add_function(struct text *out, const struct chart_data *data);

static int answer(struct page *page, const struct request *request, struct store *store,
	add_function *add, struct error *err)
{
	struct chart_data data;
	int status = load_chart(request, request->words[REQUEST_CHART], store, &data, err);
	if (status != 200)
		return status;
	add(&page->body, &data);
	page->cache = lasting_cache(request, &data.campaign);
	chart_data_release(&data);
	return 200;
}

int page_dat(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct shown shown;
	page_turn(page, PAGE_DATA, PAGE_TYPE_PLAIN);
	int status = shown_load(&shown, request, request->words[REQUEST_CHART], store, err);
	if (status != 200)
		return status;
	dat_add(&page->body, &shown.set);
	page->cache = lasting_cache(request, &shown.data.campaign);
	shown_release(&shown);
	return 200;
}

static void add_csv(struct text *out, const struct chart_data *data)
{
	csv_add_header(out);
	csv_add_samples(out, &data->campaign, &data->samples);
}

int page_csv(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_DATA, "text/csv; charset=utf-8; header=present");
	const char *revision = request->words[REQUEST_REVISION];
	snprintf(page->filename, sizeof(page->filename), "%.16s.%s%.4s%s%.64s.csv",
		request->words[REQUEST_ID], revision[0] ? "r" : "", revision,
		revision[0] ? "." : "", request->words[REQUEST_CHART]);
	return answer(page, request, store, add_csv, err);
}

static void add_gnuplot(struct text *out, const struct chart_data *data)
{
	gnuplot_add(out, &data->set);
}

int page_gnuplot(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_DATA, PAGE_TYPE_PLAIN);
	return answer(page, request, store, add_gnuplot, err);
}

static void add_bench(struct text *out, const struct chart_data *data)
{
	bench_add(out, &data->campaign, &data->samples, data->set.chart - data->campaign.charts);
}

int page_bench(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_DATA, PAGE_TYPE_PLAIN);
	return answer(page, request, store, add_bench, err);
}

int page_json(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct shown shown;
	struct shown_verdicts verdicts;
	page_turn(page, PAGE_DATA, "application/json");
	int status = shown_load(&shown, request, request->words[REQUEST_CHART], store, err);
	if (status != 200)
		return status;
	if (!shown_judge(&verdicts, &shown, store, err) ||
		!chart_json_add(&page->body, &shown, &verdicts.judgement, &verdicts.overlaid, err))
		status = 500;
	page->cache = lasting_cache(request, &shown.data.campaign);
	shown_verdicts_release(&verdicts);
	shown_release(&shown);
	return status;
}
