/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machines that a campaign's kernels saw, each once, with the CPUs that bound launches had. */
#ifndef WEB_TOPOLOGIES_H
#define WEB_TOPOLOGIES_H

#include "web/kernels.h"

/* One drawing, and the kernels whose it is. */
struct drawing {
	struct page boxes;
	const struct kernel **kernels; /* borrowed */
	size_t length;
};

struct topologies {
	struct drawing *drawings;
	size_t length;
};

/* Those that cannot be read are left out: their file is among the facts all the same. */
bool topologies_init(struct topologies *topologies, struct store *store,
	const struct campaign *campaign, const struct kernels *kernels, struct error *err);
void topologies_release(struct topologies *topologies);

/* Nothing where there are none. */
void topologies_add(struct page *page, const struct campaign *campaign,
	const struct topologies *topologies);

#endif
