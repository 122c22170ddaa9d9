/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A chart's numbers in the formats of model/formats/. */
#include "web/load.h"
#include "web/pages.h"

#include "model/formats/bench.h"
#include "model/formats/csv.h"
#include "model/formats/dat.h"
#include "model/formats/gnuplot.h"
#include "model/formats/json.h"

typedef void add_function(struct text *out, const struct chart_data *data);

static int answer(struct page *page, const struct request *request, struct store *store,
	add_function *add, struct error *err)
{
	struct chart_data data;
	int status = load_chart(request, request->words[REQUEST_CHART], store, &data, err);
	if (status != 200)
		return status;
	add(&page->body, &data);
	chart_data_release(&data);
	return 200;
}

static void add_dat(struct text *out, const struct chart_data *data)
{
	dat_add(out, &data->set);
}

int page_dat(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_DATA, "text/plain; charset=utf-8");
	return answer(page, request, store, add_dat, err);
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
	page_turn(page, PAGE_DATA, "text/plain; charset=utf-8");
	return answer(page, request, store, add_gnuplot, err);
}

static void add_bench(struct text *out, const struct chart_data *data)
{
	bench_add(out, &data->campaign, &data->samples, data->set.chart - data->campaign.charts);
}

int page_bench(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_DATA, "text/plain; charset=utf-8");
	return answer(page, request, store, add_bench, err);
}

static void add_json(struct text *out, const struct chart_data *data)
{
	json_add_chart(out, &data->set);
}

int page_json(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	page_turn(page, PAGE_DATA, "application/json");
	return answer(page, request, store, add_json, err);
}
