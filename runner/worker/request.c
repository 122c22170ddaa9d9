/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/request.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bounds that keep arithmetic on the values clear of overflow; the kernel's own come first. */
enum {
	MEMBERS_MAX = 1 << 22, /* the largest pid_max */
	INTERVALS_MAX = 1 << 20,
	LOOPS_MAX = 1 << 24,
	DEADLINE_MS_MAX = 1000 * 3600 * 24 * 20,
};
#define TIME_NS_MAX (3600 * UINT64_C(1000000000))
#define TRIPS_MAX (UINT64_C(1) << 40)

static bool number(const char *text, uint64_t lowest, uint64_t highest, uint64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	*value = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0' && *value >= lowest && *value <= highest;
}

static bool take_number(
	const char *text, uint64_t lowest, uint64_t highest, unsigned *into)
{
	uint64_t value;

	if (!number(text, lowest, highest, &value))
		return false;
	*into = (unsigned)value;
	return true;
}

static bool take_parent(const char *text, struct request *request)
{
	unsigned parent;

	if (!take_number(text, 1, MEMBERS_MAX, &parent))
		return false;
	request->parent = (pid_t)parent;
	return true;
}

static bool take_transport(const char *text, struct request *request)
{
	request->pipes = strcmp(text, "pipes") == 0;
	return request->pipes || strcmp(text, "sockets") == 0;
}

static bool take_text(const char *text, const char **into)
{
	*into = text;
	return *text != '\0';
}

static bool take(const char *key, const char *value, struct request *request)
{
	if (strcmp(key, "workload") == 0)
		return take_text(value, &request->workload);
	if (strcmp(key, "count") == 0)
		return take_number(value, 0, MEMBERS_MAX, &request->count);
	if (strcmp(key, "cpus") == 0)
		return take_text(value, &request->cpus);
	if (strcmp(key, "time_ns") == 0)
		return number(value, 1, TIME_NS_MAX, &request->time_ns);
	if (strcmp(key, "trips") == 0)
		return number(value, 1, TRIPS_MAX, &request->trips);
	if (strcmp(key, "inner") == 0)
		return take_number(value, 1, INTERVALS_MAX, &request->inner);
	if (strcmp(key, "loops") == 0)
		return take_number(value, 1, LOOPS_MAX, &request->loops);
	if (strcmp(key, "transport") == 0)
		return take_transport(value, request);
	if (strcmp(key, "deadline_ms") == 0)
		return take_number(value, 1, DEADLINE_MS_MAX, &request->deadline_ms);
	if (strcmp(key, "parent") == 0)
		return take_parent(value, request);
	if (strcmp(key, "layout") == 0)
		return number(value, 0, UINT64_MAX, &request->layout);
	if (strcmp(key, "aslr") == 0)
		return strcmp(value, "off") == 0; /* layout_pad() has seen to it */
	if (strcmp(key, "policy") == 0)
		return take_text(value, &request->policy);
	return false;
}

bool request_parse(char *const words[], struct request *request, char *reason, size_t size)
{
	bool right = true;

	*request = (struct request){
		.time_ns = 10000000, .inner = 11, .loops = 100, .deadline_ms = 60000};
	for (size_t i = 0; words[i]; i++) {
		const char *equals = strchr(words[i], '=');
		char key[16] = "";

		if (equals && (size_t)(equals - words[i]) < sizeof(key))
			memcpy(key, words[i], (size_t)(equals - words[i]));
		if (right && (!equals || !take(key, equals + 1, request))) {
			snprintf(reason, size, "bad request: %s", words[i]);
			right = false;
		}
	}
	return right;
}
