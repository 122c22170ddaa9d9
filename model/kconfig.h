/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A kernel's .config. An option has one of three states: set to a value, off ("# CONFIG_X is not
 * set"; CONFIG_X=n means the same), or absent: not mentioned, which in another kernel's file says
 * that nothing is known of it, not that it is off.
 * This is the one parser of such files; gzip data (as /proc/config.gz) is unpacked.
 */
#ifndef MODEL_KCONFIG_H
#define MODEL_KCONFIG_H

#include "model/text.h"

struct kconfig_option {
	char *name;    /* "CONFIG_HZ" */
	char *value;   /* without its quotes, "" where nothing follows the '='; NULL: off */
	unsigned line; /* where it was said last */
};

/* Something a reader should be told: an option said twice, a file that is only a fragment. */
struct kconfig_note {
	unsigned line; /* 0: of the whole file */
	char *text;    /* "line 15: CONFIG_HZ is set twice, the last one counts" */
};

struct kconfig {
	struct kconfig_option *options; /* ascending by name, distinct */
	size_t length;
	char *version; /* of the kernel, from the heading: "6.1.192"; NULL: a fragment */
	struct kconfig_note *notes;
	size_t notes_n;
};

/* False where the data is not a .config: no option in it, or gzip data that is broken. */
bool kconfig_parse(struct kconfig *config, const void *bytes, size_t length, struct error *err);
void kconfig_release(struct kconfig *config);

/* Whether a file that somebody names can be read and is a .config. */
bool kconfig_check_file(const char *path, struct error *err);

/* Adds the file as text: unpacked where it is gzip data, and valid UTF-8. */
bool kconfig_unpack(struct text *text, const void *bytes, size_t length, struct error *err);

/* An option by name, with or without CONFIG_; NULL where it is absent. */
const struct kconfig_option *kconfig_find(const struct kconfig *config, const char *name);

/* Whether it is built in or a module. */
bool kconfig_is_on(const struct kconfig *config, const char *name);

/* A state in words: the value, "(empty)", "not set", and "absent" for NULL. Borrowed. */
const char *kconfig_state(const struct kconfig_option *option);

/* One option whose state differs. */
struct kconfig_change {
	const char *name;     /* "CONFIG_HZ" */
	const char *from, *to; /* in words, as kconfig_state() */
	const char *topic;     /* "preemption", …: what of scheduling it matters for; else NULL */
};

/*
 * Options of the scheduler, timer ticks, debugging, mitigations and compiler come first, by
 * topic; then the rest by name. Names of builds (LOCALVERSION, BUILD_SALT) are no difference.
 */
struct kconfig_diff {
	struct kconfig_change *changes; /* strings are borrowed from the two configs */
	size_t length;
	size_t first; /* how many of them matter for scheduling */
};

void kconfig_diff_init(struct kconfig_diff *diff, const struct kconfig *a,
	const struct kconfig *b);
void kconfig_diff_release(struct kconfig_diff *diff);

/* The same order for changes that were put together from several. */
void kconfig_sort(struct kconfig_change *changes, size_t n);

/* What an option matters for, NULL where it does not matter for scheduling. */
const char *kconfig_topic(const char *name);

#endif
