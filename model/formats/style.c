/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/style.h"

#include "model/mail.h"

static const struct {
	const char *name;
	style_function *add;
} styles[] = {
	{"plain", mail_add_judgement},
	{"lkp", style_lkp},
	{"mmtests", style_mmtests},
	{"markdown", style_markdown},
};

style_function *style_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(styles); i++)
		if (strcmp(styles[i].name, name) == 0)
			return styles[i].add;
	return NULL;
}
