/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/choice.h"

#include "model/compare.h"

bool choice_set(struct choice *choice, const char *list, struct error *err)
{
	struct counts counts = {NULL, 0};
	for (const char *at = list;;) {
		size_t length = strcspn(at, ",");
		char *spec = xstrndup(at, length);
		bool ok = counts_add(&counts, spec, err);
		free(spec);
		if (!ok) {
			counts_release(&counts);
			return false;
		}
		if (!at[length])
			break;
		at += length + 1;
	}
	counts_release(&choice->counts);
	choice->counts = counts;
	return true;
}

void choice_release(struct choice *choice)
{
	counts_release(&choice->counts);
}

static bool holds(const struct counts *counts, double x)
{
	size_t from = 0, to = counts->length; /* ascending */
	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (counts->values[middle] == x)
			return true;
		if (counts->values[middle] < x)
			from = middle + 1;
		else
			to = middle;
	}
	return false;
}

bool choice_shows(const struct choice *choice, size_t row, size_t rows, double x)
{
	size_t limit = choice->limit;
	if (choice->counts.length)
		return holds(&choice->counts, x);
	if (limit < 2 || rows <= 2 * limit)
		return true;
	/* The first row and the last, and as many between them. */
	size_t i = (row * (limit - 1) + rows - 2) / (rows - 1);
	return i * (rows - 1) / (limit - 1) == row;
}

bool choice_shows_cell(const struct choice *choice, const struct compare_pair *pair, size_t cell)
{
	return !pair->chart->swept ||
		choice_shows(choice, cell, pair->cells_n, pair->cells[cell].x);
}

bool choice_shows_any(const struct choice *choice, const struct compare_pair *pair)
{
	for (size_t i = 0; i < pair->cells_n; i++)
		if (choice_shows_cell(choice, pair, i))
			return true;
	return false;
}
