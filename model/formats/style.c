/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/style.h"

#include "model/mail.h"
#include "model/verdict.h"

static const struct {
	const char *name;
	style_function *add;
} styles[] = {
	{"plain", mail_add_judgement},
	{"lkp", style_lkp},
	{"mmtests", style_mmtests},
	{"markdown", style_markdown},
};

void style_add_sentence(struct text *out, const struct compare_pair *pair)
{
	verdict_add_sentence(out, pair, VERDICT_ASCII);
	if (!pair->cells_n)
		return;
	text_add(out, " (");
	verdict_add_basis(out, pair);
	text_add(out, ")");
}

style_function *style_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(styles); i++)
		if (strcmp(styles[i].name, name) == 0)
			return styles[i].add;
	return NULL;
}
