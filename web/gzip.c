/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/gzip.h"

#include <libdeflate.h>

#define LEVEL 6

char *gzip_compress(const char *bytes, size_t length, size_t *compressed_length)
{
	struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LEVEL);
	if (!compressor)
		abort(); /* out of memory */
	char *compressed = xmalloc(length);
	*compressed_length = libdeflate_gzip_compress(compressor, bytes, length, compressed, length);
	libdeflate_free_compressor(compressor);
	if (*compressed_length > 0)
		return compressed;
	free(compressed);
	return NULL;
}
