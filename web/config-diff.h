/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How the kernels' .config files differ from the baseline's: the options that matter for
 * scheduling as a table, the rest as a number and folded away.
 */
#ifndef WEB_CONFIG_DIFF_H
#define WEB_CONFIG_DIFF_H

#include "web/kernels.h"

void config_diff_add(struct page *page, const struct campaign *campaign,
	const struct kernels *kernels);

#endif
