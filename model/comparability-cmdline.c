/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/comparability-parts.h"
#include "model/text.h"

/* Say where a kernel lies and who loaded it, not how it runs. */
static const char *const carriers[] = {
	"BOOT_IMAGE=", "initrd=", "root=", "rootflags=", "rootfstype=", "resume=", "ro", "rw",
	"quiet", "splash", "console=", "loglevel=", "panic=",
};

/* Calls that walk a line word by word. */
static size_t word_length(const char *at)
{
	return strcspn(at, " \t\n");
}

static const char *next_word(const char *at)
{
	at += word_length(at);
	return at + strspn(at, " \t\n");
}

bool comparability_has_word(const char *line, const char *word, size_t length)
{
	for (const char *at = line; *at; at = next_word(at))
		if (word_length(at) == length && memcmp(at, word, length) == 0)
			return true;
	return false;
}

static bool is_carrier(const char *word, size_t length)
{
	for (size_t i = 0; i < ARRAY_LENGTH(carriers); i++) {
		size_t n = strlen(carriers[i]);
		if (carriers[i][n - 1] == '=' ? length >= n && !memcmp(word, carriers[i], n) :
			length == n && !memcmp(word, carriers[i], n))
			return true;
	}
	return false;
}

static const char *plan_line(const struct comparability_side *side)
{
	const char *line = side->campaign->variants[side->variant].cmdline;
	return line ? line : "";
}

static bool begins_with(const char *word, const char *prefixes)
{
	for (const char *at = prefixes; *at; at = next_word(at))
		if (strncmp(word, at, word_length(at)) == 0)
			return true;
	return false;
}

/* A word that both plans' lines have varies nothing. */
bool comparability_plan_says(const struct comparability_side *a,
	const struct comparability_side *b, const char *prefixes)
{
	const char *lines[] = {plan_line(a), plan_line(b)};
	for (int i = 0; i < 2; i++)
		for (const char *at = lines[i]; *at; at = next_word(at))
			if (!comparability_has_word(lines[!i], at, word_length(at)) &&
				begins_with(at, prefixes))
				return true;
	return false;
}

/* The words of `line` that `other` has not: of the plan's own (`planned`) or the rest. */
static char *words_alone(const char *line, const char *other, const char *plan, bool planned)
{
	struct text words = TEXT_EMPTY;
	for (const char *at = line; *at; at = next_word(at)) {
		size_t length = word_length(at);
		if (!comparability_has_word(other, at, length) && !is_carrier(at, length) &&
			comparability_has_word(plan, at, length) == planned)
			text_add(&words, "%s%.*s", words.length ? " " : "", (int)length, at);
	}
	return words.length ? text_take(&words) : xstrdup("");
}

void comparability_cmdline(struct comparability *comparability, const struct comparability_side *a,
	const struct comparability_side *b)
{
	const char *x = environment_get(a->env, "cmdline"), *y = environment_get(b->env, "cmdline");

	for (int planned = 0; x && y && planned < 2; planned++) {
		char *from = words_alone(x, y, plan_line(a), planned);
		char *to = words_alone(y, x, plan_line(b), planned);
		if (*from || *to)
			comparability_change(comparability,
				planned ? COMPARABILITY_PLANNED : COMPARABILITY_DIFFERS, "cmdline",
				*from ? from : "(without)", *to ? to : "(without)");
		free(from);
		free(to);
	}
}
