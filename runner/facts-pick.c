/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/facts-pick.h"

#include "model/text.h"

char *facts_pick_all(const char *text)
{
	return xstrdup(text);
}

/* The value of the first "key…: value" line of a file. */
static char *value_of(const char *text, const char *key)
{
	for (const char *line = text; *line;) {
		size_t length = strcspn(line, "\n");
		const char *colon = memchr(line, ':', length);
		if (colon && strncmp(line, key, strlen(key)) == 0) {
			const char *value = colon + 1 + strspn(colon + 1, " \t");
			return value > line + length ? xstrdup("") :
				xstrndup(value, (size_t)(line + length - value));
		}
		line += length + (line[length] == '\n');
	}
	return NULL;
}

char *facts_pick_cpus_allowed(const char *status)
{
	return value_of(status, "Cpus_allowed_list");
}

char *facts_pick_cpu_model(const char *cpuinfo)
{
	return value_of(cpuinfo, "model name");
}

char *facts_pick_microcode(const char *cpuinfo)
{
	return value_of(cpuinfo, "microcode");
}

/* Those of the wanted words that the CPU's flags hold; NULL where it tells no flags. */
static char *flags_among(const char *cpuinfo, const char *const *wanted)
{
	char *flags = value_of(cpuinfo, "flags"), *at = flags;
	struct text found = TEXT_EMPTY;

	if (!flags)
		return NULL;
	for (char *flag; (flag = strsep(&at, " "));)
		for (size_t i = 0; wanted[i]; i++)
			if (strcmp(flag, wanted[i]) == 0)
				text_add(&found, "%s%s", found.length ? " " : "", flag);
	free(flags);
	return text_take(&found);
}

char *facts_pick_tsc_flags(const char *cpuinfo)
{
	static const char *const wanted[] = {"tsc", "constant_tsc", "nonstop_tsc", "tsc_reliable",
		"tsc_known_freq", "tsc_adjust", NULL};
	return flags_among(cpuinfo, wanted);
}

char *facts_pick_hypervisor(const char *cpuinfo)
{
	static const char *const wanted[] = {"hypervisor", NULL};
	char *found = flags_among(cpuinfo, wanted);
	char *answer = found ? xstrdup(*found ? "yes" : "no") : NULL;

	free(found);
	return answer;
}

char *facts_pick_bracketed(const char *choices)
{
	const char *open = strchr(choices, '[');
	const char *close = open ? strchr(open, ']') : NULL;

	return close ? xstrndup(open + 1, (size_t)(close - open - 1)) : NULL;
}

char *facts_pick_cpu_list(const char *list)
{
	return xstrdup(strstr(list, "(null)") ? "" : list);
}

char *facts_pick_word(const char *text)
{
	size_t length = strcspn(text, " \t\n");

	return length ? xstrndup(text, length) : NULL;
}

/*
 * "Linux version RELEASE (who@where) (gcc-12 (Debian …) 12.2.0, GNU ld …) …": what stands in
 * the second pair of brackets, up to the linker.
 */
char *facts_pick_compiler(const char *version)
{
	const char *open = strstr(version, ") (");
	int depth = 1;

	if (!open)
		return NULL;
	open += 3;
	for (const char *at = open; *at; at++) {
		depth += (*at == '(') - (*at == ')');
		if (depth == 0 || (depth == 1 && *at == ','))
			return xstrndup(open, (size_t)(at - open));
	}
	return NULL;
}

/* "Max open files            20000                20000                files" */
static char *soft_limit(const char *limits, const char *name)
{
	const char *line = strstr(limits, name);

	if (!line)
		return NULL;
	line += strlen(name);
	return facts_pick_word(line + strspn(line, " "));
}

char *facts_pick_files(const char *limits)
{
	return soft_limit(limits, "Max open files");
}

char *facts_pick_processes(const char *limits)
{
	return soft_limit(limits, "Max processes");
}

char *facts_pick_steal(const char *stat)
{
	unsigned long long times[8], all = 0; /* user nice system idle iowait irq softirq steal */

	if (sscanf(stat, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &times[0], &times[1],
		    &times[2], &times[3], &times[4], &times[5], &times[6], &times[7]) != 8)
		return NULL;
	for (size_t i = 0; i < ARRAY_LENGTH(times); i++)
		all += times[i];
	return all ? xasprintf("%.2f", 100.0 * (double)times[7] / (double)all) : NULL;
}
