/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/command.h"
#include "web/site.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
	const char **target = state->input;
	switch (key) {
	case ARGP_KEY_ARG:
		if (*target || arg[0] != '/')
			argp_error(state, "one address is expected, such as / or /c/ID");
		*target = arg;
		return 0;
	case ARGP_KEY_END:
		if (!*target)
			argp_error(state, "an address is expected, such as / or /c/ID");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int cmd_page(int argc, char **argv, struct globals *globals)
{
	const struct argp argp = {NULL, parse, "ADDRESS",
		"Print what a server would answer at ADDRESS (a page, a picture, an export), without "
		"a socket. An address that is not there prints its error page and exits with 1.",
		NULL, NULL, NULL};
	const char *target = NULL;
	command_parse(&argp, argc, argv, globals, &target);

	struct error err;
	struct page page;
	page_init(&page);
	char *path = store_path(globals->store);
	const struct site site = {.store_path = path};
	int status = site_get(&site, target, &page, &err);
	int code = command_write(&page.body);
	if (status != 200)
		code = command_fail(EXIT_FAILED, &err);
	page_release(&page);
	free(path);
	return code;
}
