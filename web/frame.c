/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/frame.h"

#include "web/asset.h"
#include "web/preview.h"

static void add_asset_link(struct page *page, const char *rel, const char *name)
{
	char address[ASSET_ADDRESS_BYTES];
	const struct asset *asset = asset_find(name);
	asset_address(asset, address);
	page_add(page, "<link rel='%s' href='%s' type='%s'/>\n", rel, address, asset->type);
}

static void add_script(struct page *page, const char *name)
{
	char address[ASSET_ADDRESS_BYTES];
	asset_address(asset_find(name), address);
	page_add(page, "<script src='%s' defer='defer'></script>\n", address);
}

static void add_trail(struct page *page, const struct frame *frame)
{
	page_add_html(page, "<nav class='trail' aria-label='where'><a href='/'>schedlab</a>");
	if (frame->id)
		page_add(page, " <span>/</span> <a href='/c/%s'>%s</a>", frame->id, frame->id);
	if (frame->chart)
		page_add(page, " <span>/</span> <a href='%s'>%s</a>", frame->chart,
			strrchr(frame->chart, '/') + 1);
	if (frame->here)
		page_add(page, " <span>/</span> <b>%s</b>", frame->here);
	page_add_html(page, "</nav>\n");
}

/* Void elements are closed so that a page is well-formed XML too, which the tests check. */
void page_begin(struct page *page, const struct frame *frame)
{
	page_add_html(page, "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'/>\n");
	page_add(page, "<title>%s</title>\n", frame->title);
	page_add_html(page,
		"<meta name='viewport' content='width=device-width, initial-scale=1'/>\n");
	page_add_html(page, "<meta name='color-scheme' content='light dark'/>\n");
	if (frame->description)
		page_add(page, "<meta name='description' content='%s'/>\n", frame->description);
	if (frame->preview)
		preview_add(page, frame->preview);
	if (frame->refresh_s)
		page_add(page, "<meta http-equiv='refresh' content='%u'/>\n", frame->refresh_s);
	add_asset_link(page, "stylesheet", "schedlab.css");
	add_asset_link(page, "icon", "icon.svg");
	if (frame->script)
		add_script(page, "app.js");
	page_add_html(page, "<link rel='alternate' type='application/atom+xml' title='campaigns' "
			    "href='/feed.atom'/>\n");
	page_add_html(page, "</head>\n<body>\n<a class='skip' href='#main'>Skip to what it is "
			    "about</a>\n<header>\n");
	add_trail(page, frame);
	page_add_html(page, "</header>\n<main id='main' tabindex='-1'>\n");
}

void page_end(struct page *page)
{
	page_add_html(page, "</main>\n<footer>\n");
	page_add(page, "<p>schedlab %s. Times are UTC. <a href='/'>Campaigns</a> ", SCHEDLAB_VERSION);
	page_add_html(page, "<a href='/trend'>Trends</a> <a href='/compare'>Compare two variants</a> "
			    "<a href='/feed.atom'>Feed</a></p>\n");
	page_add_html(page, "</footer>\n</body>\n</html>\n");
}
