/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A body compressed as gzip: the same bytes for the same content, without name and time. */
#ifndef WEB_GZIP_H
#define WEB_GZIP_H

#include "model/base.h"

/* NULL where it would not be shorter. The caller frees it. */
char *gzip_compress(const char *bytes, size_t length, size_t *compressed_length);

#endif
