/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SIGINT and SIGTERM of a command that has something to finish. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <signal.h>

/* From now on both are counted instead of ending the program; system calls are interrupted. */
const volatile sig_atomic_t *signals_count(void);

/* Ends the program by the signal that came (130 or 143 for a shell); returns where none came. */
void signals_die(void);

#endif
