/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/plan-command.h"

#define WORDS_MAX 100
#define WORD_BYTES_MAX 10000

static void add_word(struct plan_command *command, const char *word)
{
	size_t length = command->argc;
	*(char **)xgrow(&command->argv, &length, sizeof(*command->argv)) = xstrdup(word);
	command->argc = length;
}

/* argv ends with a NULL that argc does not count. */
static void end_words(struct plan_command *command)
{
	size_t length = command->argc;
	*(char **)xgrow(&command->argv, &length, sizeof(*command->argv)) = NULL;
}

static bool add_item(const struct plan_place *place, const char *key,
	const struct yaml_node_s *node, struct plan_command *command, struct error *err)
{
	if (plan_tree_kind(node) != PLAN_TREE_SCALAR)
		return plan_tree_error(place->tree, node, err,
			"an item of %s is no single value, expected a word of the command", key);
	const char *word = plan_tree_text(node);
	if (strlen(word) > WORD_BYTES_MAX)
		return plan_tree_error(place->tree, node, err,
			"%s has %zu bytes, expected at most %d", key, strlen(word), WORD_BYTES_MAX);
	if (command->argc == 0 && !*word)
		return plan_tree_error(place->tree, node, err,
			"%s is empty, expected a command", key);
	add_word(command, word);
	return true;
}

bool plan_command_read(const struct plan_place *place, const char *key,
	struct plan_command *command, struct error *err)
{
	const struct yaml_node_s *node = plan_tree_value(place->tree, place->mapping, key), *item;
	bool ok = true;
	if (!node)
		return true;
	switch (plan_tree_kind(node)) {
	case PLAN_TREE_MAPPING:
		return plan_tree_error(place->tree, node, err,
			"%s is a mapping (key: value), expected a list of words or a line for sh",
			key);
	case PLAN_TREE_SCALAR:
		if (!*plan_tree_text(node))
			return plan_tree_error(place->tree, node, err,
				"%s is empty, expected a command", key);
		add_word(command, "/bin/sh");
		add_word(command, "-c");
		ok = add_item(place, key, node, command, err);
		break;
	case PLAN_TREE_LIST:
		item = plan_tree_item(place->tree, node, WORDS_MAX);
		if (item)
			return plan_tree_error(place->tree, item, err,
				"too many items in %s, expected at most %d", key, WORDS_MAX);
		for (size_t i = 0; ok && (item = plan_tree_item(place->tree, node, i)); i++)
			ok = add_item(place, key, item, command, err);
		if (ok && !command->argc)
			return plan_tree_error(place->tree, node, err,
				"%s is empty, expected at least one item", key);
		break;
	}
	end_words(command);
	return ok;
}

void plan_command_release(struct plan_command *command)
{
	for (size_t i = 0; i < command->argc; i++)
		free(command->argv[i]);
	free(command->argv);
	*command = (struct plan_command){NULL, 0};
}
