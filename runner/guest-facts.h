/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The facts of a guest: its files are fetched into a folder that is there for no longer than
 * they are read, and mean the same as this host's would.
 */
#ifndef RUNNER_GUEST_FACTS_H
#define RUNNER_GUEST_FACTS_H

#include "model/environment.h"
#include "runner/guest.h"

/* Where that folder is made: $TMPDIR or /tmp. */
const char *guest_facts_folder(void);

/* `config`: the path of its .config, or NULL. */
bool guest_facts(struct guest *guest, const char *config, struct environment *env,
	struct error *err);

/*
 * Again what changes after a boot: a kernel goes over to its final clock source about a second
 * after its init began, while launches may already run.
 */
void guest_facts_renew(struct guest *guest, struct environment *env);

#endif
