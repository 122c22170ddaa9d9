/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/lasting.h"

#include "model/revision.h"
#include "model/text.h"
#include "web/hash.h"
#include "web/query.h"

#define DIGEST_SHOWN 12

static bool is_all(const char *query, const struct campaign *campaign)
{
	return campaign->digest && !query_has(query, "with", 0);
}

static void digest_of(const struct campaign *campaign, char digest[static DIGEST_SHOWN + 1])
{
	char name[REVISION_NAME_BYTES], hash[HASH_BYTES];
	const char *last = campaign->revision > 0 && campaign->revision <= campaign->amendments_n
		? campaign->amendments[campaign->revision - 1].hash
		: "";
	struct text content = TEXT_EMPTY;
	text_add(&content, "%s %s %s %s", SCHEDLAB_VERSION, revision_name(campaign, name),
		campaign->digest, last);
	hash_bytes(content.bytes, content.length, hash);
	text_release(&content);
	snprintf(digest, DIGEST_SHOWN + 1, "%.*s", DIGEST_SHOWN, hash);
}

char *lasting_query(const char *query, const struct campaign *campaign)
{
	char digest[DIGEST_SHOWN + 1];
	if (!is_all(query + (*query == '?'), campaign))
		return xstrdup(query);
	digest_of(campaign, digest);
	return xasprintf("%s%cd=%s", query, *query ? '&' : '?', digest);
}

enum page_cache lasting_cache(const struct request *request, const struct campaign *campaign)
{
	char digest[DIGEST_SHOWN + 1];
	char *asked = query_value(request->query, "d", 0);
	bool lasting = false;
	if (asked && is_all(request->query, campaign)) {
		digest_of(campaign, digest);
		lasting = !strcmp(asked, digest);
	}
	free(asked);
	return lasting ? PAGE_LASTING : PAGE_CHECKED;
}
