/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a campaign's pages are: "/c/ID" for the newest revision, "/c/ID/r/N" for an earlier one.
 * Links from a page to charts, pictures and data begin with it, so they stay in its revision.
 */
#ifndef WEB_ADDRESS_H
#define WEB_ADDRESS_H

#include "model/campaign.h"

#define ADDRESS_BYTES 48
const char *address_of(const struct campaign *campaign, char address[static ADDRESS_BYTES]);

#endif
