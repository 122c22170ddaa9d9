/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/kconfig.h"

static const char preemption[] = "preemption", ticks[] = "ticks", scheduler[] = "scheduler",
	debugging[] = "debugging", mitigations[] = "mitigations", compiler[] = "compiler",
	processors[] = "processors";

/*
 * The options that matter for scheduling, in the order in which they are shown; a star stands
 * for any rest of a name. Whole words only: MACHZ_WDT is a watchdog, NET_SCHED queues packets.
 */
static const struct {
	const char *pattern, *topic;
} topics[] = {
	{"PREEMPT_RT", preemption},
	{"PREEMPT_RT_FULL", preemption},
	{"PREEMPT_DYNAMIC", preemption},
	{"PREEMPT", preemption},
	{"PREEMPT_BUILD", preemption},
	{"PREEMPT_*", preemption},
	{"PREEMPTION", preemption},
	{"PREEMPTIRQ_*", debugging},
	{"ARCH_NO_PREEMPT", preemption},
	{"HZ", ticks},
	{"HZ_*", ticks},
	{"NO_HZ", ticks},
	{"NO_HZ_*", ticks},
	{"HIGH_RES_TIMERS", ticks},
	{"SCHED_TRACER", debugging},
	{"SCHED_DEBUG", debugging},
	{"SCHED_STACK_END_CHECK", debugging},
	{"SCHED_*", scheduler},
	{"CGROUP_SCHED", scheduler},
	{"FAIR_GROUP_SCHED", scheduler},
	{"RT_GROUP_SCHED", scheduler},
	{"EXT_GROUP_SCHED", scheduler},
	{"GROUP_SCHED_*", scheduler},
	{"CFS_BANDWIDTH", scheduler},
	{"NUMA_BALANCING*", scheduler},
	{"UCLAMP_*", scheduler},
	{"RCU_*", scheduler},
	{"TREE_RCU", scheduler},
	{"TINY_RCU", scheduler},
	{"*_CPU_ACCOUNTING", scheduler},
	{"VIRT_CPU_ACCOUNTING*", scheduler},
	{"IRQ_TIME_ACCOUNTING", scheduler},
	{"CONTEXT_TRACKING*", scheduler},
	{"PSI*", scheduler},
	{"RSEQ*", scheduler},
	{"FUTEX*", scheduler},
	{"SCHEDSTATS", debugging},
	{"LATENCYTOP", debugging},
	{"LOCKDEP*", debugging},
	{"PROVE_*", debugging},
	{"LOCK_STAT", debugging},
	{"KASAN*", debugging},
	{"KCSAN*", debugging},
	{"KMSAN*", debugging},
	{"UBSAN*", debugging},
	{"KFENCE*", debugging},
	{"KCOV*", debugging},
	{"GCOV_KERNEL", debugging},
	{"DEBUG_PREEMPT", debugging},
	{"DEBUG_*LOCK*", debugging},
	{"DEBUG_*MUTEX*", debugging},
	{"DEBUG_RWSEMS", debugging},
	{"DEBUG_ATOMIC_SLEEP", debugging},
	{"DEBUG_IRQFLAGS", debugging},
	{"DEBUG_ENTRY", debugging},
	{"DEBUG_OBJECTS*", debugging},
	{"DEBUG_PAGEALLOC*", debugging},
	{"DEBUG_KMEMLEAK*", debugging},
	{"DEBUG_LIST", debugging},
	{"DEBUG_VM*", debugging},
	{"DEBUG_TIMEKEEPING", debugging},
	{"SLUB_DEBUG_ON", debugging},
	{"IRQSOFF_TRACER", debugging},
	{"FUNCTION_TRACER", debugging},
	{"FUNCTION_GRAPH_TRACER", debugging},
	{"TRACE_IRQFLAGS", debugging},
	{"CPU_MITIGATIONS", mitigations},
	{"SPECULATION_MITIGATIONS", mitigations},
	{"MITIGATION_*", mitigations},
	{"PAGE_TABLE_ISOLATION", mitigations},
	{"RETPOLINE", mitigations},
	{"RETHUNK", mitigations},
	{"CALL_DEPTH_TRACKING", mitigations},
	{"CPU_UNRET_ENTRY", mitigations},
	{"CPU_IBPB_ENTRY", mitigations},
	{"CPU_IBRS_ENTRY", mitigations},
	{"CPU_SRSO", mitigations},
	{"SLS", mitigations},
	{"GDS_FORCE_MITIGATION", mitigations},
	{"CC_VERSION_TEXT", compiler},
	{"CC_IS_*", compiler},
	{"GCC_VERSION", compiler},
	{"CLANG_VERSION", compiler},
	{"CC_OPTIMIZE_FOR_*", compiler},
	{"LTO_*", compiler},
	{"CFI_CLANG*", compiler},
	{"STACKPROTECTOR*", compiler},
	{"RANDSTRUCT*", compiler},
	{"SMP", processors},
	{"NR_CPUS", processors},
	{"CPU_FREQ_DEFAULT_GOV_*", processors},
	{"CPU_IDLE_GOV_*", processors},
	{"HALTPOLL_CPUIDLE", processors},
	{"PARAVIRT*", processors},
	{"TRANSPARENT_HUGEPAGE*", processors},
};

/* Say which build it was, not what it does. */
static const char *const build_names[] = {
	"CONFIG_LOCALVERSION", "CONFIG_LOCALVERSION_AUTO", "CONFIG_BUILD_SALT",
	"CONFIG_VERSION_SIGNATURE",
};

static bool matches(const char *pattern, const char *name)
{
	for (; *pattern; pattern++, name++) {
		if (*pattern == '*') {
			for (const char *rest = name;; rest++) {
				if (matches(pattern + 1, rest))
					return true;
				if (!*rest)
					return false;
			}
		}
		if (*pattern != *name)
			return false;
	}
	return !*name;
}

/* Where in the table it stands; ARRAY_LENGTH(topics) for an option that does not matter. */
static size_t position(const char *name)
{
	const char *bare = strncmp(name, "CONFIG_", 7) == 0 ? name + 7 : name;
	size_t i = 0;
	for (; i < ARRAY_LENGTH(topics); i++) {
		const char *pattern = topics[i].pattern;
		if ((*pattern == *bare || *pattern == '*') && matches(pattern, bare))
			break;
	}
	return i;
}

/* By topic, then as in the table. */
static size_t rank(const char *name)
{
	static const char *const order[] = {
		preemption, ticks, scheduler, debugging, mitigations, compiler, processors,
	};
	size_t at = position(name), topic = 0;
	if (at == ARRAY_LENGTH(topics))
		return SIZE_MAX;
	while (order[topic] != topics[at].topic)
		topic++;
	return topic * ARRAY_LENGTH(topics) + at;
}

const char *kconfig_topic(const char *name)
{
	size_t at = position(name);
	return at < ARRAY_LENGTH(topics) ? topics[at].topic : NULL;
}

static bool is_build_name(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(build_names); i++)
		if (strcmp(build_names[i], name) == 0)
			return true;
	return false;
}

static void compare(struct kconfig_diff *diff, const char *name, const struct kconfig_option *a,
	const struct kconfig_option *b)
{
	bool same = a && b && (a->value && b->value ? strcmp(a->value, b->value) == 0 :
		!a->value && !b->value);

	if (same || is_build_name(name))
		return;
	struct kconfig_change *change = xgrow(&diff->changes, &diff->length, sizeof(*change));
	*change = (struct kconfig_change){name, kconfig_state(a), kconfig_state(b),
		kconfig_topic(name)};
	diff->first += change->topic != NULL;
}

struct ranked {
	size_t rank;
	struct kconfig_change change;
};

static int by_rank(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return strcmp(x->change.name, y->change.name);
}

/* A rank costs a look at the whole table, so it is found once for each. */
void kconfig_sort(struct kconfig_change *changes, size_t n)
{
	struct ranked *ranked = xcalloc(n, sizeof(*ranked));
	for (size_t i = 0; i < n; i++)
		ranked[i] = (struct ranked){rank(changes[i].name), changes[i]};
	if (n)
		qsort(ranked, n, sizeof(*ranked), by_rank);
	for (size_t i = 0; i < n; i++)
		changes[i] = ranked[i].change;
	free(ranked);
}

void kconfig_diff_init(struct kconfig_diff *diff, const struct kconfig *a,
	const struct kconfig *b)
{
	*diff = (struct kconfig_diff){0};
	for (size_t i = 0, j = 0; i < a->length || j < b->length;) {
		const struct kconfig_option *x = i < a->length ? &a->options[i] : NULL;
		const struct kconfig_option *y = j < b->length ? &b->options[j] : NULL;
		int order = !x ? 1 : !y ? -1 : strcmp(x->name, y->name);
		if (order < 0)
			compare(diff, x->name, x, NULL);
		else if (y)
			compare(diff, y->name, order ? NULL : x, y);
		i += order <= 0;
		j += order >= 0;
	}
	kconfig_sort(diff->changes, diff->length);
}

void kconfig_diff_release(struct kconfig_diff *diff)
{
	free(diff->changes);
	*diff = (struct kconfig_diff){0};
}
