/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ctype.h>

#include "model/kconfig.h"
#include "model/text.h"
#include "runner/facts-parts.h"

#define CONFIG_BYTES (8 << 20) /* a .config has some 300 kB */

/* A .config, unpacked, and what it says; NULL where there is none or it is not one. */
static char *config_read(const char *path, struct kconfig *config)
{
	struct text raw = TEXT_EMPTY, clean = TEXT_EMPTY;
	struct error unread;

	if (text_read_file(&raw, path, CONFIG_BYTES, &unread) && raw.length &&
		kconfig_parse(config, raw.bytes, raw.length, &unread))
		kconfig_unpack(&clean, raw.bytes, raw.length, &unread);
	text_release(&raw);
	return clean.length ? text_take(&clean) : NULL;
}

static char *config_find(const char *root, const char *release, const char *config_path,
	struct kconfig *parsed, char **source)
{
	char *places[] = {
		xstrdup_null(config_path),
		xasprintf("%s/proc/config.gz", root),
		release ? xasprintf("%s/boot/config-%s", root, release) : NULL,
		release ? xasprintf("%s/lib/modules/%s/config", root, release) : NULL,
	};
	char *config = NULL;

	for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
		if (!config && places[i] && (config = config_read(places[i], parsed)))
			*source = xstrdup(i == 0 ? places[i] : places[i] + strlen(root));
		free(places[i]);
	}
	return config;
}

/* Whether the text has this version as a whole word: 6.1.19 is not in 6.1.192. */
static bool has_version(const char *text, const char *version)
{
	for (const char *at = text; (at = strstr(at, version)); at++) {
		unsigned char before = at > text ? (unsigned char)at[-1] : ' ';
		unsigned char behind = (unsigned char)at[strlen(version)];
		if (!isdigit(before) && before != '.' && !isdigit(behind) && behind != '.')
			return true;
	}
	return false;
}

/*
 * Distributions name a release after the interface, not after the stable version: the config of
 * Ubuntu's 5.15.0-91 says 5.15.131, and nothing else in /proc does. So x.y.0-… takes any x.y.z.
 */
static bool same_series(const char *release, const char *version)
{
	int length = 0; /* of "5.15.", where "0-" follows */

	sscanf(release, "%*d.%*d.%n0-%*c", &length);
	return length > 0 && strncmp(release + length, "0-", 2) == 0 &&
		strncmp(release, version, (size_t)length) == 0;
}

/* What betrays a config as another kernel's; NULL where nothing does. The caller frees it. */
static char *config_fault(const struct kconfig *config, const struct environment *env)
{
	const char *release = environment_get(env, "release");
	const char *version = environment_get(env, "version");
	const char *said = config->version;

	if (said && release && !has_version(release, said) && !same_series(release, said) &&
		!(version && has_version(version, said)))
		return xstrdup(said);
	if (version && !strstr(version, "PREEMPT_RT") != !kconfig_is_on(config, "PREEMPT_RT"))
		return xasprintf("%s PREEMPT_RT",
			kconfig_is_on(config, "PREEMPT_RT") ? "with" : "without");
	return NULL;
}

/* The model the kernel was built with, without "+dynamic"; NULL where the config has none. */
static const char *preempt_built(const struct kconfig *config)
{
	static const struct {
		const char *option, *model;
	} models[] = { /* rt first: an rt kernel may have set one of the others as well */
		{"PREEMPT_RT", "rt"},
		{"PREEMPT_LAZY", "lazy"},
		{"PREEMPT", "full"},
		{"PREEMPT_VOLUNTARY", "voluntary"},
		{"PREEMPT_NONE", "none"},
	};

	for (size_t i = 0; i < ARRAY_LENGTH(models); i++)
		if (kconfig_is_on(config, models[i].option))
			return models[i].model;
	return NULL;
}

/* The word in brackets of debugfs' "none voluntary (full)"; NULL where there is none. */
static char *bracketed(const char *choices)
{
	const char *open = choices ? strchr(choices, '(') : NULL;
	const char *close = open ? strchr(open, ')') : NULL;

	return close ? xstrndup(open + 1, (size_t)(close - open - 1)) : NULL;
}

/* The last valid preempt= of a command line; NULL where there is none. */
static const char *cmdline_preempt(const char *cmdline)
{
	static const char *const models[] = {"none", "voluntary", "full", "lazy"};
	const char *last = NULL;

	for (const char *word = cmdline; word && *word;) {
		size_t length = strcspn(word, " \t\n");
		for (size_t i = 0; i < ARRAY_LENGTH(models); i++)
			if (length == 8 + strlen(models[i]) && strncmp(word, "preempt=", 8) == 0 &&
				strncmp(word + 8, models[i], length - 8) == 0)
				last = models[i];
		word += length + strspn(word + length, " \t\n");
	}
	return last;
}

/*
 * The model in force: debugfs knows it; else an rt kernel says so in its version, one that can
 * choose (PREEMPT_DYNAMIC) follows its command line, and any other is what it was built as.
 */
static char *preempt_active(const char *root, const struct environment *env, const char *built)
{
	const char *version = environment_get(env, "version");
	const char *chosen = cmdline_preempt(environment_get(env, "cmdline"));
	char *active = bracketed(environment_get(env, "sched.preempt"));
	char *realtime = facts_read(root, "/sys/kernel/realtime");
	bool rt = (version && strstr(version, "PREEMPT_RT")) ||
		(realtime && strcmp(realtime, "1") == 0);

	free(realtime);
	if (rt) { /* from 6.13 on an rt kernel is full or lazy besides */
		char *both = active ? xasprintf("rt+%s", active) : xstrdup("rt");
		free(active);
		return both;
	}
	if (active || !version)
		return active;
	if (strstr(version, "PREEMPT_DYNAMIC") && chosen)
		return xstrdup(chosen);
	if (built)
		return xstrdup(built);
	return strstr(version, " PREEMPT ") ? xstrdup("full") : NULL;
}

void facts_config(const char *root, struct environment *env, const char *config_path)
{
	char *source = NULL, *configured = NULL;
	const char *built = NULL, *hz = NULL;
	struct kconfig parsed = {0};
	char *config =
		config_find(root, environment_get(env, "release"), config_path, &parsed, &source);
	char *fault = config ? config_fault(&parsed, env) : NULL;

	if (fault) {
		char *noted = xasprintf("%s: for another kernel (%s)", source, fault);
		free(source);
		source = noted;
	} else if (config) { /* nothing is concluded from another kernel's config */
		const struct kconfig_option *option = kconfig_find(&parsed, "HZ");
		hz = option ? option->value : NULL;
		built = preempt_built(&parsed);
		if (built)
			configured = xasprintf("%s%s", built,
				kconfig_is_on(&parsed, "PREEMPT_DYNAMIC") ? "+dynamic" : "");
	}
	char *active = preempt_active(root, env, built);
	environment_set(env, "config", config);
	environment_set(env, "config.source", source);
	environment_set(env, "hz", hz);
	environment_set(env, "preempt.configured", configured);
	environment_set(env, "preempt.active", active);
	free(active);
	free(configured);
	free(fault);
	free(source);
	free(config);
	kconfig_release(&parsed);
}
