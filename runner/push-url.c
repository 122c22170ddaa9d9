/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where campaigns are sent, and whether the token may go there. */
#include <arpa/inet.h>

#include "runner/push-parts.h"

static bool is_loopback(const char *host)
{
	struct in_addr four;
	if (strcasecmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0)
		return true;
	return inet_pton(AF_INET, host, &four) == 1 && ntohl(four.s_addr) >> 24 == 127;
}

static char *part_of(CURLU *url, CURLUPart part)
{
	char *found = NULL;
	if (curl_url_get(url, part, &found, 0) != CURLUE_OK)
		return NULL;
	char *copy = xstrdup(found);
	curl_free(found);
	return copy;
}

static bool check_parts(struct push *push, const char *scheme, const char *host, bool more,
	struct error *err)
{
	const char *url = push->options.url;
	bool plain = strcmp(scheme, "http") == 0;
	if (!plain && strcmp(scheme, "https") != 0)
		return error_set(err, "%s: expected an address that begins with https://", url);
	if (more)
		return error_set(err,
			"%s: expected the server's address alone: no name, password, query or "
			"fragment",
			url);
	push->local = is_loopback(host);
	return !plain || push->local || push->options.plain_http ||
		error_set(err,
			"%s: over http everybody on the way can read the token: use https, or "
			"--plain-http where the way is safe",
			url);
}

bool push_check_url(struct push *push, struct error *err)
{
	static const CURLUPart extras[] = {
		CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT};
	CURLU *url = curl_url();
	if (!url)
		abort(); /* out of memory */
	bool ok = strstr(push->options.url, "://") &&
		curl_url_set(url, CURLUPART_URL, push->options.url, 0) == CURLUE_OK;
	char *scheme = ok ? part_of(url, CURLUPART_SCHEME) : NULL;
	char *host = ok ? part_of(url, CURLUPART_HOST) : NULL;
	if (!scheme || !host)
		ok = error_set(err, "%s: expected an address such as https://lab.example/",
			push->options.url);
	bool more = false;
	for (size_t i = 0; ok && i < ARRAY_LENGTH(extras); i++) {
		char *extra = part_of(url, extras[i]);
		more |= extra != NULL;
		free(extra);
	}
	ok = ok && check_parts(push, scheme, host, more, err);
	if (ok)
		push->base = part_of(url, CURLUPART_URL);
	for (size_t end = push->base ? strlen(push->base) : 0; end && push->base[end - 1] == '/';)
		push->base[--end] = 0;
	free(scheme);
	free(host);
	curl_url_cleanup(url);
	return ok;
}
