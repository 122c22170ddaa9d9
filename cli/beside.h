/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From words such as "20261130-k3f7qd:6.1-rt" to a judgement: which variant is put beside which.
 *
 *	A            every other variant of A beside A's baseline
 *	A:V          V beside A's baseline
 *	A B          two campaigns: variants of the same name beside each other; where no name
 *	             is in both, every variant of B beside A's baseline
 *	A:V B        every (other) variant of B beside V;  A:V B:W  W beside V
 *
 * A and B may be one campaign: then A A is A. Two revisions of it are refused.
 * A baseline that is given stands for A's own, as A:BASELINE would.
 */
#ifndef CLI_BESIDE_H
#define CLI_BESIDE_H

#include "cli/command.h"
#include "model/judgement.h"

/* Not to be moved: the judgement points into it. */
struct beside {
	struct campaign base, other; /* other is empty where both are of one campaign */
	struct samples base_samples, other_samples;
	bool two;
	struct judgement judgement;
};

/* EXIT_DONE, or another code after saying why; then *beside holds nothing. b, baseline: or NULL. */
int beside_read(const struct globals *globals, const char *a, const char *b, const char *baseline,
	struct beside *beside);
void beside_release(struct beside *beside);

#endif
