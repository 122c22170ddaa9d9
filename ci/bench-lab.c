/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Leaves a big lab in STORE, which must not be there: CAMPAIGNS of few machines, LARGE of them
 * with 36,000 launches (tests/biglab.h). Prints the id of the last, a large one.
 * Usage: bench-lab STORE CAMPAIGNS LARGE
 */
#include <unistd.h>

#include "tests/biglab.h"

int main(int argc, char **argv)
{
	struct error err;
	char id[CAMPAIGN_ID_BYTES];
	unsigned campaigns = argc == 4 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	if (!campaigns || access(argv[1], F_OK) == 0) {
		fprintf(stderr, "usage: bench-lab STORE CAMPAIGNS LARGE\n");
		return 2;
	}
	struct store *store = store_open(argv[1], STORE_WRITE, &err);
	bool done = store &&
		biglab_fill(store, campaigns, (unsigned)strtoul(argv[3], NULL, 10), &err);
	store_close(store);
	biglab_id(campaigns - 1, id);
	if (done)
		printf("%s\n", id);
	else
		fprintf(stderr, "bench-lab: %s\n", err.message);
	return done ? 0 : 1;
}
