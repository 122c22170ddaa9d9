/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is drawn from a campaign's seed: SplitMix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, 2014). Every purpose has streams of its own, so that what one
 * draws does not depend on what another has drawn before it.
 */
#ifndef RUNNER_RANDOM_H
#define RUNNER_RANDOM_H

#include "model/base.h"

enum random_purpose { RANDOM_BLOCK = 1, RANDOM_BOOT, RANDOM_LAYOUT };

/* The state of a stream; it is a number as random as what is drawn from it. */
uint64_t random_stream(uint64_t seed, enum random_purpose purpose, uint64_t a, uint64_t b,
	uint64_t c);

/* Uniform in 0…n - 1, without the bias of a plain remainder. */
size_t random_below(uint64_t *state, size_t n);

#endif
