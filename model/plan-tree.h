/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where things stand in a plan: the YAML document as libyaml's tree of nodes, each with its line
 * and column. libcyaml turns the same bytes into structs and drops the places; whoever finds a
 * value wrong afterwards walks down to its node here and reports it there.
 *
 * A tree that was made holds one document without anchors, aliases, tags, NUL characters or deep
 * nesting, and with a root.
 */
#ifndef MODEL_PLAN_TREE_H
#define MODEL_PLAN_TREE_H

#include "model/error.h"

struct plan_tree;
struct yaml_node_s; /* libyaml's yaml_node_t */

/* `name` is what errors call the plan; both strings are copied. NULL with the error if bad. */
struct plan_tree *plan_tree_new(const char *yaml, const char *name, struct error *err);
void plan_tree_free(struct plan_tree *tree);

const char *plan_tree_yaml(const struct plan_tree *tree);
struct yaml_node_s *plan_tree_root(const struct plan_tree *tree);

/* The value of a mapping's key, the i-th item of a list; NULL where there is none. */
struct yaml_node_s *plan_tree_value(
	const struct plan_tree *tree, const struct yaml_node_s *mapping, const char *key);
struct yaml_node_s *plan_tree_item(
	const struct plan_tree *tree, const struct yaml_node_s *list, size_t i);

/* The i-th key of a mapping; NULL behind the last. */
struct yaml_node_s *plan_tree_key(
	const struct plan_tree *tree, const struct yaml_node_s *mapping, size_t i);

enum plan_tree_kind { PLAN_TREE_SCALAR, PLAN_TREE_LIST, PLAN_TREE_MAPPING };
enum plan_tree_kind plan_tree_kind(const struct yaml_node_s *node);

/* The text of a scalar. */
const char *plan_tree_text(const struct yaml_node_s *node);

/* Sets "NAME:LINE:COLUMN: message" for the place of the node and returns false. */
bool plan_tree_error(const struct plan_tree *tree, const struct yaml_node_s *node,
	struct error *err, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The line and column of a byte, both from 1; columns are characters. */
void plan_tree_place(const char *yaml, size_t offset, size_t *line, size_t *column);

#endif
