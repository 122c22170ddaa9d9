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
