/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The charts of a campaign.yaml: tables whose columns are variants. */
#include "model/formats/import-folder-parts.h"

/* What a chart's mapping says; NULL where it says nothing. */
struct words {
	char *file, *workload, *placement, *unit, *unit_text, *x, *like, *better, *kind;
};

static void words_release(struct words *words)
{
	char *all[] = {words->file, words->workload, words->placement, words->unit,
		words->unit_text, words->x, words->like, words->better, words->kind};
	for (size_t i = 0; i < ARRAY_LENGTH(all); i++)
		free(all[i]);
}

static bool read_words(const struct plan_place *place, struct words *words, struct error *err)
{
	static const char *const keys[] = {"file", "workload", "placement", "unit", "unit_text",
		"x", "like", "better", "kind"};
	return folder_check_keys(
		       place->tree, place->mapping, "a chart", keys, ARRAY_LENGTH(keys), err) &&
	       folder_take_needed(place, "file", &words->file, err) &&
	       folder_take_needed(place, "workload", &words->workload, err) &&
	       folder_take(place, "placement", &words->placement, err) &&
	       folder_take_needed(place, "unit", &words->unit, err) &&
	       folder_take(place, "unit_text", &words->unit_text, err) &&
	       folder_take_needed(place, "x", &words->x, err) &&
	       folder_take(place, "like", &words->like, err) &&
	       folder_take(place, "better", &words->better, err) &&
	       folder_take(place, "kind", &words->kind, err);
}

/* Reads a chart's file into the last of the folder's imports. */
static bool read_table(struct reading *reading, const struct plan_place *place,
	const struct words *words, struct error *err)
{
	struct import_folder *folder = reading->folder;
	struct import *import = &folder->imports[folder->imports_n - 1];
	const char *path = folder->files[folder->imports_n - 1];
	struct import_source source;
	struct text text;
	if (words->kind && !import_kind_is_known(words->kind))
		return plan_value_error(place, "kind", err, "unknown kind '%s'", words->kind);
	if (!folder_read_file(reading, path, words->file, IMPORT_FILE_BYTES_MAX + 1, &text, err))
		return false;
	bool ok = import_source_init(&source, path, text.bytes, text.length, err);
	text_release(&text);
	if (!ok)
		return false;
	ok = import_read(import, &source, words->kind, err) &&
	     (import->columns > 0 ||
		     import_error(&source, 0, err, "kind %s, expected a table (dat or csv)",
			     import->kind));
	import_source_release(&source);
	return ok;
}

/* Which variant a column is: by its name in the file, else by its place. */
static bool label_of(const struct reading *reading, const struct plan_place *place,
	const struct import *import, const struct import_series *series, const char **label,
	struct error *err)
{
	const struct import_folder *folder = reading->folder;
	const char *name = series->hint ? series->hint : series->name;
	for (size_t i = 0; name && i < folder->labels_n; i++)
		if (strcmp(folder->labels[i], name) == 0) {
			*label = folder->labels[i];
			return true;
		}
	bool is_named = series->hint || (name && !import_after(name, "column "));
	if (is_named)
		return plan_value_error(place, "file", err,
			"its column %zu is called '%s', which is none of the variants",
			series->column + 1, name);
	if (import->columns != folder->labels_n)
		return plan_value_error(place, "file", err,
			"it has %zu columns without names for %zu variants", import->columns,
			folder->labels_n);
	*label = folder->labels[series->column - 1];
	return true;
}

/* Values of two files in one cell would look like runs of one series. */
static bool check_new(const struct reading *reading, const struct plan_place *place,
	const struct words *words, enum placement placement, const char *label, struct error *err)
{
	const struct import_streams *streams = &reading->folder->streams;
	for (size_t i = 0; i < streams->length; i++) {
		const struct import_stream *other = &streams->streams[i];
		if (other->placement == placement && strcmp(other->variant, label) == 0 &&
			strcmp(other->chart, words->workload) == 0 &&
			strcmp(other->unit, words->unit) == 0)
			return plan_value_error(place, "file", err,
				"numbers of '%s' in %s, %s, are there already", label,
				words->workload, placement_name(placement));
	}
	return true;
}

static bool add_streams(struct reading *reading, const struct plan_place *place,
	const struct words *words, struct error *err)
{
	struct import_folder *folder = reading->folder;
	const struct import *import = &folder->imports[folder->imports_n - 1];
	const char *path = folder->files[folder->imports_n - 1];
	enum placement placement;
	enum better better = BETTER_LOWER;
	free(import_stem(path, &placement));
	if (words->placement && !placement_parse(words->placement, &placement))
		return plan_value_error(
			place, "placement", err, "unknown placement '%s'", words->placement);
	if (words->better && !better_parse(words->better, &better))
		return plan_value_error(place, "better", err,
			"better is '%s', expected lower or higher", words->better);
	for (size_t i = 0; i < import->length; i++) {
		const char *label = NULL;
		if (!label_of(reading, place, import, &import->series[i], &label, err) ||
			!check_new(reading, place, words, placement, label, err))
			return false;
		struct import_stream *stream = import_stream_add(&folder->streams);
		stream->variant = xstrdup(label);
		stream->chart = xstrdup(words->workload);
		stream->unit = xstrdup(words->unit);
		stream->unit_text = xstrdup(words->unit_text ? words->unit_text : words->unit);
		stream->x_text = xstrdup(words->x);
		stream->like = xstrdup(words->like ? words->like : "");
		stream->placement = placement;
		stream->better = better;
		stream->runs = strcmp(words->x, "run") == 0;
		stream->series = &import->series[i];
		stream->file = path;
	}
	return true;
}

bool folder_read_chart(struct reading *reading, const struct yaml_node_s *node, struct error *err)
{
	struct import_folder *folder = reading->folder;
	struct plan_place place = {reading->tree, node};
	struct words words = {NULL};
	bool ok = read_words(&place, &words, err);
	char *path = ok ? folder_file_path(reading, &place, "file", words.file, err) : NULL;
	if (path) {
		folder->files[folder->imports_n++] = path;
		ok = read_table(reading, &place, &words, err) &&
		     add_streams(reading, &place, &words, err);
	}
	words_release(&words);
	return ok && path;
}
