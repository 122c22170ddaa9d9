/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/progress.h"

#include "model/lock.h"
#include "model/sample-use.h"
#include "web/number.h"

bool progress_is_running(const char *store_path, const char *id)
{
	char running[CAMPAIGN_ID_BYTES];
	return lock_holder(store_path, running) && !strcmp(running, id);
}

struct progress progress_of(const struct campaign *campaign, const struct samples *samples,
	const char *store_path)
{
	struct progress progress = {.complete = campaign->state == CAMPAIGN_COMPLETE};
	for (size_t i = 0; i < campaign->cells_n; i++)
		if (!campaign->cells[i].skipped)
			progress.expected += campaign->cells[i].repeats * campaign->boots;
	enum sample_use *uses = sample_uses(campaign, samples);
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		bool failed = sample->status == SAMPLE_FAILED || sample->status == SAMPLE_TIMEOUT;
		/* One that was disturbed and may be made again counts like that one. */
		progress.done += failed || uses[i] == SAMPLE_USED || uses[i] == SAMPLE_FOR_LACK;
		progress.failed += failed;
		int64_t end_us = sample->started_us + sample->duration_ns / 1000;
		if (end_us > progress.last_us)
			progress.last_us = end_us;
	}
	free(uses);
	progress.running = !progress.complete && progress_is_running(store_path, campaign->id);
	return progress;
}

void progress_add_state(struct page *page, bool complete, bool running)
{
	const char *word = complete ? "complete" : running ? "running" : "open";
	page_add(page, "<span class='state %s'>%s</span>", word, word);
}

void progress_add_notice(struct page *page, const struct campaign *campaign,
	const struct progress *progress)
{
	if (progress->complete)
		return;
	page_add(page, "<div class='notice' role='status'>\n<p><b>%s</b> ",
		progress->running ? "Running now." : "Not complete, and nobody is running it.");
	page_add(page, "%u of %u launches are done", progress->done, progress->expected);
	char span[NUMBER_BYTES];
	if (progress->last_us > campaign->started_us)
		page_add(page, ", the last one %s after the start",
			number_span(progress->last_us - campaign->started_us, span));
	page_add_html(page, ". ");
	if (progress->running)
		page_add_html(page,
			"What is below grows; this page renews itself every 30 s.</p>\n");
	else
		page_add(page, "To go on where it stopped: <code>schedlab resume %s</code></p>\n",
			campaign->id);
	page_add(page, "<progress value='%u' max='%u'>%u of %u</progress>\n</div>\n",
		progress->done, progress->expected ? progress->expected : 1, progress->done,
		progress->expected);
}
