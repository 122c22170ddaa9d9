/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The series of a chart side by side, as tables show them: one row for every x that any series
 * has, ascending, one column a series.
 */
#ifndef MODEL_ROWS_H
#define MODEL_ROWS_H

#include "model/series.h"

struct rows {
	double *x;
	const struct series_point **points; /* length x columns, borrowed; NULL: none at that x */
	size_t length, columns;
};

void rows_init(struct rows *rows, const struct series_set *set);
void rows_release(struct rows *rows);

static inline const struct series_point *rows_at(const struct rows *rows, size_t row, size_t column)
{
	return rows->points[row * rows->columns + column];
}

#endif
