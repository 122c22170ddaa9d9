/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fields of one line of the canonical form, each with what it has to be. All of them return
 * false with an error that names the field where it is missing or something else. Strings are
 * copied, and the caller frees them; on failure they are NULL.
 */
#ifndef MODEL_FORMATS_JSONL_FIELD_H
#define MODEL_FORMATS_JSONL_FIELD_H

#include <jansson.h>

#include "model/error.h"
#include "model/workload.h"

/* A value as the canonical form writes it. Caller frees. */
char *jsonl_compact(const json_t *json);

/* The string itself, borrowed from the line; NULL with the error where it is none. */
const char *jsonl_string(const json_t *line, const char *name, struct error *err);

bool jsonl_take_string(const json_t *line, const char *name, char **string, struct error *err);
/* A string or null. */
bool jsonl_take_optional(const json_t *line, const char *name, char **string, struct error *err);
bool jsonl_take_slug(const json_t *line, const char *name, char **slug, struct error *err);

/* A whole number from low to high (inclusive). */
bool jsonl_take_number(const json_t *line, const char *name, json_int_t low, json_int_t high,
	unsigned *number, struct error *err);
/* A whole number from 0. */
bool jsonl_take_integer(const json_t *line, const char *name, int64_t *number, struct error *err);
/* A number, or null for NaN. */
bool jsonl_take_real(const json_t *line, const char *name, double *value, struct error *err);

bool jsonl_take_bool(const json_t *line, const char *name, bool *value, struct error *err);
bool jsonl_take_time(const json_t *line, const char *name, int64_t *unix_us, struct error *err);
/* The field "clock". */
bool jsonl_take_clock(const json_t *line, enum clock *clock, struct error *err);

#endif
