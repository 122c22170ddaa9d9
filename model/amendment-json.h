/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An amendment as one line of JSON, in the store and in the canonical form alike:
 *
 *   {"author","change","dated","hash","kind":"amendment","number","previous","reason", …}
 *
 * and of chart, variant, other, text, count, boot, round those that say something. Its hash is
 * the SHA-256 of this line without "hash".
 */
#ifndef MODEL_AMENDMENT_JSON_H
#define MODEL_AMENDMENT_JSON_H

#include <jansson.h>

#include "model/amendment.h"
#include "model/environment-json.h"

/* A new reference; NULL where a text is not valid UTF-8. */
json_t *amendment_to_json(const struct amendment *amendment);

/* An array of those that are applied to the campaign. */
json_t *amendments_to_json(const struct campaign *campaign);

/* The line without its end. Allocated; a text that is not valid UTF-8 is a bug. */
char *amendment_to_line(const struct amendment *amendment);

void amendment_hash(const struct amendment *amendment, char hash[static DIGEST_BYTES]);

/*
 * The reverse: checked by amendment_check(), and refused where a field is there that its kind
 * does not have. *amendment is empty on failure.
 */
bool amendment_from_json(const json_t *line, struct amendment *amendment, struct error *err);

#endif
