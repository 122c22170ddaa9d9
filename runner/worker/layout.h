/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The memory layout of a launch, drawn from a number: how much environment lies above the stack,
 * where the heap ends, which descriptors and pipes the workload gets, which pages are taken. What
 * the kernel draws itself (address space randomization) comes on top, unless that is turned off so
 * that one number is one layout.
 */
#ifndef WORKER_LAYOUT_H
#define WORKER_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Where a word layout=NUMBER is among the arguments: starts this program again, with the same
 * arguments and an environment of that layout's size, unless that has been done; with a word
 * aslr=off the kernel draws no addresses for it. False with errno where it cannot; otherwise it
 * returns only when there is nothing to do.
 */
bool layout_pad(char *const argv[]);

/* Takes the rest of the layout on and keeps it to the end of the process; 0 is none. */
bool layout_hold(uint64_t layout);

#endif
