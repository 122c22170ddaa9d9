/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any string as one line of text that every format can hold. */
#ifndef RENDER_LINE_H
#define RENDER_LINE_H

/* Valid UTF-8, what only controls as blanks, also the direction. The caller frees it. */
char *line_clean(const char *string);

#endif
