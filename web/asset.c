/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/asset.h"

#include "web/hash.h"
#include "web/page.h"

extern const unsigned char asset_css_start[], asset_css_end[];
extern const unsigned char asset_app_start[], asset_app_end[];
extern const unsigned char asset_icon_start[], asset_icon_end[];

static const struct asset assets[] = {
	{"schedlab.css", "text/css; charset=utf-8", asset_css_start, asset_css_end},
	{"app.js", "text/javascript; charset=utf-8", asset_app_start, asset_app_end},
	{"icon.svg", PAGE_TYPE_SVG, asset_icon_start, asset_icon_end},
};

const struct asset *asset_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(assets); i++)
		if (!strcmp(assets[i].name, name))
			return &assets[i];
	return NULL;
}

void asset_address(const struct asset *asset, char address[static ASSET_ADDRESS_BYTES])
{
	char hash[HASH_BYTES];
	hash_bytes(asset->start, (size_t)(asset->end - asset->start), hash);
	snprintf(address, ASSET_ADDRESS_BYTES, "/static/%.16s/%s", hash, asset->name);
}
