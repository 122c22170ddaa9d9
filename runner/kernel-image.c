/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/kernel-image.h"

#include <archive.h>
#include <archive_entry.h>
#include <elf.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/text.h"
#include "runner/machine.h"

#define IMAGE_BYTES (128 << 20)
#define KERNEL_BYTES (512 << 20)
#define SECTOR_BYTES 512

/* Places in a bzImage's first sectors. */
enum {
	SETUP_SECTORS = 0x1f1,
	MAGIC = 0x202,          /* "HdrS", then the header's version */
	RELEASE_POINTER = 0x20e, /* where the release is, counted from the second sector */
	PAYLOAD = 0x248,        /* where the compressed kernel is, from the first one after setup */
	HEADER_BYTES = 0x268,
	VERSION_RELEASE = 0x200, /* header versions from which on a field is there */
	VERSION_PAYLOAD = 0x208,
};

#define XEN_PHYS32_ENTRY 18 /* the ELF note that says where a kernel is entered the PVH way */

/* Little-endian, as everything of x86 is. */
static uint32_t number_at(const struct text *image, size_t at, size_t bytes)
{
	uint32_t number = 0;

	for (size_t i = bytes; i-- > 0;)
		number = number << 8 | (unsigned char)image->bytes[at + i];
	return number;
}

static bool is_image(const struct text *image, unsigned version)
{
	return image->length >= HEADER_BYTES && memcmp(image->bytes + MAGIC, "HdrS", 4) == 0 &&
		number_at(image, MAGIC + 4, 2) >= version;
}

/* Where the header says that the compressed kernel ends; 0 where it does not say. */
static size_t payload_end(const struct text *image)
{
	if (!is_image(image, VERSION_PAYLOAD) || !number_at(image, PAYLOAD + 4, 4))
		return 0;
	size_t sectors = number_at(image, SETUP_SECTORS, 1);
	return (sectors ? sectors + 1 : 5) * SECTOR_BYTES + number_at(image, PAYLOAD, 4) +
		number_at(image, PAYLOAD + 4, 4);
}

char *machine_kernel_release(const char *kernel, struct error *err)
{
	struct text image = TEXT_EMPTY;
	char *release = NULL;

	/* The string lies in the setup sectors, of which there are at most 64. */
	if (!text_read_file(&image, kernel, (size_t)64 * SECTOR_BYTES, err))
		return NULL;
	if (!is_image(&image, VERSION_RELEASE)) {
		error_set(err, "%s is not a kernel image (bzImage)", kernel);
		goto out;
	}
	struct stat st;
	if (stat(kernel, &st) == 0 && (size_t)st.st_size < payload_end(&image)) {
		error_set(err, "%s is cut off: its kernel ends at byte %zu, the file at %lld", kernel,
			payload_end(&image), (long long)st.st_size);
		goto out;
	}
	size_t at = number_at(&image, RELEASE_POINTER, 2) + SECTOR_BYTES;
	size_t length = at < image.length ? strcspn(image.bytes + at, " ") : 0;
	if (at == SECTOR_BYTES || length == 0 || length > 200 ||
		text_utf8_length(image.bytes + at, 1) != 1) {
		error_set(err, "%s is a kernel image that does not say its release", kernel);
		goto out;
	}
	release = xstrndup(image.bytes + at, length);
out:
	text_release(&image);
	return release;
}

/* Any of the kernel's compressions, as far as libarchive knows it. */
static bool decompress(const char *bytes, size_t length, int fd)
{
	struct archive *archive = archive_read_new();
	struct archive_entry *entry;
	const void *block;
	size_t block_bytes;
	int64_t offset;
	int status = ARCHIVE_FATAL;

	if (archive && archive_read_support_filter_all(archive) >= ARCHIVE_WARN &&
		archive_read_support_format_raw(archive) == ARCHIVE_OK &&
		archive_read_open_memory(archive, bytes, length) == ARCHIVE_OK)
		status = archive_read_next_header(archive, &entry);
	while (status == ARCHIVE_OK) {
		status = archive_read_data_block(archive, &block, &block_bytes, &offset);
		if (status == ARCHIVE_OK && (offset > KERNEL_BYTES ||
			pwrite(fd, block, block_bytes, offset) != (ssize_t)block_bytes))
			status = ARCHIVE_FATAL;
	}
	archive_read_free(archive);
	return status == ARCHIVE_EOF;
}

/* Looks for the note among those of one segment. */
static bool notes_have_entry(int fd, const Elf64_Phdr *segment)
{
	char notes[4096];
	ssize_t got = pread(fd, notes, sizeof(notes), (off_t)segment->p_offset);
	size_t end = got < 0 ? 0 : (size_t)got, at = 0;

	if (end > segment->p_filesz)
		end = segment->p_filesz;
	while (at + sizeof(Elf64_Nhdr) + 4 <= end) {
		Elf64_Nhdr note;
		memcpy(&note, notes + at, sizeof(note));
		if (note.n_namesz == 4 && note.n_type == XEN_PHYS32_ENTRY &&
			memcmp(notes + at + sizeof(note), "Xen", 4) == 0)
			return true;
		if (note.n_namesz > end || note.n_descsz > end)
			return false;
		at += sizeof(note) + ((note.n_namesz + 3) & ~3u) + ((note.n_descsz + 3) & ~3u);
	}
	return false;
}

static bool has_pvh_entry(int fd)
{
	Elf64_Ehdr header;
	Elf64_Phdr segment;

	if (pread(fd, &header, sizeof(header), 0) != sizeof(header) ||
		memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
		header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64)
		return false;
	for (size_t i = 0; i < header.e_phnum; i++) {
		off_t at = (off_t)(header.e_phoff + i * sizeof(segment));
		if (pread(fd, &segment, sizeof(segment), at) != sizeof(segment))
			return false;
		if (segment.p_type == PT_NOTE && notes_have_entry(fd, &segment))
			return true;
	}
	return false;
}

int kernel_image_unpack(const char *path)
{
	struct text image = TEXT_EMPTY;
	struct error unread;
	int fd = -1;
	bool usable = false;

	if (!text_read_file(&image, path, IMAGE_BYTES, &unread) ||
		!is_image(&image, VERSION_PAYLOAD))
		goto out;
	size_t sectors = number_at(&image, SETUP_SECTORS, 1);
	size_t at = (sectors ? sectors + 1 : 5) * SECTOR_BYTES + number_at(&image, PAYLOAD, 4);
	size_t length = number_at(&image, PAYLOAD + 4, 4);
	/* The payload's last four bytes are its unpacked size, not the packer's. */
	if (length <= 4 || length > image.length || at > image.length - length)
		goto out;
	fd = memfd_create("kernel", MFD_CLOEXEC);
	usable = fd >= 0 && decompress(image.bytes + at, length - 4, fd) && has_pvh_entry(fd);
out:
	if (!usable && fd >= 0)
		close(fd);
	text_release(&image);
	return usable ? fd : -1;
}
