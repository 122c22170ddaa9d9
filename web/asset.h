/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The static files, embedded in the program. Their addresses carry a hash of their content, so
 * that browsers may keep them for ever. To add one: a line in assets.S, a line in asset.c.
 */
#ifndef WEB_ASSET_H
#define WEB_ASSET_H

#include "model/base.h"

struct asset {
	const char *name; /* "schedlab.css" */
	const char *type; /* "text/css; charset=utf-8" */
	const unsigned char *start, *end;
};

/* NULL where there is none of that name. */
const struct asset *asset_find(const char *name);

/* "/static/0123456789abcdef/schedlab.css" */
#define ASSET_ADDRESS_BYTES 64
void asset_address(const struct asset *asset, char address[static ASSET_ADDRESS_BYTES]);

#endif
