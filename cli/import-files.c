/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/import-files.h"

#include <math.h>

#include "model/formats/import-campaign.h"
#include "model/formats/import-folder.h"
#include "model/formats/jsonl.h"
#include "model/now.h"
#include "runner/run.h"

#define TOOL "schedlab " SCHEDLAB_VERSION

static void print_warnings(const struct import *import, const char *path)
{
	for (size_t i = 0; i < import->warnings_n; i++) {
		const struct import_warning *warning = &import->warnings[i];
		if (warning->line)
			fprintf(stderr, "schedlab: %s:%zu: warning: %s\n", path, warning->line,
				warning->text);
		else
			fprintf(stderr, "schedlab: %s: warning: %s\n", path, warning->text);
	}
}

/* ---- what was understood ---- */

static void add_cell(struct text *table, const char *cell)
{
	text_add_line(table, *cell ? cell : "-");
	text_add(table, "\t");
}

static void add_point(
	struct text *table, const struct import_stream *stream, const struct import_point *point)
{
	char x[TEXT_NUMBER_BYTES], value[TEXT_NUMBER_BYTES];
	add_cell(table, stream->file);
	text_add(table, "%zu\t", point->line);
	add_cell(table, stream->variant);
	add_cell(table, stream->chart);
	add_cell(table, placement_name(stream->placement));
	add_cell(table, isnan(point->x) ? "" : text_number(point->x, x));
	add_cell(table, text_number(point->value, value));
	add_cell(table, stream->unit);
	text_add(table, "%s\n", better_name(stream->better));
}

static void add_table(struct text *table, const struct import_streams *streams)
{
	text_add(table, "file\tline\tvariant\tchart\tplacement\tx\tvalue\tunit\tbetter\n");
	for (size_t i = 0; i < streams->length; i++)
		for (size_t p = 0; p < streams->streams[i].series->length; p++)
			add_point(table, &streams->streams[i],
				&streams->streams[i].series->points[p]);
}

/* ---- the campaign ---- */

static bool build(const struct import_streams *streams, struct import_header *header,
	struct text *table, struct campaign *campaign, struct samples *samples, struct error *err)
{
	char id[CAMPAIGN_ID_BYTES];
	add_table(table, streams);
	if (header->started_us == 0)
		header->started_us = now_unix_us();
	run_campaign_id(header->started_us, id);
	header->id = id;
	header->tool = TOOL;
	return import_campaign(streams, header, campaign, samples, err);
}

bool import_folder(const char *path, const char *title, struct text *table,
	struct campaign *campaign, struct samples *samples, struct error *err)
{
	struct import_folder folder;
	if (!import_folder_read(&folder, path, err))
		return false;
	for (size_t i = 0; i < folder.imports_n; i++)
		print_warnings(&folder.imports[i], folder.files[i]);
	struct import_header header = {
		.title = title ? title : folder.title,
		.host = folder.host ? folder.host : "unknown",
		.plan = folder.yaml,
		.baseline = folder.baseline,
		.started_us = folder.started_us,
		.labels = (const char *const *)folder.labels,
		.envs = folder.envs,
		.labels_n = folder.labels_n,
		.origin = folder.origin,
	};
	bool ok = build(&folder.streams, &header, table, campaign, samples, err);
	import_folder_release(&folder);
	return ok;
}

/* "a.txt", "a.txt and 3 others", valid UTF-8. */
static char *title_of(const struct import_words *words, const struct import *first)
{
	const char *slash = strrchr(words->paths[0], '/');
	char *name = text_valid(slash ? slash + 1 : words->paths[0]);
	char *title = words->title ? xstrdup(words->title)
		      : words->paths_n == 1
			      ? xasprintf("%.120s (%s)", name, first->kind)
			      : xasprintf("%.120s and %zu other%s (%s)", name, words->paths_n - 1,
					words->paths_n == 2 ? "" : "s", first->kind);
	char *valid = text_valid(title);
	free(title);
	free(name);
	return valid;
}

/* One file more: its series among the streams, its name and digest in the origin. */
static bool read_file(const struct import_words *words, size_t i, const struct text *text,
	struct import *import, struct import_streams *streams, struct text *origin,
	struct error *err)
{
	char digest[DIGEST_BYTES];
	struct import_source source;
	const char *path = words->paths[i];
	const char *variant = words->variants_n == 0   ? NULL
			      : words->variants_n == 1 ? words->variants[0]
						       : words->variants[i];
	if (!import_source_init(&source, path, text->length ? text->bytes : "", text->length, err))
		return false;
	source.pattern = words->pattern;
	source.unit = words->unit;
	bool ok = import_read(import, &source, words->kind, err);
	import_source_release(&source);
	print_warnings(import, path);
	if (!ok)
		return false;
	for (size_t s = 0; s < import->length && words->better >= 0; s++)
		import->series[s].better = (enum better)words->better;
	import_streams_add(streams, import, path, variant, words->placement);
	digest_of(text->length ? text->bytes : "", text->length, digest);
	text_add(origin, "%s", origin->length ? "\n" : "");
	text_add_line(origin, strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
	text_add(origin, " (%s), SHA-256 %s", import->kind, digest);
	return true;
}

/* Nothing was run, so the plan is a comment on the files. */
static char *plan_of(const struct text *origin)
{
	struct text plan = TEXT_EMPTY;
	char *copy = xstrdup(origin->bytes), *rest;
	text_add(&plan, "# Imported by " TOOL ": no plan was run.\n");
	for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		text_add(&plan, "# %s\n", line);
	free(copy);
	return text_take(&plan);
}

bool import_files(const struct import_words *words, const struct text *texts, struct text *table,
	struct campaign *campaign, struct samples *samples, struct error *err)
{
	struct import *imports = xcalloc(words->paths_n, sizeof(*imports));
	struct import_streams streams = {NULL, 0};
	struct text origin = TEXT_EMPTY;
	bool ok = true;
	for (size_t i = 0; ok && i < words->paths_n; i++)
		ok = read_file(words, i, &texts[i], &imports[i], &streams, &origin, err);
	if (ok) {
		char *title = title_of(words, &imports[0]), *plan = plan_of(&origin);
		struct import_header header = {
			.title = title, .host = "unknown", .plan = plan, .origin = origin.bytes};
		ok = build(&streams, &header, table, campaign, samples, err);
		free(title);
		free(plan);
	}
	import_streams_release(&streams);
	for (size_t i = 0; i < words->paths_n; i++)
		import_release(&imports[i]);
	free(imports);
	text_release(&origin);
	return ok;
}
