/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/beside.h"

/* Reads "CAMPAIGN" or "CAMPAIGN:VARIANT"; *variant is -1 where none is named. */
static bool read_side(struct store *store, const char *word, struct campaign *campaign,
	struct samples *samples, ptrdiff_t *variant)
{
	struct error err;
	const char *colon = strchr(word, ':');
	char *id = xstrndup(word, colon ? (size_t)(colon - word) : strlen(word));
	bool found = command_campaign_whole(store, id, campaign, samples);
	free(id);
	*variant = -1;
	if (!found || !colon)
		return found;
	*variant = campaign_variant_find(campaign, colon + 1);
	if (*variant >= 0)
		return true;
	error_set(&err, "campaign %s has no variant '%s'", campaign->id, colon + 1);
	command_fail(EXIT_FAILED, &err);
	samples_release(samples);
	campaign_release(campaign);
	return false;
}

/* What is put beside what, as far as the words say so: -1 is open. */
struct wanted {
	ptrdiff_t base, other;
};

static void add(struct beside *beside, size_t base, size_t other)
{
	const struct campaign *campaign = beside->two ? &beside->other : &beside->base;
	const struct samples *samples =
		beside->two ? &beside->other_samples : &beside->base_samples;
	judgement_add(&beside->judgement,
		&(struct compare_side){&beside->base, &beside->base_samples, base, NULL},
		&(struct compare_side){campaign, samples, other, NULL});
}

/* The variant of the base's campaign that has the name of the other's; -1 where none has. */
static ptrdiff_t namesake(const struct beside *beside, size_t other)
{
	return campaign_variant_find(&beside->base, beside->other.variants[other].slug);
}

static void judge_two(struct beside *beside, const struct wanted *wanted)
{
	size_t baseline = wanted->base >= 0 ? (size_t)wanted->base : beside->base.baseline;
	bool by_name = false;
	for (size_t i = 0; wanted->base < 0 && i < beside->other.variants_n; i++)
		by_name |= (wanted->other < 0 || (size_t)wanted->other == i) &&
			namesake(beside, i) >= 0;
	for (size_t i = 0; i < beside->other.variants_n; i++) {
		if (wanted->other >= 0 && (size_t)wanted->other != i)
			continue;
		if (!by_name)
			add(beside, baseline, i);
		else if (namesake(beside, i) >= 0)
			add(beside, (size_t)namesake(beside, i), i);
	}
}

static void judge_one(struct beside *beside, const struct wanted *wanted)
{
	size_t base = wanted->base >= 0 ? (size_t)wanted->base : beside->base.baseline;
	for (size_t i = 0; i < beside->base.variants_n; i++)
		if (i != base && (wanted->other < 0 || (size_t)wanted->other == i))
			add(beside, base, i);
}

/* Both sides of one campaign are one copy of it: they were measured at the same time. */
static bool merge(struct beside *beside)
{
	struct error err;
	beside->two = strcmp(beside->base.id, beside->other.id) != 0;
	if (beside->two)
		return true;
	unsigned revision = beside->other.revision;
	samples_release(&beside->other_samples);
	campaign_release(&beside->other);
	if (revision == beside->base.revision)
		return true;
	error_set(&err,
		"revisions %u and %u of campaign %s are of the same samples: compare each alone",
		beside->base.revision, revision, beside->base.id);
	command_fail(EXIT_FAILED, &err);
	return false;
}

static int find_baseline(const struct beside *beside, const char *baseline, struct wanted *wanted)
{
	struct error err;
	if (!baseline)
		return EXIT_DONE;
	wanted->base = campaign_variant_find(&beside->base, baseline);
	if (wanted->base >= 0)
		return EXIT_DONE;
	error_set(&err, "campaign %s has no variant '%s' to be the baseline", beside->base.id,
		baseline);
	return command_fail(EXIT_FAILED, &err);
}

static int read_all(struct store *store, const char *a, const char *b, const char *baseline,
	struct beside *beside, struct wanted *wanted)
{
	if (!read_side(store, a, &beside->base, &beside->base_samples, &wanted->base))
		return EXIT_FAILED;
	if (b) {
		if (!read_side(store, b, &beside->other, &beside->other_samples, &wanted->other))
			return EXIT_FAILED;
		if (!merge(beside))
			return EXIT_FAILED;
	} else {
		wanted->other = wanted->base;
		wanted->base = -1;
	}
	return find_baseline(beside, baseline, wanted);
}

int beside_read(const struct globals *globals, const char *a, const char *b, const char *baseline,
	struct beside *beside)
{
	struct error err;
	struct wanted wanted = {-1, -1};
	*beside = (struct beside){0};
	struct store *store = command_store(globals, STORE_READ);
	if (!store)
		return EXIT_FAILED;
	int code = read_all(store, a, b, baseline, beside, &wanted);
	store_close(store);
	judgement_init(&beside->judgement);
	if (code == EXIT_DONE) {
		(beside->two ? judge_two : judge_one)(beside, &wanted);
		judgement_decide(&beside->judgement);
		if (!beside->judgement.length) {
			error_set(&err, "%s%s%s: there is nothing to put beside the baseline", a,
				b ? " and " : "", b ? b : "");
			code = command_fail(EXIT_FAILED, &err);
		}
	}
	if (code != EXIT_DONE)
		beside_release(beside);
	return code;
}

void beside_release(struct beside *beside)
{
	judgement_release(&beside->judgement);
	samples_release(&beside->other_samples);
	campaign_release(&beside->other);
	samples_release(&beside->base_samples);
	campaign_release(&beside->base);
}
