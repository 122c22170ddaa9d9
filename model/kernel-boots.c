/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/kernel-boots.h"

unsigned *kernel_boots(const struct campaign *campaign)
{
	unsigned *boots = xcalloc(campaign->entries_n, sizeof(*boots));
	for (size_t i = 0; i < campaign->entries_n; i++) {
		const struct campaign_boot *entry = &campaign->entries[i];
		boots[i] = (unsigned)i;
		for (size_t j = 0; j < i; j++) {
			const struct campaign_boot *other = &campaign->entries[j];
			/* What never came up has no boot id, and shares nothing by that. */
			bool same = (*entry->kernel_boot_id &&
					    strcmp(entry->kernel_boot_id,
						    other->kernel_boot_id) == 0) ||
				(entry->variant == other->variant && entry->clock == other->clock &&
					entry->number == other->number);
			if (same) {
				boots[i] = boots[j];
				break;
			}
		}
	}
	return boots;
}
