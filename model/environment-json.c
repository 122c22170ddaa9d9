/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/environment-json.h"

#include <sodium.h>

void digest_of(const void *bytes, size_t length, char digest[static DIGEST_BYTES])
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	crypto_hash_sha256(hash, bytes, length);
	sodium_bin2hex(digest, DIGEST_BYTES, hash, sizeof(hash));
}

static json_t *fact_to_json(const struct fact *fact)
{
	char digest[DIGEST_BYTES];
	if (!fact->text)
		return json_null();
	size_t length = strlen(fact->text);
	if (length < ENVIRONMENT_LONG_BYTES)
		return json_string(fact->text);
	digest_of(fact->text, length, digest);
	return json_pack("{s:s}", "document", digest);
}

json_t *environment_to_json(const struct environment *env)
{
	json_t *facts = json_object();
	for (size_t i = 0; i < env->length; i++) {
		const struct fact *fact = &env->facts[i];
		if (json_object_set_new(facts, fact->name, fact_to_json(fact)) != 0) {
			json_decref(facts);
			return NULL;
		}
	}
	return facts;
}

bool environment_from_json(json_t *facts, environment_document_fn *document, void *context,
	struct environment *env, struct error *err)
{
	const char *name;
	json_t *value;
	*env = (struct environment){0};
	json_object_foreach(facts, name, value) {
		const char *digest = json_string_value(json_object_get(value, "document"));
		if (json_is_null(value) || json_is_string(value)) {
			environment_set(env, name, json_string_value(value));
			continue;
		}
		char *text = digest ? document(context, digest) : NULL;
		if (!text) {
			environment_release(env);
			return error_set(err, "fact '%s' names no document that is there", name);
		}
		environment_set(env, name, text);
		free(text);
	}
	return true;
}
