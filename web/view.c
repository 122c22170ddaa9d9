/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/view.h"

#include "web/query.h"

static bool read_base(struct view *view, const char *query, const struct campaign *campaign,
	struct error *err)
{
	if (!query_has(query, "base", 0))
		return true;
	char *slug = query_value(query, "base", 0);
	ptrdiff_t base = slug ? campaign_variant_find(campaign, slug) : -1;
	free(slug);
	if (base < 0)
		return error_set(err, "base= names no variant of this campaign");
	view->base = (size_t)base;
	return true;
}

static bool read_rows(struct view *view, const char *query, struct error *err)
{
	struct error why;
	if (!query_has(query, "rows", 0))
		return true;
	view->rows = query_value(query, "rows", 0);
	if (view->rows && choice_set(&view->choice, view->rows, &why))
		return true;
	return error_set(err, "rows= is a list of counts such as 15..25 or 2,4,8..64/8");
}

int view_read(struct view *view, const struct request *request, const struct campaign *campaign,
	struct error *err)
{
	*view = (struct view){.base = campaign->baseline};
	if (read_base(view, request->query, campaign, err) &&
		read_rows(view, request->query, err))
		return 200;
	view_release(view);
	return 400;
}

void view_release(struct view *view)
{
	choice_release(&view->choice);
	free(view->rows);
	*view = (struct view){0};
}

void view_add_query(struct text *address, const struct view *view, const struct campaign *campaign,
	size_t base)
{
	bool first = !address->bytes || !strchr(address->bytes, '?');
	if (base != campaign->baseline)
		query_add(address, &first, "base", campaign->variants[base].slug);
	if (view->rows)
		query_add(address, &first, "rows", view->rows);
}
