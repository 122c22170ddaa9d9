/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/kconfig.h"

#include <ctype.h>
#include <zlib.h>

#define UNPACKED_BYTES (16 << 20) /* a .config has some 300 kB */
#define FILE_BYTES_MAX (8 << 20)

static const char prefix[] = "CONFIG_";
#define PREFIX_LENGTH (sizeof(prefix) - 1)

bool kconfig_unpack(struct text *text, const void *bytes, size_t length, struct error *err)
{
	const unsigned char *magic = bytes;
	z_stream stream = {0};
	unsigned char buffer[16384], *copy = NULL;
	struct text raw = TEXT_EMPTY;
	int state = Z_OK;

	if (length < 2 || magic[0] != 0x1f || magic[1] != 0x8b) {
		text_add_utf8(text, bytes, length);
		return true;
	}
	if (inflateInit2(&stream, MAX_WBITS + 16) != Z_OK)
		abort(); /* no memory: as xmalloc */
	copy = xmalloc(length); /* zlib's next_in is not const */
	memcpy(copy, bytes, length);
	stream.next_in = copy;
	stream.avail_in = (unsigned)length;
	while (state == Z_OK && raw.length < UNPACKED_BYTES) {
		stream.next_out = buffer;
		stream.avail_out = sizeof(buffer);
		state = inflate(&stream, Z_NO_FLUSH);
		text_add_bytes(&raw, buffer, sizeof(buffer) - stream.avail_out);
	}
	inflateEnd(&stream);
	free(copy);
	if (state == Z_STREAM_END)
		text_add_utf8(text, raw.bytes, raw.length);
	text_release(&raw);
	if (state == Z_OK)
		return error_set(err, "a .config of more than %d MB", UNPACKED_BYTES >> 20);
	return state == Z_STREAM_END || error_set(err, "the gzip data of the .config is broken");
}

static void note(struct kconfig *config, unsigned line, char *text)
{
	struct kconfig_note *added = xgrow(&config->notes, &config->notes_n, sizeof(*added));
	*added = (struct kconfig_note){line, text};
}

/* A value as kconfig writes it: strings stand in quotes, with \" and \\ inside. */
static char *value_copy(const char *value, size_t length)
{
	if (length < 2 || value[0] != '"' || value[length - 1] != '"')
		return xstrndup(value, length);

	char *copy = xmalloc(length), *to = copy;
	for (size_t i = 1; i < length - 1; i++) {
		if (value[i] == '\\' && i + 1 < length - 1)
			i++;
		*to++ = value[i];
	}
	*to = '\0';
	return copy;
}

/* "# Linux/x86 6.18.4 Kernel Configuration", in 2007 "# Linux kernel version: 2.6.23". */
static void read_heading(struct kconfig *config, const char *line, size_t length)
{
	static const char new[] = " Kernel Configuration", old[] = "# Linux kernel version: ";
	const char *start = NULL, *end = line + length;

	if (config->version)
		return;
	if (length > sizeof(old) - 1 && memcmp(line, old, sizeof(old) - 1) == 0) {
		start = line + sizeof(old) - 1;
	} else if (length > sizeof(new) &&
		memcmp(end - (sizeof(new) - 1), new, sizeof(new) - 1) == 0) {
		end -= sizeof(new) - 1;
		for (start = end; start > line && start[-1] != ' ';)
			start--;
	}
	if (start && isdigit((unsigned char)*start))
		config->version = xstrndup(start, (size_t)(end - start));
}

static size_t name_length(const char *line, size_t length)
{
	size_t n = PREFIX_LENGTH;
	if (length <= n || memcmp(line, prefix, n) != 0)
		return 0;
	while (n < length && (isalnum((unsigned char)line[n]) || line[n] == '_'))
		n++;
	return n > PREFIX_LENGTH ? n : 0;
}

static void read_line(struct kconfig *config, const char *line, size_t length, unsigned number)
{
	static const char unset[] = " is not set";
	bool comment = length && line[0] == '#';
	const char *at = line;

	if (comment) {
		read_heading(config, line, length);
		if (length < 2 || line[1] != ' ')
			return;
		at += 2;
	}
	size_t left = length - (size_t)(at - line), n = name_length(at, left);
	const char *behind = at + n;
	left -= n;
	/* Any other comment is prose, whatever it says of an option. */
	bool off = comment && left == sizeof(unset) - 1 && memcmp(behind, unset, left) == 0;
	if (n == 0 || (comment ? !off : left == 0 || behind[0] != '='))
		return;

	struct kconfig_option *option = xgrow(&config->options, &config->length, sizeof(*option));
	option->name = xstrndup(at, n);
	option->line = number;
	if (!off && left == 2 && behind[1] == 'n')
		note(config, number, xasprintf("line %u: %s=n means the same as '# %s is not set'",
			number, option->name, option->name));
	else if (!off)
		option->value = value_copy(behind + 1, left - 1);
}

static int by_name_and_line(const void *a, const void *b)
{
	const struct kconfig_option *x = a, *y = b;
	int order = strcmp(x->name, y->name);
	return order ? order : (x->line > y->line) - (x->line < y->line);
}

static int by_line(const void *a, const void *b)
{
	const struct kconfig_note *x = a, *y = b;
	return (x->line > y->line) - (x->line < y->line);
}

static void option_release(struct kconfig_option *option)
{
	free(option->name);
	free(option->value);
}

/* As kconfig itself does it: of an option that stands there twice the last line counts. */
static void drop_repeated(struct kconfig *config)
{
	size_t n = 0;
	for (size_t i = 0; i < config->length; i++) {
		struct kconfig_option *option = &config->options[i];
		if (n && strcmp(config->options[n - 1].name, option->name) == 0) {
			note(config, option->line,
				xasprintf("line %u: %s stands here again (first in line %u): the "
					"last of the two counts", option->line, option->name,
					config->options[n - 1].line));
			option_release(&config->options[--n]);
		}
		config->options[n++] = *option;
	}
	config->length = n;
}

bool kconfig_parse(struct kconfig *config, const void *bytes, size_t length, struct error *err)
{
	struct text text = TEXT_EMPTY;
	unsigned number = 0;

	*config = (struct kconfig){0};
	if (!kconfig_unpack(&text, bytes, length, err)) {
		text_release(&text);
		return false;
	}
	for (const char *line = text.bytes; line && *line;) {
		size_t whole = strcspn(line, "\n"), shown = whole;
		while (shown && strchr("\r \t", line[shown - 1]))
			shown--;
		read_line(config, line, shown, ++number);
		line += whole + (line[whole] == '\n');
	}
	text_release(&text);
	if (config->length == 0) {
		kconfig_release(config);
		return error_set(err, "not a kernel .config: it sets no option");
	}
	qsort(config->options, config->length, sizeof(*config->options), by_name_and_line);
	drop_repeated(config);
	if (!config->version)
		note(config, 0,
			xstrdup("a fragment, not a complete .config: it has no heading with a "
				"kernel version, and what it does not mention is unknown"));
	if (config->notes_n)
		qsort(config->notes, config->notes_n, sizeof(*config->notes), by_line);
	return true;
}

void kconfig_release(struct kconfig *config)
{
	for (size_t i = 0; i < config->length; i++)
		option_release(&config->options[i]);
	for (size_t i = 0; i < config->notes_n; i++)
		free(config->notes[i].text);
	free(config->options);
	free(config->notes);
	free(config->version);
	*config = (struct kconfig){0};
}

/* Compares a name without its prefix with one of the file's, which have it. */
static int by_bare_name(const void *key, const void *element)
{
	const struct kconfig_option *option = element;
	return strcmp(key, option->name + PREFIX_LENGTH);
}

const struct kconfig_option *kconfig_find(const struct kconfig *config, const char *name)
{
	if (strncmp(name, prefix, PREFIX_LENGTH) == 0)
		name += PREFIX_LENGTH;
	return config->length ? bsearch(name, config->options, config->length,
		sizeof(*config->options), by_bare_name) : NULL;
}

bool kconfig_is_on(const struct kconfig *config, const char *name)
{
	const struct kconfig_option *option = kconfig_find(config, name);
	const char *value = option ? option->value : NULL;
	return value && (!strcmp(value, "y") || !strcmp(value, "m"));
}

const char *kconfig_state(const struct kconfig_option *option)
{
	if (!option)
		return "absent";
	if (!option->value)
		return "not set";
	return option->value[0] ? option->value : "(empty)";
}

bool kconfig_check_file(const char *path, struct error *err)
{
	struct text text = TEXT_EMPTY;
	struct kconfig config = {0};
	bool ok = text_read_file(&text, path, FILE_BYTES_MAX, err) &&
		(kconfig_parse(&config, text.length ? text.bytes : "", text.length, err) ||
			error_prefix(err, "%s", path));
	kconfig_release(&config);
	text_release(&text);
	return ok;
}
