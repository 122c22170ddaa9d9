/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slugs: how names appear in addresses and file names. Lower-case ASCII [a-z0-9.-], at most 40
 * characters, never leading with a dot or a dash, "x" where nothing is left, "-2", "-3" … where
 * a name before it has the same slug. Made once, stored with the campaign, never made again.
 */
#ifndef MODEL_SLUG_H
#define MODEL_SLUG_H

#include "model/base.h"

#define SLUG_BYTES 41

/* The slug of one name. A run of other characters becomes one dash; none at the end. */
void slug_make(const char *name, char slug[static SLUG_BYTES]);

/*
 * Makes a slug that is none of the n in taken (each a slug), cutting the name's part where the
 * number needs the room.
 */
void slug_make_distinct(const char *name, char *const *taken, size_t n,
	char slug[static SLUG_BYTES]);

/* Whether a piece of an address can be a slug at all. */
bool slug_is_valid(const char *slug);

#endif
