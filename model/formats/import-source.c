/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/import-source.h"

#include <stdarg.h>
#include <zlib.h>

#include "model/text.h"

bool import_error(
	const struct import_source *source, size_t line, struct error *err, const char *format, ...)
{
	struct error inner;
	va_list args;
	va_start(args, format);
	vsnprintf(inner.message, sizeof(inner.message), format, args);
	va_end(args);
	if (line == 0)
		return error_set(err, "%s: %s", source->name, inner.message);
	return error_set(err, "%s:%zu: %s", source->name, line, inner.message);
}

/* False where the data is broken, ends early or becomes too much. */
static bool unpack(const struct import_source *source, const void *bytes, size_t length,
	struct text *text, struct error *err)
{
	unsigned char buffer[16384];
	z_stream stream = {0};
	if (inflateInit2(&stream, MAX_WBITS + 16) != Z_OK)
		abort();                       /* no memory: as xmalloc */
	unsigned char *copy = xmalloc(length); /* zlib's next_in is not const */
	memcpy(copy, bytes, length);
	stream.next_in = copy;
	stream.avail_in = (unsigned)length;
	int state = Z_OK;
	while (state == Z_OK && text->length <= IMPORT_FILE_BYTES_MAX) {
		stream.next_out = buffer;
		stream.avail_out = sizeof(buffer);
		state = inflate(&stream, Z_NO_FLUSH);
		text_add_bytes(text, buffer, sizeof(buffer) - stream.avail_out);
	}
	inflateEnd(&stream);
	free(copy);
	if (state == Z_STREAM_END && text->length <= IMPORT_FILE_BYTES_MAX)
		return true;
	if (text->length > IMPORT_FILE_BYTES_MAX)
		return import_error(source, 0, err, "more than %u MB when unpacked",
			IMPORT_FILE_BYTES_MAX >> 20);
	return import_error(source, 0, err, "the gzip data is broken or cut off");
}

static bool check_text(const struct import_source *source, struct error *err)
{
	const unsigned char *bytes = (const unsigned char *)source->bytes;
	if (source->bytes_n >= 2 &&
		((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff)))
		return import_error(source, 0, err,
			"UTF-16 text, expected UTF-8: convert it with "
			"iconv -f UTF-16 -t UTF-8");
	const char *nul = memchr(source->bytes, 0, source->bytes_n);
	if (!nul)
		return true;
	size_t line = 1;
	for (const char *at = source->bytes; at < nul; at++)
		line += *at == '\n';
	return import_error(source, line, err, "a NUL byte, expected text");
}

/* Takes "ESC [ … letter" out of a line: colours and movements of a terminal. */
static void strip_terminal(char *line)
{
	char *to = line;
	for (const char *from = line; *from;) {
		if (from[0] == '\033' && from[1] == '[') {
			from += 2;
			from += strspn(from, "0123456789;:<=>?!\"#$%&'()*+,-./ ");
			from += *from != 0;
		} else {
			*to++ = *from++;
		}
	}
	*to = 0;
}

static bool split(struct import_source *source, struct error *err)
{
	size_t lines_n = 0;
	for (size_t i = 0; i < source->bytes_n; i++)
		lines_n += source->bytes[i] == '\n';
	if (lines_n >= IMPORT_LINES_MAX)
		return import_error(source, 0, err, "more than %u lines", IMPORT_LINES_MAX);
	source->buffer = xstrndup(source->bytes, source->bytes_n);
	source->lines = xcalloc(lines_n + 1, sizeof(*source->lines));
	char *at = source->buffer;
	while (*at) {
		size_t length = strcspn(at, "\n");
		char *next = at + length + (at[length] == '\n');
		at[length] = 0;
		while (length && at[length - 1] == '\r')
			at[--length] = 0;
		if (strchr(at, '\033'))
			strip_terminal(at);
		source->lines[source->length++] = at;
		at = next;
	}
	return true;
}

bool import_source_init(struct import_source *source, const char *name, const void *bytes,
	size_t length, struct error *err)
{
	const unsigned char *first = bytes;
	struct text text = TEXT_EMPTY;
	*source = (struct import_source){.name = xstrdup(name)};
	bool ok = length <= IMPORT_FILE_BYTES_MAX ||
		  import_error(source, 0, err, "more than %u MB", IMPORT_FILE_BYTES_MAX >> 20);
	if (ok && length >= 2 && first[0] == 0x1f && first[1] == 0x8b)
		ok = unpack(source, bytes, length, &text, err);
	else if (ok)
		text_add_bytes(&text, bytes, length);
	size_t mark = text.length >= 3 && memcmp(text.bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	source->bytes_n = text.length - mark;
	source->bytes = xcalloc(1, source->bytes_n + 1);
	if (source->bytes_n)
		memcpy(source->bytes, text.bytes + mark, source->bytes_n);
	text_release(&text);
	ok = ok && check_text(source, err) && split(source, err);
	if (!ok)
		import_source_release(source);
	return ok;
}

void import_source_release(struct import_source *source)
{
	free(source->name);
	free(source->bytes);
	free(source->buffer);
	free(source->lines);
	*source = (struct import_source){0};
}

const char *import_line(const struct import_source *source, size_t i)
{
	const char *line = import_skip_blanks(source->lines[i]);
	while (*line == '>')
		line = import_skip_blanks(line + 1);
	return line;
}

const char *import_after(const char *string, const char *prefix)
{
	size_t length = strlen(prefix);
	return strncmp(string, prefix, length) == 0 ? string + length : NULL;
}

const char *import_skip_blanks(const char *string)
{
	return string + strspn(string, " \t");
}

size_t import_word(const char *string)
{
	return strcspn(string, " \t");
}

bool import_is_blank(const char *string)
{
	return *import_skip_blanks(string) == 0;
}
