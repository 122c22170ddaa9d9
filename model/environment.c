/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/environment.h"

/* Where the fact is, or where it would have to be. */
static size_t position(const struct environment *env, const char *name, bool *found)
{
	size_t low = 0, high = env->length;

	*found = false;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(env->facts[middle].name, name);
		if (order == 0) {
			*found = true;
			return middle;
		}
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void environment_set(struct environment *env, const char *name, const char *text)
{
	bool found;
	size_t at = position(env, name, &found);
	char *copy = xstrdup_null(text); /* first: text may be the fact that is replaced */

	if (found) {
		free(env->facts[at].text);
	} else {
		size_t behind = env->length - at;
		xgrow(&env->facts, &env->length, sizeof(*env->facts));
		memmove(&env->facts[at + 1], &env->facts[at], behind * sizeof(*env->facts));
		env->facts[at].name = xstrdup(name);
	}
	env->facts[at].text = copy;
}

const char *environment_get(const struct environment *env, const char *name)
{
	bool found;
	size_t at = position(env, name, &found);

	return found ? env->facts[at].text : NULL;
}

void environment_release(struct environment *env)
{
	for (size_t i = 0; i < env->length; i++) {
		free(env->facts[i].name);
		free(env->facts[i].text);
	}
	free(env->facts);
	*env = (struct environment){NULL, 0};
}

/* A value as kconfig writes it: strings stand in quotes, with \" and \\ inside. */
static char *value_copy(const char *value, size_t length)
{
	if (length < 2 || value[0] != '"' || value[length - 1] != '"')
		return xstrndup(value, length);

	char *copy = xmalloc(length), *to = copy;
	for (size_t i = 1; i < length - 1; i++) {
		if (value[i] == '\\' && i + 1 < length - 1)
			i++;
		*to++ = value[i];
	}
	*to = '\0';
	return copy;
}

/* What one line says of the option, NULL where it speaks of something else. */
static char *line_state(const char *line, size_t length, const char *option, size_t option_length)
{
	static const char unset[] = " is not set";
	bool comment = length > 2 && memcmp(line, "# ", 2) == 0;

	if (comment) {
		line += 2;
		length -= 2;
	}
	if (length < 7 || memcmp(line, "CONFIG_", 7) != 0)
		return NULL;
	line += 7;
	length -= 7;
	if (length <= option_length || memcmp(line, option, option_length) != 0)
		return NULL;
	line += option_length;
	length -= option_length;
	if (comment)
		return length == sizeof(unset) - 1 && memcmp(line, unset, length) == 0 ?
			xstrdup("n") : NULL;
	return line[0] == '=' ? value_copy(line + 1, length - 1) : NULL;
}

char *environment_config_option(const char *config, const char *option)
{
	if (strncmp(option, "CONFIG_", 7) == 0)
		option += 7;

	size_t option_length = strlen(option);
	char *state = NULL;
	for (const char *line = config; *line;) {
		size_t length = strcspn(line, "\n");
		const char *next = line + length + (line[length] == '\n');
		if (length && line[length - 1] == '\r')
			length--;
		/* kconfig lets a later line override an earlier one */
		char *now = line_state(line, length, option, option_length);
		if (now) {
			free(state);
			state = now;
		}
		line = next;
	}
	return state;
}
