/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One amendment by itself: its names, its check, its words, its place in the chain. */
#include "model/amendment.h"

#include "model/amendment-json.h"
#include "model/slug.h"

static const char *const kind_names[AMENDMENT_KIND_N] = {
	[AMENDMENT_SWAP] = "swap-variants",
	[AMENDMENT_RELABEL] = "relabel",
	[AMENDMENT_EXCLUDE] = "exclude",
	[AMENDMENT_NOTE] = "note",
	[AMENDMENT_WITHDRAW] = "withdraw",
};

const char *amendment_kind_name(enum amendment_kind kind)
{
	return kind_names[kind];
}

bool amendment_kind_parse(const char *name, enum amendment_kind *kind)
{
	for (size_t i = 0; i < ARRAY_LENGTH(kind_names); i++)
		if (strcmp(kind_names[i], name) == 0) {
			*kind = (enum amendment_kind)i;
			return true;
		}
	return false;
}

void amendment_release(struct amendment *amendment)
{
	free(amendment->author);
	free(amendment->reason);
	free(amendment->chart);
	free(amendment->variant);
	free(amendment->other);
	free(amendment->text);
	free(amendment->previous);
	free(amendment->hash);
	*amendment = (struct amendment){0};
}

/* ---- what it has to say ---- */

/* What each kind has to have, may have, and must not. */
static const struct {
	const char *chart, *variant, *other, *text; /* "!" needed, "?" allowed, "" refused */
	bool narrowed;                              /* by count, boot and round */
} shapes[AMENDMENT_KIND_N] = {
	[AMENDMENT_SWAP] = {"?", "!", "!", "", false},
	[AMENDMENT_RELABEL] = {"", "!", "", "!", false},
	[AMENDMENT_EXCLUDE] = {"?", "?", "", "", true},
	[AMENDMENT_NOTE] = {"", "", "", "!", false},
	[AMENDMENT_WITHDRAW] = {"", "", "", "", false},
};

static bool check_field(const struct amendment *a, const char *name, const char *rule,
	const char *field, struct error *err)
{
	if (field ? *rule == 0 : *rule == '!')
		return error_set(err, "%s %s a %s", kind_names[a->kind],
			field ? "does not take" : "needs", name);
	return true;
}

static bool check_names(const struct amendment *a, struct error *err)
{
	const char *const slugs[] = {a->chart, a->variant, a->other};
	for (size_t i = 0; i < ARRAY_LENGTH(slugs); i++)
		if (slugs[i] && !slug_is_valid(slugs[i]))
			return error_set(err, "'%s' is not how addresses name a chart or variant",
				slugs[i]);
	if (a->kind == AMENDMENT_SWAP && strcmp(a->variant, a->other) == 0)
		return error_set(err, "two different variants are needed to be exchanged");
	bool narrowed = a->count || a->boot || a->round;
	if (narrowed && !shapes[a->kind].narrowed)
		return error_set(err, "%s does not take a count, boot or round",
			kind_names[a->kind]);
	return a->kind != AMENDMENT_EXCLUDE || narrowed || a->chart || a->variant ||
		error_set(err, "an exclusion has to name a chart, variant, count, boot or round");
}

bool amendment_check(const struct amendment *a, struct error *err)
{
	bool label = a->kind == AMENDMENT_RELABEL;
	return text_check("the author", a->author, AMENDMENT_AUTHOR_BYTES_MAX, false, err) &&
		text_check("the reason", a->reason, AMENDMENT_REASON_BYTES_MAX, true, err) &&
		check_field(a, "chart", shapes[a->kind].chart, a->chart, err) &&
		check_field(a, "variant", shapes[a->kind].variant, a->variant, err) &&
		check_field(a, "second variant", shapes[a->kind].other, a->other, err) &&
		check_field(a, "text", shapes[a->kind].text, a->text, err) &&
		(!a->text || text_check(label ? "the label" : "the note", a->text,
				     AMENDMENT_REASON_BYTES_MAX, !label, err)) &&
		check_names(a, err);
}

/* ---- the chain ---- */

static const char *previous_of(const struct campaign *campaign, size_t i)
{
	return i ? campaign->amendments[i - 1].hash : campaign->digest;
}

void amendment_chain(const struct campaign *campaign, struct amendment *next)
{
	char hash[DIGEST_BYTES];
	next->number = (unsigned)campaign->amendments_n + 1;
	free(next->previous);
	next->previous = xstrdup(previous_of(campaign, campaign->amendments_n));
	amendment_hash(next, hash);
	free(next->hash);
	next->hash = xstrdup(hash);
}

bool amendment_check_link(const struct campaign *campaign, size_t i, struct error *err)
{
	const struct amendment *a = &campaign->amendments[i];
	char hash[DIGEST_BYTES];
	if (a->number != i + 1)
		return error_set(err, "amendment %u stands where number %zu has to be", a->number,
			i + 1);
	if (!campaign->digest)
		return error_set(err, "amendment %u of a campaign without a seal", a->number);
	amendment_hash(a, hash);
	if (strcmp(hash, a->hash) != 0)
		return error_set(err,
			"amendment %u is not what was written: its hash is %s, not %s", a->number,
			hash, a->hash);
	return strcmp(a->previous, previous_of(campaign, i)) == 0 ||
		error_set(err, "amendment %u does not follow on what is before it", a->number);
}

bool amendment_check_chain(const struct campaign *campaign, struct error *err)
{
	for (size_t i = 0; i < campaign->amendments_n; i++)
		if (!amendment_check_link(campaign, i, err))
			return false;
	return true;
}

/* ---- words ---- */

static void add_excluded(struct text *text, const struct amendment *a)
{
	const struct {
		const char *name;
		unsigned number;
	} numbers[] = {{"count", a->count}, {"boot", a->boot}, {"round", a->round}};
	const char *comma = "";
	text_add(text, "left out of all statistics: ");
	if (a->chart) {
		text_add(text, "chart %s", a->chart);
		comma = ", ";
	}
	if (a->variant) {
		text_add(text, "%svariant %s", comma, a->variant);
		comma = ", ";
	}
	for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++)
		if (numbers[i].number) {
			text_add(text, "%s%s %u", comma, numbers[i].name, numbers[i].number);
			comma = ", ";
		}
}

void amendment_add_words(struct text *text, const struct amendment *a)
{
	switch (a->kind) {
	case AMENDMENT_SWAP:
		text_add(text, "the samples of %s and %s are exchanged in %s", a->variant, a->other,
			a->chart ? a->chart : "all charts");
		return;
	case AMENDMENT_RELABEL:
		text_add(text, "the label of %s is now: %s", a->variant, a->text);
		return;
	case AMENDMENT_EXCLUDE:
		add_excluded(text, a);
		return;
	case AMENDMENT_NOTE:
		text_add(text, "%s", a->text);
		return;
	case AMENDMENT_WITHDRAW:
		text_add(text, "the campaign is withdrawn");
		return;
	case AMENDMENT_KIND_N:
		break;
	}
}

void amendment_add_line(struct text *text, const struct amendment *a)
{
	char dated[TEXT_TIME_BYTES];
	struct text whole = TEXT_EMPTY;
	text_time(a->dated_us, dated);
	text_add(&whole, "amendment %u, %.10s, %s: ", a->number, dated, a->author);
	amendment_add_words(&whole, a);
	text_add(&whole, ". Reason: %s", a->reason);
	text_add_line(text, whole.bytes);
	text_release(&whole);
}
