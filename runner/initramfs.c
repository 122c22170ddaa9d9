/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/initramfs.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "model/text.h"

#define WORKER_BYTES (64 << 20)

/* What is in it, parents first. /init's bytes are the worker's; all else is empty. */
static const struct {
	const char *path;
	mode_t type, mode;
	unsigned major, minor;
} files[] = {
	{"dev", AE_IFDIR, 0755, 0, 0},
	{"dev/console", AE_IFCHR, 0600, 5, 1}, /* the kernel opens it before init runs */
	{"proc", AE_IFDIR, 0755, 0, 0},
	{"sys", AE_IFDIR, 0755, 0, 0},
	{"tmp", AE_IFDIR, 01777, 0, 0},
	{"init", AE_IFREG, 0755, 0, 0},
};

static bool write_file(struct archive *archive, struct archive_entry *entry, size_t i,
	const struct text *init)
{
	bool regular = files[i].type == AE_IFREG;

	archive_entry_clear(entry);
	archive_entry_set_pathname(entry, files[i].path);
	archive_entry_set_mode(entry, files[i].type | files[i].mode);
	archive_entry_set_ino(entry, (int64_t)i + 1);
	archive_entry_set_nlink(entry, 1);
	archive_entry_set_mtime(entry, 0, 0);
	archive_entry_set_size(entry, regular ? (int64_t)init->length : 0);
	if (files[i].type == AE_IFCHR)
		archive_entry_set_rdev(entry, makedev(files[i].major, files[i].minor));
	return archive_write_header(archive, entry) == ARCHIVE_OK &&
		(!regular || archive_write_data(archive, init->bytes, init->length) ==
			(la_ssize_t)init->length);
}

static bool write_all(int fd, const struct text *init, struct error *err)
{
	struct archive *archive = archive_write_new();
	struct archive_entry *entry = archive_entry_new();
	bool ok = archive && entry && archive_write_set_format_cpio_newc(archive) == ARCHIVE_OK &&
		archive_write_set_bytes_in_last_block(archive, 1) == ARCHIVE_OK &&
		archive_write_open_fd(archive, fd) == ARCHIVE_OK;

	for (size_t i = 0; ok && i < ARRAY_LENGTH(files); i++)
		ok = write_file(archive, entry, i, init);
	ok = ok && archive_write_close(archive) == ARCHIVE_OK;
	if (!ok)
		error_set(err, "cannot build an initramfs: %s",
			archive ? archive_error_string(archive) : strerror(ENOMEM));
	archive_entry_free(entry);
	archive_write_free(archive);
	return ok;
}

int initramfs_new(const char *worker, struct error *err)
{
	struct text init = TEXT_EMPTY;
	int fd = -1;

	if (!text_read_file(&init, worker, WORKER_BYTES, err))
		goto out;
	if (init.length < 4 || memcmp(init.bytes, "\177ELF", 4) != 0) {
		error_set(err, "the worker %s is not a program a kernel could start", worker);
		goto out;
	}
	fd = memfd_create("initramfs", MFD_CLOEXEC);
	if (fd < 0) {
		error_set(err, "no memory for an initramfs: %s", strerror(errno));
	} else if (!write_all(fd, &init, err)) {
		close(fd);
		fd = -1;
	}
out:
	text_release(&init);
	return fd;
}
