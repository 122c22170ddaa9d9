/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/rows.h"

static int by_value(const void *a, const void *b)
{
	double x, y;
	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return (x > y) - (x < y);
}

static void gather_x(struct rows *rows, const struct series_set *set)
{
	size_t n = 0;
	for (size_t i = 0; i < set->length; i++)
		n += set->series[i].length;
	rows->x = xcalloc(n, sizeof(*rows->x));
	n = 0;
	for (size_t i = 0; i < set->length; i++)
		for (size_t j = 0; j < set->series[i].length; j++)
			rows->x[n++] = set->series[i].points[j].x;
	qsort(rows->x, n, sizeof(*rows->x), by_value);
	for (size_t i = 0; i < n; i++)
		if (rows->length == 0 || rows->x[i] > rows->x[rows->length - 1])
			rows->x[rows->length++] = rows->x[i];
}

void rows_init(struct rows *rows, const struct series_set *set)
{
	*rows = (struct rows){.columns = set->length};
	gather_x(rows, set);
	rows->points = xcalloc(rows->length * rows->columns, sizeof(struct series_point *));
	for (size_t column = 0; column < set->length; column++) {
		const struct series *series = &set->series[column];
		size_t row = 0;
		for (size_t i = 0; i < series->length; i++) {
			while (rows->x[row] < series->points[i].x)
				row++;
			rows->points[row * rows->columns + column] = &series->points[i];
		}
	}
}

void rows_release(struct rows *rows)
{
	free(rows->x);
	free(rows->points);
	*rows = (struct rows){0};
}
