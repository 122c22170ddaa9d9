/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The two variants that an address names: ?a=ID:VARIANT (the baseline) &b=ID:VARIANT. */
#ifndef WEB_SIDES_H
#define WEB_SIDES_H

#include "model/store.h"
#include "web/request.h"

struct side {
	struct campaign campaign; /* with its environments; empty in b where both are of one */
	struct samples samples;
	char *slug; /* of the variant, as it was asked for */
};

struct sides {
	struct side a, b;
	bool two;           /* campaigns */
	size_t base, other; /* variants, of a and of b */
};

/* 200, or another status with a line for the reader and nothing to release. */
int sides_load(struct sides *sides, const struct request *request, struct store *store,
	struct error *err);
void sides_release(struct sides *sides);

/* Where the other variant's campaign is, or the baseline's. */
const struct side *sides_side(const struct sides *sides, bool other);

#endif
