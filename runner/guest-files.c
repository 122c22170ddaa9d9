/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/guest-files.h"

#include <errno.h>
#include <sys/stat.h>

#define REQUEST_BYTES 1024 /* of patterns in one request; a line holds more */

/* What has arrived. One file is open at a time: it is written when it has all its bytes. */
struct files {
	const char *folder;
	char *path; /* of the file that is being sent, NULL = none */
	size_t size;
	struct text bytes;
	uint64_t total_bytes;
	unsigned n;
};

/* A file's path as a guest may send it: absolute, plain, below /proc, /sys or /etc. */
static bool is_path(const char *path)
{
	static const char *const below[] = {"/proc/", "/sys/", "/etc/"};
	bool there = false;

	for (size_t i = 0; i < ARRAY_LENGTH(below); i++)
		there = there || strncmp(path, below[i], strlen(below[i])) == 0;
	if (!there || strlen(path) > 1000)
		return false;
	for (const char *name = path; *name; name += strcspn(name, "/")) {
		size_t length = strcspn(++name, "/");
		if (length == 0 || length > 255 || strncmp(name, "..", length) == 0)
			return false;
	}
	return true;
}

static int digit(char c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *found = c ? strchr(digits, c) : NULL;

	return found ? (int)(found - digits) : -1;
}

/* Adds what groups of four characters say; false where they are not base64. */
static bool add_base64(struct text *bytes, const char *text)
{
	for (; *text; text += 4) {
		unsigned group = 0;
		size_t n = 3;
		if (strlen(text) < 4)
			return false;
		for (size_t i = 0; i < 4; i++) {
			int value = digit(text[i]);
			bool padding = text[i] == '=' && !text[4] && i >= 2 &&
				(i == 3 || text[3] == '=');
			if (value < 0 && !padding)
				return false;
			n -= padding;
			group = group << 6 | (padding ? 0 : (unsigned)value);
		}
		const char three[] = {(char)(group >> 16), (char)(group >> 8), (char)group};
		text_add_bytes(bytes, three, n);
	}
	return true;
}

static bool make_parents(char *path, const char *folder)
{
	for (char *slash = path + strlen(folder); (slash = strchr(slash + 1, '/'));) {
		*slash = '\0';
		bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
		*slash = '/';
		if (!made)
			return false;
	}
	return true;
}

static bool write_file(struct files *files, struct error *err)
{
	char *path = xasprintf("%s%s", files->folder, files->path);
	FILE *file = make_parents(path, files->folder) ? fopen(path, "we") : NULL;
	bool ok = file && (files->size == 0 ||
		fwrite(files->bytes.bytes, 1, files->size, file) == files->size);

	if (file && fclose(file))
		ok = false;
	if (!ok)
		error_set(err, "protocol: cannot keep the guest's %s: %s", files->path,
			strerror(errno));
	free(path);
	return ok;
}

/* Closes the file that is being sent, if there is one. */
static bool end_file(struct files *files, struct error *err)
{
	bool ok = true;

	if (files->path && files->bytes.length != files->size)
		ok = error_set(err, "protocol: %zu of %zu bytes of %s came", files->bytes.length,
			files->size, files->path);
	else if (files->path)
		ok = write_file(files, err);
	free(files->path);
	files->path = NULL;
	files->bytes.length = 0;
	return ok;
}

static bool begin_file(struct files *files, const char *words, struct error *err)
{
	const char *blank = strrchr(words, ' ');
	char *end = NULL;
	unsigned long long size = blank ? strtoull(blank + 1, &end, 10) : 0;

	files->path = xstrndup(words, blank ? (size_t)(blank - words) : 0);
	if (!blank || end == blank + 1 || *end || !is_path(files->path))
		return error_set(err, "protocol: the guest sends a file with a bad name or size");
	files->size = (size_t)size;
	files->total_bytes += size < GUEST_FILES_BYTES ? size : GUEST_FILES_BYTES + 1;
	if (files->total_bytes > GUEST_FILES_BYTES || ++files->n > GUEST_FILES_MAX)
		return error_set(err, "protocol: the guest sends more files than anybody needs");
	return true;
}

static bool take(struct files *files, const char *line, bool *end, struct error *err)
{
	if (strncmp(line, "data ", 5) == 0 && files->path) {
		if (!add_base64(&files->bytes, line + 5) || files->bytes.length > files->size)
			return error_set(err, "protocol: the guest garbled %s", files->path);
		return true;
	}
	if (!end_file(files, err))
		return false;
	if (strncmp(line, "file ", 5) == 0)
		return begin_file(files, line + 5, err);
	*end = strcmp(line, "ready") == 0;
	return *end || strncmp(line, "missing ", 8) == 0 || strcmp(line, "facts-end") == 0 ||
		error_set(err, "protocol: unexpected answer: %.80s", line);
}

/* One request of as many patterns as fit; moves *patterns behind them. */
static void ask(struct guest *guest, const char *const **patterns)
{
	struct text request = TEXT_EMPTY;

	text_add(&request, "facts");
	do
		text_add(&request, " %s", *(*patterns)++);
	while (**patterns && request.length + strlen(**patterns) < REQUEST_BYTES);
	guest_send(guest, request.bytes);
	text_release(&request);
}

bool guest_files_fetch(struct guest *guest, const char *const patterns[], const char *folder,
	int64_t deadline_ns, struct error *err)
{
	struct files files = {.folder = folder};
	char line[PROTOCOL_LINE_BYTES];
	bool ok = true;

	while (ok && *patterns) {
		bool end = false;
		ask(guest, &patterns);
		while (ok && !end) {
			enum guest_event event = guest_line(guest, deadline_ns, line);
			ok = event == GUEST_LINE ? take(&files, line, &end, err) :
				guest_error(guest, event, "its facts", err);
		}
	}
	free(files.path);
	text_release(&files.bytes);
	return ok;
}
