/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From pixels to a PNG with a palette: one colour type, one filter, one deflate call. */
#ifndef RENDER_PNG_H
#define RENDER_PNG_H

#include "render/paint.h"

bool png_encode(const struct pixels *pixels, struct text *out, struct error *err);

#endif
