/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/asset.h"
#include "web/pages.h"

/*
 * Only under its own hash: an address that browsers keep for ever must never show another
 * content.
 */
int page_asset(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	(void)store;
	const struct asset *asset = asset_find(request->words[REQUEST_FILE]);
	char hash[REQUEST_WORD_BYTES + ASSET_ADDRESS_BYTES], address[ASSET_ADDRESS_BYTES];
	if (asset) {
		asset_address(asset, address);
		snprintf(hash, sizeof(hash), "/static/%s/%s", request->words[REQUEST_HASH],
			asset->name);
	}
	if (!asset || strcmp(hash, address) != 0) {
		error_set(err, "there is no such file, or it has changed");
		return 404;
	}
	page_turn(page, PAGE_ASSET, asset->type);
	text_add_bytes(&page->body, asset->start, (size_t)(asset->end - asset->start));
	return 200;
}
