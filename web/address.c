/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/address.h"

const char *address_of(const struct campaign *campaign, char address[static ADDRESS_BYTES])
{
	if (campaign->revision < campaign->amendments_n)
		snprintf(address, ADDRESS_BYTES, "/c/%s/r/%u", campaign->id, campaign->revision);
	else
		snprintf(address, ADDRESS_BYTES, "/c/%s", campaign->id);
	return address;
}
