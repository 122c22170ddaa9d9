/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/guard.h"

#include <strings.h>

#include "model/url.h"

#define HEX "0123456789abcdefABCDEF"
#define LENGTH_DIGITS_MAX 18
#define HOST_BYTES 256

/* What each byte may stand in: of every request every byte is looked up. */
enum { TOKEN = 1, HOST = 2, PATH = 4, QUERY = 8, ALL = TOKEN | HOST | PATH | QUERY };

static const unsigned char allowed[256] = {
	['A' ... 'Z'] = ALL, ['a' ... 'z'] = ALL, ['0' ... '9'] = ALL,
	['-'] = ALL, ['.'] = ALL, ['_'] = ALL,
	['~'] = TOKEN | PATH | QUERY, ['/'] = PATH,
	['+'] = TOKEN | QUERY, ['&'] = TOKEN | QUERY, ['%'] = TOKEN | QUERY,
	['='] = QUERY, [','] = QUERY, [':'] = HOST | QUERY, ['['] = HOST, [']'] = HOST,
	['!'] = TOKEN, ['#'] = TOKEN, ['$'] = TOKEN, ['\''] = TOKEN, ['*'] = TOKEN,
	['^'] = TOKEN, ['`'] = TOKEN, ['|'] = TOKEN,
};

static bool may(char c, unsigned char in)
{
	return allowed[(unsigned char)c] & in;
}

static bool refuse(struct guard_answer *answer, int status, const char *line)
{
	answer->status = status;
	answer->line = line;
	return false;
}

static bool refuse_method(struct guard_answer *answer, const char *allow)
{
	answer->allow = allow;
	return refuse(answer, 405, "this method is not for this address");
}

/* The first header of that name, and how many there are. */
static const struct guard_header *find(const struct guard_request *request, const char *name,
	size_t *n)
{
	const struct guard_header *first = NULL;
	size_t length = strlen(name);
	*n = 0;
	for (size_t i = 0; i < request->headers_n; i++) {
		if (request->headers[i].name_length != length ||
			strncasecmp(request->headers[i].name, name, length) != 0)
			continue;
		if (!first)
			first = &request->headers[i];
		++*n;
	}
	return first;
}

static bool has(const struct guard_request *request, const char *name)
{
	size_t n;
	return find(request, name, &n) != NULL;
}

static bool is_reading(const struct guard_request *request)
{
	return !strcmp(request->method, "GET") || !strcmp(request->method, "HEAD");
}

static bool is_below_uploads(const char *target)
{
	return !strncmp(target, URL_UPLOADS, strlen(URL_UPLOADS));
}

/* ---- the steps, in their order: what a proxy may read otherwise comes before all meaning ---- */

static bool check_version(const struct guard_policy *policy, const struct guard_request *request,
	struct guard_answer *answer)
{
	(void)policy;
	if (!strcmp(request->version, "HTTP/1.1") || !strcmp(request->version, "HTTP/1.0"))
		return true;
	return refuse(answer, 505, "this server speaks HTTP/1.1 and HTTP/1.0");
}

static bool is_token(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!may(bytes[i], TOKEN))
			return false;
	return length > 0;
}

static bool is_value(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)bytes[i] < ' ' ? bytes[i] != '\t' : bytes[i] == 0x7f)
			return false;
	return true;
}

static bool check_headers(const struct guard_policy *policy, const struct guard_request *request,
	struct guard_answer *answer)
{
	(void)policy;
	if (request->headers_n > GUARD_HEADERS_MAX)
		return refuse(answer, 431, "there are more than 64 header lines");
	size_t bytes = 0;
	for (size_t i = 0; i < request->headers_n; i++) {
		const struct guard_header *header = &request->headers[i];
		bytes += header->name_length + header->value_length + 4;
		if (!is_token(header->name, header->name_length))
			return refuse(answer, 400, "the name of a header line is none");
		if (!is_value(header->value, header->value_length))
			return refuse(answer, 400, "a header line holds a control character");
	}
	if (bytes > GUARD_HEADER_BYTES)
		return refuse(answer, 431, "the header is longer than 8 KiB");
	return true;
}

static bool check_once(const struct guard_policy *policy, const struct guard_request *request,
	struct guard_answer *answer)
{
	(void)policy;
	static const char *const once[] = {
		"Content-Length", "Host", "Authorization", "Expect", "Content-Type"};
	for (size_t i = 0; i < ARRAY_LENGTH(once); i++) {
		size_t n;
		find(request, once[i], &n);
		if (n > 1)
			return refuse(answer, 400, "a header line that may come once came twice");
	}
	return true;
}

static bool check_framing(const struct guard_policy *policy, const struct guard_request *request,
	struct guard_answer *answer)
{
	(void)policy;
	size_t n;
	if (has(request, "Transfer-Encoding"))
		return refuse(answer, 400, "a body is sent with its length here, not in pieces");
	const struct guard_header *length = find(request, "Content-Length", &n);
	if (!length)
		return true;
	/* Digits alone: "+5" and "5,5" are other lengths elsewhere. */
	if (!length->value_length || length->value_length > LENGTH_DIGITS_MAX)
		return refuse(answer, 400, "the length of the body is no number");
	for (size_t i = 0; i < length->value_length; i++) {
		if (length->value[i] < '0' || length->value[i] > '9')
			return refuse(answer, 400, "the length of the body is no number");
		answer->body_bytes = answer->body_bytes * 10 + (uint64_t)(length->value[i] - '0');
	}
	return true;
}

static bool check_refused(const struct guard_policy *policy, const struct guard_request *request,
	struct guard_answer *answer)
{
	(void)policy;
	size_t n;
	if (has(request, "Content-Encoding"))
		return refuse(answer, 415, "a body is taken as it is, without an encoding");
	if (has(request, "Content-Range"))
		return refuse(answer, 400, "a body is taken whole, not in parts");
	if (has(request, "Upgrade"))
		return refuse(answer, 400, "this server speaks HTTP/1.1 only");
	const struct guard_header *expect = find(request, "Expect", &n);
	if (expect && (expect->value_length != strlen("100-continue") ||
			strncasecmp(expect->value, "100-continue", expect->value_length) != 0))
		return refuse(answer, 417, "nothing but 100-continue can be expected");
	return true;
}

/* The name without its port in lower case; false where it is not written as one. */
static bool host_name(const struct guard_header *host, char name[static HOST_BYTES])
{
	size_t length = host->value_length;
	if (!length || length >= HOST_BYTES)
		return false;
	for (size_t i = 0; i < length; i++) {
		char c = host->value[i];
		if (!may(c, HOST))
			return false;
		name[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
	}
	name[length] = 0;
	char *end = name[0] == '[' ? strchr(name, ']') : name + strcspn(name, ":[]");
	if (!end || end == name)
		return false;
	end += *end == ']';
	size_t digits = *end == ':' ? strspn(end + 1, "0123456789") + 1 : 0;
	if (end[digits] || digits > 6)
		return false;
	*end = 0;
	return true;
}

/* Loopback by number or name, and the address that the request came in at: nobody else's names. */
static bool is_own(const char *name, const char *local)
{
	size_t length = strlen(local);
	return !strcmp(name, "localhost") || !strcmp(name, "[::1]") ||
		(!strncmp(name, "127.", 4) && !name[strspn(name, "0123456789.")]) ||
		!strcmp(name, local) ||
		(name[0] == '[' && !strncmp(name + 1, local, length) &&
			!strcmp(name + 1 + length, "]"));
}

static bool check_host(const struct guard_policy *policy, const struct guard_request *request,
	struct guard_answer *answer)
{
	size_t n;
	char name[HOST_BYTES];
	const struct guard_header *host = find(request, "Host", &n);
	if (!host) {
		if (strcmp(request->version, "HTTP/1.0") != 0)
			return refuse(answer, 400, "the request does not say which host it is for");
		return !policy->hosts_n ||
			refuse(answer, 421, "the request does not say which host it is for");
	}
	if (!host_name(host, name))
		return refuse(answer, 400, "the name of the host is none");
	if (!policy->hosts_n || is_own(name, request->local))
		return true;
	for (size_t i = 0; i < policy->hosts_n; i++)
		if (!strcasecmp(name, policy->hosts[i]))
			return true;
	return refuse(answer, 421, "this server does not answer for that host");
}

/* The query's bytes: a '%' is followed by two digits, and does not stand for NUL. */
static bool is_query(const char *query)
{
	for (; *query; query++) {
		if (!may(*query, QUERY))
			return false;
		if (*query == '%' && (strspn(query + 1, HEX) < 2 || !strncmp(query + 1, "00", 2)))
			return false;
	}
	return true;
}

static bool is_target(const char *target)
{
	if (!strcmp(target, "/.well-known/security.txt"))
		return true;
	if (target[0] != '/')
		return false;
	size_t path = 0;
	while (may(target[path], PATH))
		path++;
	for (size_t i = 0; i + 1 < path; i++)
		if (target[i] == '/' && (target[i + 1] == '/' || target[i + 1] == '.'))
			return false;
	return !target[path] || (target[path] == '?' && is_query(target + path + 1));
}

static bool check_target(const struct guard_policy *policy, const struct guard_request *request,
	struct guard_answer *answer)
{
	(void)policy;
	if (strlen(request->target) > GUARD_TARGET_BYTES)
		return refuse(answer, 414, "the address is longer than 2 KiB");
	if (!is_target(request->target))
		return refuse(answer, 400, "no address of this site is written like this");
	return true;
}

static bool check_method(const struct guard_policy *policy, const struct guard_request *request,
	struct guard_answer *answer)
{
	if (policy->uploads && is_below_uploads(request->target))
		return !strcmp(request->method, "PUT") || refuse_method(answer, "PUT");
	return is_reading(request) || refuse_method(answer, "GET, HEAD");
}

static bool check_body(const struct guard_policy *policy, const struct guard_request *request,
	struct guard_answer *answer)
{
	if (is_reading(request))
		return !answer->body_bytes ||
			refuse(answer, 400, "a request that only reads has no body");
	if (!has(request, "Content-Length"))
		return refuse(answer, 411, "the length of the body is not said");
	return answer->body_bytes <= policy->body_max_bytes ||
		refuse(answer, 413, "the body is longer than this server takes");
}

typedef bool check(const struct guard_policy *policy, const struct guard_request *request,
	struct guard_answer *answer);

static check *const checks[] = {check_version, check_headers, check_once, check_framing,
	check_refused, check_host, check_target, check_method, check_body};

struct guard_answer guard_check(const struct guard_policy *policy,
	const struct guard_request *request)
{
	struct guard_answer answer = {0};
	for (size_t i = 0; i < ARRAY_LENGTH(checks); i++)
		if (!checks[i](policy, request, &answer))
			break;
	if (answer.status)
		answer.body_bytes = 0;
	return answer;
}
