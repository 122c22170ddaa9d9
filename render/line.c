/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "render/line.h"

#include "model/text.h"

char *line_clean(const char *string)
{
	struct text text = TEXT_EMPTY;
	text_add_line(&text, string);
	for (size_t i = 0; i + 2 < text.length; i++) {
		unsigned char *byte = (unsigned char *)text.bytes + i;
		/* U+FFFE and U+FFFF are in no XML. */
		if (byte[0] == 0xef && byte[1] == 0xbf && byte[2] >= 0xbe)
			memset(byte, ' ', 3);
	}
	return text_take(&text);
}
