/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/affinity.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Far beyond any kernel's NR_CPUS: 8 KiB of mask. */
enum { CPUS_MAX = 65536 };

static bool parse_cpu(const char **text, unsigned *cpu)
{
	char *end;
	unsigned long value;

	if (!isdigit((unsigned char)**text))
		return false;
	value = strtoul(*text, &end, 10);
	*text = end;
	*cpu = (unsigned)value;
	return value < CPUS_MAX;
}

/* "0-3,8" into a set of CPUS_MAX. */
static bool parse_list(const char *text, cpu_set_t *set)
{
	CPU_ZERO_S(CPU_ALLOC_SIZE(CPUS_MAX), set);
	for (;;) {
		unsigned first, last;

		if (!parse_cpu(&text, &first))
			return false;
		last = first;
		if (*text == '-') {
			text++;
			if (!parse_cpu(&text, &last) || last < first)
				return false;
		}
		for (unsigned cpu = first; cpu <= last; cpu++)
			CPU_SET_S(cpu, CPU_ALLOC_SIZE(CPUS_MAX), set);
		if (*text == '\0')
			return true;
		if (*text++ != ',')
			return false;
	}
}

/* The kernel refuses a mask smaller than its own, whose size it does not tell. */
static bool read_mask(cpu_set_t *set)
{
	CPU_ZERO_S(CPU_ALLOC_SIZE(CPUS_MAX), set);
	for (size_t cpus = CPU_SETSIZE; cpus <= CPUS_MAX; cpus *= 2) {
		if (sched_getaffinity(0, CPU_ALLOC_SIZE(cpus), set) == 0)
			return true;
		if (errno != EINVAL)
			return false;
	}
	return false;
}

static char *format_list(const cpu_set_t *set)
{
	const size_t bytes = CPU_ALLOC_SIZE(CPUS_MAX);
	const char *comma = "";
	char *list = NULL;
	size_t length;
	FILE *stream = open_memstream(&list, &length);

	if (!stream)
		return NULL;
	for (unsigned cpu = 0; cpu < CPUS_MAX; cpu++) {
		unsigned last = cpu;

		if (!CPU_ISSET_S(cpu, bytes, set))
			continue;
		while (last + 1 < CPUS_MAX && CPU_ISSET_S(last + 1, bytes, set))
			last++;
		fprintf(stream, "%s%u", comma, cpu);
		if (last > cpu)
			fprintf(stream, "-%u", last);
		comma = ",";
		cpu = last;
	}
	if (fclose(stream) != 0) {
		free(list);
		return NULL;
	}
	return list;
}

char *affinity_bind(const char *cpus, char *reason, size_t size)
{
	const size_t bytes = CPU_ALLOC_SIZE(CPUS_MAX);
	cpu_set_t *wanted = CPU_ALLOC(CPUS_MAX), *got = CPU_ALLOC(CPUS_MAX);
	char *list = NULL;

	if (!wanted || !got) {
		snprintf(reason, size, "CPU mask: %s", strerror(errno));
	} else if (cpus && !parse_list(cpus, wanted)) {
		snprintf(reason, size, "bad request: cpus=%s", cpus);
	} else if (cpus && sched_setaffinity(0, bytes, wanted) != 0) {
		snprintf(reason, size, "binding to CPU %s: %s", cpus, strerror(errno));
	} else if (!read_mask(got) || !(list = format_list(got))) {
		snprintf(reason, size, "reading the CPU mask: %s", strerror(errno));
	} else if (cpus && !CPU_EQUAL_S(bytes, wanted, got)) {
		snprintf(reason, size, "asked for CPU %s, got %s", cpus, list);
		free(list);
		list = NULL;
	}
	CPU_FREE(wanted);
	CPU_FREE(got);
	return list;
}
