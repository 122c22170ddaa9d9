/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which kernel boot each entry of a campaign is: the unit of replication of every statistic. */
#ifndef MODEL_KERNEL_BOOTS_H
#define MODEL_KERNEL_BOOTS_H

#include "model/campaign.h"

/*
 * A number below entries_n for each entry, equal where two entries are the same kernel boot: by its
 * boot id, and also a boot entered twice, which stays one unit even over two kernel boots. The
 * caller frees it.
 */
unsigned *kernel_boots(const struct campaign *campaign);

#endif
