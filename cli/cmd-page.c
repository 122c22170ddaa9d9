/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/command.h"
#include "model/url.h"
#include "web/site.h"

struct arguments {
	const char *target;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	return command_one(key, arg, state, &arguments->target, "page's address");
}

int cmd_page(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {NULL, parse, "ADDRESS",
		"Prints what the server would answer at an address such as /c/20261130-k3f7qd, "
		"without a server; of one that leads on, where to. Exit code 1 where the answer is an "
		"error page.",
		NULL, NULL, NULL};
	struct arguments arguments = {NULL};
	struct page page;
	struct error err;
	command_parse(&argp, argc, argv, globals, &arguments);

	char *path = store_path(globals->store);
	char url[URL_BYTES];
	struct site site = {.store_path = path, .url = url_of_site(url)};
	page_init(&page);
	int status = site_get(&site, arguments.target, &page, &err);
	if (status == 302)
		text_add(&page.body, "%s\n", page.location);
	int code = command_write(&page.body);
	if (status != 200 && status != 302)
		code = command_fail(EXIT_FAILED, &err);
	page_release(&page);
	free(path);
	return code;
}
