/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/formats/tarball.h"

#include <archive.h>
#include <archive_entry.h>

struct tarball {
	struct archive *archive;
	struct archive_entry *entry;
	char *folder;
	int64_t dated_s;
	struct text bytes; /* of the archive so far */
	bool broken;
};

static la_ssize_t on_bytes(struct archive *archive, void *context, const void *bytes, size_t length)
{
	struct tarball *tarball = context;
	(void)archive;
	text_add_bytes(&tarball->bytes, bytes, length);
	return (la_ssize_t)length;
}

struct tarball *tarball_new(const char *folder, int64_t dated_us)
{
	struct tarball *tarball = xcalloc(1, sizeof(*tarball));
	tarball->folder = xstrdup(folder);
	tarball->dated_s = dated_us / 1000000;
	tarball->bytes = TEXT_EMPTY;
	tarball->entry = archive_entry_new();
	struct archive *archive = tarball->archive = archive_write_new();
	if (!archive || !tarball->entry)
		abort(); /* out of memory */
	tarball->broken = archive_write_set_format_pax_restricted(archive) != ARCHIVE_OK ||
		archive_write_add_filter_xz(archive) != ARCHIVE_OK ||
		archive_write_set_bytes_in_last_block(archive, 1) != ARCHIVE_OK ||
		archive_write_open(archive, tarball, NULL, on_bytes, NULL) != ARCHIVE_OK;
	return tarball;
}

void tarball_add(struct tarball *tarball, const char *name, const struct text *bytes)
{
	if (tarball->broken)
		return;
	struct archive_entry *entry = archive_entry_clear(tarball->entry);
	char *path = xasprintf("%s/%s", tarball->folder, name);
	archive_entry_set_pathname(entry, path);
	archive_entry_set_mode(entry, AE_IFREG | 0644);
	archive_entry_set_mtime(entry, tarball->dated_s, 0);
	archive_entry_set_size(entry, (la_int64_t)bytes->length);
	tarball->broken = archive_write_header(tarball->archive, entry) != ARCHIVE_OK ||
		archive_write_data(tarball->archive, bytes->bytes, bytes->length) !=
			(la_ssize_t)bytes->length;
	free(path);
}

bool tarball_finish(struct tarball *tarball, struct text *out, struct error *err)
{
	bool ok = !tarball->broken && archive_write_close(tarball->archive) == ARCHIVE_OK;
	const char *why = archive_error_string(tarball->archive);
	if (ok)
		text_add_bytes(out, tarball->bytes.bytes, tarball->bytes.length);
	else
		error_set(err, "cannot build the archive: %s", why ? why : "no reason given");
	tarball_free(tarball);
	return ok;
}

void tarball_free(struct tarball *tarball)
{
	if (!tarball)
		return;
	archive_write_free(tarball->archive);
	archive_entry_free(tarball->entry);
	text_release(&tarball->bytes);
	free(tarball->folder);
	free(tarball);
}
