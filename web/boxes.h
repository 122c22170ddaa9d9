/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine's topology drawn as boxes inside boxes: lists inside lists, for those who only read. */
#ifndef WEB_BOXES_H
#define WEB_BOXES_H

#include "model/topology.h"
#include "web/page.h"

/* bound: the list of CPUs that bound launches ran on, "" where none is known. */
void boxes_add(struct page *page, const struct topology *topology, const char *bound);

#endif
