/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An answer to a program that says what was wrong: application/problem+json (RFC 9457). Its
 * detail is one line of plain ASCII in which nothing of what was sent can be markup.
 */
#ifndef WEB_PROBLEM_H
#define WEB_PROBLEM_H

#include "model/text.h"

#define PROBLEM_TYPE "application/problem+json"

void problem_add(struct text *body, int status, const char *detail);

#endif
