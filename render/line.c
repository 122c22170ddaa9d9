/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/line.h"

#include "model/text.h"

char *line_clean(const char *string)
{
	struct text text = TEXT_EMPTY;
	text_add_utf8(&text, string, strlen(string));
	for (size_t i = 0; i < text.length; i++) {
		unsigned char *byte = (unsigned char *)text.bytes + i;
		bool c1 = byte[0] == 0xc2 && byte[1] >= 0x80 && byte[1] < 0xa0;
		/* U+2028, U+2029 end lines, U+FFFE and U+FFFF are in no XML. */
		bool line = byte[0] == 0xe2 && byte[1] == 0x80 && (byte[2] & 0xfe) == 0xa8;
		bool no_xml = byte[0] == 0xef && byte[1] == 0xbf && byte[2] >= 0xbe;
		if (c1 || line || no_xml)
			memset(byte, ' ', c1 ? 2 : 3);
		else if (byte[0] < 0x20 || byte[0] == 0x7f)
			byte[0] = ' ';
	}
	return text_take(&text);
}
