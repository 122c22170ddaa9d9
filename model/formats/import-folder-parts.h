/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of import-folder.h share: the reading of a campaign.yaml and its files. */
#ifndef MODEL_FORMATS_IMPORT_FOLDER_PARTS_H
#define MODEL_FORMATS_IMPORT_FOLDER_PARTS_H

#include "model/formats/import-folder.h"
#include "model/plan-value.h"
#include "model/text.h"

/* What is being read, and where. */
struct reading {
	struct import_folder *folder;
	const char *path;
	const struct plan_tree *tree;
	struct text origin;
};

/* A mapping that has no other keys than these. */
bool folder_check_keys(const struct plan_tree *tree, const struct yaml_node_s *mapping,
	const char *what, const char *const names[], size_t n, struct error *err);

/* The text of a key: a copy in *value, left alone where there is no such key. */
bool folder_take(const struct plan_place *place, const char *key, char **value, struct error *err);
bool folder_take_needed(
	const struct plan_place *place, const char *key, char **value, struct error *err);

/* The path of a file of the folder, by its plain name; NULL with the error where it is none. */
char *folder_file_path(const struct reading *reading, const struct plan_place *place,
	const char *key, const char *name, struct error *err);

/* Reads it and notes its digest. */
bool folder_read_file(struct reading *reading, const char *path, const char *name, size_t limit,
	struct text *text, struct error *err);

/* One item of `charts`: its file becomes the last of the folder's imports, with its streams. */
bool folder_read_chart(struct reading *reading, const struct yaml_node_s *node, struct error *err);

#endif
