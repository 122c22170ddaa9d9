/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernels of a campaign as they were really entered: for every variant and clock that has an
 * entry, the first one that came up stands for all, with its environment.
 */
#ifndef WEB_KERNELS_H
#define WEB_KERNELS_H

#include "model/store.h"
#include "web/page.h"

struct kernel {
	unsigned variant;
	enum clock clock;
	size_t entry;    /* index into the campaign's entries */
	unsigned nth;    /* which entry into the variant that is, from 1: as in addresses */
	unsigned boots;  /* distinct boot numbers entered */
	unsigned again;  /* entries beyond the first into a boot */
	unsigned failed; /* entries with a failure */
	struct environment env;
};

struct kernels {
	struct kernel *kernels; /* by variant, then clock */
	size_t length;
	bool clocks; /* some variant was entered under both clocks */
};

bool kernels_init(struct kernels *kernels, struct store *store, const struct campaign *campaign,
	struct error *err);
void kernels_release(struct kernels *kernels);

/* A table: what runs in each variant, a line a kernel. False, and none, where nothing is known. */
bool kernels_add_brief(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels);

/* A colour (of a series' style) and a label. */
void kernels_add_name(struct page *page, unsigned style, const char *label);

/* A variant's. */
void kernels_add_label(struct page *page, const struct campaign *campaign, size_t variant);

#endif
