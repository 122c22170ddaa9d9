/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What amendments make of a campaign. */
#include "model/revision.h"

#include "model/whole.h"

static bool is_of(const struct campaign *campaign, const struct campaign_cell *cell,
	const struct amendment *a)
{
	return (!a->chart || strcmp(campaign->charts[cell->chart].slug, a->chart) == 0) &&
		(!a->variant || strcmp(campaign->variants[cell->variant].slug, a->variant) == 0) &&
		(!a->count || cell->count == a->count);
}

static bool any_cell(const struct campaign *campaign, const struct amendment *a)
{
	for (size_t i = 0; i < campaign->cells_n; i++)
		if (is_of(campaign, &campaign->cells[i], a))
			return true;
	return false;
}

/* Whether what it names is in the campaign. */
static bool check_fits(const struct campaign *campaign, const struct amendment *a,
	struct error *err)
{
	const char *const variants[] = {a->variant, a->other};
	if (campaign->withdrawn && a->kind != AMENDMENT_NOTE)
		return error_set(err, "campaign %s is withdrawn: only notes may follow",
			campaign->id);
	if (a->chart && campaign_chart_find(campaign, a->chart) < 0)
		return error_set(err, "campaign %s has no chart '%s'", campaign->id, a->chart);
	for (size_t i = 0; i < ARRAY_LENGTH(variants); i++)
		if (variants[i] && campaign_variant_find(campaign, variants[i]) < 0)
			return error_set(err, "campaign %s has no variant '%s'", campaign->id,
				variants[i]);
	return a->kind != AMENDMENT_EXCLUDE || any_cell(campaign, a) ||
		error_set(err, "campaign %s has no such cell", campaign->id);
}

/* The cells keep their samples and go over to the other variant. */
static void apply_swap(struct campaign *campaign, const struct amendment *a)
{
	unsigned one = (unsigned)campaign_variant_find(campaign, a->variant);
	unsigned other = (unsigned)campaign_variant_find(campaign, a->other);
	for (size_t i = 0; i < campaign->cells_n; i++) {
		struct campaign_cell *cell = &campaign->cells[i];
		if (a->chart && strcmp(campaign->charts[cell->chart].slug, a->chart) != 0)
			continue;
		if (cell->variant == one)
			cell->variant = other;
		else if (cell->variant == other)
			cell->variant = one;
	}
}

static void apply_relabel(struct campaign *campaign, const struct amendment *a)
{
	ptrdiff_t variant = campaign_variant_find(campaign, a->variant);
	char **label = &campaign->variants[variant].label;
	free(*label);
	*label = xstrdup(a->text);
}

/* By cells as they are now: a later exchange of variants does not move it to other samples. */
static void apply_exclude(struct campaign *campaign, const struct amendment *a)
{
	struct campaign_exclusion *exclusion =
		xgrow(&campaign->exclusions, &campaign->exclusions_n, sizeof(*exclusion));
	*exclusion = (struct campaign_exclusion){a->number,
		xcalloc(campaign->cells_n, sizeof(*exclusion->cells)), a->boot, a->round};
	for (size_t i = 0; i < campaign->cells_n; i++)
		exclusion->cells[i] = is_of(campaign, &campaign->cells[i], a);
}

static bool apply_next(struct campaign *campaign, struct error *err)
{
	const struct amendment *a = &campaign->amendments[campaign->revision];
	if (!check_fits(campaign, a, err))
		return error_prefix(err, "amendment %u", a->number);
	if (a->kind == AMENDMENT_SWAP)
		apply_swap(campaign, a);
	else if (a->kind == AMENDMENT_RELABEL)
		apply_relabel(campaign, a);
	else if (a->kind == AMENDMENT_EXCLUDE)
		apply_exclude(campaign, a);
	else if (a->kind == AMENDMENT_WITHDRAW)
		campaign->withdrawn = a->number;
	campaign->revision++;
	return true;
}

bool revision_apply(struct campaign *campaign, unsigned revision, struct error *err)
{
	while (campaign->revision < revision && campaign->revision < campaign->amendments_n)
		if (!apply_next(campaign, err))
			return false;
	return true;
}

const char *revision_name(const struct campaign *campaign, char name[static REVISION_NAME_BYTES])
{
	if (campaign->amendments_n)
		snprintf(name, REVISION_NAME_BYTES, "%s/r/%u", campaign->id, campaign->revision);
	else
		snprintf(name, REVISION_NAME_BYTES, "%s", campaign->id);
	return name;
}

void revision_add_lines(struct text *text, const struct campaign *campaign, const char *prefix)
{
	for (size_t i = 0; i < campaign->revision; i++) {
		text_add(text, "%s", prefix);
		amendment_add_line(text, &campaign->amendments[i]);
		text_add(text, "\n");
	}
	if (campaign->revision < campaign->amendments_n)
		text_add(text, "%snot the newest revision: this is %u of %zu\n", prefix,
			campaign->revision, campaign->amendments_n);
}

bool revision_parse(const char *word, unsigned *revision)
{
	uint64_t number;
	if (!whole_parse_address(word, AMENDMENTS_MAX, &number))
		return false;
	*revision = (unsigned)number;
	return true;
}

static unsigned excluding(const struct campaign *campaign, const struct sample *sample)
{
	for (size_t i = 0; i < campaign->exclusions_n; i++) {
		const struct campaign_exclusion *exclusion = &campaign->exclusions[i];
		unsigned boot = campaign->entries[sample->entry].number;
		if (exclusion->cells[sample->cell] &&
			(!exclusion->boot || exclusion->boot == boot) &&
			(!exclusion->round || exclusion->round == sample->round))
			return exclusion->amendment;
	}
	return campaign->withdrawn;
}

/* The sample's entry, or the one of its cell's variant into the same boot where there is one. */
static unsigned entry_of(const struct campaign *campaign, const struct sample *sample)
{
	const struct campaign_boot *measured = &campaign->entries[sample->entry];
	unsigned variant = campaign->cells[sample->cell].variant, found = sample->entry;
	if (measured->variant == variant)
		return found;
	for (size_t i = 0; i < campaign->entries_n; i++) {
		const struct campaign_boot *entry = &campaign->entries[i];
		if (entry->variant == variant && entry->clock == measured->clock &&
			entry->number == measured->number &&
			(found == sample->entry || entry->entry == measured->entry))
			found = (unsigned)i;
	}
	return found;
}

void revision_apply_sample(const struct campaign *campaign, struct sample *sample)
{
	sample->excluded = excluding(campaign, sample);
	sample->entry = entry_of(campaign, sample);
}

/* How many samples that count would not any more. */
static size_t count_excluded(const struct campaign *campaign, const struct samples *samples,
	const struct amendment *a)
{
	size_t n = 0;
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		unsigned boot = campaign->entries[sample->entry].number;
		n += is_of(campaign, &campaign->cells[sample->cell], a) && !sample->excluded &&
			(!a->boot || a->boot == boot) && (!a->round || a->round == sample->round);
	}
	return n;
}

/* Two of one label could not be told apart. */
static bool check_label(const struct campaign *campaign, const struct amendment *next,
	struct error *err)
{
	if (!text_check("the label", next->text, AMENDMENT_LABEL_BYTES_MAX, false, err))
		return false;
	for (size_t i = 0; i < campaign->variants_n; i++)
		if (strcmp(campaign->variants[i].label, next->text) == 0)
			return error_set(err, "'%.100s' is the label of variant %s already",
				next->text, campaign->variants[i].slug);
	return true;
}

bool revision_check_next(const struct campaign *campaign, const struct samples *samples,
	const struct amendment *next, struct error *err)
{
	if (!campaign->digest)
		return error_set(err,
			"campaign %s is not complete: only what is sealed can be amended",
			campaign->id);
	if (campaign->amendments_n >= AMENDMENTS_MAX)
		return error_set(err, "campaign %s has %d amendments already: measure it again",
			campaign->id, AMENDMENTS_MAX);
	if (!amendment_check(next, err) || !check_fits(campaign, next, err))
		return false;
	if (next->kind == AMENDMENT_RELABEL)
		return check_label(campaign, next, err);
	return next->kind != AMENDMENT_EXCLUDE || count_excluded(campaign, samples, next) ||
		error_set(err, "campaign %s has no sample there that counts", campaign->id);
}
