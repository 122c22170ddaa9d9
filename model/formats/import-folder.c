/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/import-folder.h"

#include "model/formats/import-folder-parts.h"
#include "model/plan-source.h"
#include "model/plan.h"

#define CHARTS_MAX 200
#define CONFIG_BYTES_MAX (4u << 20)

/* ---- variants ---- */

static bool read_config(struct reading *reading, const struct plan_place *place, const char *name,
	struct environment *env, struct error *err)
{
	struct text text;
	char *path = folder_file_path(reading, place, "config", name, err);
	bool ok = path && folder_read_file(reading, path, name, CONFIG_BYTES_MAX, &text, err);
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
	bool ok = folder_check_keys(
			  reading->tree, node, "a variant", keys, ARRAY_LENGTH(keys), err) &&
		  folder_take_needed(&place, "label", &label, err) &&
		  folder_take(&place, "config", &config, err);
	for (size_t i = 0; ok && i < folder->labels_n; i++)
		if (strcmp(folder->labels[i], label) == 0)
			ok = plan_value_error(&place, "label", err, "a second variant '%s'", label);
	if (ok) {
		char **added = xgrow(&folder->labels, &folder->labels_n, sizeof(*added));
		*added = label;
		label = NULL;
		if (config)
			ok = read_config(
				reading, &place, config, &folder->envs[folder->labels_n - 1], err);
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
		return plan_tree_error(
			reading->tree, list ? list : root, err, "expected a list of %s", key);
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

/* ---- the whole ---- */

static bool read_date(const struct plan_place *place, int64_t *started_us, struct error *err)
{
	char *date = NULL;
	if (!folder_take(place, "date", &date, err))
		return false;
	if (!date)
		return true;
	char *whole = xasprintf("%sT00:00:00.000000Z", date);
	bool ok = text_time_parse(whole, started_us) ||
		  plan_value_error(
			  place, "date", err, "date is '%s', expected one like 2007-09-17", date);
	free(whole);
	free(date);
	return ok;
}

static bool check_baseline(const struct reading *reading, const struct plan_place *place,
	struct error *err)
{
	const struct import_folder *folder = reading->folder;
	for (size_t i = 0; folder->baseline && i < folder->labels_n; i++)
		if (strcmp(folder->labels[i], folder->baseline) == 0)
			return true;
	return !folder->baseline ||
	       plan_value_error(place, "baseline", err, "the baseline '%.100s' is none of the "
		       "variants", folder->baseline);
}

static bool read_root(struct reading *reading, struct error *err)
{
	static const char *const keys[] = {
		"title", "date", "host", "baseline", "variants", "charts"};
	struct import_folder *folder = reading->folder;
	const struct yaml_node_s *root = plan_tree_root(reading->tree);
	struct plan_place place = {reading->tree, root};
	return folder_check_keys(
		       reading->tree, root, "the campaign", keys, ARRAY_LENGTH(keys), err) &&
	       folder_take_needed(&place, "title", &folder->title, err) &&
	       folder_take(&place, "host", &folder->host, err) &&
	       folder_take(&place, "baseline", &folder->baseline, err) &&
	       read_date(&place, &folder->started_us, err) &&
	       read_list(reading, root, "variants", PLAN_LIST_MAX, read_variant, err) &&
	       check_baseline(reading, &place, err) &&
	       read_list(reading, root, "charts", CHARTS_MAX, folder_read_chart, err);
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
