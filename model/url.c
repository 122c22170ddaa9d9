/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/url.h"

#include "model/base.h"

static size_t scheme_length(const char *url)
{
	static const char *const schemes[] = {"https://", "http://"};
	for (size_t i = 0; i < ARRAY_LENGTH(schemes); i++)
		if (strncmp(url, schemes[i], strlen(schemes[i])) == 0)
			return strlen(schemes[i]);
	return 0;
}

bool url_check(const char *url, struct error *err)
{
	size_t length = strlen(url), scheme = scheme_length(url);
	size_t plain = strspn(url, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789-._~:/[]");
	size_t host = strcspn(url + scheme, "/");
	if (!scheme || !host || plain != length || length - scheme - host > 1)
		return error_set(err,
			"the site's address is expected as https://lab.example.org");
	if (length - (url[length - 1] == '/') >= URL_BYTES)
		return error_set(err,
			"the site's address has more than %d characters: links would not fit "
			"into the lines of a mail",
			URL_BYTES - 1);
	return true;
}

const char *url_of_site(char url[static URL_BYTES])
{
	const char *said = getenv("SCHEDLAB_URL");
	struct error err;
	url[0] = 0;
	if (said && url_check(said, &err)) {
		snprintf(url, URL_BYTES, "%s", said);
		url[strcspn(url + scheme_length(url), "/") + scheme_length(url)] = 0;
	}
	return url;
}
