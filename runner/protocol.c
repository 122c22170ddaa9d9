/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/protocol.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Half a byte a step: a table small enough to be checked by eye, and quick enough in a guest. */
uint32_t protocol_crc(const void *bytes, size_t length)
{
	static const uint32_t table[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158,
		0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4,
		0xa00ae278, 0xbdbdf21c,
	};
	const unsigned char *byte = bytes;
	uint32_t crc = 0xffffffff;

	for (size_t i = 0; i < length; i++) {
		crc ^= byte[i];
		crc = table[crc & 15] ^ (crc >> 4);
		crc = table[crc & 15] ^ (crc >> 4);
	}
	return ~crc;
}

static bool write_whole(int fd, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t written = write(fd, bytes, length);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return false;
		bytes += written;
		length -= (size_t)written;
	}
	return true;
}

bool protocol_send(int fd, const char *format, ...)
{
	char line[PROTOCOL_LINE_BYTES + 1];
	va_list arguments;
	size_t length;
	int wanted;

	va_start(arguments, format);
	wanted = vsnprintf(line, PROTOCOL_PAYLOAD_BYTES + 1, format, arguments);
	va_end(arguments);
	if (wanted < 0)
		return false;
	length = wanted > PROTOCOL_PAYLOAD_BYTES ? PROTOCOL_PAYLOAD_BYTES : (size_t)wanted;
	for (size_t i = 0; i < length; i++) {
		if ((unsigned char)line[i] < ' ')
			line[i] = ' ';
	}
	snprintf(line + length, PROTOCOL_FRAME_BYTES + 1, " *%08x\n", protocol_crc(line, length));
	return write_whole(fd, line, length + PROTOCOL_FRAME_BYTES);
}

bool protocol_unframe(char *line)
{
	const size_t frame = PROTOCOL_FRAME_BYTES - 1; /* without the newline */
	char expected[PROTOCOL_FRAME_BYTES];
	size_t length = strlen(line);

	if (length > 0 && line[length - 1] == '\n')
		length--;
	if (length < frame || length >= PROTOCOL_LINE_BYTES)
		return false;
	snprintf(expected, sizeof(expected), " *%08x", protocol_crc(line, length - frame));
	if (memcmp(line + length - frame, expected, frame) != 0)
		return false;
	line[length - frame] = '\0';
	return true;
}
