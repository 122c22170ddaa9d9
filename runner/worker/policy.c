/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "runner/worker/policy.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const struct {
	const char *name;
	int policy;
} policies[] = {
	{"other", SCHED_OTHER},
	{"batch", SCHED_BATCH},
	{"idle", SCHED_IDLE},
	{"fifo", SCHED_FIFO},
	{"rr", SCHED_RR},
};

bool policy_apply(const char *policy, char *reason, size_t size)
{
	size_t length = policy ? strcspn(policy, ":") : 0;
	int level = policy && policy[length] ? (int)strtol(policy + length + 1, NULL, 10) : 0;
	const struct sched_param param = {.sched_priority = level};
	bool nice = length == 4 && strncmp(policy, "nice", length) == 0;

	if (!policy)
		return true;
	if (nice && setpriority(PRIO_PROCESS, 0, level) == 0)
		return true;
	for (size_t i = 0; i < sizeof(policies) / sizeof(policies[0]); i++) {
		if (strlen(policies[i].name) != length ||
			strncmp(policies[i].name, policy, length) != 0)
			continue;
		if (sched_setscheduler(0, policies[i].policy, &param) == 0)
			return true;
		nice = true;
	}
	snprintf(reason, size, "policy %s: %s", policy, strerror(nice ? errno : EINVAL));
	return false;
}
