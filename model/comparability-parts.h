/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pieces comparability.c is made of: each adds its items. */
#ifndef MODEL_COMPARABILITY_PARTS_H
#define MODEL_COMPARABILITY_PARTS_H

#include "model/comparability.h"

/* Adds a sentence; takes `text` over. */
void comparability_say(struct comparability *comparability, enum comparability_weight weight,
	const char *field, char *text);

/* Adds "field: a -> b"; of long values only the words that the other has not. */
void comparability_change(struct comparability *comparability, enum comparability_weight weight,
	const char *field, const char *a, const char *b);

/* Whether the line has this word, between blanks. */
bool comparability_has_word(const char *line, const char *word, size_t length);

/* The label of a side, as one line. The caller frees it. */
char *comparability_label(const struct comparability_side *side);

/* Whether the two are meant to be different kernels. */
bool comparability_kernel_varies(const struct comparability_side *a,
	const struct comparability_side *b);

/* The .config of both: options that differ, identical, unknown. True where both are known. */
bool comparability_config(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b);

/* The command line. */
void comparability_cmdline(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b);

/* Whether a word in one of these plans' command lines begins with one of the prefixes. */
bool comparability_plan_says(const struct comparability_side *a,
	const struct comparability_side *b, const char *prefixes);

/* All other facts. `configs`: both configs are known, and what follows from them was said. */
void comparability_facts(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b, bool configs);

/* Whether it is an entry of the side, under its clock, of which something is known. */
bool comparability_has_boot(const struct comparability_side *side,
	const struct campaign_boot *entry);

/* Facts that changed between the boots of one variant. */
void comparability_boots(struct comparability *comparability,
	const struct comparability_side *side);

#endif
