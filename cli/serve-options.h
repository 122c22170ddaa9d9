/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `schedlab serve` may be told. */
#ifndef CLI_SERVE_OPTIONS_H
#define CLI_SERVE_OPTIONS_H

#include <argp.h>

#include "model/url.h"
#include "web/server.h"

struct serve_options {
	struct server_options server; /* without store and log */
	const char *access_log;       /* NULL: as log_new() chooses */
	bool check;                   /* say whether all this can be, and leave */
	const char *listen[SERVER_LISTEN_MAX], *hosts[SERVER_LISTEN_MAX];
	char url[URL_BYTES], url_host[URL_BYTES]; /* without the slash at its end; its host alone */
};

/* For command_parse(), with a struct serve_options from serve_options_default() as its input. */
extern const struct argp serve_argp;

void serve_options_default(struct serve_options *options);

/*
 * After parsing: whether addresses and names are such; $SCHEDLAB_URL counts where there is no
 * --url, and its host is one of the names where any are given.
 */
bool serve_options_finish(struct serve_options *options, struct error *err);

#endif
