/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the site is for the world, "https://lab.example.org": what mails, feeds and previews
 * begin their links with. Pages themselves link without it, so they work under any name.
 */
#ifndef MODEL_URL_H
#define MODEL_URL_H

#include "model/error.h"

/* Below the site's address: a campaign's form is PUT here, under the SHA-256 of its bytes. */
#define URL_UPLOADS "/api/v1/campaigns/"

#define URL_BYTES 41 /* a link to a campaign still fits into a line of a mail */

/* http or https and a host, printable, no '/' at its end but one; a line where it is not. */
bool url_check(const char *url, struct error *err);

/*
 * $SCHEDLAB_URL without the slash at its end; "" where it is not set, or is none that url_check()
 * lets through.
 */
const char *url_of_site(char url[static URL_BYTES]);

#endif
