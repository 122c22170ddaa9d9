/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/text.h"

static void grows_and_stays_a_string(void **state)
{
	(void)state;
	struct text text = TEXT_EMPTY;
	for (int i = 0; i < 1000; i++) {
		text_add(&text, "%d;", i);
		assert_int_equal(text.bytes[text.length], 0);
	}
	assert_int_equal(text.length, 10 * 2 + 90 * 3 + 900 * 4);
	text_add_bytes(&text, "a\0b", 3);
	assert_memory_equal(text.bytes + text.length - 3, "a\0b", 4);
	char *taken = text_take(&text);
	assert_int_equal(strncmp(taken, "0;1;2;", 6), 0);
	free(taken);
	assert_null(text.bytes);

	taken = text_take(&text);
	assert_string_equal(taken, "");
	free(taken);

	/* One piece that is exactly as long as the room, and one far longer. */
	for (int length = 60; length < 70; length++) {
		text_add(&text, "%*d", length, 1);
		assert_int_equal(text.length, length);
		text_release(&text);
	}
	text_add(&text, "%100000d", 1);
	assert_int_equal(strlen(text.bytes), 100000);
	text_release(&text);
}

static void numbers_are_the_same_everywhere(void **state)
{
	(void)state;
	static const struct {
		double value;
		const char *text;
	} numbers[] = {
		{0, "0"},
		{0.771, "0.771"},
		{-4.6, "-4.6"},
		{6523, "6523"},
		{1e300, "1e+300"},
		{1.5e-7, "1.5e-07"},
		{1.0 / 3, "0.333333333333333"},
		{123456789012345, "123456789012345"},
		{NAN, "nan"},
		{-NAN, "nan"},
		{INFINITY, "inf"},
	};
	static const char *const locales[] = {"C", "de_DE.UTF-8", "fr_FR.UTF-8", "ps_AF.UTF-8"};
	for (size_t l = 0; l < ARRAY_LENGTH(locales); l++) {
		if (!setlocale(LC_NUMERIC, locales[l]))
			continue;
		for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
			char buffer[TEXT_NUMBER_BYTES];
			assert_string_equal(
				text_number(numbers[i].value, buffer), numbers[i].text);
		}
	}
	setlocale(LC_NUMERIC, "C");
}

static void times_go_out_and_come_back(void **state)
{
	(void)state;
	static const struct {
		int64_t unix_us;
		const char *text;
	} times[] = {
		{0, "1970-01-01T00:00:00.000000Z"},
		{-1, "1969-12-31T23:59:59.999999Z"},
		{1796064001123456, "2026-11-30T18:40:01.123456Z"},
		{951782400000000, "2000-02-29T00:00:00.000000Z"},
		{253402300799999999, "9999-12-31T23:59:59.999999Z"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(times); i++) {
		char buffer[TEXT_TIME_BYTES];
		int64_t back = 1;
		assert_string_equal(text_time(times[i].unix_us, buffer), times[i].text);
		assert_true(text_time_parse(times[i].text, &back));
		assert_int_equal(back, times[i].unix_us);
	}
	static const char *const bad[] = {
		"",
		"2026-11-30",
		"2026-11-30T18:40:01Z",
		"2026-11-30T18:40:01.123456",
		"2026-11-30T18:40:01.123456z",
		"2026-11-30T18:40:01.123456Z ",
		" 2026-11-30T18:40:01.123456Z",
		"2026-11-31T18:40:01.123456Z",
		"2026-13-30T18:40:01.123456Z",
		"2025-02-29T00:00:00.000000Z",
		"2026-11-30T24:00:00.000000Z",
		"2026-11-30T18:40:60.000000Z",
		"2026-1 -30T18:40:01.123456Z",
		"2026-11-30T18:40:+1.123456Z",
	};
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++) {
		int64_t untouched = 7;
		assert_false(text_time_parse(bad[i], &untouched));
		assert_int_equal(untouched, 7);
	}
	char buffer[TEXT_TIME_BYTES];
	assert_true(strlen(text_time(INT64_MAX, buffer)) < TEXT_TIME_BYTES);
	assert_true(strlen(text_time(INT64_MIN, buffer)) < TEXT_TIME_BYTES);
}

static void utf8_is_told_from_other_bytes(void **state)
{
	(void)state;
	static const struct {
		const char *bytes;
		size_t length;
	} sequences[] = {
		{"a", 1},
		{"\x7f", 1},
		{"\xc3\xa9", 2},
		{"\xe4\xb8\xad", 3},
		{"\xf0\x9f\x90\xa7", 4},
		{"\xf4\x8f\xbf\xbf", 4},
		{"\x80", 0},
		{"\xc0\x80", 0},         /* overlong */
		{"\xc1\xbf", 0},
		{"\xe0\x9f\xbf", 0},
		{"\xf0\x8f\xbf\xbf", 0},
		{"\xed\xa0\x80", 0},     /* surrogate */
		{"\xf4\x90\x80\x80", 0}, /* beyond U+10FFFF */
		{"\xf5\x80\x80\x80", 0},
		{"\xff", 0},
		{"\xe4\xb8", 0},
		{"\xe4\xb8x", 0},
		{"\xc3", 0},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(sequences); i++) {
		const char *bytes = sequences[i].bytes;
		assert_int_equal(text_utf8_length(bytes, strlen(bytes)), sequences[i].length);
	}
	assert_int_equal(text_utf8_length("a", 0), 0);
	assert_int_equal(text_utf8_length("\xc3\xa9", 1), 0);

	assert_int_equal(text_utf8_fit("ab\xc3\xa9", 9), 4);
	assert_int_equal(text_utf8_fit("ab\xc3\xa9", 3), 2);
	assert_int_equal(text_utf8_fit("ab\xff\xff", 3), 3);
	assert_int_equal(text_utf8_fit("", 3), 0);

	struct text text = TEXT_EMPTY;
	text_add_utf8(&text, "a\0\xc3\xa9\xff\xe4\xb8", 7);
	assert_string_equal(text.bytes,
		"a\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	text_release(&text);
}

/* What would rewrite the line that it stands in, or turn it round, is a blank. */
static void lines_hold_nothing_that_controls(void **state)
{
	(void)state;
	static const struct {
		const char *string, *line;
	} cases[] = {
		{"", ""},
		{"a\tb\nc\x1b[0m\x7f", "a b c [0m "},
		{"\u202egnp\u202c.\u2066x\u2069", " gnp . x "},
		{"\u2028\u2029", "  "},
		{"\u200f\u05d0 \u2027\u2030\u2065\u206a", "\u200f\u05d0 \u2027\u2030\u2065\u206a"},
		{"\xc2\x85\xc2\xa0", " \xc2\xa0"},
		{"\xff\xe2\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
	};
	struct text text = TEXT_EMPTY;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		text_add(&text, "before:");
		text_add_line(&text, cases[i].string);
		assert_string_equal(text.bytes + strlen("before:"), cases[i].line);
		assert_int_equal(text.length, strlen(text.bytes));
		text_release(&text);
	}
}

static void texts_are_checked(void **state)
{
	(void)state;
	struct error err;
	assert_true(text_check("it", "a \u05d0", 4, false, &err));
	assert_true(text_check("it", "a\nb", 4, true, &err));
	assert_false(text_check("it", "a\nb", 4, false, &err));
	assert_string_equal(err.message, "it holds a line end: one line is expected");
	assert_false(text_check("it", "abcde", 4, false, &err));
	assert_string_equal(err.message, "it is longer than 4 bytes");
	assert_false(text_check("it", " \n", 4, true, &err));
	assert_string_equal(err.message, "it is needed, and must not be empty");
	assert_true(text_check("it", "\u202e", 4, true, &err)); /* never shown as it is */
	assert_false(text_check("it", "\xc2\x9b", 4, true, &err));
	assert_string_equal(err.message, "it holds a control character");
	assert_false(text_check("it", "\xff", 4, true, &err));
	assert_string_equal(err.message, "it is not valid UTF-8");
}

static int make_folder(void **state)
{
	char folder[] = "/tmp/schedlab-test.XXXXXX";
	*state = mkdtemp(folder) ? xstrdup(folder) : NULL;
	return *state ? 0 : -1;
}

/* How many entries there are; with `remove` set they are gone afterwards. */
static int count_entries(const char *folder, bool remove)
{
	DIR *dir = opendir(folder);
	assert_non_null(dir);
	int n = 0;
	for (struct dirent *entry; (entry = readdir(dir));) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		n++;
		if (remove && unlinkat(dirfd(dir), entry->d_name, 0) != 0)
			unlinkat(dirfd(dir), entry->d_name, AT_REMOVEDIR);
	}
	closedir(dir);
	return n;
}

static int remove_folder(void **state)
{
	count_entries(*state, true);
	rmdir(*state);
	free(*state);
	return 0;
}

static void files_are_written_whole(void **state)
{
	const char *folder = *state;
	char *path = xasprintf("%s/file", folder);
	struct text text = TEXT_EMPTY, back = TEXT_EMPTY;
	struct error err;
	text_add_bytes(&text, "one\0two\n", 8);
	assert_true(text_write_file(&text, path, &err));
	assert_true(text_read_file(&back, path, 1000, &err));
	assert_int_equal(back.length, 8);
	assert_memory_equal(back.bytes, "one\0two\n", 9);
	assert_true(text_read_file(&back, path, 3, &err));
	assert_memory_equal(back.bytes, "one\0two\none", 12);

	/* Over an old file, and an empty one. */
	text_release(&text);
	assert_true(text_write_file(&text, path, &err));
	struct stat found;
	assert_int_equal(stat(path, &found), 0);
	assert_int_equal(found.st_size, 0);
	assert_int_equal(count_entries(folder, false), 1);
	text_release(&back);
	free(path);
}

static void a_failed_write_leaves_nothing(void **state)
{
	const char *folder = *state;
	char *path = xasprintf("%s/none/file", folder);
	struct text text = TEXT_EMPTY;
	struct error err;
	text_add(&text, "x");
	assert_false(text_write_file(&text, path, &err));
	assert_non_null(strstr(err.message, "No such file"));
	assert_false(text_write_file(&text, folder, &err));
	assert_non_null(strstr(err.message, "not a regular file"));
	assert_false(text_write_file(&text, "/dev/null", &err));
	struct stat found;
	assert_int_equal(stat("/dev/null", &found), 0);
	assert_true(S_ISCHR(found.st_mode));
	assert_int_equal(count_entries(folder, false), 0);
	text_release(&text);
	free(path);
}

static void proc_files_are_read(void **state)
{
	(void)state;
	struct text text = TEXT_EMPTY;
	struct error err;
	assert_true(text_read_file(&text, "/proc/self/status", 1 << 20, &err));
	assert_non_null(strstr(text.bytes, "Cpus_allowed"));
	size_t length = text.length;
	assert_false(text_read_file(&text, "/proc", 1 << 20, &err));
	assert_string_equal(err.message, "cannot read '/proc': Is a directory");
	assert_false(text_read_file(&text, "/nowhere/at/all", 1 << 20, &err));
	assert_string_equal(err.message, "cannot open '/nowhere/at/all': No such file or directory");
	assert_int_equal(text.length, length);
	text_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grows_and_stays_a_string),
		cmocka_unit_test(numbers_are_the_same_everywhere),
		cmocka_unit_test(times_go_out_and_come_back),
		cmocka_unit_test(utf8_is_told_from_other_bytes),
		cmocka_unit_test(lines_hold_nothing_that_controls),
		cmocka_unit_test(texts_are_checked),
		cmocka_unit_test_setup_teardown(
			files_are_written_whole, make_folder, remove_folder),
		cmocka_unit_test_setup_teardown(
			a_failed_write_leaves_nothing, make_folder, remove_folder),
		cmocka_unit_test(proc_files_are_read),
	};
	return cmocka_run_group_tests_name("model-text", tests, NULL, NULL);
}
