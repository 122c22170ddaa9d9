/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/initramfs.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cmocka.h>

#include "model/text.h"

static const char worker[] = "/proc/self/exe"; /* an ELF file is all that is asked of it */

static void read_whole(int fd, struct text *text)
{
	struct error err;
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	assert_true(text_read_file(text, path, 256 << 20, &err));
}

static void same_worker_same_bytes(void **state)
{
	struct text first = TEXT_EMPTY, second = TEXT_EMPTY;
	struct error err;
	int one = initramfs_new(worker, &err);
	int two = initramfs_new(worker, &err);

	(void)state;
	assert_true(one >= 0 && two >= 0);
	read_whole(one, &first);
	read_whole(two, &second);
	assert_int_equal(first.length, second.length);
	assert_memory_equal(first.bytes, second.bytes, first.length);
	assert_memory_equal(first.bytes, "070701", 6); /* newc: what kernels unpack */
	text_release(&first);
	text_release(&second);
	close(one);
	close(two);
}

static void check_entry(struct archive *archive, struct archive_entry *entry)
{
	const char *path = archive_entry_pathname(entry);

	if (strcmp(path, "dev/console") == 0) {
		assert_int_equal(archive_entry_filetype(entry), AE_IFCHR);
		assert_int_equal(archive_entry_rdev(entry), makedev(5, 1));
	} else if (strcmp(path, "init") == 0) {
		struct stat status;
		char magic[4];
		assert_int_equal(stat(worker, &status), 0);
		assert_int_equal(archive_entry_size(entry), status.st_size);
		assert_int_equal(archive_entry_perm(entry), 0755);
		assert_int_equal(archive_read_data(archive, magic, 4), 4);
		assert_memory_equal(magic, "\177ELF", 4);
	} else {
		assert_int_equal(archive_entry_filetype(entry), AE_IFDIR);
	}
	assert_int_equal(archive_entry_mtime(entry), 0);
	assert_int_equal(archive_entry_uid(entry), 0);
}

static void holds_what_a_guest_needs(void **state)
{
	static const char *const wanted[] = {"dev", "dev/console", "proc", "sys", "tmp", "init"};
	struct error err;
	struct archive *archive = archive_read_new();
	struct archive_entry *entry;
	size_t n = 0;
	int fd = initramfs_new(worker, &err);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	archive_read_support_format_cpio(archive);
	assert_int_equal(archive_read_open_fd(archive, fd, 10240), ARCHIVE_OK);
	for (; archive_read_next_header(archive, &entry) == ARCHIVE_OK; n++) {
		assert_true(n < ARRAY_LENGTH(wanted));
		assert_string_equal(archive_entry_pathname(entry), wanted[n]);
		check_entry(archive, entry);
	}
	assert_int_equal(n, ARRAY_LENGTH(wanted));
	archive_read_free(archive);
	close(fd);
}

static void refuses_what_is_no_program(void **state)
{
	struct error err;

	(void)state;
	assert_int_equal(initramfs_new("/nonexistent/worker", &err), -1);
	assert_non_null(strstr(err.message, "/nonexistent/worker"));
	assert_int_equal(initramfs_new("/proc/self/status", &err), -1);
	assert_non_null(strstr(err.message, "not a program"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_worker_same_bytes),
		cmocka_unit_test(holds_what_a_guest_needs),
		cmocka_unit_test(refuses_what_is_no_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
