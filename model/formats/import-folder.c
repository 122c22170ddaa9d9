/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/import-folder.h"

#include "model/environment-json.h"
#include "model/plan-source.h"
#include "model/plan-value.h"
#include "model/plan.h"
#include "model/text.h"

#define TEXT_BYTES_MAX 300
#define CHARTS_MAX 200
#define CONFIG_BYTES_MAX (4u << 20)

/* What is being read, and where. */
struct reading {
	struct import_folder *folder;
	const char *path;
	const struct plan_tree *tree;
	struct text origin;
};

/* ---- the mappings ---- */

static bool check_keys(const struct plan_tree *tree, const struct yaml_node_s *mapping,
	const char *what, const char *const names[], size_t n, struct error *err)
{
	const struct yaml_node_s *key;
	if (plan_tree_kind(mapping) != PLAN_TREE_MAPPING)
		return plan_tree_error(tree, mapping, err, "expected a mapping (key: value) for %s",
			what);
	for (size_t i = 0; (key = plan_tree_key(tree, mapping, i)); i++) {
		size_t known = 0;
		const char *name = plan_tree_kind(key) == PLAN_TREE_SCALAR ? plan_tree_text(key) : "";
		while (known < n && strcmp(names[known], name) != 0)
			known++;
		if (known < n)
			continue;
		char quoted[PLAN_QUOTE_BYTES];
		struct text expected = TEXT_EMPTY;
		plan_add_choices(&expected, names, n);
		plan_tree_error(tree, key, err, "unknown key '%s', expected %s",
			plan_quote(name, quoted), expected.bytes);
		text_release(&expected);
		return false;
	}
	return true;
}

/* The text of a key: a copy in *value, left alone where there is no such key. */
static bool take(const struct plan_place *place, const char *key, char **value, struct error *err)
{
	const struct yaml_node_s *node = plan_tree_value(place->tree, place->mapping, key);
	if (!node)
		return true;
	if (plan_tree_kind(node) != PLAN_TREE_SCALAR)
		return plan_tree_error(place->tree, node, err, "%s is no single value", key);
	return plan_value_text(place, key, plan_tree_text(node), TEXT_BYTES_MAX, true, value, err);
}

static bool take_needed(const struct plan_place *place, const char *key, char **value,
	struct error *err)
{
	return take(place, key, value, err) &&
		(*value || plan_tree_error(place->tree, place->mapping, err,
				   "%s is missing, expected it here", key));
}

/* ---- files ---- */

/* A file of the folder, by its plain name. */
static char *file_path(const struct reading *reading, const struct plan_place *place,
	const char *key, const char *name, struct error *err)
{
	if (strchr(name, '/') || *name == '.') {
		plan_value_error(place, key, err,
			"'%s' is not the name of a file in this folder", name);
		return NULL;
	}
	return xasprintf("%s/%s", reading->path, name);
}

static bool read_file(struct reading *reading, const char *path, const char *name, size_t limit,
	struct text *text, struct error *err)
{
	char digest[DIGEST_BYTES];
	*text = TEXT_EMPTY;
	if (!text_read_file(text, path, limit, err))
		return false;
	digest_of(text->bytes, text->length, digest);
	text_add(&reading->origin, "%s%s, SHA-256 %s", reading->origin.length ? "\n" : "", name,
		digest);
	return true;
}

/* ---- variants ---- */

static bool read_config(struct reading *reading, const struct plan_place *place, const char *name,
	struct environment *env, struct error *err)
{
	struct text text;
	char *path = file_path(reading, place, "config", name, err);
	bool ok = path && read_file(reading, path, name, CONFIG_BYTES_MAX, &text, err);
	if (ok) {
		char *valid = text_valid(text.length ? text.bytes : "");
		environment_set(env, "config", valid);
		environment_set(env, "config.source", name);
		free(valid);
		text_release(&text);
	}
	free(path);
	return ok;
}

static bool read_variant(struct reading *reading, const struct yaml_node_s *node, struct error *err)
{
	static const char *const keys[] = {"label", "config"};
	struct import_folder *folder = reading->folder;
	struct plan_place place = {reading->tree, node};
	char *label = NULL, *config = NULL;
	bool ok = check_keys(reading->tree, node, "a variant", keys, ARRAY_LENGTH(keys), err) &&
		take_needed(&place, "label", &label, err) && take(&place, "config", &config, err);
	for (size_t i = 0; ok && i < folder->labels_n; i++)
		if (strcmp(folder->labels[i], label) == 0)
			ok = plan_value_error(&place, "label", err, "a second variant '%s'", label);
	if (ok) {
		char **added = xgrow(&folder->labels, &folder->labels_n, sizeof(*added));
		*added = label;
		label = NULL;
		if (config)
			ok = read_config(reading, &place, config,
				&folder->envs[folder->labels_n - 1], err);
	}
	free(label);
	free(config);
	return ok;
}

static bool read_list(struct reading *reading, const struct yaml_node_s *root, const char *key,
	size_t most, bool (*read)(struct reading *, const struct yaml_node_s *, struct error *),
	struct error *err)
{
	const struct yaml_node_s *list = plan_tree_value(reading->tree, root, key), *item;
	if (!list || plan_tree_kind(list) != PLAN_TREE_LIST)
		return plan_tree_error(reading->tree, list ? list : root, err,
			"expected a list of %s", key);
	size_t n = 0;
	for (; (item = plan_tree_item(reading->tree, list, n)); n++) {
		if (n == most)
			return plan_tree_error(reading->tree, item, err,
				"too many %s, expected at most %zu", key, most);
		if (!read(reading, item, err))
			return false;
	}
	return n || plan_tree_error(reading->tree, list, err, "expected at least one of %s", key);
}

/* ---- charts ---- */

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
	static const char *const keys[] = {"file", "workload", "placement", "unit", "unit_text", "x",
		"like", "better", "kind"};
	return check_keys(place->tree, place->mapping, "a chart", keys, ARRAY_LENGTH(keys), err) &&
		take_needed(place, "file", &words->file, err) &&
		take_needed(place, "workload", &words->workload, err) &&
		take(place, "placement", &words->placement, err) &&
		take_needed(place, "unit", &words->unit, err) &&
		take(place, "unit_text", &words->unit_text, err) &&
		take_needed(place, "x", &words->x, err) && take(place, "like", &words->like, err) &&
		take(place, "better", &words->better, err) && take(place, "kind", &words->kind, err);
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
	if (!read_file(reading, path, words->file, IMPORT_FILE_BYTES_MAX + 1, &text, err))
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
		return plan_value_error(place, "placement", err, "unknown placement '%s'",
			words->placement);
	if (words->better && !better_parse(words->better, &better))
		return plan_value_error(place, "better", err, "better is '%s', expected lower or higher",
			words->better);
	for (size_t i = 0; i < import->length; i++) {
		const char *label = NULL;
		if (!label_of(reading, place, import, &import->series[i], &label, err))
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

static bool read_chart(struct reading *reading, const struct yaml_node_s *node, struct error *err)
{
	struct import_folder *folder = reading->folder;
	struct plan_place place = {reading->tree, node};
	struct words words = {NULL};
	bool ok = read_words(&place, &words, err);
	char *path = ok ? file_path(reading, &place, "file", words.file, err) : NULL;
	if (path) {
		folder->files[folder->imports_n++] = path;
		ok = read_table(reading, &place, &words, err) &&
			add_streams(reading, &place, &words, err);
	}
	words_release(&words);
	return ok && path;
}

/* ---- the whole ---- */

static bool read_date(const struct plan_place *place, int64_t *started_us, struct error *err)
{
	char *date = NULL;
	if (!take(place, "date", &date, err))
		return false;
	if (!date)
		return true;
	char *whole = xasprintf("%sT00:00:00.000000Z", date);
	bool ok = text_time_parse(whole, started_us) ||
		plan_value_error(place, "date", err, "date is '%s', expected one like 2007-09-17", date);
	free(whole);
	free(date);
	return ok;
}

static bool read_root(struct reading *reading, struct error *err)
{
	static const char *const keys[] = {"title", "date", "host", "baseline", "variants", "charts"};
	struct import_folder *folder = reading->folder;
	const struct yaml_node_s *root = plan_tree_root(reading->tree);
	struct plan_place place = {reading->tree, root};
	return check_keys(reading->tree, root, "the campaign", keys, ARRAY_LENGTH(keys), err) &&
		take_needed(&place, "title", &folder->title, err) &&
		take(&place, "host", &folder->host, err) &&
		take(&place, "baseline", &folder->baseline, err) &&
		read_date(&place, &folder->started_us, err) &&
		read_list(reading, root, "variants", PLAN_LIST_MAX, read_variant, err) &&
		read_list(reading, root, "charts", CHARTS_MAX, read_chart, err);
}

bool import_folder_read(struct import_folder *folder, const char *path, struct error *err)
{
	/* Streams point to series, and environments are filled in place: neither may move. */
	*folder = (struct import_folder){
		.envs = xcalloc(PLAN_LIST_MAX, sizeof(struct environment)),
		.files = xcalloc(CHARTS_MAX, sizeof(char *)),
		.imports = xcalloc(CHARTS_MAX, sizeof(struct import)),
	};
	struct reading reading = {folder, path, NULL, TEXT_EMPTY};
	struct text yaml = TEXT_EMPTY;
	struct plan_tree *tree = NULL;
	char *name = xasprintf("%s/campaign.yaml", path);
	bool ok = text_read_file(&yaml, name, PLAN_BYTES_MAX, err);
	if (ok) {
		folder->yaml = text_valid(yaml.length ? yaml.bytes : "");
		tree = plan_tree_new(folder->yaml, name, err);
		reading.tree = tree;
		ok = tree && read_root(&reading, err);
	}
	folder->origin = text_take(&reading.origin);
	plan_tree_free(tree);
	text_release(&yaml);
	free(name);
	if (!ok)
		import_folder_release(folder);
	return ok;
}

void import_folder_release(struct import_folder *folder)
{
	for (size_t i = 0; i < folder->labels_n; i++)
		free(folder->labels[i]);
	for (size_t i = 0; folder->envs && i < PLAN_LIST_MAX; i++)
		environment_release(&folder->envs[i]);
	for (size_t i = 0; i < folder->imports_n; i++) {
		import_release(&folder->imports[i]);
		free(folder->files[i]);
	}
	import_streams_release(&folder->streams);
	free(folder->yaml);
	free(folder->title);
	free(folder->host);
	free(folder->baseline);
	free(folder->labels);
	free(folder->envs);
	free(folder->files);
	free(folder->imports);
	free(folder->origin);
	*folder = (struct import_folder){0};
}
