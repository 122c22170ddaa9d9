/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/outcome.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>

#include "runner/protocol.h"

struct outcome *outcome_new(unsigned inner)
{
	size_t bytes = sizeof(struct outcome) + 2 * (size_t)inner * sizeof(struct interval);
	struct outcome *outcome = mmap(
		NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (outcome == MAP_FAILED)
		return NULL;
	outcome->doing = "starting";
	outcome->overheads.at = (struct interval *)(outcome + 1);
	outcome->intervals.at = outcome->overheads.at + inner;
	return outcome;
}

bool outcome_fail(struct outcome *outcome, const char *format, ...)
{
	va_list arguments;

	if (!atomic_exchange(&outcome->failed, true)) {
		va_start(arguments, format);
		vsnprintf(outcome->reason, sizeof(outcome->reason), format, arguments);
		va_end(arguments);
	}
	return false;
}

static bool send_intervals(int fd, const char *word, const struct intervals *intervals)
{
	for (size_t i = 0; i < intervals->n; i++) {
		const struct interval *at = &intervals->at[i];

		if (!protocol_send(fd, "%s %" PRIu64 " %" PRIu64, word, at->elapsed_ns, at->ops))
			return false;
	}
	return true;
}

bool outcome_send(const struct outcome *outcome, int fd)
{
	if (outcome->failed)
		return protocol_send(fd, "fail %s", outcome->reason);
	return send_intervals(fd, "overhead", &outcome->overheads) &&
		send_intervals(fd, "interval", &outcome->intervals) &&
		protocol_send(fd, "usage %" PRIu64 " %" PRIu64, outcome->voluntary,
			outcome->involuntary) &&
		protocol_send(fd, "done");
}
