/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <sys/klog.h>

#include "model/text.h"
#include "runner/facts.h"

#define DMESG_BYTES (16 << 20)

/* syslog(2): the kernel's headers keep these numbers to themselves. */
enum { KLOG_READ_ALL = 3, KLOG_SIZE = 10 };

/* Copies the kernel's log without the "<6>" in front of each line. */
static void add_log(struct text *dmesg, const char *log, size_t length)
{
	for (const char *end = log + length; log < end;) {
		const char *newline = memchr(log, '\n', (size_t)(end - log));
		const char *next = newline ? newline + 1 : end;
		const char *close = memchr(log, '>', (size_t)(next - log));
		if (*log == '<' && close && close - log <= 4)
			log = close + 1;
		text_add_utf8(dmesg, log, (size_t)(next - log));
		log = next;
	}
}

void facts_dmesg_of_host(struct environment *env)
{
	int size = klogctl(KLOG_SIZE, NULL, 0);

	environment_set(env, "dmesg", NULL);
	if (size <= 0 || size > DMESG_BYTES)
		return;
	char *log = xmalloc((size_t)size);
	int length = klogctl(KLOG_READ_ALL, log, size); /* refused to users by dmesg_restrict */
	if (length >= 0) {
		struct text dmesg = TEXT_EMPTY;
		add_log(&dmesg, log, (size_t)length);
		char *text = text_take(&dmesg);
		environment_set(env, "dmesg", text);
		free(text);
	}
	free(log);
}
