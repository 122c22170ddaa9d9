/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The environment page of a campaign whose configs differ and whose clock was given up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/fixture.h"
#include "tests/temporary.h"
#include "web/site.h"

#define HEADING "# Linux/x86 6.1.192 Kernel Configuration\n"

/* The page of the open campaign, its first variant with one config and all others with another. */
static void get_page_of(void **state, const char *config_a, const char *config_b,
	const char *topology, struct page *page)
{
	struct samples samples = {0};
	struct campaign campaign = fixture_make_open(&samples);
	char *path = temporary_path(state, "lab.db"), captured[TEXT_TIME_BYTES];
	const struct site site = {.store_path = path};
	struct error err;

	environment_set(&campaign.entries[0].env, "config", config_a);
	for (size_t i = 1; i < campaign.entries_n; i++)
		environment_set(&campaign.entries[i].env, "config", config_b);
	for (size_t i = 0; topology && i < campaign.entries_n; i++)
		environment_set(&campaign.entries[i].env, "topology.xml", topology);
	/* Up for 100 s when its facts were read; the clock is given up in its tenth sample. */
	struct environment *env = &campaign.entries[1].env;
	environment_set(env, "uptime", "100.00");
	environment_set(env, "captured", text_time(campaign.entries[1].entered_us, captured));
	environment_set(env, "dmesg",
		"[  102.75] tsc: Marking TSC unstable due to clocksource watchdog\n");

	struct store *store = store_open(path, STORE_WRITE, &err);
	assert_non_null(store);
	assert_true(fixture_import(store, campaign, samples, &err));
	store_close(store);
	page_init(page);
	assert_int_equal(site_get(&site, "/c/" FIXTURE_HOSTILE_ID "/env", page, &err), 200);
	free(path);
}

static void get_page(void **state, const char *config_a, const char *config_b, struct page *page)
{
	get_page_of(state, config_a, config_b, NULL, page);
}

static void assert_has(const struct page *page, const char *text)
{
	if (!strstr(page->body.bytes, text))
		fail_msg("the page has no '%s'", text);
}

static void scheduling_first(void **state)
{
	struct page page;

	get_page(state, HEADING "CONFIG_USB=m\nCONFIG_HZ=250\n# CONFIG_PREEMPT is not set\n",
		HEADING "CONFIG_USB=y\nCONFIG_HZ=1000\n", &page);
	assert_has(&page, "<th scope='row'>CONFIG_PREEMPT</th><td class='quiet'>preemption</td>"
			  "<td class='option off'>not set</td><td class='option absent'>absent</td>");
	assert_has(&page, "<summary>1 other option</summary>");
	const char *preempt = strstr(page.body.bytes, ">CONFIG_PREEMPT<");
	const char *hz = strstr(page.body.bytes, ">CONFIG_HZ<");
	const char *usb = strstr(page.body.bytes, ">CONFIG_USB<");
	assert_true(preempt < hz && hz < usb);
	page_release(&page);
}

static void identical(void **state)
{
	struct page page;

	get_page(state, HEADING "CONFIG_HZ=250\n", HEADING "CONFIG_HZ=250\n", &page);
	assert_has(&page, "<p>The configs are identical.</p>");
	page_release(&page);
}

static void unknown(void **state)
{
	struct page page;

	get_page(state, NULL, HEADING "CONFIG_HZ=250\n", &page);
	assert_has(&page, "Config unknown: fairness not checked.</p>");
	page_release(&page);
}

static void clock_given_up(void **state)
{
	struct page page;
	unsigned touched, all;

	get_page(state, NULL, NULL, &page);
	const char *mark = strstr(page.body.bytes, "TSC unstable since 102.8 s of uptime</span>, ");
	assert_non_null(mark);
	mark = strchr(mark, ',');
	assert_int_equal(sscanf(mark, ", %u of %u samples", &touched, &all), 2);
	assert_int_equal(all - touched, 9); /* the tenth ends at 102.81 s */
	page_release(&page);
}

/* What every boot has its own of is no difference; the scheduler's settings come before the rest. */
static void differences_first(void **state)
{
	struct page page;

	get_page(state, HEADING "CONFIG_HZ=250\n", HEADING "CONFIG_HZ=250\n", &page);
	const char *differs = strstr(page.body.bytes, "<h2 id='differs'>");
	const char *slice = strstr(page.body.bytes, ">sched.base_slice_ns<");
	const char *cmdline = strstr(page.body.bytes, ">preempt.active<");
	const char *same = strstr(page.body.bytes, "<h2 id='facts'>");
	const char *uptime = strstr(page.body.bytes, ">uptime<");
	assert_true(differs && slice && cmdline && same && uptime);
	assert_true(differs < cmdline && cmdline < slice && slice < same && same < uptime);
	assert_has(&page, "<mark>src=x</mark>"); /* of a list the words that not all have */
	page_release(&page);
}

/* Machines that look the same are drawn once, box in box. */
static void topology_drawn(void **state)
{
	static const char xml[] = "<topology version='2.0'><object type='Machine' os_index='0'>"
				  "<object type='L2Cache' cache_size='1048576'><object type='Core' "
				  "os_index='0'><object type='PU' os_index='0'/>"
				  "<object type='PU' os_index='4'/></object></object>"
				  "<object type='PU' os_index='1'/></object></topology>";
	struct page page;

	get_page_of(state, NULL, NULL, xml, &page);
	assert_has(&page, "<ul class='boxes'><li>machine\n<ul><li>L2 1 MB, core 0\n"
			"<ul><li class='cpu'>CPU 0</li>\n<li class='cpu'>CPU 4</li>\n</ul></li>\n"
			"<li class='cpu'>CPU 1</li>\n</ul></li>\n</ul>\n");
	const char *first = strstr(page.body.bytes, "class='boxes'");
	assert_null(strstr(first + 1, "class='boxes'"));
	page_release(&page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(scheduling_first),
		temporary_test(identical),
		temporary_test(unknown),
		temporary_test(clock_given_up),
		temporary_test(differences_first),
		temporary_test(topology_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
