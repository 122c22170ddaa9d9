/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A number's bits as the machine keeps them: for exact copies, and for halving between values. */
#ifndef MODEL_BITS_H
#define MODEL_BITS_H

#include "model/base.h"

static inline uint64_t bits_of_double(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static inline double bits_to_double(uint64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof(value));
	return value;
}

#endif
