/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often rules of comparison claim what is not there, and find what is, on campaigns whose truth
 * is known (tests/simulated.h). Beside ours, on the same samples and cell by cell:
 *  - ranks: Mann-Whitney at 5 %, as benchstat and LNT use it;
 *  - sigmas: |difference of means| > 1.96 (s1 + s2), as mmtests does.
 * Theirs find a chart where they mark half of its cells on the right side.
 * Usage: simulate CAMPAIGNS. Prints a line a scenario: ours, ranks and sigmas in per cent, name.
 * Usage: simulate --speed. Prints the median of CPU milliseconds that one comparison takes of two
 * campaigns of 36,000 samples: over boots; over one boot by ranks of 30 tied values a side; and of
 * 50, the most that are counted.
 */
#include "model/rank.h"
#include "tests/simulated.h"

#define LEVEL 0.05
#define SPEED_RUNS 5

enum rule { RANKS, SIGMAS, RULES };

struct peer_outcome {
	unsigned claiming, found;
};

static int by_number(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The samples of one cell, ascending, in values; returns their number. */
static size_t values_of(const struct simulated *how, const struct samples *samples,
	const struct campaign *campaign, unsigned cell, double *values)
{
	/* Entries follow each other, in each of them the cells of its variant, then rounds. */
	unsigned variant = campaign->cells[cell].variant;
	size_t in_entry = (size_t)how->charts * how->cells * how->rounds, n = 0;
	size_t at = (campaign->cells[cell].chart * how->cells + campaign->cells[cell].count - 2) *
		(size_t)how->rounds;
	for (unsigned boot = 0; boot < how->boots; boot++)
		for (unsigned round = 0; round < how->rounds; round++)
			values[n++] = samples->samples[(boot * how->variants + variant) * in_entry +
				at + round].value;
	qsort(values, n, sizeof(*values), by_number);
	return n;
}

static void moments(const double *values, size_t n, double *mean, double *sd)
{
	double squares = 0;
	*mean = 0;
	for (size_t i = 0; i < n; i++)
		*mean += values[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (values[i] - *mean) * (values[i] - *mean);
	*sd = sqrt(squares / (double)(n - 1));
}

/* -1, 0 or 1: what each rule says of one cell. */
static void judge_cell(const double *a, const double *b, size_t n, int said[static RULES])
{
	double mean[2], sd[2];
	moments(a, n, &mean[0], &sd[0]);
	moments(b, n, &mean[1], &sd[1]);
	struct rank_sizes sizes;
	rank_sizes_init(&sizes, n, n);
	int side = mean[1] > mean[0] ? 1 : -1;
	said[RANKS] = rank_test(&sizes, a, b).p < LEVEL ? side : 0;
	said[SIGMAS] = fabs(mean[1] - mean[0]) > 1.96 * (sd[0] + sd[1]) ? side : 0;
	rank_sizes_release(&sizes);
}

/* One chart of one variant against the first. */
static void judge_chart(const struct simulated *how, const struct campaign *campaign,
	const struct samples *samples, unsigned first, unsigned other, bool changed,
	bool claims[static RULES], struct peer_outcome outcome[static RULES])
{
	double *a = xcalloc((size_t)how->boots * how->rounds, sizeof(*a));
	double *b = xcalloc((size_t)how->boots * how->rounds, sizeof(*b));
	unsigned right[RULES] = {0};
	for (unsigned i = 0; i < how->cells; i++) {
		int said[RULES];
		size_t n = values_of(how, samples, campaign, first + i, a);
		values_of(how, samples, campaign, other + i, b);
		judge_cell(a, b, n, said);
		for (int rule = 0; rule < RULES; rule++) {
			claims[rule] |= said[rule] != 0;
			right[rule] += said[rule] == 1;
		}
	}
	for (int rule = 0; rule < RULES; rule++)
		outcome[rule].found += changed && 2 * right[rule] >= how->cells;
	free(a);
	free(b);
}

static void judge(const struct simulated *how, const struct campaign *campaign,
	const struct samples *samples, struct peer_outcome outcome[static RULES])
{
	bool claims[RULES] = {false, false};
	for (unsigned chart = 0; chart < how->charts; chart++)
		for (unsigned v = 1; v < how->variants; v++) {
			unsigned first = chart * how->variants * how->cells;
			judge_chart(how, campaign, samples, first, first + v * how->cells,
				v <= how->changed_variants && chart < how->changed_charts, claims,
				outcome);
		}
	for (int rule = 0; rule < RULES; rule++)
		outcome[rule].claiming += claims[rule];
}

static void scenario(const char *name, const struct simulated *how, unsigned campaigns)
{
	struct simulated_outcome ours = {0};
	struct peer_outcome peers[RULES] = {{0}};
	struct campaign campaign;
	struct samples samples;
	simulated_init(how, &campaign, &samples);
	for (unsigned seed = 1; seed <= campaigns; seed++) {
		simulated_draw(how, &campaign, &samples, seed);
		simulated_judge(how, &campaign, &samples, &ours);
		judge(how, &campaign, &samples, peers);
	}
	bool null = ours.changed == 0;
	double all = (null ? ours.campaigns : ours.changed) / 100.0;
	printf("%.1f %.1f %.1f %s\n", (null ? ours.claiming : ours.found) / all,
		(null ? peers[RANKS].claiming : peers[RANKS].found) / all,
		(null ? peers[SIGMAS].claiming : peers[SIGMAS].found) / all, name);
	fflush(stdout);
	samples_release(&samples);
	campaign_release(&campaign);
}

static struct simulated three_variants(unsigned boots, unsigned rounds, double boot)
{
	return (struct simulated){.variants = 3, .charts = 12, .cells = 12, .boots = boots,
		.rounds = rounds, .launch = 0.02, .boot = boot};
}

static void nothing_there(unsigned campaigns)
{
	static const unsigned boots[] = {2, 3, 5, 8}, lucks[] = {0, 1, 3}; /* per cent */
	static const char *const noises[SIMULATED_NOISE_N] = {"", ", heavy tails", ", ties"};
	for (size_t i = 0; i < ARRAY_LENGTH(boots); i++)
		for (size_t j = 0; j < ARRAY_LENGTH(lucks); j++)
			for (int noise = 0; noise < SIMULATED_NOISE_N; noise++) {
				struct simulated how =
					three_variants(boots[i], 3, lucks[j] / 100.0);
				how.noise = (enum simulated_noise)noise;
				how.boot_by_chart = true;
				char *name = xasprintf("false: %u boots, luck %u %%%s", boots[i],
					lucks[j], noises[noise]);
				scenario(name, &how, campaigns);
				free(name);
			}
}

static void something_there(unsigned campaigns)
{
	struct simulated how = three_variants(5, 5, 0.01);
	how.boot_cell = 0.005;
	how.change = 0.03;
	how.changed_variants = 2;
	how.changed_charts = 12;
	scenario("found: 3 % everywhere, one luck a boot", &how, campaigns);
	how.boot_by_chart = true;
	scenario("found: 3 % everywhere", &how, campaigns);
	how.changed_variants = 1;
	scenario("found: 3 % in one variant", &how, campaigns);
	how.changed_charts = 1;
	scenario("found: 3 % in one chart", &how, campaigns);
	how.launch = how.boot = 0.001;
	how.boot_cell = 0;
	how.change = 0.01;
	how.counted = true;
	scenario("found: 1 % in one chart, counted", &how, campaigns);
}

/* Of the CPU: a comparison waits for nothing, and the machine may have other work. */
static double now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Two campaigns of 36,000 samples each, variant by variant. */
static double comparison_ms(const struct simulated *how)
{
	struct campaign campaigns[2];
	struct samples samples[2];
	double took_ms[SPEED_RUNS];
	for (int i = 0; i < 2; i++) {
		simulated_init(how, &campaigns[i], &samples[i]);
		simulated_draw(how, &campaigns[i], &samples[i], (uint64_t)i + 1);
		campaigns[i].id[0] = (char)('1' + i);
	}
	for (int run = 0; run < SPEED_RUNS; run++) {
		struct comparison comparison;
		double begun_ms = now_ms();
		compare_init(&comparison);
		for (unsigned v = 0; v < how->variants; v++)
			compare_add(&comparison,
				&(struct compare_side){&campaigns[0], &samples[0], v, NULL},
				&(struct compare_side){&campaigns[1], &samples[1], v, NULL}, NULL);
		compare_decide(&comparison);
		took_ms[run] = now_ms() - begun_ms;
		compare_release(&comparison);
	}
	for (int i = 0; i < 2; i++) {
		samples_release(&samples[i]);
		campaign_release(&campaigns[i]);
	}
	return stats_median(took_ms, SPEED_RUNS);
}

static void speed(void)
{
	struct simulated how = {.variants = 3, .charts = 2, .cells = 200, .boots = 3, .rounds = 10,
		.launch = 0.02};
	double boots_ms = comparison_ms(&how);
	how.boots = 1;
	how.rounds = 30;
	how.noise = SIMULATED_TIED;
	double ranks_ms = comparison_ms(&how);
	how.cells = 120;
	how.rounds = RANK_EXACT_MAX;
	printf("%.1f %.1f %.1f\n", boots_ms, ranks_ms, comparison_ms(&how));
}

int main(int argc, char **argv)
{
	unsigned campaigns = argc == 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
	if (argc == 2 && strcmp(argv[1], "--speed") == 0) {
		speed();
	} else if (campaigns) {
		nothing_there(campaigns);
		something_there(campaigns);
	} else {
		fprintf(stderr, "usage: simulate CAMPAIGNS | --speed\n");
		return 2;
	}
	return fflush(stdout) == 0 ? 0 : 1;
}
