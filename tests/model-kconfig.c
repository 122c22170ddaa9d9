/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The states of options, what a reader is told of a file, and which differences come first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <zlib.h>

#include "model/kconfig.h"

#define HEADING "#\n# Automatically generated file; DO NOT EDIT.\n" \
	"# Linux/x86 6.18.4 Kernel Configuration\n#\n"

static void parse(struct kconfig *config, const char *text)
{
	struct error err;
	assert_true(kconfig_parse(config, text, strlen(text), &err));
}

static const char *state_of(const struct kconfig *config, const char *name)
{
	return kconfig_state(kconfig_find(config, name));
}

static void three_states(void **state)
{
	struct kconfig config;

	(void)state;
	parse(&config, HEADING "CONFIG_HZ=1000\r\n# CONFIG_PREEMPT is not set\nCONFIG_EMPTY=\n"
			       "CONFIG_STRING=\"a=b # \\\"c\\\"\"\nCONFIG_M=m\n"
			       "# CONFIG_PROSE=\"\" must go\n"
			       "# CONFIG_X is not set by anybody\n CONFIG_INDENTED=y\n"
			       "CONFIG_\nCONFIG_BARE\n# CONFIG_OLD is not set\r\n"
			       "CONFIG_LAST=y");
	assert_string_equal(config.version, "6.18.4");
	assert_int_equal(config.notes_n, 0);
	assert_string_equal(state_of(&config, "CONFIG_HZ"), "1000");
	assert_string_equal(state_of(&config, "HZ"), "1000");
	assert_string_equal(state_of(&config, "PREEMPT"), "not set");
	assert_string_equal(state_of(&config, "EMPTY"), "(empty)");
	assert_string_equal(state_of(&config, "STRING"), "a=b # \"c\"");
	assert_string_equal(state_of(&config, "PROSE"), "absent");
	assert_string_equal(state_of(&config, "X"), "absent");
	assert_string_equal(state_of(&config, "INDENTED"), "absent");
	assert_string_equal(state_of(&config, "BARE"), "absent");
	assert_string_equal(state_of(&config, "OLD"), "not set");
	assert_true(kconfig_is_on(&config, "LAST"));
	assert_true(kconfig_is_on(&config, "M"));
	assert_false(kconfig_is_on(&config, "PREEMPT"));
	assert_false(kconfig_is_on(&config, "NOWHERE"));
	kconfig_release(&config);
}

static void what_a_reader_is_told(void **state)
{
	struct kconfig config;

	(void)state;
	parse(&config, "CONFIG_HZ=250\nCONFIG_A=n\nCONFIG_HZ=1000\n");
	assert_null(config.version);
	assert_string_equal(state_of(&config, "HZ"), "1000");
	assert_string_equal(state_of(&config, "A"), "not set");
	assert_int_equal(config.notes_n, 3);
	assert_non_null(strstr(config.notes[0].text, "fragment"));
	assert_int_equal(config.notes[1].line, 2);
	assert_non_null(strstr(config.notes[1].text, "CONFIG_A=n"));
	assert_int_equal(config.notes[2].line, 3);
	assert_non_null(strstr(config.notes[2].text, "CONFIG_HZ stands here again"));
	kconfig_release(&config);
}

static void headings(void **state)
{
	static const struct {
		const char *heading, *version;
	} cases[] = {
		{"# Linux/x86_64 2.6.37 Kernel Configuration\n# Tue Feb  8 2011\n", "2.6.37"},
		{"# Linux kernel version: 2.6.23-rc6\n# Thu Sep 13 2007\n", "2.6.23-rc6"},
		{"# the Kernel Configuration\n", NULL},
		{"", NULL},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct kconfig config;
		char *text = xasprintf("%sCONFIG_HZ=100\n", cases[i].heading);
		parse(&config, text);
		if (cases[i].version)
			assert_string_equal(config.version, cases[i].version);
		else
			assert_null(config.version);
		kconfig_release(&config);
		free(text);
	}
}

static void no_config_at_all(void **state)
{
	static const char *const texts[] = {"", "\n\n", "hello\n", "# CONFIG_ is not set\n",
		"CONFIG_=y\n", "\x1f\x8b broken"};
	struct kconfig config;
	struct error err;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		assert_false(kconfig_parse(&config, texts[i], strlen(texts[i]), &err));
	assert_false(kconfig_parse(&config, "\0\0\0\0", 4, &err));
}

static void gzip_data(void **state)
{
	static const char text[] = HEADING "CONFIG_HZ=250\nCONFIG_PREEMPT=y\n";
	unsigned char packed[512];
	z_stream stream = {0};
	struct kconfig config;
	struct error err;

	(void)state;
	assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8,
				 Z_DEFAULT_STRATEGY), Z_OK);
	unsigned char plain[sizeof(text)];
	memcpy(plain, text, sizeof(text));
	stream.next_in = plain;
	stream.avail_in = sizeof(text) - 1;
	stream.next_out = packed;
	stream.avail_out = sizeof(packed);
	assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
	size_t length = sizeof(packed) - stream.avail_out;
	deflateEnd(&stream);
	assert_true(kconfig_parse(&config, packed, length, &err));
	assert_string_equal(state_of(&config, "HZ"), "250");
	kconfig_release(&config);
	for (size_t cut = 0; cut < length; cut++) /* cut at every byte: refused, no crash */
		assert_false(kconfig_parse(&config, packed, cut, &err));
}

static void scheduling_comes_first(void **state)
{
	struct kconfig a, b;
	struct kconfig_diff diff;

	(void)state;
	parse(&a, HEADING "CONFIG_HZ=300\nCONFIG_MACHZ_WDT=m\nCONFIG_NET_SCHED=y\n"
			  "# CONFIG_PREEMPT_RT is not set\nCONFIG_LOCALVERSION=\"-a\"\n"
			  "CONFIG_OFF=n\n# CONFIG_DEBUG_PREEMPT is not set\n"
			  "CONFIG_GCC_VERSION=1\nCONFIG_SAME=y\n");
	parse(&b, HEADING "CONFIG_HZ=1000\n# CONFIG_MACHZ_WDT is not set\nCONFIG_PREEMPT_RT=y\n"
			  "CONFIG_LOCALVERSION=\"-b\"\n# CONFIG_OFF is not set\n"
			  "CONFIG_DEBUG_PREEMPT=y\n"
			  "CONFIG_GCC_VERSION=2\nCONFIG_SAME=y\n");
	kconfig_diff_init(&diff, &a, &b);
	static const char *const names[] = {"CONFIG_PREEMPT_RT", "CONFIG_HZ",
		"CONFIG_DEBUG_PREEMPT", "CONFIG_GCC_VERSION", "CONFIG_MACHZ_WDT",
		"CONFIG_NET_SCHED"};
	assert_int_equal(diff.length, ARRAY_LENGTH(names));
	assert_int_equal(diff.first, 4);
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		assert_string_equal(diff.changes[i].name, names[i]);
	assert_string_equal(diff.changes[0].from, "not set");
	assert_string_equal(diff.changes[0].to, "y");
	assert_string_equal(diff.changes[5].to, "absent");
	assert_string_equal(diff.changes[2].topic, "debugging");
	assert_null(diff.changes[4].topic);
	kconfig_diff_release(&diff);

	kconfig_diff_init(&diff, &a, &a);
	assert_int_equal(diff.length, 0);
	kconfig_diff_release(&diff);
	kconfig_release(&a);
	kconfig_release(&b);
}

static void topics(void **state)
{
	static const struct {
		const char *name, *topic;
	} cases[] = {
		{"CONFIG_PREEMPT_LAZY", "preemption"}, {"DEBUG_PREEMPT", "debugging"},
		{"CONFIG_NO_HZ_FULL", "ticks"}, {"SCHED_CLASS_EXT", "scheduler"},
		{"SCHED_DEBUG", "debugging"}, {"KASAN_GENERIC", "debugging"},
		{"DEBUG_LOCK_ALLOC", "debugging"}, {"DEBUG_SPINLOCK", "debugging"},
		{"MITIGATION_RETPOLINE", "mitigations"}, {"CC_VERSION_TEXT", "compiler"},
		{"IOSCHED_BFQ", NULL}, {"NET_SCHED", NULL}, {"MACHZ_WDT", NULL}, {"HZP", NULL},
		{"TICK_CPU_ACCOUNTING", "scheduler"}, {"X86_32", NULL}, {"", NULL},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const char *topic = kconfig_topic(cases[i].name);
		if (cases[i].topic)
			assert_string_equal(topic, cases[i].topic);
		else
			assert_null(topic);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_states),
		cmocka_unit_test(what_a_reader_is_told),
		cmocka_unit_test(headings),
		cmocka_unit_test(no_config_at_all),
		cmocka_unit_test(gzip_data),
		cmocka_unit_test(scheduling_comes_first),
		cmocka_unit_test(topics),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
