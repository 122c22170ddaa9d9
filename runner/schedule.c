/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/schedule.h"

#include "runner/random.h"

/* Fisher and Yates, Durstenfeld's form. */
static void shuffle(void *items, size_t n, size_t size, uint64_t *state)
{
	unsigned char *bytes = items, swap[64];
	for (size_t i = n; i > 1; i--) {
		size_t j = random_below(state, i);
		memcpy(swap, bytes + (i - 1) * size, size);
		memmove(bytes + (i - 1) * size, bytes + j * size, size);
		memcpy(bytes + j * size, swap, size);
	}
}

bool schedule_enters(const struct campaign *campaign, unsigned variant, enum clock clock)
{
	for (size_t i = 0; i < campaign->cells_n; i++) {
		const struct campaign_cell *cell = &campaign->cells[i];
		if (!cell->skipped && cell->variant == variant &&
			campaign->charts[cell->chart].clock == clock)
			return true;
	}
	return false;
}

struct schedule_boot *schedule_boots(const struct campaign *campaign, size_t *n)
{
	struct schedule_boot *boots = NULL;
	*n = 0;
	for (unsigned number = 1; number <= campaign->boots; number++) {
		size_t block = *n;
		for (unsigned v = 0; v < campaign->variants_n; v++)
			for (enum clock clock = 0; clock < CLOCK_N; clock++) {
				if (!schedule_enters(campaign, v, clock))
					continue;
				struct schedule_boot *boot = xgrow(&boots, n, sizeof(*boot));
				*boot = (struct schedule_boot){v, clock, number};
			}
		uint64_t state = random_stream(campaign->seed, RANDOM_BLOCK, number, 0, 0);
		if (boots)
			shuffle(boots + block, *n - block, sizeof(*boots), &state);
	}
	return boots;
}

/*
 * The pass (from 0) in which the round-th launch of a cell is made: a cell with as many repeats
 * as there are passes is in each once, any other is spread evenly.
 */
static unsigned pass_of(unsigned round, unsigned repeats, unsigned passes)
{
	return (unsigned)((uint64_t)(round - 1) * passes / repeats);
}

/* After shuffling, the rounds of one cell that share a pass are put in ascending order. */
static void number_rounds(struct schedule_launch *launches, size_t n, unsigned *rounds)
{
	for (size_t i = 0; i < n; i++)
		launches[i].round = ++rounds[launches[i].cell];
}

struct schedule_launch *schedule_launches(const struct campaign *campaign,
	const struct schedule_boot *boot, unsigned passes, size_t *n)
{
	struct schedule_launch *launches = NULL;
	unsigned *rounds = xcalloc(campaign->cells_n, sizeof(*rounds));
	uint64_t state = random_stream(campaign->seed, RANDOM_BOOT, boot->number, boot->variant,
		(uint64_t)boot->clock);
	*n = 0;
	for (unsigned pass = 0; pass < passes; pass++) {
		size_t first = *n;
		for (unsigned i = 0; i < campaign->cells_n; i++) {
			const struct campaign_cell *cell = &campaign->cells[i];
			if (cell->skipped || cell->variant != boot->variant ||
				campaign->charts[cell->chart].clock != boot->clock)
				continue;
			for (unsigned round = 1; round <= cell->repeats; round++)
				if (pass_of(round, cell->repeats, passes) == pass) {
					struct schedule_launch *launch =
						xgrow(&launches, n, sizeof(*launch));
					launch->cell = i;
					launch->pass = pass;
				}
		}
		if (*n == first)
			continue;
		shuffle(launches + first, *n - first, sizeof(*launches), &state);
		number_rounds(launches + first, *n - first, rounds);
	}
	free(rounds);
	return launches;
}
