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

/* The page of the open campaign with these facts in the entries of its first two variants. */
static void get_page(void **state, const char *config_a, const char *config_b, struct page *page)
{
	struct samples samples = {0};
	struct campaign campaign = fixture_make_open(&samples);
	char *path = temporary_path(state, "lab.db"), captured[TEXT_TIME_BYTES];
	const struct site site = {.store_path = path};
	struct error err;

	environment_set(&campaign.entries[0].env, "config", config_a);
	environment_set(&campaign.entries[1].env, "config", config_b);
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
			  "<td class='long'>not set</td><td class='long'>absent</td>");
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
	assert_has(&page, "<p>Config unknown: fairness not checked.</p>");
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		temporary_test(scheduling_first),
		temporary_test(identical),
		temporary_test(unknown),
		temporary_test(clock_given_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
