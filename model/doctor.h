/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of a machine makes results hard to compare, and what to do about it: rules over the facts
 * of its environment.
 */
#ifndef MODEL_DOCTOR_H
#define MODEL_DOCTOR_H

#include "model/environment.h"

enum doctor_weight {
	DOCTOR_BAD,   /* values would mislead */
	DOCTOR_NOISY, /* values scatter, or depend on what is not measured */
	DOCTOR_NOTE   /* something cannot be known or done here */
};

struct doctor_finding {
	enum doctor_weight weight;
	const char *fact;  /* its name in the environment */
	char *value;       /* NULL where it is missing */
	const char *what;  /* one sentence */
	const char *fix;
};

struct doctor {
	struct doctor_finding *findings; /* by weight, then in the order of the rules */
	size_t length;
	size_t rules; /* how many were looked at */
};

void doctor_init(struct doctor *doctor, const struct environment *env);
void doctor_release(struct doctor *doctor);

const char *doctor_weight_name(enum doctor_weight weight); /* "bad", "noisy", "note" */

#endif
