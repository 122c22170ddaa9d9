/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/random.h"

static uint64_t mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static uint64_t draw(uint64_t *state)
{
	return mix(*state += 0x9e3779b97f4a7c15u);
}

size_t random_below(uint64_t *state, size_t n)
{
	uint64_t limit = UINT64_MAX - UINT64_MAX % n, value;
	do
		value = draw(state);
	while (value >= limit);
	return value % n;
}

uint64_t random_stream(uint64_t seed, enum random_purpose purpose, uint64_t a, uint64_t b,
	uint64_t c)
{
	return mix(mix(mix(mix(seed + (uint64_t)purpose) + a) + b) + c);
}
