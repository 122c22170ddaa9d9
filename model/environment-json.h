/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An environment as JSON, in the store and in the canonical form alike: an object of facts, each
 * a string, null where it is missing, or {"document": SHA-256} where the text is long; long texts
 * (configs, dmesg, topology) are kept once however many boots share them.
 */
#ifndef MODEL_ENVIRONMENT_JSON_H
#define MODEL_ENVIRONMENT_JSON_H

#include <jansson.h>

#include "model/environment.h"
#include "model/error.h"

#define ENVIRONMENT_LONG_BYTES 1024 /* from this length on a text is a document */
#define DIGEST_BYTES 65             /* SHA-256 in hex and its end */

/* SHA-256 in lower-case hex. */
void digest_of(const void *bytes, size_t length, char digest[static DIGEST_BYTES]);

/* A new reference; NULL where a name or a short text is not valid UTF-8. */
json_t *environment_to_json(const struct environment *env);

/* Gives the text of a document, allocated, or NULL where there is none. */
typedef char *environment_document_fn(void *context, const char *digest);

/* The reverse. *env is empty on failure. */
bool environment_from_json(json_t *facts, environment_document_fn *document, void *context,
	struct environment *env, struct error *err);

#endif
