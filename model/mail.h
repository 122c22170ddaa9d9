/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A campaign's result as mail text: printable ASCII, lines of at most MAIL_WIDTH columns whatever
 * its labels are, blanks instead of tabs, and complete without its link: what was measured on
 * what, whether it may be compared, what was proven, and the figures behind that.
 */
#ifndef MODEL_MAIL_H
#define MODEL_MAIL_H

#include "model/choice.h"
#include "model/judgement.h"
#include "model/text.h"

#define MAIL_WIDTH 72 /* two levels of "> " still fit into 80 columns */
#define MAIL_ROWS 7   /* of a chart's table, where no rows are asked for */

/*
 * The judgement is that of the campaign beside one of its variants. The link begins with `url`,
 * where the site is (url.h), which may be "".
 */
void mail_add_campaign(struct text *text, const struct campaign *campaign,
	const struct samples *samples, const struct judgement *judgement, size_t base,
	const struct choice *choice, const char *url);

/* Its lines of what was amended; nothing where nothing was. */
void mail_add_amendments(struct text *text, const struct campaign *campaign);

/* Its name, title, when and where it was measured, and these: before what compares it. */
void mail_add_head(struct text *text, const struct campaign *campaign);

/* The parts of it that compare, for any judgement: which variants, comparability, verdicts. */
void mail_add_judgement(struct text *text, const struct judgement *judgement,
	const struct choice *choice);

#endif
