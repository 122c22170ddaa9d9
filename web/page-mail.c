/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The campaign as mail text, ready to be sent: what `schedlab show --mail` prints. */
#include "model/mail.h"
#include "web/load.h"
#include "web/pages.h"
#include "web/view.h"

int page_mail(struct page *page, const struct request *request, struct store *store,
	struct error *err)
{
	struct campaign campaign;
	struct samples samples = {0};
	struct judgement judgement = {0};
	struct view view = {0};
	int status = load_campaign(request, store, &campaign, err);
	if (status != 200)
		return status;
	status = view_read(&view, request, &campaign, err);
	if (status != 200)
		goto out;
	status = 500;
	if (!store_samples_read(store, &campaign, &samples, err) ||
		!load_environments(store, &campaign, err))
		goto out;
	view.choice.limit = MAIL_ROWS;
	judgement_of_campaign(&judgement, &campaign, &samples, view.base);
	page_turn(page, PAGE_DATA, "text/plain; charset=us-ascii");
	mail_add_campaign(&page->body, &campaign, &samples, &judgement, view.base, &view.choice,
		request->url);
	page->stands = true;
	status = load_standing(&campaign, err);
out:
	judgement_release(&judgement);
	view_release(&view);
	samples_release(&samples);
	campaign_release(&campaign);
	return status;
}
