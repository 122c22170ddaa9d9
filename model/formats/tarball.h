/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A .tar.xz of files that are given as bytes. The same files give the same archive: all are dated
 * alike and belong to nobody. Format: POSIX ustar, with pax headers where a name is too long.
 */
#ifndef MODEL_FORMATS_TARBALL_H
#define MODEL_FORMATS_TARBALL_H

#include "model/text.h"

struct tarball;

/* All files lie in that folder, named like the campaign, and carry that time. */
struct tarball *tarball_new(const char *folder, int64_t dated_us);

/* Adds a file; its name may have folders ("env/6.1/config"). The bytes are copied. */
void tarball_add(struct tarball *tarball, const char *name, const struct text *bytes);

/* Frees it and adds the archive to *out; false with a line where it could not be made. */
bool tarball_finish(struct tarball *tarball, struct text *out, struct error *err);

/* Frees it without a result; NULL is fine. */
void tarball_free(struct tarball *tarball);

#endif
