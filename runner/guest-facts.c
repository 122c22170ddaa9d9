/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/guest-facts.h"

#include <errno.h>
#include <ftw.h>
#include <unistd.h>

#include "model/now.h"
#include "runner/facts-parts.h"
#include "runner/facts.h"
#include "runner/guest-files.h"

#define FACTS_NS (60 * NS_PER_S)
#define RENEW_NS (3 * NS_PER_S)

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
	(void)status, (void)type, (void)where;
	return remove(path);
}

static void remove_folder(char *folder)
{
	nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(folder);
}

const char *guest_facts_folder(void)
{
	const char *given = getenv("TMPDIR");
	return given && *given ? given : "/tmp";
}

/* Fetches files of the guest into a new folder, which remove_folder() takes away; or NULL. */
static char *fetch(struct guest *guest, const char *const files[], int64_t wait_ns,
	struct error *err)
{
	char *folder = xasprintf("%s/schedlab-guest.XXXXXX", guest_facts_folder());

	if (!mkdtemp(folder)) {
		error_set(err, "did not boot: no folder %s for its facts: %s", folder,
			strerror(errno));
		free(folder);
		return NULL;
	}
	if (guest_files_fetch(guest, files, folder, now_steady_ns() + wait_ns, err))
		return folder;
	remove_folder(folder);
	return NULL;
}

bool guest_facts(struct guest *guest, const char *config, struct environment *env,
	struct error *err)
{
	char *folder = fetch(guest, facts_guest_files, FACTS_NS, err);

	if (!folder)
		return false;
	facts_of_root(folder, env, config);
	remove_folder(folder);
	return true;
}

void guest_facts_renew(struct guest *guest, struct environment *env)
{
	static const char path[] =
		"/sys/devices/system/clocksource/clocksource0/current_clocksource";
	static const char *const files[] = {path, NULL};
	struct error unknown;
	char *folder = fetch(guest, files, RENEW_NS, &unknown);
	char *now = folder ? facts_read(folder, path) : NULL;

	if (now)
		environment_set(env, "clocksource", now);
	if (folder)
		remove_folder(folder);
	free(now);
}
