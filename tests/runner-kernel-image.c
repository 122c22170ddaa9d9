/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/kernel-image.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <unistd.h>

#include <cmocka.h>

#include "model/text.h"
#include "runner/machine.h"

#define IMAGE_BYTES 8192

/* A bzImage's first sectors: magic, header version, and where the release is. */
static void make_image(char image[static IMAGE_BYTES], const char *release)
{
	size_t at = 0x1000;

	memset(image, 0, IMAGE_BYTES);
	memcpy(image + 0x202, "HdrS\x0f\x02", 6);
	image[0x1f1] = 15;
	image[0x20e] = (char)((at - 0x200) & 255);
	image[0x20f] = (char)((at - 0x200) >> 8);
	memcpy(image + at, release, strlen(release));
}

/* The release read from a file with these bytes; the caller frees it. */
static char *release_of(const char *bytes, size_t length, struct error *err)
{
	char path[] = "/tmp/schedlab-image.XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, length), length);
	close(fd);
	char *release = machine_kernel_release(path, err);
	assert_int_equal(kernel_image_unpack(path), -1); /* none of them holds a kernel */
	unlink(path);
	return release;
}

static void reads_the_release(void **state)
{
	char image[IMAGE_BYTES];
	struct error err;

	(void)state;
	make_image(image, "6.1.0-57-amd64 (debian-kernel@lists.debian.org) #1 SMP");
	char *release = release_of(image, sizeof(image), &err);
	assert_non_null(release);
	assert_string_equal(release, "6.1.0-57-amd64");
	free(release);
}

static void refuse(const char *bytes, size_t length, const char *why)
{
	struct error err;

	assert_null(release_of(bytes, length, &err));
	assert_non_null(strstr(err.message, why));
}

static void refuses_other_files(void **state)
{
	char image[IMAGE_BYTES];
	struct error err;

	(void)state;
	refuse("", 0, "not a kernel image");
	refuse("\177ELF", 4, "not a kernel image");
	memset(image, 'x', sizeof(image));
	refuse(image, sizeof(image), "not a kernel image");
	make_image(image, "6.1");
	refuse(image, 0x210, "not a kernel image");
	refuse(image, 0xfff, "does not say");
	make_image(image, "");
	refuse(image, sizeof(image), "does not say");
	make_image(image, "6.1");
	image[0x20e] = image[0x20f] = '\xff'; /* far behind the file's end */
	refuse(image, sizeof(image), "does not say");
	/* A payload that ends behind the file, and one whose sum overflows. */
	make_image(image, "6.1 x");
	memset(image + 0x248, '\xff', 8);
	refuse(image, sizeof(image), "cut off");
	image[0x24c] = 16;
	memset(image + 0x24d, 0, 3);
	free(release_of(image, sizeof(image), &err));
	assert_null(machine_kernel_release("/", &err));
	assert_null(machine_kernel_release("/nonexistent", &err));
	assert_int_equal(kernel_image_unpack("/nonexistent"), -1);
}

static void unpack(const char *flavour)
{
	struct text wanted = TEXT_EMPTY;
	struct error err;
	char *path = xasprintf("build/kernels/%s/vmlinuz", flavour);
	char *release_path = xasprintf("build/kernels/%s/release", flavour);
	Elf64_Ehdr header;

	assert_true(text_read_file(&wanted, release_path, 200, &err));
	wanted.bytes[strcspn(wanted.bytes, "\n")] = '\0';
	char *release = machine_kernel_release(path, &err);
	assert_non_null(release);
	assert_string_equal(release, wanted.bytes);
	int fd = kernel_image_unpack(path);
	assert_true(fd >= 0);
	assert_int_equal(pread(fd, &header, sizeof(header), 0), sizeof(header));
	assert_memory_equal(header.e_ident, ELFMAG, SELFMAG);
	close(fd);
	free(release);
	free(release_path);
	free(path);
	text_release(&wanted);
}

static void unpacks_the_kernels_of_debian(void **state)
{
	(void)state;
	if (access("build/kernels/amd64/vmlinuz", R_OK)) {
		print_message("no kernels in build/kernels\n");
		skip();
	}
	unpack("amd64");
	unpack("cloud-amd64");
	unpack("rt-amd64");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_the_release),
		cmocka_unit_test(refuses_other_files),
		cmocka_unit_test(unpacks_the_kernels_of_debian),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
