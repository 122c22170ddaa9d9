/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>

#include "model/comparability-parts.h"

#define NOTES_SHOWN 3

/*
 * What a word of a label promises. `value` NULL: the option is on; "n": it is off or absent.
 * `model`: the preemption model in force keeps the promise as well (PREEMPT_DYNAMIC).
 */
static const struct {
	const char *word, *option, *value, *model;
} promises[] = {
	{"rt", "PREEMPT_RT", NULL, "rt"},
	{"preemptrt", "PREEMPT_RT", NULL, "rt"},
	{"preempt", "PREEMPT", NULL, "full"},
	{"nopreempt", "PREEMPT", "n", "none"},
	{"voluntary", "PREEMPT_VOLUNTARY", NULL, "voluntary"},
	{"lazy", "PREEMPT_LAZY", NULL, "lazy"},
	{"bore", "SCHED_BORE", NULL, NULL},
	{"bmq", "SCHED_BMQ", NULL, NULL},
	{"pds", "SCHED_PDS", NULL, NULL},
	{"muqss", "SCHED_MUQSS", NULL, NULL},
	{"scx", "SCHED_CLASS_EXT", NULL, NULL},
	{"lockdep", "PROVE_LOCKING", NULL, NULL},
	{"kasan", "KASAN", NULL, NULL},
	{"kcsan", "KCSAN", NULL, NULL},
	{"100hz", "HZ", "100", NULL},
	{"250hz", "HZ", "250", NULL},
	{"300hz", "HZ", "300", NULL},
	{"1000hz", "HZ", "1000", NULL},
	{"hz100", "HZ", "100", NULL},
	{"hz250", "HZ", "250", NULL},
	{"hz300", "HZ", "300", NULL},
	{"hz1000", "HZ", "1000", NULL},
	{"nosmp", "SMP", "n", NULL},
	{"thinlto", "LTO_CLANG_THIN", NULL, NULL},
};

/* Whether the label has this word: between characters that are neither letter nor digit. */
static bool label_says(const char *label, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = label; (at = strcasestr(at, word)); at++)
		if ((at == label || !isalnum((unsigned char)at[-1])) &&
			!isalnum((unsigned char)at[length]))
			return true;
	return false;
}

static bool keeps(const struct kconfig *config, const char *option, const char *value)
{
	const struct kconfig_option *found = kconfig_find(config, option);
	if (!value)
		return kconfig_is_on(config, option);
	if (strcmp(value, "n") == 0)
		return !kconfig_is_on(config, option);
	return found && found->value && strcmp(found->value, value) == 0;
}

/* A label that says rt, bore, … against the config of its kernel. */
static void check_label(struct comparability *comparability,
	const struct comparability_side *side, const struct kconfig *config)
{
	char *label = comparability_label(side);
	const char *model = environment_get(side->env, "preempt.active");

	for (size_t i = 0; i < ARRAY_LENGTH(promises); i++) {
		bool in_force = model && promises[i].model &&
			strncmp(model, promises[i].model, strlen(promises[i].model)) == 0;
		if (!label_says(label, promises[i].word) || in_force ||
			keeps(config, promises[i].option, promises[i].value))
			continue;
		comparability_say(comparability, COMPARABILITY_NOTE, "label",
			xasprintf("label %s says %s, but CONFIG_%s is %s", label, promises[i].word,
				promises[i].option,
				kconfig_state(kconfig_find(config, promises[i].option))));
	}
	free(label);
}

static void unknown(struct comparability *comparability, const char *label, const char *why)
{
	comparability_say(comparability, COMPARABILITY_NOTE, "config",
		xasprintf("config of %s unknown%s: fairness not checked", label, why));
}

/* Parses the side's config and says what is odd about it; false where it is unknown. */
static bool read_config(struct comparability *comparability,
	const struct comparability_side *side, struct kconfig *config)
{
	const char *text = side->env ? environment_get(side->env, "config") : NULL;
	const char *source = side->env ? environment_get(side->env, "config.source") : NULL;
	char *label = comparability_label(side);
	struct error err;
	bool known = false;

	*config = (struct kconfig){0};
	if (!text)
		unknown(comparability, label, "");
	else if (source && strstr(source, "for another kernel"))
		unknown(comparability, label, " (the one given is another kernel's)");
	else if (!kconfig_parse(config, text, strlen(text), &err))
		unknown(comparability, label, " (what was given is none)");
	else
		known = true;
	for (size_t i = 0; i < config->notes_n && i < NOTES_SHOWN; i++)
		comparability_say(comparability, COMPARABILITY_NOTE, "config",
			xasprintf("config of %s: %s", label, config->notes[i].text));
	if (config->notes_n > NOTES_SHOWN)
		comparability_say(comparability, COMPARABILITY_NOTE, "config",
			xasprintf("config of %s: %zu more such lines", label,
				config->notes_n - NOTES_SHOWN));
	free(label);
	return known;
}

static void compare(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b, const struct kconfig *x, const struct kconfig *y)
{
	char *label_a = comparability_label(a), *label_b = comparability_label(b);
	struct kconfig_diff diff;

	kconfig_diff_init(&diff, x, y);
	comparability->config_rest = diff.length - diff.first;
	for (size_t i = 0; i < diff.first; i++)
		comparability_change(comparability, COMPARABILITY_DIFFERS, diff.changes[i].name,
			diff.changes[i].from, diff.changes[i].to);
	if (comparability->config_rest)
		comparability_say(comparability, COMPARABILITY_NOTE, "config",
			xasprintf("%zu %soption%s of the configs differ%s, none of scheduling",
				comparability->config_rest, diff.first ? "other " : "",
				comparability->config_rest == 1 ? "" : "s",
				comparability->config_rest == 1 ? "s" : ""));
	if (diff.length == 0 && (a->campaign != b->campaign || a->variant != b->variant))
		comparability_say(comparability, COMPARABILITY_NOTE, "config",
			xasprintf("the configs of %s and %s are identical", label_a, label_b));
	kconfig_diff_release(&diff);
	free(label_a);
	free(label_b);
}

bool comparability_config(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b)
{
	struct kconfig x, y;
	bool known_a = read_config(comparability, a, &x);
	bool known_b = read_config(comparability, b, &y);

	if (known_a)
		check_label(comparability, a, &x);
	if (known_b)
		check_label(comparability, b, &y);
	if (known_a && known_b)
		compare(comparability, a, b, &x, &y);
	kconfig_release(&x);
	kconfig_release(&y);
	return known_a && known_b;
}
