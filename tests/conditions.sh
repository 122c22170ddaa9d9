#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The conditions of launches on the running kernel: layout, disturbance, placements, setup and
# teardown, policies; and external commands.
. tests/lib.sh

csv() { "$SCHEDLAB" export latest --format=csv | tail -n +2; }
jsonl() { "$SCHEDLAB" export latest --format=jsonl; }
run() { "$SCHEDLAB" run -q --seed 7 "$T/plan.yaml" >"$T/out" 2>"$T/err"; }
# statuses: how many samples have each status.
statuses() { csv | cut -d, -f11 | sort | uniq -c | awk '{ printf "%s %s ", $2, $1 }'; }

# ---- setup, teardown, policy ----

cat >"$T/plan.yaml" <<END
machine: here
disturbance: off
boots: 2
placements: [bound]
variants:
  - label: set up
    setup: echo up >>$T/log
    teardown: [sh, -c, "echo down >>$T/log"]
    policy: batch
  - {label: plain}
workloads: [{name: pingpong, runs: 2, time: 1ms, inner: 1}]
END
run
is "setup and teardown: exit 0" $? 0
is "each boot is set up and torn down" "$(tr '\n' ' ' <"$T/log")" "up down up down "
is "all launches gave values" "$(statuses)" "ok 8 "

sed -i "s|echo up.*|echo no; echo why >\&2; exit 3|" "$T/plan.yaml"
rm "$T/log"
run
is "a setup that fails: exit 3" $? 3
is "its launches are failures with the reason" \
	"$(csv | grep '^[^,]*,set up,' | cut -d, -f11,12 | sort | uniq -c | sed 's/^ *//')" \
	"4 failed,boot: setup: exit code 3: why"
is "the other variant is measured" "$(csv | grep -c '^[^,]*,plain,.*,ok,')" 4
is "it is torn down all the same" "$(tr '\n' ' ' <"$T/log")" "down down "

# A runner killed in mid-boot: resume tears down first.
cat >"$T/plan.yaml" <<END
machine: here
disturbance: off
placements: [bound]
variants:
  - label: killed
    setup: echo up >>$T/killed
    teardown: echo down >>$T/killed
workloads: [{name: pingpong, runs: 3, time: 100ms, inner: 5}]
END
: >"$T/killed"
"$SCHEDLAB" run -q "$T/plan.yaml" >"$T/out" 2>"$T/err" &
runner=$!
await test -s "$T/killed"
kill -9 $runner
wait $runner 2>/dev/null
"$SCHEDLAB" resume latest -q >"$T/out" 2>"$T/err"
is "resumed after SIGKILL: exit 0" $? 0
is "what was set up is torn down first" "$(tr '\n' ' ' <"$T/killed")" "up down up down "

# ---- external commands ----

cat >"$T/plan.yaml" <<END
machine: here
disturbance: off
placements: [bound]
variants: [{label: running}]
workloads:
  - name: rate
    command: [sh, -c, "echo took; echo 'Rate: {count}.5 a second' >&2; exit 3"]
    value: '^Rate: ([0-9.]+) a'
    unit: 1/s
    better: higher
    counts: [2, 30]
  - name: none
    command: printf 'half a line'; exit 0
    value: '^Rate: ([0-9.]+) a'
    unit: s
    runs: 1
  - name: twice
    command: [printf, 'v 1\nv 2\n']
    value: '^v ([0-9]+)'
    unit: s
    runs: 1
  - name: absent
    command: [no-such-program-anywhere]
    value: '^v ([0-9]+)'
    unit: s
    runs: 1
  - name: killed
    command: kill -9 \$\$
    value: '^v ([0-9]+)'
    unit: s
    runs: 1
END
run
is "external commands: exit 3" $? 3
is "values, whatever the exit code" "$(csv | grep ',rate,' | cut -d, -f5,9,10,11 | sort | tr '\n' ' ')" \
	"2,2.5,1/s,ok 30,30.5,1/s,ok "
has "no match is a failure" "$(csv)" "none,.*,failed,its output has no match of value:; it ended with exit code 0"
has "two matches are one" "$(csv)" "twice,.*,failed,\"?its output has 2 matches of value:, not one"
has "no program is one" "$(csv)" "absent,.*,failed,.*exit code 127"
has "a signal is one" "$(csv)" "killed,.*,failed,.*signal 9"
has "the whole output is kept" "$(jsonl)" '"kind":"document","text":"half a line"'
has "higher is better" "$(jsonl)" '"better":"higher".*"slug":"rate.bound"'
jsonl >"$T/campaign.jsonl"
"$SCHEDLAB" --store "$T/other.db" import "$T/campaign.jsonl" >/dev/null
is "imported: exit 0" $? 0
is "and exported byte for byte" "$("$SCHEDLAB" --store "$T/other.db" export latest --format=jsonl | sha256sum)" \
	"$(sha256sum <"$T/campaign.jsonl")"

# The parent of a tree of processes is killed: nothing of it is left.
long=$((100000 + $$))
cat >"$T/tree.sh" <<END
sleep $long &
setsid sleep $long &
(sleep $long & sleep $long) &
kill -9 \$\$
END
cat >"$T/plan.yaml" <<END
machine: here
disturbance: off
placements: [bound]
variants: [{label: running}]
workloads: [{name: tree, command: [sh, "$T/tree.sh"], value: '(x)', unit: s, runs: 1}]
END
run
is "a killed parent: exit 3" $? 3
is "nothing is left running" "$(pgrep -fc "^sleep $long\$")" 0

# The same of a real benchmark: its forty processes die with their parent, the launch is a failure
# with the reason, and the next one is made. No other hackbench has this number of loops.
loops=$((10000000 + $$))
ours() { pgrep -fc "^[^ ]*hackbench -g 1 -l $loops\$"; }
if ! command -v hackbench >/dev/null; then
	skip "hackbench with its parent killed" "no hackbench here"
else
	cat >"$T/plan.yaml" <<-END
		machine: here
		disturbance: off
		placements: [bound]
		variants: [{label: running}]
		workloads:
		  - name: hackbench
		    command: "[ -e $T/long ] || exec hackbench -g 1 -l 10; rm $T/long; exec hackbench -g 1 -l $loops"
		    value: '^Time: ([0-9.]+)'
		    unit: s
		    runs: 3
	END
	cp "$WORKER" "$T/schedlab-worker"
	begin() { # WORD…: a runner whose next hackbench is one that takes for ever
		touch "$T/long"
		SCHEDLAB_WORKER=$T/schedlab-worker "$SCHEDLAB" "$@" >"$T/out" 2>"$T/err" &
		runner=$!
		check "$1: hackbench and its processes run" await many_of_ours
	}
	many_of_ours() { [ "$(ours)" -gt 40 ]; }
	none_of_ours() { [ "$(ours)" -eq 0 ]; }

	begin run -q "$T/plan.yaml"
	kill -9 "$(pgrep -P $runner schedlab-worker)"
	wait $runner
	is "the worker killed: exit 3" $? 3
	check "the worker killed: nothing is left running" none_of_ours
	is "the worker killed: its launch failed, the others have values" "$(statuses)" "failed 1 ok 2 "
	has "the worker killed: with the reason" "$(csv)" ",failed,the worker was killed by signal 9"

	begin run -q "$T/plan.yaml"
	{ kill -9 $runner && wait $runner; } 2>/dev/null
	check "the runner killed: nothing is left running" await none_of_ours
	"$SCHEDLAB" resume latest -q 2>"$T/err"
	is "the runner killed: resumed" "$? $(statuses)" "0 interrupted 1 ok 3 "
	has "the runner killed: with the reason" "$(csv)" ",interrupted,the runner ended during it"

	begin run -q "$T/plan.yaml"
	kill -9 "$(pgrep -of "^[^ ]*hackbench -g 1 -l $loops\$")"
	wait $runner
	is "hackbench's first process killed: exit 3" $? 3
	check "hackbench's first process killed: nothing is left running" none_of_ours
	has "hackbench's first process killed: with the reason" "$(csv)" ",failed,.*signal 9"
fi

# ---- layout: the same seed draws the same ----

cat >"$T/worker" <<END
#!/bin/sh
case "\$1" in launch) echo "\$*" | grep -oE 'layout=[0-9]+( aslr=[a-z]+)?' >>$T/layouts ;; esac
exec "$WORKER" "\$@"
END
chmod +x "$T/worker"
layouts() { # PLAN LINES: distinct layouts of six runs, then all of them hashed.
	: >"$T/layouts"
	printf 'machine: here\ndisturbance: off\nplacements: [bound]\nvariants: [{label: a}]\n%s\n%s\n' \
		"$1" 'workloads: [{name: pingpong, runs: 6, time: 1ms, inner: 1}]' >"$T/plan.yaml"
	SCHEDLAB_WORKER=$T/worker run || return 1
	echo "$(sort -u "$T/layouts" | wc -l) of $(wc -l <"$T/layouts")"
}
is "redrawn: each launch its own" "$(layouts 'layout: redrawn')" "6 of 6"
first=$(cat "$T/layouts")
is "redrawn: the kernel draws addresses, too" "$(grep -c aslr "$T/layouts")" 0
is "the default is that" "$(layouts '')" "6 of 6"
is "and the same seed draws the same" "$(cat "$T/layouts")" "$first"
is "fixed: one" "$(layouts 'layout: fixed')" "1 of 6"
is "fixed: and the kernel none" "$(grep -c ' aslr=off$' "$T/layouts")" 6
is "sets: one a set" "$(layouts $'layout: sets\nset: 2')" "3 of 6"
is "sets: and the kernel none" "$(grep -c ' aslr=off$' "$T/layouts")" 6

has "show --skew tells runs and sets" "$("$SCHEDLAB" show latest --skew)" '^ +- +6 +3 '
has "show --skew tells variant and unit" "$("$SCHEDLAB" show latest --skew)" '^pingpong\.bound, a: .*s per loop$'

# What a process that is launched says of itself: ADDR_NO_RANDOMIZE is 0040000.
personality() { # LAYOUT
	cat >"$T/plan.yaml" <<-END
		machine: here
		disturbance: off
		layout: $1
		placements: [bound]
		variants: [{label: a}]
		workloads:
		  - name: personality
		    command: [cat, /proc/self/personality]
		    value: '^([0-9a-f]{8})\$'
		    unit: flags
		    runs: 3
	END
	run
	csv | cut -d, -f9,11 | sort -u | tr '\n' ' '
}
is "fixed: what is launched has no addresses drawn" "$(personality fixed)" "40000,ok "
is "sets: nor here" "$(personality sets)" "40000,ok "
is "redrawn: it has" "$(personality redrawn)" "0,ok "

# ---- disturbance ----

cpu=$("$WORKER" launch workload=pingpong time_ns=1000 inner=1 | sed -n 's/^mask \([0-9]*\).*/\1/p')
cat >"$T/plan.yaml" <<END
machine: here
disturbance: {others: 0.1%, steal: 100%}
placements: [bound]
variants: [{label: running}]
workloads: [{name: pingpong, runs: 2, time: 50ms, inner: 5}]
END
taskset -c "$cpu" sh -c 'while :; do :; done' &
loop=$!
run
status=$?
kill $loop
wait $loop 2>/dev/null
is "a busy loop on the measured CPU: exit 0" $status 0
has "its launches are marked" "$(jsonl)" '"disturbance":\{"others":0\.[0-9]+.*"reason":"other processes ran on its CPUs".*"status":"disturbed","value":[0-9]'
is "each is made three times at most" "$(csv | awk -F, '$8 > 3' | wc -l)" 0
is "the campaign is whole" "$("$SCHEDLAB" verify latest | awk '{ print $3 }')" ok

# ---- placements ----

cat >"$T/plan.yaml" <<END
machine: here
disturbance: off
placements: [each, siblings]
variants: [{label: running}]
workloads: [{name: pingpong, runs: 1, time: 1ms, inner: 1}]
END
cpus=$(nproc)
if [ "$cpus" -ge 2 ]; then
	run
	is "each: one run on every CPU" "$(jsonl | grep -o '"cpus":"[0-9]*"' | sort -u | wc -l)" "$cpus"
	has "what it lacks is skipped with the reason, or measured" "$(jsonl)" \
		'no core has two usable hardware threads|"cpus":"[0-9]+[-,][0-9]+"'
else
	skip "each: one run on every CPU" "one CPU"
fi

# What that comes to: where the stack of a program begins, in twelve launches, as --skew tells it.
stacks() { # PLAN LINES: sets, distinct values, and the spread inside a set.
	cat >"$T/plan.yaml" <<-END2
		machine: here
		disturbance: off
		placements: [unbound]
		$1
		variants: [{label: running}]
		workloads:
		  - name: stack
		    command: [awk, '{ print 1 + \$28 % 65536 }', /proc/self/stat]
		    value: '^([0-9]+)\$'
		    unit: bytes
		    runs: 12
	END2
	run
	"$SCHEDLAB" show latest --skew | awk '/^ +- +12 / { print $3, $4, $(NF - 1) }'
}
is "fixed: all launches have one stack" "$(stacks 'layout: fixed')" "1 1 0"
is "sets: each has one" "$(stacks $'layout: sets\nset: 4')" "3 3 0"
check "redrawn: more distinct values than fixed" test "$(stacks 'layout: redrawn' | cut -d' ' -f2)" -gt 3
