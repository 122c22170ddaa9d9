/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/frame.h"
#include "web/pages.h"

static const char *status_words(int status)
{
	switch (status) {
	case 400:
		return "This address asks for what there is not";
	case 404:
		return "Not found";
	case 405:
		return "Method not allowed";
	case 410:
		return "Withdrawn";
	case 503:
		return "Not available at the moment";
	default:
		return "The page could not be made";
	}
}

/* Where the store is on the server is nobody's business. */
static const char *reason(const struct request *request, const struct error *err)
{
	size_t length = request->store_path ? strlen(request->store_path) : 0;
	bool named = length && !strncmp(err->message, request->store_path, length) &&
		!strncmp(err->message + length, ": ", 2);
	return err->message + (named ? length + 2 : 0);
}

void page_error(struct page *page, const struct request *request, int status,
	const struct error *err)
{
	const char *id = request->words[REQUEST_ID];
	bool inside = false; /* below a campaign's page: that page itself is no way out of it */
	for (size_t i = REQUEST_ID + 1; i < REQUEST_WORD_N; i++)
		inside |= request->words[i][0] != 0;
	page_turn(page, PAGE_HTML, PAGE_TYPE_HTML);
	page_begin(page, &(struct frame){.title = status_words(status)});
	page_add(page, "<h1>%s</h1>\n", status_words(status));
	page_add(page, "<p>%d: %s.</p>\n", status, reason(request, err));
	page_add_html(page, "<p><a href='/'>All campaigns</a>");
	if (id[0] && (inside || status != 404))
		page_add(page, " · <a href='/c/%s'>Campaign %s</a>", id, id);
	page_add_html(page, "</p>\n");
	if (status == 404)
		page_add_html(page,
			"<p class='note'>Addresses look like <code>/c/20261130-k3f7qd</code> for a "
			"campaign, "
			"<code>/c/20261130-k3f7qd/ring.bound</code> for one of its charts, and "
			"<code>.zoom.png .zero.svg .dat .csv .gp .bench .json</code> behind "
			"a chart for its pictures and data.</p>\n");
	page_end(page);
}
