/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The page that asks which two variants are to be compared: a form, and the variants of recent
 * campaigns as links, the first of which names the baseline and the second what is beside it.
 */
#ifndef WEB_CHOOSE_H
#define WEB_CHOOSE_H

#include "model/store.h"
#include "web/page.h"
#include "web/request.h"

/* A whole page; a status as pages return it. */
int choose_add(struct page *page, const struct request *request, struct store *store,
	struct error *err);

#endif
