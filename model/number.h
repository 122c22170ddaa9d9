/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measured values as people read them. Programs read the exports, which use text_number(). */
#ifndef MODEL_NUMBER_H
#define MODEL_NUMBER_H

#include "model/base.h"

/*
 * Four significant digits, more where the whole part has more: 4.602, 46.02, 6523, 78,701.
 * "–" for a missing value.
 */
#define NUMBER_BYTES 32
const char *number_text(double value, char buffer[static NUMBER_BYTES]);

#endif
