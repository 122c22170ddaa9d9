/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/signals.h"

#include <stddef.h>

static volatile sig_atomic_t count, last;

static void on_signal(int number)
{
	last = number;
	if (count < 2)
		count++;
}

const volatile sig_atomic_t *signals_count(void)
{
	struct sigaction action = {.sa_handler = on_signal}; /* no SA_RESTART: poll has to return */
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	return &count;
}

void signals_die(void)
{
	if (!last)
		return;
	signal(last, SIG_DFL);
	raise(last);
}
