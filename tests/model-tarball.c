/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Archives: what goes in comes out, and the same files give the same bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <archive.h>
#include <archive_entry.h>

#include "model/base.h"
#include "model/formats/tarball.h"

static const struct {
	const char *name, *bytes;
	size_t length;
} files[] = {
	{"README", "read me\n", 8},
	{"empty", "", 0},
	{"env/6.1/config", "zero \0 inside", 13},
	{"charts/a-name-that-is-longer-than-the-hundred-characters-that-the-old-header-of-tar-has-room-"
	 "for-and-goes-on.dat", "1 2\n", 4},
};

static struct text pack(void)
{
	struct text out = TEXT_EMPTY;
	struct error err;
	struct tarball *tarball = tarball_new("20261130-k3f7qd", 1796064001123456LL);
	for (size_t i = 0; i < ARRAY_LENGTH(files); i++) {
		struct text bytes = TEXT_EMPTY;
		text_add_bytes(&bytes, files[i].bytes, files[i].length);
		tarball_add(tarball, files[i].name, &bytes);
		text_release(&bytes);
	}
	assert_true(tarball_finish(tarball, &out, &err));
	return out;
}

static void test_same_bytes(void **state)
{
	(void)state;
	struct text a = pack(), b = pack();
	assert_int_equal(a.length, b.length);
	assert_memory_equal(a.bytes, b.bytes, a.length);
	text_release(&a);
	text_release(&b);
}

static void test_read_back(void **state)
{
	(void)state;
	struct text packed = pack();
	struct archive *archive = archive_read_new();
	struct archive_entry *entry;
	size_t n = 0;
	assert_int_equal(archive_read_support_filter_xz(archive), ARCHIVE_OK);
	assert_int_equal(archive_read_support_format_tar(archive), ARCHIVE_OK);
	assert_int_equal(archive_read_open_memory(archive, packed.bytes, packed.length), ARCHIVE_OK);
	for (; archive_read_next_header(archive, &entry) == ARCHIVE_OK; n++) {
		char bytes[64];
		char *name = xasprintf("20261130-k3f7qd/%s", files[n].name);
		assert_true(n < ARRAY_LENGTH(files));
		assert_string_equal(archive_entry_pathname(entry), name);
		assert_int_equal(archive_entry_perm(entry), 0644);
		assert_int_equal(archive_entry_uid(entry), 0);
		assert_int_equal(archive_entry_mtime(entry), 1796064001);
		assert_int_equal(archive_read_data(archive, bytes, sizeof(bytes)), files[n].length);
		assert_memory_equal(bytes, files[n].bytes, files[n].length);
		free(name);
	}
	assert_int_equal(n, ARRAY_LENGTH(files));
	archive_read_free(archive);
	text_release(&packed);
}

static void test_thrown_away(void **state)
{
	(void)state;
	tarball_free(NULL);
	tarball_free(tarball_new("x", 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_bytes),
		cmocka_unit_test(test_read_back),
		cmocka_unit_test(test_thrown_away),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
