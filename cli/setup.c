/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/setup.h"

#include <sodium.h>
#include <unistd.h>

#include "cli/signals.h"
#include "model/kconfig.h"
#include "model/whole.h"
#include "runner/matrix.h"

static error_t parse_seed(const char *arg, struct argp_state *state, struct setup_options *options)
{
	options->seeded = true;
	if (!whole_parse(arg, SETUP_SEED_MAX, &options->seed))
		argp_error(state, "bad seed '%s': expected a number from 0 to 2^53 - 1", arg);
	return 0;
}

error_t setup_parse(int key, char *arg, struct argp_state *state, struct setup_options *options)
{
	const char **kernel;
	switch (key) {
	case 'k':
		kernel = xgrow(&options->kernels, &options->kernels_n, sizeof(*kernel));
		*kernel = arg;
		return 0;
	case 'S':
		return parse_seed(arg, state, options);
	default:
		return command_one(key, arg, state, &options->plan_path, "plan file");
	}
}

char *setup_worker(void)
{
	const char *given = getenv("SCHEDLAB_WORKER");
	if (given && *given)
		return xstrdup(given);
	char self[4096];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
	self[length > 0 ? length : 0] = 0;
	char *slash = strrchr(self, '/');
	/* As it was built; as it is installed, wherever that was moved to; as it was to be. */
	static const char *const places[] = {"", "/../libexec/schedlab"};
	for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
		char *path = xasprintf("%.*s%s/schedlab-worker", slash ? (int)(slash - self) : 0,
			self, places[i]);
		if (access(path, X_OK) == 0)
			return path;
		free(path);
	}
	return xstrdup(SCHEDLAB_LIBEXEC "/schedlab-worker");
}

static bool amend(const struct setup_options *options, struct plan *plan, struct error *err)
{
	for (size_t i = 0; i < options->kernels_n; i++)
		if (!plan_set_kernel(plan, options->kernels[i], err))
			return false;
	return true;
}

/* What a plan names and is not there is a slip; of a kernel that is not, more is said later. */
static bool check_configs(const struct plan *plan, struct error *err)
{
	for (size_t i = 0; i < plan->variants_n; i++) {
		const struct plan_variant *variant = &plan->variants[i];
		bool there = !variant->kernel || access(variant->kernel, R_OK) == 0;
		if (there && variant->config && !kconfig_check_file(variant->config, err))
			return error_prefix(err, "config of %.100s", variant->label);
	}
	return true;
}

int setup_read(const struct setup_options *options, struct setup *setup)
{
	struct error err;
	struct matrix_resources resources;
	*setup = (struct setup){0};
	if (!plan_read_file(options->plan_path, &setup->plan, &err))
		return command_fail(EXIT_USAGE, &err);
	if (!amend(options, &setup->plan, &err) || !check_configs(&setup->plan, &err)) {
		setup_release(setup);
		return command_fail(EXIT_USAGE, &err);
	}
	setup->worker = setup_worker();
	setup->machine = (struct machine_options){setup->worker, signals_count()};
	if (!matrix_resources(&setup->plan, &setup->machine, &resources, &err)) {
		setup_release(setup);
		return command_fail(EXIT_FAILED, &err);
	}
	signals_die(); /* one that came while a guest was tried: nothing is stored yet */
	matrix_build(&setup->plan, &resources, &setup->campaign);
	setup->campaign.seed = options->seed;
	if (!options->seeded) {
		randombytes_buf(&setup->campaign.seed, sizeof(setup->campaign.seed));
		setup->campaign.seed &= SETUP_SEED_MAX;
	}
	return EXIT_DONE;
}

void setup_release(struct setup *setup)
{
	plan_release(&setup->plan);
	campaign_release(&setup->campaign);
	free(setup->worker);
	*setup = (struct setup){0};
}
