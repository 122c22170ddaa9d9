/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keys of a campaign.yaml, and the files that they name. */
#include "model/formats/import-folder-parts.h"

#include "model/environment-json.h"

#define TEXT_BYTES_MAX 300

bool folder_check_keys(const struct plan_tree *tree, const struct yaml_node_s *mapping,
	const char *what, const char *const names[], size_t n, struct error *err)
{
	const struct yaml_node_s *key;
	if (plan_tree_kind(mapping) != PLAN_TREE_MAPPING)
		return plan_tree_error(
			tree, mapping, err, "expected a mapping (key: value) for %s", what);
	for (size_t i = 0; (key = plan_tree_key(tree, mapping, i)); i++) {
		size_t known = 0;
		const char *name =
			plan_tree_kind(key) == PLAN_TREE_SCALAR ? plan_tree_text(key) : "";
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

bool folder_take(const struct plan_place *place, const char *key, char **value, struct error *err)
{
	const struct yaml_node_s *node = plan_tree_value(place->tree, place->mapping, key);
	if (!node)
		return true;
	if (plan_tree_kind(node) != PLAN_TREE_SCALAR)
		return plan_tree_error(place->tree, node, err, "%s is no single value", key);
	return plan_value_text(place, key, plan_tree_text(node), TEXT_BYTES_MAX, true, value, err);
}

bool folder_take_needed(
	const struct plan_place *place, const char *key, char **value, struct error *err)
{
	return folder_take(place, key, value, err) &&
	       (*value || plan_tree_error(place->tree, place->mapping, err,
				  "%s is missing, expected it here", key));
}

char *folder_file_path(const struct reading *reading, const struct plan_place *place,
	const char *key, const char *name, struct error *err)
{
	if (strchr(name, '/') || *name == '.') {
		plan_value_error(
			place, key, err, "'%s' is not the name of a file in this folder", name);
		return NULL;
	}
	return xasprintf("%s/%s", reading->path, name);
}

bool folder_read_file(struct reading *reading, const char *path, const char *name, size_t limit,
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
