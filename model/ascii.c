/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/ascii.h"

static const struct {
	const char *from, *to;
} plain[] = {
	{"\xc2\xb5", "u"},       /* micro sign */
	{"\xce\xbc", "u"},       /* Greek mu */
	{"\xc2\xb1", "+/-"},     /* plus-minus */
	{"\xc2\xa0", " "},       /* no-break space */
	{"\xc3\x97", "x"},       /* times */
	{"\xe2\x80\x93", "-"},   /* en dash */
	{"\xe2\x80\x94", "-"},   /* em dash */
	{"\xe2\x88\x92", "-"},   /* minus */
	{"\xe2\x80\xa6", "..."}, /* ellipsis */
	{"\xe2\x80\x98", "'"},   {"\xe2\x80\x99", "'"}, {"\xe2\x80\x9c", "\""},
	{"\xe2\x80\x9d", "\""},  {"\xe2\x86\x92", "->"},
};

static const char *plain_of(const char *sequence, size_t length)
{
	for (size_t i = 0; i < ARRAY_LENGTH(plain); i++)
		if (strlen(plain[i].from) == length && !memcmp(plain[i].from, sequence, length))
			return plain[i].to;
	return "?";
}

char *ascii_of(const char *string)
{
	struct text text = TEXT_EMPTY;
	for (size_t left = strlen(string); left > 0;) {
		unsigned char c = (unsigned char)*string;
		size_t length = text_utf8_length(string, left);
		if (c < ' ' || c == 0x7f)
			text_add(&text, " ");
		else if (c < 0x80)
			text_add_bytes(&text, string, 1);
		else
			text_add(&text, "%s", plain_of(string, length));
		length += !length;
		string += length;
		left -= length;
	}
	return text_take(&text);
}

char *ascii_fit(const char *string, size_t width)
{
	char *ascii = ascii_of(string);
	size_t length = strlen(ascii);
	if (length > width) {
		size_t head = (width - 3 + 1) / 2, tail = width - 3 - head;
		memcpy(ascii + head, "...", 3);
		memmove(ascii + head + 3, ascii + length - tail, tail + 1);
	}
	return ascii;
}

/* How many bytes of the string go on a line with room for so many. */
static size_t line_length(const char *string, size_t room)
{
	size_t length = strlen(string);
	if (length <= room)
		return length;
	for (size_t i = room + 1; i-- > 1;)
		if (string[i] == ' ' && string[i + 1] != '%')
			return i;
	return room;
}

void ascii_wrap(struct text *text, const char *first, size_t indent, const char *string,
	size_t width)
{
	char *ascii = ascii_of(string);
	const char *rest = ascii + strspn(ascii, " ");
	size_t used = strlen(first);
	text_add(text, "%s", first);
	while (*rest) {
		size_t length = line_length(rest, width - used);
		size_t shown = length;
		while (shown > 0 && rest[shown - 1] == ' ')
			shown--;
		text_add_bytes(text, rest, shown);
		rest += length;
		rest += strspn(rest, " ");
		if (*rest)
			text_add(text, "\n%*s", (int)indent, "");
		used = indent;
	}
	text_add(text, "\n");
	free(ascii);
}
