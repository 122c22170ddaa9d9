/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/command.h"
#include "model/formats/jsonl.h"

#define IMPORT_BYTES_MAX (UINT64_C(1) << 30)

struct arguments {
	const char *path;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	return command_one(key, arg, state, &arguments->path, "file");
}

/*
 * A campaign that is there already with the same seal is no error: importing twice changes
 * nothing but for new amendments. Another one under the same id is.
 */
static bool is_there(struct store *store, const struct campaign *campaign)
{
	struct campaign there;
	struct error err;
	if (store_campaign_read(store, campaign->id, &there, &err) != STORE_FOUND)
		return false;
	bool sealed = campaign->digest && there.digest;
	campaign_release(&there);
	return sealed;
}

static bool merge(struct store *store, struct campaign *campaign, struct error *err)
{
	size_t added;
	if (!store_amendments_merge(store, campaign, &added, err))
		return false;
	fprintf(stderr, "schedlab: campaign %s is in the store already, with this seal", campaign->id);
	if (added)
		fprintf(stderr, "; %zu new amendment%s", added, added == 1 ? "" : "s");
	fputc('\n', stderr);
	return true;
}

static int import(struct store *store, struct campaign *campaign, const struct samples *samples)
{
	struct error err;
	bool ok = is_there(store, campaign)
		? merge(store, campaign, &err)
		: store_campaign_import(store, campaign, samples, &err);
	if (!ok)
		return command_fail(EXIT_FAILED, &err);
	printf("%s\n", campaign->id);
	return command_flush();
}

int cmd_import(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {NULL, parse, "FILE",
		"Takes in a campaign in its canonical form, as `export` writes it: all of it or, "
		"where anything is wrong, nothing. \"-\" is the standard input. Prints its id.",
		NULL, NULL, NULL};
	struct arguments arguments = {NULL};
	struct campaign campaign;
	struct samples samples;
	struct text form = TEXT_EMPTY;
	struct error err;
	command_parse(&argp, argc, argv, globals, &arguments);

	const char *path = strcmp(arguments.path, "-") == 0 ? "/dev/stdin" : arguments.path;
	bool ok = text_read_file(&form, path, IMPORT_BYTES_MAX, &err) &&
		jsonl_read(&form, arguments.path, &campaign, &samples, &err);
	text_release(&form);
	if (!ok)
		return command_fail(EXIT_FAILED, &err);
	struct store *store = command_store(globals, STORE_WRITE);
	int code = store ? import(store, &campaign, &samples) : EXIT_FAILED;
	store_close(store);
	samples_release(&samples);
	campaign_release(&campaign);
	return code;
}
