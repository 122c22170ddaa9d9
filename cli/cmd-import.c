/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <sys/stat.h>

#include "cli/command.h"
#include "cli/import-files.h"
#include "model/formats/import.h"
#include "model/formats/jsonl.h"

#define FORM_BYTES_MAX (UINT64_C(1) << 30)
#define NAME_BYTES_MAX 400

struct arguments {
	struct import_words words;
	bool dry_run;
};

static void add_string(char ***strings, size_t *n, const char *string)
{
	char **added = xgrow(strings, n, sizeof(*added));
	*added = xstrdup(string);
}

/* "hackbench, lat_ctx, …": for help and for a kind that is none. */
static char *all_kinds(void)
{
	struct text kinds = TEXT_EMPTY;
	for (size_t i = 0; import_kind_at(i); i++)
		text_add(&kinds, "%s, ", import_kind_at(i));
	text_add(&kinds, "jsonl");
	return text_take(&kinds);
}

static void take_kind(struct arguments *arguments, const char *kind, struct argp_state *state)
{
	arguments->words.kind = kind;
	if (!import_kind_is_known(kind) && strcmp(kind, "jsonl") != 0) {
		char *kinds = all_kinds();
		argp_error(state, "unknown kind '%s': expected %s", kind, kinds);
		free(kinds);
	}
}

static void take_placement(struct arguments *arguments, const char *name, struct argp_state *state)
{
	enum placement placement;
	if (!placement_parse(name, &placement))
		argp_error(state, "unknown placement '%s'", name);
	arguments->words.placement = (int)placement;
}

static void take_better(struct arguments *arguments, const char *name, struct argp_state *state)
{
	enum better better;
	if (!better_parse(name, &better))
		argp_error(state, "unknown direction '%s': expected lower or higher", name);
	arguments->words.better = (int)better;
}

/* What goes onto pages and into addresses as it stands. */
static void check_name(const char *option, const char *name, struct argp_state *state)
{
	struct error err;
	if (name && !text_check(option, name, NAME_BYTES_MAX, false, &err))
		argp_error(state, "%s", err.message);
}

static void check_words(const struct arguments *arguments, struct argp_state *state)
{
	const struct import_words *words = &arguments->words;
	bool extract = words->kind && strcmp(words->kind, "extract") == 0;
	if (words->paths_n == 0)
		argp_error(state, "a file is expected");
	if (words->variants_n > 1 && words->variants_n != words->paths_n)
		argp_error(state, "%zu variants for %zu files: expected one, or one for each",
			words->variants_n, words->paths_n);
	if (extract && !words->pattern)
		argp_error(state, "--kind extract needs --value PATTERN");
	if (!extract && (words->pattern || words->unit))
		argp_error(state, "--value and --unit are for --kind extract");
	check_name("--title", words->title, state);
	check_name("--unit", words->unit, state);
	for (size_t i = 0; i < words->variants_n; i++)
		check_name("--variant", words->variants[i], state);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	struct import_words *words = &arguments->words;
	switch (key) {
	case 'k':
		take_kind(arguments, arg, state);
		return 0;
	case 'n':
		arguments->dry_run = true;
		return 0;
	case 'V':
		add_string(&words->variants, &words->variants_n, arg);
		return 0;
	case 'p':
		take_placement(arguments, arg, state);
		return 0;
	case 'b':
		take_better(arguments, arg, state);
		return 0;
	case 't':
		words->title = arg;
		return 0;
	case 'x':
		words->pattern = arg;
		return 0;
	case 'u':
		words->unit = arg;
		return 0;
	case ARGP_KEY_ARG:
		add_string(&words->paths, &words->paths_n, arg);
		return 0;
	case ARGP_KEY_END:
		check_words(arguments, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"kind", 'k', "KIND", 0,
		"jsonl, hackbench, lat_ctx, perf-pipe, perf-messaging, schbench, cyclictest, "
		"gobench, pts-xml, mmtests, ministat, csv (also with TAB or semicolon), dat or "
		"extract; else it is found out",
		0},
	{"dry-run", 'n', NULL, 0, "Print what is understood, a line a sample; store nothing", 0},
	{"variant", 'V', "LABEL", 0,
		"What was measured, where the file does not say: once, or once for each FILE", 0},
	{"placement", 'p', "PLACEMENT", 0, "Else NAME.bound.EXT says it, or it is unbound", 0},
	{"better", 'b', "lower|higher", 0,
		"Which values are; else the file says it, or its unit: rates are better higher", 0},
	{"title", 't', "TITLE", 0, "The campaign's title", 0},
	{"value", 'x', "PATTERN", 0,
		"For extract: an extended regular expression with one group around the value", 0},
	{"unit", 'u', "UNIT", 0, "For extract: the values' unit", 0},
	{0},
};

/* A campaign that is there already with the same seal is no error. */
static int store_it(struct store *store, struct campaign *campaign, const struct samples *samples)
{
	struct error err;
	size_t added;
	switch (store_campaign_take(store, campaign, samples, &added, &err)) {
	case STORE_TAKEN:
		break;
	case STORE_THERE:
		fprintf(stderr, "schedlab: campaign %s is in the store already, with this seal",
			campaign->id);
		if (added)
			fprintf(stderr, "; %zu new amendment%s", added, added == 1 ? "" : "s");
		fputc('\n', stderr);
		break;
	case STORE_OTHER:
	case STORE_REFUSED:
		return command_fail(EXIT_FAILED, &err);
	}
	printf("%s\n", campaign->id);
	return command_flush();
}

/* Whether the bytes are a canonical form, whose lines are objects without blanks. */
static bool is_form(const struct arguments *arguments, const struct text *text)
{
	const char *kind = arguments->words.kind;
	return kind ? strcmp(kind, "jsonl") == 0
		    : text->length > 1 && memcmp(text->bytes, "{\"", 2) == 0;
}

/*
 * Reads a file: what is too large for anything but a canonical form only where it begins like
 * one, so that a disk image given by mistake does not fill the memory.
 */
static bool read_bytes(
	const struct arguments *arguments, const char *path, struct text *text, struct error *err)
{
	const char *file = strcmp(path, "-") == 0 ? "/dev/stdin" : path;
	if (file != path)
		return text_read_file(text, file, FORM_BYTES_MAX, err);
	if (!text_read_file(text, file, IMPORT_FILE_BYTES_MAX + 1, err))
		return false;
	if (text->length <= IMPORT_FILE_BYTES_MAX || !is_form(arguments, text))
		return true;
	text_release(text);
	return text_read_file(text, file, FORM_BYTES_MAX, err);
}

static bool read_files(const struct arguments *arguments, struct text *table,
	struct campaign *campaign, struct samples *samples, struct error *err)
{
	const struct import_words *words = &arguments->words;
	struct text *texts = xcalloc(words->paths_n, sizeof(*texts));
	bool ok = true, forms = false;
	for (size_t i = 0; ok && i < words->paths_n; i++) {
		ok = read_bytes(arguments, words->paths[i], &texts[i], err);
		forms |= ok && is_form(arguments, &texts[i]);
	}
	if (ok && forms && words->paths_n > 1)
		ok = error_set(err, "a canonical form is imported alone");
	else if (ok && forms)
		ok = jsonl_read(&texts[0], words->paths[0], campaign, samples, err);
	else if (ok)
		ok = import_files(words, texts, table, campaign, samples, err);
	for (size_t i = 0; i < words->paths_n; i++)
		text_release(&texts[i]);
	free(texts);
	return ok;
}

static bool is_folder(const struct import_words *words)
{
	struct stat status;
	return words->paths_n == 1 && stat(words->paths[0], &status) == 0 &&
	       S_ISDIR(status.st_mode);
}

static int import(const struct arguments *arguments, struct globals *globals, struct text *table)
{
	const struct import_words *words = &arguments->words;
	struct campaign campaign = {0};
	struct samples samples = {0};
	struct error err;
	bool ok = is_folder(words) ? import_folder(words->paths[0], words->title, table, &campaign,
					     &samples, &err)
				   : read_files(arguments, table, &campaign, &samples, &err);
	int code = ok ? EXIT_DONE : command_fail(EXIT_FAILED, &err);
	if (arguments->dry_run && table->length) {
		int written = command_write(table);
		code = code == EXIT_DONE ? written : code;
	} else if (arguments->dry_run && ok) {
		printf("%s: %zu samples, nothing stored\n", campaign.id, samples.length);
		code = command_flush();
	} else if (ok) {
		struct store *store = command_store(globals, STORE_WRITE);
		code = store ? store_it(store, &campaign, &samples) : EXIT_FAILED;
		store_close(store);
	}
	samples_release(&samples);
	campaign_release(&campaign);
	return code;
}

int cmd_import(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, "FILE…",
		"Takes in a campaign in its canonical form, as `export` writes it; what other "
		"benchmarks printed; tables of numbers; or a folder of tables with a "
		"campaign.yaml: "
		"all of it or, where anything is wrong or can be read in two ways, nothing. \"-\" "
		"is "
		"the standard input. Prints the campaign's id.",
		NULL, NULL, NULL};
	struct arguments arguments = {.words = {.placement = -1, .better = -1}};
	struct text table = TEXT_EMPTY;
	command_parse(&argp, argc, argv, globals, &arguments);
	int code = import(&arguments, globals, &table);
	text_release(&table);
	for (size_t i = 0; i < arguments.words.paths_n; i++)
		free(arguments.words.paths[i]);
	for (size_t i = 0; i < arguments.words.variants_n; i++)
		free(arguments.words.variants[i]);
	free(arguments.words.paths);
	free(arguments.words.variants);
	return code;
}
