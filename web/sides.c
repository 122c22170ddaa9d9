/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/sides.h"

#include "web/load.h"
#include "web/query.h"

const struct side *sides_side(const struct sides *sides, bool other)
{
	return other && sides->two ? &sides->b : &sides->a;
}

/* Takes "ID:VARIANT" apart; false where it is nothing of the kind. */
static bool read_name(const char *query, const char *name, char **id, char **slug,
	struct error *err)
{
	char *value = query_value(query, name, 0);
	char *colon = value ? strchr(value, ':') : NULL;
	if (!colon || colon == value || !colon[1]) {
		free(value);
		return error_set(err, "%s= is a campaign and a variant of it, as ID:VARIANT", name);
	}
	*slug = xstrdup(colon + 1);
	*colon = 0;
	*id = value;
	return true;
}

static int read_side(struct side *side, struct store *store, const char *id, const char *name,
	struct error *err)
{
	switch (store_campaign_read(store, id, &side->campaign, err)) {
	case STORE_ABSENT:
		error_set(err, "%s= names no campaign that is here", name);
		return 404;
	case STORE_BROKEN:
		return 500;
	case STORE_FOUND:
		break;
	}
	if (side->campaign.withdrawn) {
		error_set(err, "%s= names a campaign that was withdrawn; its page says why", name);
		return 410;
	}
	bool ok = store_samples_read(store, &side->campaign, &side->samples, err) &&
		load_environments(store, &side->campaign, err);
	return ok ? 200 : 500;
}

static int find_variant(const struct side *side, const char *slug, const char *name,
	size_t *variant, struct error *err)
{
	ptrdiff_t found = campaign_variant_find(&side->campaign, slug);
	if (found < 0) {
		error_set(err, "%s= names no variant of that campaign", name);
		return 404;
	}
	*variant = (size_t)found;
	return 200;
}

static int find_variants(struct sides *sides, struct error *err)
{
	int status = find_variant(&sides->a, sides->a.slug, "a", &sides->base, err);
	if (status == 200)
		status = find_variant(sides_side(sides, true), sides->b.slug, "b", &sides->other, err);
	if (status == 200 && !sides->two && sides->base == sides->other) {
		error_set(err, "a= and b= name the same variant of the same campaign");
		status = 400;
	}
	return status;
}

int sides_load(struct sides *sides, const struct request *request, struct store *store,
	struct error *err)
{
	char *id_a = NULL, *id_b = NULL;
	int status = 400;
	*sides = (struct sides){.two = false};
	if (read_name(request->query, "a", &id_a, &sides->a.slug, err) &&
		read_name(request->query, "b", &id_b, &sides->b.slug, err)) {
		sides->two = strcmp(id_a, id_b) != 0;
		status = read_side(&sides->a, store, id_a, "a", err);
		if (status == 200 && sides->two)
			status = read_side(&sides->b, store, id_b, "b", err);
	}
	free(id_a);
	free(id_b);
	if (status == 200)
		status = find_variants(sides, err);
	if (status != 200)
		sides_release(sides);
	return status;
}

void sides_release(struct sides *sides)
{
	for (int other = 0; other < 2; other++) {
		struct side *side = other ? &sides->b : &sides->a;
		samples_release(&side->samples);
		campaign_release(&side->campaign);
		free(side->slug);
		side->slug = NULL;
	}
}
