/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/plan-tree.h"

#include <stdarg.h>
#include <yaml.h>

#include "model/text.h"

#define DEPTH_MAX 8 /* a plan needs 5 */

struct plan_tree {
	yaml_document_t document;
	char *yaml;
	char *name;
};

static bool error_at(
	const struct plan_tree *tree, yaml_mark_t mark, struct error *err, const char *message)
{
	return error_set(err, "%s:%zu:%zu: %s", tree->name, mark.line + 1, mark.column + 1, message);
}

void plan_tree_place(const char *yaml, size_t offset, size_t *line, size_t *column)
{
	*line = *column = 1;
	for (size_t i = 0; i < offset;) {
		size_t n = text_utf8_length(yaml + i, offset - i);
		++*column;
		if (yaml[i] == '\n') {
			++*line;
			*column = 1;
		}
		i += n ? n : 1;
	}
}

/* The mark of a byte that the parser never got to. */
static yaml_mark_t mark_of_byte(const char *yaml, size_t offset)
{
	size_t line, column;
	plan_tree_place(yaml, offset, &line, &column);
	return (yaml_mark_t){.line = line - 1, .column = column - 1};
}

/* A mark counts characters, without the BOM. */
static bool is_tab(const char *yaml, yaml_mark_t mark)
{
	size_t left = strlen(yaml);
	if (left >= 3 && memcmp(yaml, "\xef\xbb\xbf", 3) == 0) {
		yaml += 3;
		left -= 3;
	}
	for (size_t i = 0; i < mark.index && left; i++) {
		size_t n = text_utf8_length(yaml, left);
		yaml += n;
		left -= n;
	}
	return *yaml == '\t';
}

static bool parser_error(
	const struct plan_tree *tree, const yaml_parser_t *parser, struct error *err)
{
	if (parser->error == YAML_MEMORY_ERROR)
		return error_set(err, "%s: out of memory", tree->name);

	yaml_mark_t mark = parser->problem_mark;
	if (parser->error == YAML_READER_ERROR)
		mark = mark_of_byte(tree->yaml, parser->problem_offset);
	else if (is_tab(tree->yaml, mark))
		return error_at(tree, mark, err, "a tab, expected spaces");
	char *message = xasprintf("%s%s%s, expected YAML", parser->problem,
		parser->context ? " " : "", parser->context ? parser->context : "");
	error_at(tree, mark, err, message);
	free(message);
	return false;
}

static bool open_parser(const struct plan_tree *tree, yaml_parser_t *parser, struct error *err)
{
	if (!yaml_parser_initialize(parser))
		return error_set(err, "%s: out of memory", tree->name);
	/* The encoding is left to be guessed: it is UTF-8, and a BOM is passed over only then. */
	yaml_parser_set_input_string(
		parser, (const unsigned char *)tree->yaml, strlen(tree->yaml));
	return true;
}

/* What is wrong with an event in any plan, NULL if nothing. */
static const char *event_problem(const yaml_event_t *event, int *depth, int *documents)
{
	const yaml_char_t *anchor = NULL, *tag = NULL;
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		return ++*documents > 1 ? "a second document, expected one plan a file" : NULL;
	case YAML_ALIAS_EVENT:
		return "an alias, expected the value itself";
	case YAML_SCALAR_EVENT:
		if (memchr(event->data.scalar.value, 0, event->data.scalar.length))
			return "a NUL character, expected text";
		anchor = event->data.scalar.anchor;
		tag = event->data.scalar.tag;
		break;
	case YAML_SEQUENCE_START_EVENT:
		++*depth;
		anchor = event->data.sequence_start.anchor;
		tag = event->data.sequence_start.tag;
		break;
	case YAML_MAPPING_START_EVENT:
		++*depth;
		anchor = event->data.mapping_start.anchor;
		tag = event->data.mapping_start.tag;
		break;
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		--*depth;
		break;
	default:
		break;
	}
	if (anchor)
		return "an anchor, expected the value alone";
	if (tag)
		return "a tag, expected the value alone";
	return *depth > DEPTH_MAX ? "too many levels, expected a plan" : NULL;
}

/*
 * Reads the events before the tree is made: in the tree aliases are resolved and a second
 * document is never reached, and libcyaml would expand the former and pass over the latter.
 */
static bool check_events(const struct plan_tree *tree, struct error *err)
{
	yaml_parser_t parser;
	if (!open_parser(tree, &parser, err))
		return false;
	int depth = 0, documents = 0;
	bool ok = true, ended = false;
	while (ok && !ended) {
		yaml_event_t event;
		if (!yaml_parser_parse(&parser, &event)) {
			ok = parser_error(tree, &parser, err);
			break;
		}
		const char *problem = event_problem(&event, &depth, &documents);
		if (problem)
			ok = error_at(tree, event.start_mark, err, problem);
		ended = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return ok;
}

static bool check_utf8(const struct plan_tree *tree, struct error *err)
{
	size_t length = strlen(tree->yaml), i = 0;
	while (i < length) {
		size_t n = text_utf8_length(tree->yaml + i, length - i);
		if (n == 0)
			return error_at(tree, mark_of_byte(tree->yaml, i), err,
				"a byte that is not UTF-8, expected UTF-8 text");
		i += n;
	}
	return true;
}

struct plan_tree *plan_tree_new(const char *yaml, const char *name, struct error *err)
{
	struct plan_tree *tree = xcalloc(1, sizeof(*tree));
	tree->yaml = xstrdup(yaml);
	tree->name = xstrdup(name);

	yaml_parser_t parser;
	if (!check_utf8(tree, err) || !check_events(tree, err) || !open_parser(tree, &parser, err))
		goto failed;
	bool loaded = yaml_parser_load(&parser, &tree->document);
	if (!loaded)
		parser_error(tree, &parser, err);
	yaml_parser_delete(&parser);
	if (!loaded)
		goto failed;
	if (!plan_tree_root(tree)) {
		error_at(tree, (yaml_mark_t){0, 0, 0}, err,
			"an empty plan, expected machine:, variants: and workloads:");
		goto failed;
	}
	return tree;
failed:
	plan_tree_free(tree);
	return NULL;
}

void plan_tree_free(struct plan_tree *tree)
{
	if (!tree)
		return;
	if (tree->document.nodes.start)
		yaml_document_delete(&tree->document);
	free(tree->yaml);
	free(tree->name);
	free(tree);
}

/* libyaml's getters take a document that is not const but change nothing. */
static yaml_node_t *node_at(const struct plan_tree *tree, int index)
{
	return tree->document.nodes.start + index - 1;
}

const char *plan_tree_yaml(const struct plan_tree *tree)
{
	return tree->yaml;
}

yaml_node_t *plan_tree_root(const struct plan_tree *tree)
{
	bool is_empty = tree->document.nodes.top == tree->document.nodes.start;
	return is_empty ? NULL : node_at(tree, 1);
}

yaml_node_t *plan_tree_key(const struct plan_tree *tree, const yaml_node_t *mapping, size_t i)
{
	if (mapping->type != YAML_MAPPING_NODE)
		return NULL;
	const yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
	return i < (size_t)(mapping->data.mapping.pairs.top - pair) ? node_at(tree, pair[i].key)
								    : NULL;
}

yaml_node_t *plan_tree_value(
	const struct plan_tree *tree, const yaml_node_t *mapping, const char *key)
{
	yaml_node_t *name;
	for (size_t i = 0; (name = plan_tree_key(tree, mapping, i)); i++)
		if (name->type == YAML_SCALAR_NODE && strcmp(plan_tree_text(name), key) == 0)
			return node_at(tree, mapping->data.mapping.pairs.start[i].value);
	return NULL;
}

yaml_node_t *plan_tree_item(const struct plan_tree *tree, const yaml_node_t *list, size_t i)
{
	if (list->type != YAML_SEQUENCE_NODE)
		return NULL;
	const yaml_node_item_t *item = list->data.sequence.items.start;
	return i < (size_t)(list->data.sequence.items.top - item) ? node_at(tree, item[i]) : NULL;
}

enum plan_tree_kind plan_tree_kind(const yaml_node_t *node)
{
	if (node->type == YAML_SEQUENCE_NODE)
		return PLAN_TREE_LIST;
	return node->type == YAML_MAPPING_NODE ? PLAN_TREE_MAPPING : PLAN_TREE_SCALAR;
}

const char *plan_tree_text(const yaml_node_t *node)
{
	return (const char *)node->data.scalar.value;
}

bool plan_tree_error(const struct plan_tree *tree, const yaml_node_t *node, struct error *err,
	const char *format, ...)
{
	struct error inner;
	va_list args;
	va_start(args, format);
	vsnprintf(inner.message, sizeof(inner.message), format, args);
	va_end(args);
	return error_at(tree, node->start_mark, err, inner.message);
}
