/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The whole lab as plain files, for a web server or a CDN that runs no program. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "model/url.h"
#include "web/crawl.h"

#define MARK ".schedlab-site" /* what says that a folder is ours to replace */

struct arguments {
	const char *out;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	switch (key) {
	case 'o':
		arguments->out = arg;
		return 0;
	case ARGP_KEY_END:
		if (!arguments->out)
			argp_error(state, "--out DIR is expected");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"out", 'o', "DIR", 0,
		"The folder: made where it is missing, replaced whole where an earlier site is in it",
		0},
	{0},
};

/* The files as they are written; the folder is put in its place when it is whole. */
struct writing {
	const char *folder;
	size_t files;
	uint64_t bytes;
};

/* Makes the folders that lie between ours and a file of it. */
static bool make_folders(char *path, size_t from)
{
	for (char *slash = strchr(path + from + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
		*slash = '/';
		if (!made)
			return false;
	}
	return true;
}

static bool write_file(const char *path, const struct text *text)
{
	FILE *file = fopen(path, "wxe");
	if (!file)
		return false;
	bool ok = !text->length || fwrite(text->bytes, text->length, 1, file) == 1;
	return fclose(file) == 0 && ok;
}

/* A page lies in a folder of its name, as index.html: below it are the chart's, the cells'. */
static bool write_page(void *context, const char *path, const struct page *page, struct error *err)
{
	struct writing *writing = context;
	bool html = page->kind == PAGE_HTML;
	char *file = xasprintf("%s%s%s", writing->folder, path,
		!html ? "" : path[strlen(path) - 1] == '/' ? "index.html" : "/index.html");
	bool ok = make_folders(file, strlen(writing->folder)) && write_file(file, &page->body);
	if (!ok)
		error_set(err, "cannot write '%s': %s", file, strerror(errno));
	writing->files++;
	writing->bytes += page->body.length;
	free(file);
	return ok;
}

static int remove_one(const char *path, const struct stat *stat, int type, struct FTW *at)
{
	(void)stat, (void)type, (void)at;
	return remove(path);
}

static void remove_tree(const char *path)
{
	nftw(path, remove_one, 32, FTW_DEPTH | FTW_PHYS);
}

/* Whether the folder may be replaced: it is absent, empty, or holds a site of ours. */
static bool check_target(const char *out, struct error *err)
{
	char *mark = xasprintf("%s/" MARK, out);
	struct stat stat;
	bool ok = lstat(out, &stat) != 0 || (S_ISDIR(stat.st_mode) && access(mark, F_OK) == 0);
	if (!ok && S_ISDIR(stat.st_mode) && rmdir(out) == 0)
		ok = true;
	if (!ok)
		error_set(err, "'%s' is there and is no site that this command wrote", out);
	free(mark);
	return ok;
}

/* Puts the new folder in the place of the old one, at once for everybody who reads. */
static bool exchange(const char *fresh, const char *out, struct error *err)
{
	if (renameat2(AT_FDCWD, fresh, AT_FDCWD, out, RENAME_EXCHANGE) == 0) {
		remove_tree(fresh);
		return true;
	}
	if (errno == ENOENT && rename(fresh, out) == 0)
		return true;
	return error_set(err, "cannot put the site at '%s': %s", out, strerror(errno));
}

static bool write_site(const struct site *site, const char *out, struct writing *writing,
	struct error *err)
{
	char *fresh = xasprintf("%s.new-%d", out, (int)getpid());
	char *mark = xasprintf("%s/" MARK, fresh);
	struct text empty = TEXT_EMPTY;
	writing->folder = fresh;
	bool ok = (mkdir(fresh, 0777) == 0 && write_file(mark, &empty)) ||
		error_set(err, "cannot write '%s': %s", fresh, strerror(errno));
	ok = ok && crawl_site(site, write_page, writing, err) && exchange(fresh, out, err);
	if (!ok)
		remove_tree(fresh);
	free(mark);
	free(fresh);
	return ok;
}

int cmd_site(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, NULL,
		"Writes the whole lab as static files, page for page what the server answers, for any "
		"web server or CDN: a page is the index.html of a folder named like it. What stands "
		"behind a '?' in an address is the server's alone; plain files show the page unasked. "
		"$SCHEDLAB_URL says where the site will be, for feeds and previews.",
		NULL, NULL, NULL};
	struct arguments arguments = {0};
	struct writing writing = {0};
	struct error err;
	char url[URL_BYTES];
	command_parse(&argp, argc, argv, globals, &arguments);

	char *path = store_path(globals->store);
	size_t length = strlen(arguments.out);
	while (length > 1 && arguments.out[length - 1] == '/')
		length--;
	char *out = xstrndup(arguments.out, length);
	struct site site = {.store_path = path, .url = url_of_site(url)};
	int code = EXIT_DONE;
	if (check_target(out, &err) && write_site(&site, out, &writing, &err))
		printf("%s: %zu files, %.1f MB\n", out, writing.files, (double)writing.bytes / 1e6);
	else
		code = command_fail(EXIT_FAILED, &err);
	free(out);
	free(path);
	return code == EXIT_DONE ? command_flush() : code;
}
