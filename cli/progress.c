/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/progress.h"

#include <math.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/duration.h"
#include "model/now.h"
#include "runner/matrix.h"

struct progress {
	const struct plan *plan;
	bool quiet, terminal, line_open;
	double started_s, shown_s;
	double estimated_s; /* of everything there is to do, by the estimate */
	double spent_s;     /* of it, what has been done, by the same estimate */
};

static double now_s(void)
{
	return (double)now_steady_ns() / 1e9;
}

struct progress *progress_new(const struct plan *plan, const struct campaign *campaign, bool quiet)
{
	const char *term = getenv("TERM");
	struct progress *progress = xcalloc(1, sizeof(*progress));
	progress->plan = plan;
	progress->quiet = quiet;
	progress->terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
	progress->started_s = now_s();
	progress->estimated_s = matrix_campaign_s(plan, campaign);
	return progress;
}

void progress_free(struct progress *progress)
{
	free(progress);
}

void progress_end(struct progress *progress)
{
	if (progress->line_open)
		fputs("\r\033[K", stderr);
	progress->line_open = false;
}

/*
 * What is left takes as much longer than estimated as what was done did: the estimate knows the
 * proportions, the clock knows this machine.
 */
static double eta_s(const struct progress *progress, const struct ledger_totals *totals)
{
	double left_s = progress->estimated_s *
		(1 - (double)totals->done / fmax(totals->expected, 1));
	double took_s = now_s() - progress->started_s;
	double factor = progress->spent_s > 5 ? took_s / progress->spent_s : 1;
	return left_s * factor;
}

static void add_where(struct text *text, const struct run_news *news)
{
	const struct campaign *campaign = news->campaign;
	text_add_line(text, campaign->variants[news->boot->variant].label);
	if (!news->sample) {
		text_add(text, " %s boot %u", clock_name(news->boot->clock), news->boot->number);
		return;
	}
	const struct campaign_cell *cell = &campaign->cells[news->sample->cell];
	const struct campaign_chart *chart = &campaign->charts[cell->chart];
	text_add(text, " %s", chart->slug);
	if (chart->swept)
		text_add(text, " %u", cell->count);
	text_add(text, " boot %u round %u", news->boot->number, news->sample->round);
}

static void add_outcome(struct text *text, const struct run_news *news)
{
	const struct sample *sample = news->sample;
	const struct campaign_chart *chart =
		&news->campaign->charts[news->campaign->cells[sample->cell].chart];
	if (sample->status == SAMPLE_OK)
		text_add(text, fabs(sample->value) < 10000 ? ": %.4g %s" : ": %.0f %s",
			sample->value, chart->unit);
	else
		text_add(text, ": %s: %s", sample_status_name(sample->status), sample->reason);
}

/* A line that is wrapped could not be rewritten: how many bytes of it may be shown. */
static size_t terminal_room(void)
{
	struct winsize size;
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col == 0)
		size.ws_col = 80;
	return size.ws_col - 1u;
}

/* What is being done comes last: it may be cut off. */
static void rewrite_line(struct progress *progress, const struct run_news *news)
{
	char elapsed[DURATION_BYTES], left[DURATION_BYTES];
	struct text text = TEXT_EMPTY;
	/* An entry may take seconds: it is always said. */
	if (news->event != RUN_ENTERING && now_s() - progress->shown_s < 0.25)
		return;
	progress->shown_s = now_s();
	text_add(&text, "[%4u/%u] %s, ETA %s  ", news->totals.done, news->totals.expected,
		duration_text(progress->shown_s - progress->started_s, elapsed),
		duration_text(eta_s(progress, &news->totals), left));
	add_where(&text, news);
	if (news->event == RUN_ENTERING)
		text_add(&text, ": entering");
	fprintf(stderr, "\r\033[K%.*s", (int)text_utf8_fit(text.bytes, terminal_room()),
		text.bytes);
	progress->line_open = true;
	fflush(stderr);
	text_release(&text);
}

static void add_line(const struct run_news *news)
{
	struct text text = TEXT_EMPTY;
	text_add(&text, "[%4u/%u] ", news->totals.done, news->totals.expected);
	add_where(&text, news);
	if (news->event == RUN_ENTERING)
		text_add(&text, ": entering");
	else
		add_outcome(&text, news);
	fprintf(stderr, "%s\n", text.bytes);
	fflush(stderr);
	text_release(&text);
}

static void show_lost(struct progress *progress, const struct run_news *news)
{
	struct text text = TEXT_EMPTY;
	add_where(&text, news);
	text_add(&text, ": %s", news->text);
	progress_end(progress);
	fprintf(stderr, "schedlab: %s\n", text.bytes);
	text_release(&text);
}

void progress_tell(void *context, const struct run_news *news)
{
	struct progress *progress = context;
	if (news->event == RUN_SAMPLE)
		progress->spent_s +=
			matrix_launch_s(progress->plan, news->campaign, news->sample->cell);
	if (news->event == RUN_ENTERED)
		progress->spent_s += matrix_entry_s(news->campaign);
	if (news->event == RUN_LOST)
		show_lost(progress, news);
	else if (!progress->quiet && progress->terminal)
		rewrite_line(progress, news);
	else if (!progress->quiet && news->event != RUN_ENTERED)
		add_line(news);
}
