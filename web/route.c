/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/route.h"

#include "web/pages.h"

/* The first that matches counts: a longer ending comes before a shorter one. */
static const struct route routes[] = {
	{"/", page_index, false},
	{"/compare", page_compare, false},
	{"/trend", page_trend, false},
	{"/CHART.png", page_trend_png, false},
	{"/CHART.svg", page_trend_svg, false},
	{"/c/ID.jsonl", page_jsonl, false},
	{"/c/ID.txt", page_mail, false},
	{"/c/ID.csv", page_samples, false},
	{"/c/ID.tar.xz", page_archive, false},
	{"/c/ID", page_campaign, false},
	{"/c/ID/plan.yaml", page_plan, false},
	{"/c/ID/env", page_env, false},
	{"/c/ID/env/VARIANT/FACT", page_fact, false},
	{"/c/ID/env/VARIANT/ENTRY/FACT", page_fact, false},
	{"/c/ID/CHART.png", page_png, false},
	{"/c/ID/CHART.svg", page_svg, false},
	{"/c/ID/CHART.pdf", page_pdf, false},
	{"/c/ID/CHART.dat", page_dat, false},
	{"/c/ID/CHART.csv", page_csv, false},
	{"/c/ID/CHART.gp", page_gnuplot, false},
	{"/c/ID/CHART.bench", page_bench, false},
	{"/c/ID/CHART.json", page_json, false},
	{"/c/ID/CHART", page_chart, false},
	{"/c/ID/r/N.txt", page_mail, false},
	{"/c/ID/r/N", page_campaign, false},
	{"/c/ID/r/N/env", page_env, false},
	{"/c/ID/r/N/CHART.png", page_png, false},
	{"/c/ID/r/N/CHART.svg", page_svg, false},
	{"/c/ID/r/N/CHART.pdf", page_pdf, false},
	{"/c/ID/r/N/CHART.dat", page_dat, false},
	{"/c/ID/r/N/CHART.csv", page_csv, false},
	{"/c/ID/r/N/CHART.gp", page_gnuplot, false},
	{"/c/ID/r/N/CHART.bench", page_bench, false},
	{"/c/ID/r/N/CHART.json", page_json, false},
	{"/c/ID/r/N/CHART", page_chart, false},
	{"/c/ID/r/N/CHART/VARIANT/COUNT", page_cell, false},
	{"/c/ID/r/N/CHART/VARIANT/COUNT/LAUNCH.txt", page_output, false},
	{"/c/ID/CHART/VARIANT/COUNT", page_cell, false},
	{"/c/ID/CHART/VARIANT/COUNT/LAUNCH.txt", page_output, false},
	{"/latest", page_latest, false},
	{"/feed.atom", page_feed, false},
	{"/feed/machine/MACHINE.atom", page_feed, false},
	{"/feed/variant/VARIANT.atom", page_feed, false},
	{"/static/HASH/FILE", page_asset, true},
	{"/robots.txt", page_robots, true},
	{"/healthz", page_health, false},
};

static const char *const words[REQUEST_WORD_N] = {
	[REQUEST_ID] = "ID",
	[REQUEST_CHART] = "CHART",
	[REQUEST_VARIANT] = "VARIANT",
	[REQUEST_ENTRY] = "ENTRY",
	[REQUEST_FACT] = "FACT",
	[REQUEST_REVISION] = "N",
	[REQUEST_COUNT] = "COUNT",
	[REQUEST_LAUNCH] = "LAUNCH",
	[REQUEST_MACHINE] = "MACHINE",
	[REQUEST_HASH] = "HASH",
	[REQUEST_FILE] = "FILE",
};

/* The word that the pattern begins with, REQUEST_WORD_N where it begins with a literal. */
static enum request_word word_at(const char *pattern, size_t *length)
{
	*length = strspn(pattern, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	for (size_t i = 0; i < REQUEST_WORD_N; i++)
		if (*length == strlen(words[i]) && !strncmp(pattern, words[i], *length))
			return (enum request_word)i;
	return REQUEST_WORD_N;
}

/*
 * Takes the word from the path: all of the segment but the literal that ends it in the pattern.
 * Returns its length, 0 where it does not fit. `word` may be NULL.
 */
static size_t word_take(const char *path, const char *ending, char *word)
{
	size_t segment =
		strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-");
	size_t ending_length = strcspn(ending, "/");
	if (segment <= ending_length || segment - ending_length >= REQUEST_WORD_BYTES ||
		path[0] == '.')
		return 0;
	size_t length = segment - ending_length;
	if (strncmp(path + length, ending, ending_length) != 0)
		return 0;
	if (word) {
		memcpy(word, path, length);
		word[length] = 0;
	}
	return length;
}

/* Whether it does; with a request, its words are filled in on the way. */
static bool matches(const char *pattern, const char *path, struct request *request)
{
	while (*pattern) {
		size_t length;
		enum request_word word = word_at(pattern, &length);
		if (word < REQUEST_WORD_N) {
			size_t taken = word_take(path, pattern + length,
				request ? request->words[word] : NULL);
			if (!taken)
				return false;
			pattern += length;
			path += taken;
		} else if (*pattern++ != *path++) {
			return false;
		}
	}
	return *path == 0;
}

const struct route *route_find(const char *path, struct request *request)
{
	if (request)
		memset(request->words, 0, sizeof(request->words));
	for (size_t i = 0; i < ARRAY_LENGTH(routes); i++) {
		if (!matches(routes[i].pattern, path, NULL))
			continue;
		if (request)
			matches(routes[i].pattern, path, request);
		return &routes[i];
	}
	return NULL;
}
