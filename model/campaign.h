/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A campaign: one execution of a plan on one machine, as everything that reads or writes results
 * sees it. A chart here is the description of one workload x placement (its address, unit and
 * words); a cell is one chart x variant x count.
 */
#ifndef MODEL_CAMPAIGN_H
#define MODEL_CAMPAIGN_H

#include "model/environment.h"
#include "model/workload.h"

#define CAMPAIGN_ID_BYTES 16 /* "20261130-k3f7qd" */

struct campaign_variant {
	char *label;   /* any UTF-8, also hostile: escape it */
	char *slug;    /* for addresses and files */
	char *kernel;  /* the plan's path, or NULL */
	char *cmdline; /* what the plan adds to the command line, "" where nothing */
};

struct campaign_chart {
	char *slug;     /* "ring.bound": its address under /c/ID/ */
	char *workload; /* "ring": the plan's slug of it */
	enum placement placement;
	enum clock clock;
	bool emulated;    /* wall time of an emulated CPU: shown, marked, never a verdict */
	bool swept;       /* x is the count; else the run */
	char *unit;       /* "us/switch", "us/loop", "s", "instructions" */
	char *unit_text;  /* "µs per switch" */
	char *x_text;     /* "processes" */
	char *like;       /* "as lat_ctx -s 0 N", "" where unknown */
	enum better better; /* which way a value improves */
};

struct campaign_cell {
	unsigned variant, chart; /* indices into the campaign's arrays */
	unsigned count;          /* 0 where nothing is swept */
	unsigned repeats;        /* launches in one boot: rounds or runs */
	unsigned trips;          /* operations in an interval where that is fixed, else 0 */
	char *skipped;           /* why it cannot run here, or NULL */
	bool has_x;              /* imported: count only numbers the chart's x, ascending from 1 */
	double x;                /* then it is this, any finite number */
};

/* One entry into a variant. A boot that was cut in the middle has a second entry. */
struct campaign_boot {
	unsigned variant;
	enum clock clock;
	unsigned number;        /* 1…boots, for each variant and clock */
	unsigned entry;         /* 1, 2 where it was entered again */
	char *kernel_boot_id;   /* of the kernel that ran; "" where it never came up */
	int64_t entered_us;     /* since 1970, UTC */
	char *failure;          /* why it never came up or broke off, or NULL */
	struct environment env; /* empty in a campaign read without it */
};

struct amendment; /* model/amendment.h */

/* Samples that an amendment leaves out of all statistics: see model/revision.h. */
struct campaign_exclusion {
	unsigned amendment;   /* its number */
	bool *cells;          /* for each cell whether it is meant */
	unsigned boot, round; /* 0: all */
};

enum campaign_state { CAMPAIGN_OPEN, CAMPAIGN_COMPLETE };

struct campaign {
	int64_t key; /* the store's; 0 before it is there */
	char id[CAMPAIGN_ID_BYTES];
	char *title, *host, *tool; /* tool: "schedlab 0.1" */
	char *machine;             /* "here", "vm", "boot" */
	char *accel;               /* "kvm", "tcg", "" where no guest is used */
	char *accel_why;           /* why not kvm, "" where it is or none is used */
	char *plan;                /* the YAML text */
	uint64_t seed;             /* draws the order of everything */
	int64_t started_us;
	enum campaign_state state;
	char *digest; /* hex SHA-256 of the seal, NULL before it is complete */
	unsigned boots, baseline;
	unsigned samples_n; /* samples there were when it was read: grows with each one */
	struct campaign_variant *variants;
	size_t variants_n;
	struct campaign_chart *charts;
	size_t charts_n;
	struct campaign_cell *cells; /* by chart, then variant as measured, then count */
	size_t cells_n;
	struct campaign_boot *entries; /* in the order they were entered */
	size_t entries_n;
	struct amendment *amendments; /* all there are, oldest first */
	size_t amendments_n;
	unsigned revision;  /* how many of them are applied to what stands here */
	unsigned withdrawn; /* the number of the one of these that withdrew it; 0: none */
	struct campaign_exclusion *exclusions;
	size_t exclusions_n;
};

enum sample_status {
	SAMPLE_OK,
	SAMPLE_DISTURBED,
	SAMPLE_FAILED,
	SAMPLE_TIMEOUT,
	SAMPLE_INTERRUPTED,
	SAMPLE_STATUS_N
};

/* One launch: a value, or a failure with its reason. */
struct sample {
	unsigned cell;  /* index into the campaign's cells */
	unsigned entry; /* index into its entries */
	unsigned round; /* 1…repeats of the cell */
	unsigned attempt;
	enum sample_status status;
	double value;    /* in the chart's unit; NaN where there is none */
	double raw;      /* before the overhead was taken off; NaN */
	double overhead; /* NaN where none is measured */
	double spread;   /* median absolute deviation of the launch's intervals; NaN */
	int64_t started_us, duration_ns;
	char *reason; /* why there is no value, or NULL */
	char *cpus;   /* the affinity mask it really had, as a list: "0-1"; NULL */
	char *disturbance; /* what else happened during it, a JSON object in canonical form; NULL */
	char *output;      /* the whole output of an external command that failed; NULL */
	unsigned excluded; /* the amendment that leaves it out of all statistics; 0: none */
};

struct samples {
	struct sample *samples; /* in the order they were started */
	size_t length;
};

/* Where a cell stands on the x axis. */
static inline double campaign_cell_x(const struct campaign_cell *cell)
{
	return cell->has_x ? cell->x : cell->count;
}

/* Frees what a sample holds, not the sample. */
void sample_release(struct sample *sample);
void campaign_release(struct campaign *campaign);
void samples_release(struct samples *samples);

const char *campaign_state_name(enum campaign_state state); /* "open", "complete" */
const char *sample_status_name(enum sample_status status);
bool sample_status_parse(const char *name, enum sample_status *status);

/* The chart or variant with that slug; -1 where there is none. */
ptrdiff_t campaign_chart_find(const struct campaign *campaign, const char *slug);
ptrdiff_t campaign_variant_find(const struct campaign *campaign, const char *slug);

/* The unit for where one has to stand: "value" where an import has none. */
const char *campaign_chart_unit(const struct campaign_chart *chart);

#endif
