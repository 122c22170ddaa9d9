/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Driven by the data: every row of expected.tsv is held against what the readers say of its file.
 * The rows are read from tests/data/cases and, where there is one, from ../shared/cases.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "model/comparability.h"
#include "model/dmesg.h"
#include "model/formats/import.h"
#include "model/kconfig.h"
#include "model/text.h"
#include "runner/cpus.h"
#include "tests/temporary.h"

enum cell { FILE_CELL, KIND, CHECK, SERIES, X, EXPECTED, UNIT, NOTE, CELLS_N };

/* What is known of a case, all as text: of a sample, an option, a CPU list. */
struct thing {
	char *series, *x, *value, *unit;
	bool is_difference; /* of two configs; else a value */
};

struct found {
	char *key; /* file, kind and where it matters series: found once for all rows of it */
	struct thing *things;
	size_t length;
	char **warnings;
	size_t warnings_n;
	bool refused;
	struct error err;
};

static void add_thing(struct found *found, const char *series, const char *x, const char *value,
	const char *unit)
{
	struct thing *thing = xgrow(&found->things, &found->length, sizeof(*thing));
	thing->series = xstrdup(series);
	thing->x = xstrdup(x);
	thing->value = xstrdup(value);
	thing->unit = xstrdup(unit);
}

static void add_warning(struct found *found, char *text)
{
	char **warning = xgrow(&found->warnings, &found->warnings_n, sizeof(*warning));
	*warning = text;
}

static void found_release(struct found *found)
{
	for (size_t i = 0; i < found->length; i++) {
		free(found->things[i].series);
		free(found->things[i].x);
		free(found->things[i].value);
		free(found->things[i].unit);
	}
	for (size_t i = 0; i < found->warnings_n; i++)
		free(found->warnings[i]);
	free(found->things);
	free(found->warnings);
	free(found->key);
}

static void read_bytes(const char *folder, const char *name, struct text *text)
{
	struct error err;
	char *path = xasprintf("%s/%s", folder, name);
	*text = TEXT_EMPTY;
	if (!text_read_file(text, path, 1 << 20, &err))
		fail_msg("%s", err.message);
	free(path);
}

/* ---- kinds that `import` reads ---- */

/* What expected.tsv calls a series. */
static char *series_name(const struct import *import, const struct import_series *series)
{
	const char *name = series->name ? series->name : "-";
	if (!series->variant)
		return xstrdup(name);
	const char *between = strcmp(import->kind, "pts-xml") == 0 ? " / " : " ";
	return xasprintf("%s%s%s", series->variant, between, name);
}

static void add_series(struct found *found, const struct import *import,
	const struct import_series *series)
{
	bool matches = strcmp(import->kind, "extract") == 0;
	char *name = series_name(import, series);
	for (size_t i = 0; i < series->length; i++) {
		char x[TEXT_NUMBER_BYTES], value[TEXT_NUMBER_BYTES];
		double at = matches ? (double)(i + 1) : series->points[i].x;
		add_thing(found, name, isnan(at) ? "-" : text_number(at, x),
			text_number(series->points[i].value, value),
			series->unit ? series->unit : "-");
	}
	free(name);
}

static void read_import(struct found *found, const char *folder, char *const row[CELLS_N])
{
	struct text text;
	struct import_source source;
	struct import import = {0};
	read_bytes(folder, row[FILE_CELL], &text);
	found->refused = !import_source_init(&source, row[FILE_CELL], text.bytes, text.length,
		&found->err);
	if (!found->refused) {
		bool extract = strcmp(row[KIND], "extract") == 0;
		source.pattern = extract ? row[SERIES] : NULL;
		source.unit = extract && strcmp(row[UNIT], "-") != 0 ? row[UNIT] : NULL;
		found->refused = !import_read(&import, &source, row[KIND], &found->err);
		for (size_t i = 0; i < import.length; i++)
			add_series(found, &import, &import.series[i]);
		for (size_t i = 0; i < import.warnings_n; i++)
			add_warning(found, xasprintf("line %zu: %s", import.warnings[i].line,
						   import.warnings[i].text));
		import_release(&import);
		import_source_release(&source);
	}
	text_release(&text);
}

/* ---- .config files ---- */

static void add_config(struct found *found, const struct kconfig *config, const char *which)
{
	if (config->version)
		add_thing(found, "version", which, config->version, "-");
	for (size_t i = 0; i < config->length; i++)
		add_thing(found, config->options[i].name, which,
			kconfig_state(&config->options[i]), "-");
	for (size_t i = 0; i < config->notes_n; i++)
		add_warning(found, xstrdup(config->notes[i].text));
}

/* What is said before a verdict on the two. */
static void add_comparability(struct found *found, const struct text texts[2])
{
	char nothing[] = "", label_a[] = "a", label_b[] = "b", machine[] = "import";
	struct campaign_variant variants[2] = {
		{.label = label_a, .slug = label_a, .cmdline = nothing},
		{.label = label_b, .slug = label_b, .cmdline = nothing},
	};
	struct campaign campaign = {.title = nothing,
		.host = nothing,
		.tool = nothing,
		.machine = machine,
		.accel = nothing,
		.variants = variants,
		.variants_n = 2};
	struct environment envs[2] = {{0}, {0}};
	struct comparability_side sides[2];
	struct comparability comparability;
	for (unsigned i = 0; i < 2; i++) {
		environment_set(&envs[i], "config", texts[i].bytes);
		sides[i] = (struct comparability_side){&campaign, i, NULL, &envs[i]};
	}
	comparability_init(&comparability, &sides[0], &sides[1]);
	for (size_t i = 0; i < comparability.length; i++)
		if (comparability.items[i].weight == COMPARABILITY_NOTE)
			add_warning(found, xstrdup(comparability.items[i].text));
	comparability_release(&comparability);
	environment_release(&envs[0]);
	environment_release(&envs[1]);
}

static void read_kconfig(struct found *found, const char *folder, char *const row[CELLS_N])
{
	struct text texts[2];
	struct kconfig configs[2];
	struct kconfig_diff diff;
	char *plus = strchr(row[FILE_CELL], '+');
	assert_non_null(plus);
	char *first = xstrndup(row[FILE_CELL], (size_t)(plus - row[FILE_CELL]));
	read_bytes(folder, first, &texts[0]);
	read_bytes(folder, plus + 1, &texts[1]);
	for (size_t i = 0; i < 2; i++) {
		struct error err;
		if (!kconfig_parse(&configs[i], texts[i].bytes, texts[i].length, &err))
			fail_msg("%s: %s", row[FILE_CELL], err.message);
		add_config(found, &configs[i], i == 0 ? "A" : "B");
	}
	kconfig_diff_init(&diff, &configs[0], &configs[1]);
	for (size_t i = 0; i < diff.length; i++) {
		char *change = xasprintf("%s -> %s", diff.changes[i].from, diff.changes[i].to);
		add_thing(found, diff.changes[i].name, i < diff.first ? "first" : "rest", change,
			"-");
		found->things[found->length - 1].is_difference = true;
		free(change);
	}
	kconfig_diff_release(&diff);
	add_comparability(found, texts);
	for (size_t i = 0; i < 2; i++) {
		kconfig_release(&configs[i]);
		text_release(&texts[i]);
	}
	free(first);
}

/* ---- kernel logs ---- */

static void read_dmesg(struct found *found, const char *folder, char *const row[CELLS_N])
{
	struct text text;
	struct dmesg_clock clock;
	char since[TEXT_NUMBER_BYTES];
	read_bytes(folder, row[FILE_CELL], &text);
	dmesg_clock_read(&clock, text.bytes);
	text_release(&text);
	add_thing(found, "flagged", "-", clock.unstable ? "yes" : "no", "-");
	add_thing(found, "source", "-", clock.clocksource, "-");
	if (isnan(clock.since_s))
		add_thing(found, "since", "-", "-", "-");
	else
		add_thing(found, "since", "-", text_number(clock.since_s, since), "s");
	double start, end;
	if (sscanf(row[X], "%lf-%lf", &start, &end) == 2)
		add_thing(found, "run", row[X],
			dmesg_clock_affects(&clock, start, end) ? "affected" : "ok", "-");
}

/* ---- fake roots ---- */

static void write_below(const char *root, const char *name, const char *content)
{
	struct error err;
	struct text text = TEXT_EMPTY;
	char *path = xasprintf("%s/%s", root, name);
	for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = 0;
		mkdir(path, 0777);
		*slash = '/';
	}
	text_add(&text, "%s\n", content);
	if (!text_write_file(&text, path, &err))
		fail_msg("%s", err.message);
	text_release(&text);
	free(path);
}

/* Makes the tree that the file describes; gives back the affinity mask it says, allocated. */
static char *make_root(const char *folder, const char *file, const char *root)
{
	struct text text;
	char *allowed = NULL, *rest;
	read_bytes(folder, file, &text);
	for (char *line = strtok_r(text.bytes, "\n", &rest); line;
		line = strtok_r(NULL, "\n", &rest)) {
		char *sign = strstr(line, " = ");
		if (*line == '#')
			continue;
		if (!sign)
			fail_msg("%s: no ' = ' in '%s'", file, line);
		*sign = 0;
		if (strcmp(line, "allowed") == 0)
			allowed = xstrdup(sign + 3);
		else
			write_below(root, line, sign + 3);
	}
	text_release(&text);
	return allowed;
}

static void add_set(struct found *found, const char *name, hwloc_const_bitmap_t set)
{
	char *list = cpus_list(set);
	add_thing(found, name, "-", list, "-");
	free(list);
}

static void add_cpus(struct found *found, const struct cpus *cpus, const char *series)
{
	char number[16];
	unsigned asked;
	add_set(found, "usable", cpus->usable);
	snprintf(number, sizeof(number), "%d", hwloc_bitmap_weight(cpus->usable));
	add_thing(found, "usable-count", "-", number, "-");
	snprintf(number, sizeof(number), "%u", cpus_first(cpus));
	add_thing(found, "first", "-", number, "-");
	hwloc_bitmap_t cores = cpus_one_per_core(cpus);
	add_set(found, "one-per-core", cores);
	hwloc_bitmap_free(cores);
	for (size_t i = 0; i < cpus->nodes.length; i++)
		add_set(found, cpus->nodes.groups[i].name, cpus->nodes.groups[i].cpus);
	for (size_t i = 0; i < cpus->kinds.length; i++) {
		char *kind = xasprintf("kind %s", cpus->kinds.groups[i].name);
		add_set(found, kind, cpus->kinds.groups[i].cpus);
		free(kind);
	}
	if (sscanf(series, "cpu %u", &asked) == 1)
		found->refused = !cpus_check(cpus, asked, &found->err);
}

static void read_cpus(struct found *found, const char *folder, char *const row[CELLS_N])
{
	void *state;
	struct cpus cpus;
	assert_int_equal(temporary_make(&state), 0);
	char *allowed = make_root(folder, row[FILE_CELL], state);
	found->refused = !cpus_read(&cpus, state, allowed, &found->err);
	if (!found->refused) {
		add_cpus(found, &cpus, row[SERIES]);
		cpus_release(&cpus);
	}
	free(allowed);
	assert_int_equal(temporary_remove(&state), 0);
}

/* ---- the rows ---- */

static const struct {
	const char *kind;
	void (*read)(struct found *, const char *folder, char *const row[CELLS_N]);
	enum cell asks; /* the cell that is part of the question, so of the key; CELLS_N: none */
} kinds[] = {
	{"hackbench", read_import, CELLS_N},
	{"lat_ctx", read_import, CELLS_N},
	{"perf-pipe", read_import, CELLS_N},
	{"perf-messaging", read_import, CELLS_N},
	{"schbench", read_import, CELLS_N},
	{"cyclictest", read_import, CELLS_N},
	{"gobench", read_import, CELLS_N},
	{"ministat", read_import, CELLS_N},
	{"csv", read_import, CELLS_N},
	{"dat", read_import, CELLS_N},
	{"pts-xml", read_import, CELLS_N},
	{"mmtests", read_import, CELLS_N},
	{"extract", read_import, SERIES},
	{"kconfig", read_kconfig, CELLS_N},
	{"dmesg", read_dmesg, X},
	{"cpus", read_cpus, SERIES},
};

struct book {
	struct found *found;
	size_t length;
};

static const struct found *find(struct book *book, const char *folder, char *const row[CELLS_N])
{
	for (size_t k = 0; k < ARRAY_LENGTH(kinds); k++) {
		if (strcmp(kinds[k].kind, row[KIND]) != 0)
			continue;
		char *key = xasprintf("%s\t%s\t%s", row[FILE_CELL], row[KIND],
			kinds[k].asks == CELLS_N ? "" : row[kinds[k].asks]);
		for (size_t i = 0; i < book->length; i++)
			if (strcmp(book->found[i].key, key) == 0) {
				free(key);
				return &book->found[i];
			}
		struct found *found = xgrow(&book->found, &book->length, sizeof(*found));
		found->key = key;
		kinds[k].read(found, folder, row);
		return found;
	}
	return NULL;
}

/* Numbers by value, with all digits; all else as text. */
static bool same_value(const char *expected, const char *found)
{
	char *end_expected, *end_found;
	double a = strtod(expected, &end_expected), b = strtod(found, &end_found);
	if (*expected && *found && !*end_expected && !*end_found)
		return a == b;
	return strcmp(expected, found) == 0;
}

static bool fits(const char *expected, const char *found)
{
	return strcmp(expected, "*") == 0 || same_value(expected, found);
}

/* `;` joins parts that all have to be there, `|` alternatives; case is ignored. */
static bool has_words(const char *text, const char *words)
{
	char *copy = xstrdup(words), *rest_parts;
	bool all = true;
	for (char *part = strtok_r(copy, ";", &rest_parts); part;
		part = strtok_r(NULL, ";", &rest_parts)) {
		char *rest;
		bool any = false;
		for (char *word = strtok_r(part, "|", &rest); word;
			word = strtok_r(NULL, "|", &rest))
			any |= strcasestr(text, word) != NULL;
		all &= any;
	}
	free(copy);
	return all;
}

/* "file:3" or "line 3", and no more digits. */
static bool names_line(const char *text, const char *file, const char *x)
{
	if (strcmp(x, "-") == 0)
		return true;
	const char *forms[] = {file, "line"};
	for (size_t i = 0; i < 2; i++) {
		char *place = xasprintf("%s%s%s", forms[i], i == 0 ? ":" : " ", x);
		const char *at = strstr(text, place);
		size_t length = strlen(place);
		free(place);
		if (at && (at[length] < '0' || at[length] > '9'))
			return true;
	}
	return false;
}

/* Which repeat of its row this is, from 0. */
static size_t repeat_of(char *const (*rows)[CELLS_N], size_t at)
{
	static const enum cell same[] = {FILE_CELL, KIND, CHECK, SERIES, X, UNIT};
	size_t repeats = 0;
	for (size_t i = 0; i < at; i++) {
		bool all = true;
		for (size_t c = 0; all && c < ARRAY_LENGTH(same); c++)
			all = strcmp(rows[i][same[c]], rows[at][same[c]]) == 0;
		repeats += all;
	}
	return repeats;
}

static bool check_value(const struct found *found, char *const row[CELLS_N], size_t repeat,
	struct text *got)
{
	bool any = false, last = strcmp(row[X], "last") == 0;
	const struct thing *thing = NULL;
	for (size_t i = 0; i < found->length; i++) {
		const struct thing *one = &found->things[i];
		if (one->is_difference || strcmp(one->series, row[SERIES]) != 0)
			continue;
		any = true;
		if (!last && (!same_value(row[X], one->x) || strcmp(one->unit, row[UNIT]) != 0))
			continue;
		if (last || (!thing && repeat-- == 0))
			thing = one;
	}
	/* A series that is optional may be left out as a whole. */
	if (!any && strncmp(row[NOTE], "optional", 8) == 0)
		return true;
	text_add(got, "%s", thing ? thing->value : found->refused ? found->err.message : "nothing");
	return !found->refused && thing && same_value(row[EXPECTED], thing->value);
}

static bool check_count(const struct found *found, char *const row[CELLS_N], struct text *got)
{
	char *copy = xstrdup(row[EXPECTED]), *rest;
	size_t n = 0;
	bool ok = false, differences = strcmp(row[KIND], "kconfig") == 0;
	for (size_t i = 0; i < found->length; i++)
		n += found->things[i].is_difference == differences &&
			fits(row[SERIES], found->things[i].series) && fits(row[X], found->things[i].x) &&
			fits(row[UNIT], found->things[i].unit);
	for (char *one = strtok_r(copy, "|", &rest); one; one = strtok_r(NULL, "|", &rest))
		ok |= strtoul(one, NULL, 10) == n;
	free(copy);
	text_add(got, "%zu", n);
	return ok;
}

static bool check_diff(const struct found *found, char *const row[CELLS_N], struct text *got)
{
	for (size_t i = 0; i < found->length; i++) {
		const struct thing *thing = &found->things[i];
		if (!thing->is_difference || strcmp(thing->series, row[SERIES]) != 0)
			continue;
		text_add(got, "%s: %s", thing->x, thing->value);
		return fits(row[X], thing->x) && strcmp(row[EXPECTED], thing->value) == 0;
	}
	text_add(got, "none");
	return strcmp(row[X], "none") == 0;
}

static bool check_error(const struct found *found, char *const row[CELLS_N], struct text *got)
{
	text_add(got, "%s", found->refused ? found->err.message : "no error");
	return found->refused && has_words(found->err.message, row[EXPECTED]) &&
		names_line(found->err.message, row[FILE_CELL], row[X]);
}

static bool check_warning(const struct found *found, char *const row[CELLS_N], struct text *got)
{
	for (size_t i = 0; i < found->warnings_n; i++) {
		text_add(got, "%s%s", i ? "; " : "", found->warnings[i]);
		if (has_words(found->warnings[i], row[EXPECTED]) &&
			names_line(found->warnings[i], row[FILE_CELL], row[X]))
			return !found->refused;
	}
	return false;
}

static bool check_row(struct book *book, const char *folder, char *const (*rows)[CELLS_N],
	size_t at, struct text *got)
{
	char *const *row = rows[at];
	const struct found *found = find(book, folder, row);
	if (!found) {
		text_add(got, "unknown kind");
		return false;
	}
	if (strcmp(row[CHECK], "value") == 0)
		return check_value(found, row, repeat_of(rows, at), got);
	if (strcmp(row[CHECK], "count") == 0)
		return check_count(found, row, got);
	if (strcmp(row[CHECK], "diff") == 0)
		return check_diff(found, row, got);
	if (strcmp(row[CHECK], "error") == 0)
		return check_error(found, row, got);
	if (strcmp(row[CHECK], "warning") == 0)
		return check_warning(found, row, got);
	text_add(got, "unknown check");
	return false;
}

/* The rows below the heading; their cells point into *text. */
static char *(*read_rows(struct text *text, size_t *n))[CELLS_N]
{
	char *(*rows)[CELLS_N] = NULL;
	char *line = text->bytes;
	*n = 0;
	while (*line) {
		char *(*row)[CELLS_N] = xgrow(&rows, n, sizeof(*rows));
		size_t length = strcspn(line, "\n");
		char *next = line + length + (line[length] == '\n');
		line[length] = 0;
		for (size_t c = 0; c < CELLS_N; c++) {
			(*row)[c] = line;
			line += strcspn(line, "\t");
			if ((c + 1 < CELLS_N) != (*line == '\t'))
				fail_msg("row %zu has not %d cells", *n, CELLS_N);
			if (*line)
				*line++ = 0;
		}
		line = next;
	}
	return rows;
}

static void check_folder(const char *folder)
{
	struct text text;
	struct book book = {0};
	size_t n, passed = 0;
	read_bytes(folder, "expected.tsv", &text);
	char *(*rows)[CELLS_N] = read_rows(&text, &n);
	for (size_t i = 1; i < n; i++) {
		struct text got = TEXT_EMPTY;
		if (check_row(&book, folder, (char *const(*)[CELLS_N])rows, i, &got))
			passed++;
		else
			print_message("# %s row %zu (%s, %s, %s %s): expected %s, found %s\n",
				rows[i][FILE_CELL], i + 1, rows[i][KIND], rows[i][CHECK],
				rows[i][SERIES], rows[i][X], rows[i][EXPECTED],
				got.bytes ? got.bytes : "nothing");
		text_release(&got);
	}
	print_message("# %s/expected.tsv: %zu of %zu rows\n", folder, passed, n - 1);
	for (size_t i = 0; i < book.length; i++)
		found_release(&book.found[i]);
	free(book.found);
	free(rows);
	text_release(&text);
	assert_int_equal(passed, n - 1);
	assert_true(n > 400);
}

static void test_cases_of_the_project(void **state)
{
	(void)state;
	check_folder("tests/data/cases");
}

static void test_cases_beside_the_project(void **state)
{
	(void)state;
	if (access("../shared/cases/expected.tsv", R_OK) != 0)
		skip();
	check_folder("../shared/cases");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases_of_the_project),
		cmocka_unit_test(test_cases_beside_the_project),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
