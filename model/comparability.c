/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/comparability.h"

#include <math.h>

#include "model/comparability-parts.h"
#include "model/dmesg.h"
#include "model/text.h"

#define SHOWN_BYTES 48 /* of a value: beyond that only what differs is shown */

void comparability_say(struct comparability *comparability, enum comparability_weight weight,
	const char *field, char *text)
{
	struct comparability_item *item =
		xgrow(&comparability->items, &comparability->length, sizeof(*item));
	*item = (struct comparability_item){weight, xstrdup(field), NULL, NULL, text};
	comparability->refused |= weight == COMPARABILITY_REFUSED;
	comparability->differs |= weight == COMPARABILITY_DIFFERS;
}

/* The value as one line; of a long one the words that `other` has not. */
static char *shown(const char *value, const char *other, bool whole)
{
	struct text line = TEXT_EMPTY;
	for (const char *at = value + strspn(value, " \t\n"); *at;) {
		size_t n = strcspn(at, " \t\n");
		if (whole || !comparability_has_word(other, at, n)) {
			char *word = xstrndup(at, n);
			text_add(&line, "%s", line.length ? " " : "");
			text_add_line(&line, word);
			free(word);
		}
		at += n + strspn(at + n, " \t\n");
	}
	if (line.length > 2 * SHOWN_BYTES) {
		line.length = text_utf8_fit(line.bytes, 2 * SHOWN_BYTES - 3);
		text_add(&line, "...");
	}
	if (!line.length)
		text_add(&line, whole ? "(empty)" : "(without them)");
	return text_take(&line);
}

void comparability_change(struct comparability *comparability, enum comparability_weight weight,
	const char *field, const char *a, const char *b)
{
	bool whole = strlen(a) <= SHOWN_BYTES && strlen(b) <= SHOWN_BYTES;
	char *from = shown(a, b, whole), *to = shown(b, a, whole);
	comparability_say(comparability, weight, field,
		xasprintf("%s: %s -> %s", field, from, to));
	comparability->items[comparability->length - 1].a = from;
	comparability->items[comparability->length - 1].b = to;
}

char *comparability_label(const struct comparability_side *side)
{
	struct text label = TEXT_EMPTY;
	text_add_line(&label, side->campaign->variants[side->variant].label);
	return text_take(&label);
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

bool comparability_kernel_varies(const struct comparability_side *a,
	const struct comparability_side *b)
{
	return a->campaign != b->campaign || strcmp(a->campaign->machine, "boot") == 0 ||
		!same_text(a->campaign->variants[a->variant].kernel,
			b->campaign->variants[b->variant].kernel);
}

static const struct environment *first_environment(const struct campaign *campaign,
	unsigned variant, enum clock clock)
{
	for (size_t i = 0; i < campaign->entries_n; i++) {
		const struct campaign_boot *entry = &campaign->entries[i];
		if (entry->variant == variant && entry->clock == clock && entry->env.length &&
			entry->kernel_boot_id[0])
			return &entry->env;
	}
	return NULL;
}

struct comparability_side comparability_side(const struct campaign *campaign, unsigned variant,
	size_t chart)
{
	struct comparability_side side = {campaign, variant, NULL, NULL};
	if (chart < campaign->charts_n) {
		side.chart = &campaign->charts[chart];
		side.env = first_environment(campaign, variant, side.chart->clock);
		return side;
	}
	/* A guest under one clock has other CPUs than under the other: both sides take the same. */
	side.env = first_environment(campaign, variant, CLOCK_WALL);
	if (!side.env)
		side.env = first_environment(campaign, variant, CLOCK_COUNTED);
	return side;
}

/* The clock under which its boots are looked at. */
static enum clock side_clock(const struct comparability_side *side)
{
	if (side->chart)
		return side->chart->clock;
	for (size_t i = 0; i < side->campaign->entries_n; i++)
		if (&side->campaign->entries[i].env == side->env)
			return side->campaign->entries[i].clock;
	return CLOCK_WALL;
}

bool comparability_has_boot(const struct comparability_side *side,
	const struct campaign_boot *entry)
{
	return entry->variant == side->variant && entry->clock == side_clock(side) &&
		entry->env.length && entry->kernel_boot_id[0];
}

char *comparability_charts(const struct campaign_chart *a, const struct campaign_chart *b)
{
	if (a->clock != b->clock)
		return xstrdup("counted instructions against time");
	if (strcmp(a->unit, b->unit) != 0)
		return xasprintf("%s against %s", a->unit, b->unit);
	if (a->better != b->better || a->swept != b->swept)
		return xstrdup("another metric under the same name");
	return NULL;
}

const char *comparability_emulated(const struct campaign_chart *a, const struct campaign_chart *b)
{
	if (a->emulated != b->emulated)
		return "an emulated CPU against a real one";
	return a->emulated ? "wall-clock time of an emulated CPU" : NULL;
}

static void check_charts(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b)
{
	if (!a->chart || !b->chart)
		return;
	char *kind = comparability_charts(a->chart, b->chart);
	const char *emulated = comparability_emulated(a->chart, b->chart);
	if (kind)
		comparability_say(comparability, COMPARABILITY_REFUSED, "chart", kind);
	if (emulated)
		comparability_say(comparability, COMPARABILITY_REFUSED, "emulated",
			xstrdup(emulated));
}

static void check_campaigns(struct comparability *comparability,
	const struct comparability_side *a, const struct comparability_side *b)
{
	const struct campaign *x = a->campaign, *y = b->campaign;
	const struct {
		const char *field, *a, *b;
	} fields[] = {{"host", x->host, y->host}, {"machine", x->machine, y->machine},
		{"accelerator", x->accel, y->accel}, {"tool", x->tool, y->tool}};

	for (size_t i = 0; i < ARRAY_LENGTH(fields); i++)
		if (fields[i].a && fields[i].b && strcmp(fields[i].a, fields[i].b) != 0)
			comparability_change(comparability, COMPARABILITY_DIFFERS, fields[i].field,
				fields[i].a, fields[i].b);
}

/* Takes in one boot's log; *worst is the earliest moment that is known. */
static void add_log(struct dmesg_clock *worst, const struct environment *env)
{
	const char *log = environment_get(env, "dmesg");
	struct dmesg_clock clock;
	if (!log)
		return;
	dmesg_clock_read(&clock, log);
	if (clock.unstable && (!worst->unstable || !(worst->since_s <= clock.since_s)))
		*worst = clock;
}

static void check_clocks(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b)
{
	const struct comparability_side *sides[] = {a, b};
	struct dmesg_clock clocks[2] = {{.unstable = false}, {.unstable = false}};

	if (side_clock(a) == CLOCK_COUNTED)
		return; /* instructions need no TSC */
	for (int i = 0; i < 2; i++)
		for (size_t j = 0; j < sides[i]->campaign->entries_n; j++)
			if (comparability_has_boot(sides[i], &sides[i]->campaign->entries[j]))
				add_log(&clocks[i], &sides[i]->campaign->entries[j].env);
	for (int i = 0; i < 2; i++) {
		if (!clocks[i].unstable)
			continue;
		char *label = comparability_label(sides[i]), since[48] = "";
		if (!isnan(clocks[i].since_s))
			snprintf(since, sizeof(since), " %.1f s after it booted",
				clocks[i].since_s);
		comparability_say(comparability,
			clocks[!i].unstable ? COMPARABILITY_NOTE : COMPARABILITY_DIFFERS, "tsc",
			xasprintf("the TSC of %s was marked unstable%s", label, since));
		free(label);
	}
}

static void sort_by_weight(struct comparability *comparability)
{
	struct comparability_item *sorted =
		xcalloc(comparability->length + 1, sizeof(*sorted));
	size_t n = 0;
	for (int weight = COMPARABILITY_REFUSED; weight <= COMPARABILITY_NOTE; weight++)
		for (size_t i = 0; i < comparability->length; i++)
			if ((int)comparability->items[i].weight == weight)
				sorted[n++] = comparability->items[i];
	free(comparability->items);
	comparability->items = sorted;
}

void comparability_init(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b)
{
	*comparability = (struct comparability){0};
	check_charts(comparability, a, b);
	bool configs = comparability_config(comparability, a, b);
	if (a->env && b->env) {
		comparability_facts(comparability, a, b, configs);
		comparability_cmdline(comparability, a, b);
	}
	if (a->campaign != b->campaign)
		check_campaigns(comparability, a, b);
	check_clocks(comparability, a, b);
	comparability_boots(comparability, a);
	if (a->campaign != b->campaign || a->variant != b->variant)
		comparability_boots(comparability, b);
	sort_by_weight(comparability);
}

void comparability_release(struct comparability *comparability)
{
	for (size_t i = 0; i < comparability->length; i++) {
		struct comparability_item *item = &comparability->items[i];
		free(item->field);
		free(item->a);
		free(item->b);
		free(item->text);
	}
	free(comparability->items);
	*comparability = (struct comparability){0};
}
