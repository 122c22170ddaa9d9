/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/png.h"

#include <libdeflate.h>

#include "render/palette.h"

/* Beyond this level files shrink by a few in a hundred for much more time. */
#define LEVEL 4

static void add_u32(struct text *out, uint32_t value)
{
	unsigned char bytes[4] = {(unsigned char)(value >> 24), (unsigned char)(value >> 16),
		(unsigned char)(value >> 8), (unsigned char)value};
	text_add_bytes(out, bytes, sizeof(bytes));
}

static void add_chunk(struct text *out, const char type[static 5], const void *bytes,
	size_t length)
{
	uint32_t crc = libdeflate_crc32(libdeflate_crc32(0, type, 4), bytes, length);
	add_u32(out, (uint32_t)length);
	text_add_bytes(out, type, 4);
	text_add_bytes(out, bytes, length);
	add_u32(out, crc);
}

static void add_header(struct text *out, const struct pixels *pixels, unsigned char depth)
{
	static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	struct text header = TEXT_EMPTY;
	/* Colour type 3 (palette), deflate, adaptive filters, not interlaced. */
	const unsigned char rest[5] = {depth, 3, 0, 0, 0};
	text_add_bytes(out, signature, sizeof(signature));
	add_u32(&header, (uint32_t)pixels->width);
	add_u32(&header, (uint32_t)pixels->height);
	text_add_bytes(&header, rest, sizeof(rest));
	add_chunk(out, "IHDR", header.bytes, header.length);
	text_release(&header);
}

static void add_palette(struct text *out, const struct palette *palette)
{
	unsigned char bytes[3 * PALETTE_MAX];
	for (size_t i = 0; i < palette->length; i++) {
		bytes[3 * i] = (unsigned char)(palette->colours[i] >> 16);
		bytes[3 * i + 1] = (unsigned char)(palette->colours[i] >> 8);
		bytes[3 * i + 2] = (unsigned char)palette->colours[i];
	}
	add_chunk(out, "PLTE", bytes, 3 * palette->length);
}

/* Two pixels a byte, in place: only for pictures of 16 colours or fewer. */
static void halve_row(unsigned char *row, size_t width)
{
	for (size_t x = 0; x < width; x += 2)
		row[x / 2] = (unsigned char)(row[x] << 4 | (x + 1 < width ? row[x + 1] : 0));
}

/* Rows of indices, each after its filter byte 0: filters do not help where numbers are names. */
static void write_rows(const struct pixels *pixels, const struct palette *palette, unsigned depth,
	unsigned char *rows, size_t row_bytes)
{
	unsigned char *indices = xmalloc(pixels->width);
	for (size_t y = 0; y < pixels->height; y++) {
		const uint32_t *row = pixels->pixels + y * pixels->stride;
		for (size_t x = 0, n; x < pixels->width; x += n) {
			n = palette_run(row + x, pixels->width - x);
			memset(indices + x, palette->of_box[palette_box(row[x])], n);
		}
		if (depth < 8)
			halve_row(indices, pixels->width);
		rows[y * row_bytes] = 0;
		memcpy(rows + y * row_bytes + 1, indices, row_bytes - 1);
	}
	free(indices);
}

bool png_encode(const struct pixels *pixels, struct text *out, struct error *err)
{
	struct palette *palette = palette_new(pixels);
	unsigned depth = palette->length <= 16 ? 4 : 8;
	size_t row_bytes = 1 + (pixels->width * depth + 7) / 8;
	size_t rows_bytes = row_bytes * pixels->height;
	unsigned char *rows = xmalloc(rows_bytes), *packed = NULL;
	struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LEVEL);
	size_t packed_n = 0;
	if (compressor) {
		size_t most = libdeflate_zlib_compress_bound(compressor, rows_bytes);
		packed = xmalloc(most);
		write_rows(pixels, palette, depth, rows, row_bytes);
		packed_n = libdeflate_zlib_compress(compressor, rows, rows_bytes, packed, most);
		libdeflate_free_compressor(compressor);
	}
	if (packed_n > 0) {
		add_header(out, pixels, (unsigned char)depth);
		add_palette(out, palette);
		add_chunk(out, "IDAT", packed, packed_n);
		add_chunk(out, "IEND", "", 0);
	}
	free(packed);
	free(rows);
	free(palette);
	return packed_n > 0 || error_set(err, "cannot compress the picture");
}
