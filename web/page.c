/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/page.h"

#include <stdarg.h>

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

void page_init(struct page *page)
{
	*page = (struct page){.body = TEXT_EMPTY};
	page_turn(page, PAGE_HTML, PAGE_TYPE_HTML);
}

void page_release(struct page *page)
{
	text_release(&page->body);
}

void page_turn(struct page *page, enum page_kind kind, const char *type)
{
	text_release(&page->body);
	page->body = TEXT_EMPTY;
	page->kind = kind;
	page->cache = kind == PAGE_ASSET ? PAGE_LASTING : PAGE_CHECKED;
	page->type = type;
	page->filename[0] = page->location[0] = page->canonical[0] = 0;
	page->retry_after_s = 0;
	page->stands = false;
}

/* What stands for one ASCII character, or NULL where it stands for itself. */
static const char *entity(unsigned char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	case '\t':
	case '\n':
		return NULL;
	default:
		return c < ' ' || c == 0x7f ? REPLACEMENT : NULL;
	}
}

/*
 * The length of the sequence of several bytes at s if it may be shown: valid and neither one that
 * controls what is shown nor a noncharacter that XML parsers refuse. Else 0.
 */
static size_t shown_length(const char *s, size_t left)
{
	size_t length = text_utf8_length(s, left);
	if (text_is_control(s, length))
		return 0;
	if (length == 3 && !memcmp(s, "\xef\xbf", 2) && (unsigned char)s[2] >= 0xbe)
		return 0;
	return length;
}

void page_add_escaped(struct page *page, const char *bytes, size_t length)
{
	size_t plain = 0; /* from here on nothing has been added yet */
	for (size_t i = 0; i < length;) {
		unsigned char c = (unsigned char)bytes[i];
		size_t step = c < 0x80 ? 1 : shown_length(bytes + i, length - i);
		const char *instead = c < 0x80 ? entity(c) : step ? NULL : REPLACEMENT;
		if (instead) {
			text_add_bytes(&page->body, bytes + plain, i - plain);
			text_add_bytes(&page->body, instead, strlen(instead));
			plain = i + (step ? step : 1);
		}
		i += step ? step : 1;
	}
	text_add_bytes(&page->body, bytes + plain, length - plain);
}

void page_add_html(struct page *page, const char *html)
{
	text_add_bytes(&page->body, html, strlen(html));
}

enum width { WIDTH_INT, WIDTH_LONG, WIDTH_LONG_LONG, WIDTH_SIZE };

/* One conversion of a format, copied out: "%-5.2f". */
struct conversion {
	char spec[24];
	enum width width;
	char letter;
};

/* Takes one conversion from the format and returns what follows it. */
static const char *conversion_read(const char *format, struct conversion *conversion)
{
	size_t length = 1 + strspn(format + 1, "-+ #0123456789.");
	conversion->width = WIDTH_INT;
	if (!strncmp(format + length, "ll", 2))
		conversion->width = WIDTH_LONG_LONG;
	else if (format[length] == 'l')
		conversion->width = WIDTH_LONG;
	else if (format[length] == 'z')
		conversion->width = WIDTH_SIZE;
	length += conversion->width == WIDTH_LONG_LONG ? 2 : conversion->width != WIDTH_INT;
	conversion->letter = format[length++];
	if (length >= sizeof(conversion->spec))
		abort();
	memcpy(conversion->spec, format, length);
	conversion->spec[length] = 0;
	return format + length;
}

/* The spec is a piece of a format that the compiler has checked at the caller. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void add_integer(struct page *page, const struct conversion *conversion, va_list *args)
{
	switch (conversion->width) {
	case WIDTH_INT:
		text_add(&page->body, conversion->spec, va_arg(*args, int));
		break;
	case WIDTH_LONG:
		text_add(&page->body, conversion->spec, va_arg(*args, long));
		break;
	case WIDTH_LONG_LONG:
		text_add(&page->body, conversion->spec, va_arg(*args, long long));
		break;
	case WIDTH_SIZE:
		text_add(&page->body, conversion->spec, va_arg(*args, size_t));
		break;
	}
}

static void add_conversion(struct page *page, const struct conversion *conversion, va_list *args)
{
	switch (conversion->letter) {
	case 's': {
		if (conversion->spec[1] != 's') /* widths would count bytes, not letters */
			abort();
		const char *string = va_arg(*args, const char *);
		page_add_escaped(page, string, strlen(string));
		break;
	}
	case 'c': {
		char c = (char)va_arg(*args, int);
		page_add_escaped(page, &c, 1);
		break;
	}
	case 'd':
	case 'u':
	case 'x':
		add_integer(page, conversion, args);
		break;
	case 'f':
	case 'g':
	case 'e':
		text_add(&page->body, conversion->spec, va_arg(*args, double));
		break;
	case '%':
		page_add_html(page, "%");
		break;
	default:
		abort();
	}
}
#pragma GCC diagnostic pop

void page_add(struct page *page, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	while (*format) {
		size_t plain = strcspn(format, "%");
		text_add_bytes(&page->body, format, plain);
		format += plain;
		if (*format) {
			struct conversion conversion;
			format = conversion_read(format, &conversion);
			add_conversion(page, &conversion, &args);
		}
	}
	va_end(args);
}
