/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How to measure a campaign again: its plan, its kernels, and the exact commands. */
#ifndef WEB_REPRODUCE_H
#define WEB_REPRODUCE_H

#include "web/kernels.h"

void reproduce_add(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels);

#endif
