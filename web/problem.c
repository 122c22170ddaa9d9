/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/problem.h"

#include <jansson.h>

static const struct {
	int status;
	const char *title;
} titles[] = {
	{400, "Bad request"},
	{401, "Not authorized"},
	{403, "Forbidden"},
	{409, "Conflict"},
	{411, "Length required"},
	{413, "Too large"},
	{415, "Unsupported media type"},
	{422, "Not a campaign as it was written"},
	{429, "Too many requests"},
	{503, "Busy"},
	{507, "No room"},
};

static const char *title_of(int status)
{
	for (size_t i = 0; i < ARRAY_LENGTH(titles); i++)
		if (titles[i].status == status)
			return titles[i].title;
	return "Failed";
}

/* Letters, digits, and the punctuation that our own sentences use. */
static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		(c && strchr(" '.,:;()_-+*/%?", c));
}

void problem_add(struct text *body, int status, const char *detail)
{
	char *plain = xstrdup(detail);
	for (char *c = plain; *c; c++)
		if (!is_plain(*c))
			*c = '?';
	json_t *problem = json_pack("{s:s, s:s, s:i, s:s}", "type", "about:blank", "title",
		title_of(status), "status", status, "detail", plain);
	char *document = json_dumps(problem, JSON_COMPACT);
	text_add(body, "%s\n", document);
	free(document);
	json_decref(problem);
	free(plain);
}
