/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The values of a plan: text into numbers, names and sizes. Each reader leaves *value alone where
 * text is NULL (the plan does not say: the default stays), and on failure names the key's place.
 */
#ifndef MODEL_PLAN_VALUE_H
#define MODEL_PLAN_VALUE_H

#include "model/plan-tree.h"

/* The mapping a value stands in, where it is looked up when it is wrong. */
struct plan_place {
	const struct plan_tree *tree;
	const struct yaml_node_s *mapping;
};

/* Sets the error for the value of the key, or for the mapping where it has no such key. */
bool plan_value_error(const struct plan_place *place, const char *key, struct error *err,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

bool plan_value_number(const struct plan_place *place, const char *key, const char *text,
	unsigned least, unsigned most, unsigned *value, struct error *err);

/* One of n names; the value is its index. */
bool plan_value_choice(const struct plan_place *place, const char *key, const char *text,
	const char *const names[], size_t n, size_t *value, struct error *err);

/* 10ms; units us, ms and s. */
bool plan_value_duration(const struct plan_place *place, const char *key, const char *text,
	int64_t *value_ns, struct error *err);

/* 512M, 1G. */
bool plan_value_memory(const struct plan_place *place, const char *key, const char *text,
	unsigned *value_mib, struct error *err);

/* Any text of 1 to `most` bytes; one line where it must not hold control characters. */
bool plan_value_text(const struct plan_place *place, const char *key, const char *text, size_t most,
	bool one_line, char **value, struct error *err);

/* A value as an error quotes it: a long one is cut between two characters. */
#define PLAN_QUOTE_BYTES 64
const char *plan_quote(const char *value, char buffer[static PLAN_QUOTE_BYTES]);

struct text;
/* Adds "a, b or c". */
void plan_add_choices(struct text *text, const char *const names[], size_t n);

#endif
