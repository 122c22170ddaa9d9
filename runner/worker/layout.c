/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/layout.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <unistd.h>

#define PADDING "SCHEDLAB_PADDING="

enum {
	STEP_BYTES = 16, /* the stack's and the heap's own alignment */
	PAGE_BYTES = 4096,
};

/* Independent parts of one number: none of them is a function of another. */
static unsigned part(uint64_t layout, unsigned from_bit, unsigned bits)
{
	return (unsigned)(layout >> from_bit) & ((1u << bits) - 1);
}

static size_t environment_bytes(uint64_t layout)
{
	return (size_t)part(layout, 0, 8) * STEP_BYTES;
}

static size_t heap_bytes(uint64_t layout)
{
	return (size_t)part(layout, 8, 12) * STEP_BYTES;
}

static unsigned descriptors(uint64_t layout)
{
	return part(layout, 20, 4);
}

static unsigned pipes(uint64_t layout)
{
	return part(layout, 24, 3);
}

static size_t pages(uint64_t layout)
{
	return part(layout, 27, 7);
}

bool layout_pad(char *const argv[])
{
	static const char key[] = "layout=";
	char locale[] = "LC_ALL=C", *padding;
	uint64_t layout = 0;
	bool repeatable = false;
	size_t bytes;

	for (size_t i = 1; argv[i] && strcmp(argv[i], "--") != 0; i++) {
		if (strncmp(argv[i], key, sizeof(key) - 1) == 0)
			layout = strtoull(argv[i] + sizeof(key) - 1, NULL, 10);
		repeatable |= strcmp(argv[i], "aslr=off") == 0;
	}
	if (layout == 0)
		return true;
	if (getenv("SCHEDLAB_PADDING")) {
		/* The kernel called it "exe", after the link that it was started by. */
		prctl(PR_SET_NAME, "schedlab-worker");
		return true;
	}
	if (repeatable && personality(ADDR_NO_RANDOMIZE) < 0)
		return false;
	bytes = environment_bytes(layout);
	padding = malloc(sizeof(PADDING) + bytes);
	if (!padding)
		return false;
	memcpy(padding, PADDING, sizeof(PADDING));
	memset(padding + sizeof(PADDING) - 1, '.', bytes);
	padding[sizeof(PADDING) - 1 + bytes] = '\0';
	execve("/proc/self/exe", argv, (char *[]){locale, padding, NULL});
	free(padding);
	return false;
}

/* Each pipe has pages of its own once it is written to. */
static bool hold_pipes(unsigned n)
{
	int ends[2];

	for (; n > 0; n--)
		if (pipe(ends) != 0 || write(ends[1], "", 1) != 1)
			return false;
	return true;
}

static bool hold_descriptors(unsigned n)
{
	for (; n > 0; n--)
		if (open("/dev/null", O_RDONLY) < 0)
			return false;
	return true;
}

static bool hold_pages(size_t n)
{
	char *at;

	if (n == 0)
		return true;
	at = mmap(NULL, n * PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return false;
	for (size_t i = 0; i < n; i++)
		at[i * PAGE_BYTES] = 1;
	return true;
}

bool layout_hold(uint64_t layout)
{
	if (layout == 0)
		return true;
	/* The break itself is moved, so that no allocator can give the room back. */
	if (sbrk((intptr_t)heap_bytes(layout)) == (void *)-1)
		return false;
	return hold_descriptors(descriptors(layout)) && hold_pipes(pipes(layout)) &&
		hold_pages(pages(layout));
}
