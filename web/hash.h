/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The name of a content: 128 bits of its SHA-256 in hex. For ETags and static addresses. */
#ifndef WEB_HASH_H
#define WEB_HASH_H

#include "model/base.h"

#define HASH_BYTES 33

void hash_bytes(const void *bytes, size_t length, char hash[static HASH_BYTES]);

#endif
