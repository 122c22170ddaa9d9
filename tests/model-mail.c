/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mail text: ASCII and 72 columns whatever the labels are, and complete without its link. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/ascii.h"
#include "model/mail.h"
#include "model/url.h"
#include "tests/fixture.h"

/* Every byte printable or a line end, no line longer than `width`, none ending in a blank. */
static void assert_mailable(const char *text, size_t width)
{
	for (const char *line = text; *line;) {
		size_t length = strcspn(line, "\n");
		if (length > width)
			print_error("%.*s\n", (int)length, line);
		assert_true(length <= width);
		for (size_t i = 0; i < length; i++)
			assert_in_range(line[i], ' ', '~');
		assert_int_equal(line[length], '\n');
		line += length + 1;
	}
}

static char *mail_of(const struct campaign *campaign, const struct samples *samples, size_t base,
	const char *rows)
{
	struct error err;
	struct text text = TEXT_EMPTY;
	struct judgement judgement;
	struct choice choice = {.limit = MAIL_ROWS};
	if (rows)
		assert_true(choice_set(&choice, rows, &err));
	judgement_of_campaign(&judgement, campaign, samples, base);
	char url[URL_BYTES];
	mail_add_campaign(&text, campaign, samples, &judgement, base, &choice, url_of_site(url));
	judgement_release(&judgement);
	choice_release(&choice);
	assert_mailable(text.bytes, MAIL_WIDTH);
	return text_take(&text);
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		print_error("no '%s' in:\n%.3000s\n", part, text);
	assert_non_null(strstr(text, part));
}

static void test_complete(void **state)
{
	(void)state;
	struct samples samples = {0};
	struct campaign campaign = fixture_make_complete(&samples);
	char *mail = mail_of(&campaign, &samples, 0, NULL);
	assert_has(mail, "Scheduler benchmarks, a follow-up\n");
	assert_has(mail, "Link:      /c/" FIXTURE_ID "\n");
	assert_has(mail, campaign.digest);
	assert_has(mail, "change = variant / baseline - 1");
	assert_has(mail, "lower is better");
	assert_has(mail, "3 + 3 kernel boots");
	assert_has(mail, "6.1.0-57-rt-amd64");
	/* What may be compared comes before what was proven. */
	assert_true(strstr(mail, "\nComparability\n") < strstr(mail, "\n== ring.bound"));
	assert_has(mail, "22 of 22 counts higher");
	free(mail);
	samples_release(&samples);
	campaign_release(&campaign);
}

static void test_rows_and_base(void **state)
{
	(void)state;
	struct samples samples = {0};
	struct campaign campaign = fixture_make_complete(&samples);
	char *mail = mail_of(&campaign, &samples, 2, "4..6");
	assert_has(mail, "\n        4 ");
	assert_has(mail, "\n        6 ");
	assert_null(strstr(mail, "\n        8 "));
	assert_has(mail, "than 6.1-rt");
	free(mail);
	samples_release(&samples);
	campaign_release(&campaign);
}

static void test_hostile(void **state)
{
	(void)state;
	struct samples samples = {0};
	struct campaign campaign = fixture_make_open(&samples);
	for (size_t base = 0; base < campaign.variants_n; base++) {
		char *mail = mail_of(&campaign, &samples, base, "1..1000000");
		assert_has(mail, "not complete");
		assert_has(mail, "nnnnnnnnnnn...nnnnnnnnnn");
		free(mail);
	}
	/* Huge and tiny values keep their columns. */
	for (size_t i = 0; i < samples.length; i++)
		samples.samples[i].value *= i % 2 ? 1e200 : 1e-200;
	free(mail_of(&campaign, &samples, 0, NULL));
	samples_release(&samples);
	campaign_release(&campaign);
}

static void test_lone_and_empty(void **state)
{
	(void)state;
	struct samples samples = {0};
	struct campaign campaign = fixture_make_empty();
	char *mail = mail_of(&campaign, &samples, 0, NULL);
	assert_has(mail, "One variant: nothing is compared");
	free(mail);
	campaign_release(&campaign);
	campaign = fixture_make_complete(&samples);
	samples_release(&samples);
	mail = mail_of(&campaign, &samples, 0, NULL);
	assert_has(mail, "no data");
	free(mail);
	campaign_release(&campaign);
}

static void test_link(void **state)
{
	(void)state;
	struct samples samples = {0};
	struct campaign campaign = fixture_make_empty();
	setenv("SCHEDLAB_URL", "https://lab.example.org/", 1);
	char *mail = mail_of(&campaign, &samples, 0, NULL);
	assert_has(mail, "Link:      https://lab.example.org/c/" FIXTURE_EMPTY_ID "\n");
	free(mail);
	setenv("SCHEDLAB_URL", "https://lab.example.org/\nX: y", 1);
	mail = mail_of(&campaign, &samples, 0, NULL);
	assert_has(mail, "Link:      /c/");
	free(mail);
	unsetenv("SCHEDLAB_URL");
	campaign_release(&campaign);
}

static void test_ascii(void **state)
{
	(void)state;
	static const struct {
		const char *from, *to;
	} cases[] = {
		{"", ""},
		{"plain", "plain"},
		{"µs ±3.3 – 5", "us +/-3.3 - 5"},
		{"内核\n\x1b[31m", "??  [31m"},
		{"\xff\xc3", "??"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		char *ascii = ascii_of(cases[i].from);
		assert_string_equal(ascii, cases[i].to);
		free(ascii);
	}
	char *fit = ascii_fit("0123456789abcdef", 10);
	assert_string_equal(fit, "0123...def");
	free(fit);
	for (size_t width = 20; width < 90; width++) {
		struct text text = TEXT_EMPTY;
		ascii_wrap(&text, "first: ", 4, "words of\tsome  length and averyveryveryvery"
			"veryveryveryveryveryveryverylongone that cannot be broken at a blank", width);
		assert_mailable(text.bytes, width);
		text_release(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_complete),
		cmocka_unit_test(test_rows_and_base),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_lone_and_empty),
		cmocka_unit_test(test_link),
		cmocka_unit_test(test_ascii),
	};
	return cmocka_run_group_tests_name("model-mail", tests, NULL, NULL);
}
