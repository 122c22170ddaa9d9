/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/hash.h"

#include <sodium.h>

void hash_bytes(const void *bytes, size_t length, char hash[static HASH_BYTES])
{
	unsigned char digest[crypto_hash_sha256_BYTES];
	crypto_hash_sha256(digest, bytes, length);
	sodium_bin2hex(hash, HASH_BYTES, digest, (HASH_BYTES - 1) / 2);
}
