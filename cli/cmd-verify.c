/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/command.h"
#include "model/amendment.h"
#include "model/formats/jsonl.h"

struct arguments {
	const char *id; /* NULL: all */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	if (key == ARGP_KEY_END)
		return 0;
	return command_one(key, arg, state, &arguments->id, "campaign id");
}

/* Behind the seal; false after saying which amendment is wrong. */
static bool verify_amendments(const struct campaign *campaign)
{
	struct error err;
	if (!campaign->amendments_n)
		return true;
	bool ok = amendment_check_chain(campaign, &err);
	printf("%s  %zu amendments, the last %s  %s\n", campaign->id, campaign->amendments_n,
		campaign->amendments[campaign->amendments_n - 1].hash, ok ? "ok" : "WRONG");
	if (!ok)
		fprintf(stderr, "schedlab: campaign %s: %s\n", campaign->id, err.message);
	return ok;
}

/* Reads everything again and compares; false after saying what is wrong. */
static bool verify(struct store *store, const char *id)
{
	struct campaign campaign;
	struct samples samples;
	struct error err;
	char digest[DIGEST_BYTES];
	if (!command_campaign_sealed(store, id, &campaign, &samples))
		return false;
	bool ok = true;
	if (!campaign.digest) {
		printf("%s  not complete: no digest yet\n", campaign.id);
	} else if (!jsonl_digest(&campaign, &samples, digest, &err)) {
		ok = command_fail(EXIT_FAILED, &err) == EXIT_DONE;
	} else {
		ok = strcmp(digest, campaign.digest) == 0;
		printf("%s  %s  %s\n", campaign.id, digest, ok ? "ok" : "WRONG");
		if (!ok)
			fprintf(stderr,
				"schedlab: campaign %s is not what was sealed: its digest was %s\n",
				campaign.id, campaign.digest);
		ok = verify_amendments(&campaign) && ok;
	}
	campaign_release(&campaign);
	samples_release(&samples);
	return ok;
}

static bool verify_all(struct store *store)
{
	struct campaign_brief *briefs;
	struct error err;
	size_t n;
	bool ok = true;
	if (!store_campaign_list(store, &briefs, &n, &err))
		return command_fail(EXIT_FAILED, &err) == EXIT_DONE;
	for (size_t i = 0; i < n; i++)
		ok = verify(store, briefs[i].id) && ok;
	campaign_briefs_free(briefs, n);
	return ok;
}

int cmd_verify(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {NULL, parse, "[CAMPAIGN]",
		"Recomputes the digest of a complete campaign, or of all of them, from what is "
		"stored, and compares it with its seal; and the hashes of its amendments. Exit "
		"code 1 where one differs.",
		NULL, NULL, NULL};
	struct arguments arguments = {NULL};
	command_parse(&argp, argc, argv, globals, &arguments);

	struct store *store = command_store(globals, STORE_READ);
	if (!store)
		return EXIT_FAILED;
	bool ok = arguments.id ? verify(store, arguments.id) : verify_all(store);
	store_close(store);
	int written = command_flush();
	return ok ? written : EXIT_FAILED;
}
