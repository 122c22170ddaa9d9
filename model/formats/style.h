/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A judgement in the shapes that other people's tools print, so that readers of those find their
 * way. Each says its formula; the verdicts are ours in all of them.
 */
#ifndef MODEL_FORMATS_STYLE_H
#define MODEL_FORMATS_STYLE_H

#include "model/choice.h"
#include "model/judgement.h"
#include "model/text.h"

#define STYLE_WIDTH 80 /* of sentences around tables, in columns of a terminal */

typedef void style_function(struct text *out, const struct judgement *judgement,
	const struct choice *choice);

/* For styles of ASCII: the verdict, and how many launches and boots it rests on. */
void style_add_sentence(struct text *out, const struct compare_pair *pair);

/* As the kernel test robot mails it: value +- %stddev, raw %change, value +- %stddev, metric. */
style_function style_lkp;

/* As mmtests' compare-kernels: the percentage in brackets is positive where it is BETTER. */
style_function style_mmtests;

/* A Markdown table a chart; labels and texts are escaped. */
style_function style_markdown;

/* By name: plain (as mail text), lkp, mmtests or markdown; NULL where there is no such style. */
style_function *style_find(const char *name);

#endif
