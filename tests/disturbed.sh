#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A busy loop on the measured CPU, started in the middle of a campaign, with the thresholds that
# plans have by default: its launches are marked, made again and left out, and the verdict is the
# one of a campaign without it. Two labels of the running kernel are compared, so the truth is
# known. The loop runs and stops by the launches themselves, never by time.
. tests/lib.sh

csv() { "$SCHEDLAB" export latest --format=csv | tail -n +2; }
statuses() { csv | cut -d, -f11 | sort | uniq -c | awk '{ printf "%s %s ", $2, $1 }'; }
verdict() { "$SCHEDLAB" compare latest --json | sed -n 's/^ *"verdict": "\(.*\)".*/\1/p' | sort -u; }

command -v sqlite3 >/dev/null || {
	skip "a busy loop in mid-campaign" "no sqlite3 here"
	exit
}

# The worker: of the variant "other" every first attempt at a launch has the loop beside it. Which
# attempt it is only the store knows, where each is announced.
cat >"$T/worker" <<END
#!/bin/sh
if [ "\$1" = launch ] && [ -e $T/loop ]; then
	attempt=\$(sqlite3 -readonly "$SCHEDLAB_STORE" \\
		'SELECT attempt FROM launch ORDER BY campaign DESC, number DESC LIMIT 1')
	if [ -e $T/other ] && [ "\$attempt" = 1 ]; then signal=CONT; else signal=STOP; fi
	kill -\$signal \$(cat $T/loop)
fi
exec "$WORKER" "\$@"
END
chmod +x "$T/worker"
cat >"$T/plan.yaml" <<END
machine: here
rounds: 6
placements: [bound]
variants:
  - {label: one}
  - {label: other, setup: touch $T/other, teardown: rm $T/other}
workloads: [{name: ring, counts: [2, 8], time: 20ms, inner: 3}]
END
sed 's/^machine: here/&\ndisturbance: off/' "$T/plan.yaml" >"$T/off.yaml"

cpu=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')

run() { SCHEDLAB_WORKER=$T/worker "$SCHEDLAB" run -q --seed 3 "$1" >"$T/out" 2>"$T/err"; }
begin_loop() {
	taskset -c "$cpu" sh -c 'while :; do :; done' &
	loop=$!
	kill -STOP $loop
	echo $loop >"$T/loop"
}
end_loop() {
	rm "$T/loop"
	kill -KILL $loop
	wait $loop
} 2>/dev/null

# Without the loop hardly anything may be disturbed, and nothing claimed: else the machine has no
# quiet moment, or luck has made a difference where there is none, as one campaign in twenty will.
lacking() { "$SCHEDLAB" show latest | grep -c '^disturbed samples used'; }
quiet() {
	local try
	for ((try = 0; try < 2; try++)); do
		run "$T/plan.yaml" || return
		control=$(verdict) marked=$(csv | grep -c ',disturbed,')
		[ "$marked" -gt 6 ] || [ "$(lacking)" -ne 0 ] ||
			[ "$control" != "no difference proven" ] || return 0
	done
	return 1
}
# Likewise with it; three times by luck would be one in eight thousand.
for ((try = 0; try < 3; try++)); do
	quiet || break
	begin_loop
	run "$T/plan.yaml"
	end_loop
	looped=$(verdict)
	[ "$looped" != "$control" ] || [ "$(lacking)" -ne 0 ] || break
done
if [ -z "${looped:-}" ]; then
	skip "a busy loop in mid-campaign" \
		"no quiet moment: without it $marked launches of 24 were disturbed, and '$control'"
	exit
fi

is "without the loop: no difference proven" "$control" "no difference proven"
is "with the loop: the verdict is the same" "$looped" "$control"
beside=$(csv | awk -F, '$2 == "other" && $8 == 1 { print $11, $12 }' | sort | uniq -c | sed 's/^ *//')
is "each launch beside the loop is marked, with the reason" "$beside" \
	"12 disturbed other processes ran on its CPUs"
is "and made again" "$(csv | awk -F, '$2 == "other" && $8 == 2' | wc -l)" 12
is "and left out" "$(lacking) $(statuses | grep -o 'ok [0-9]*')" "0 ok 24"
"$SCHEDLAB" show latest >"$T/show"
has "what is left out is said" "$(cat "$T/show")" "^disturbed samples left out: [0-9]+$"
has "beside the verdict, too" "$("$SCHEDLAB" compare latest | tr -s ' \n' ' ')" "; [0-9]+ disturbed left out"
has "and on the page" "$("$SCHEDLAB" page "/c/$(cat "$T/out")")" "disturbed, left out"
check "the campaign is whole" "$SCHEDLAB" verify latest

# What is claimed where nobody watches.
begin_loop
run "$T/off.yaml"
end_loop
is "unwatched: none is marked" "$(statuses)" "ok 24 "
is "unwatched: the loop is taken for a difference" "$(verdict)" "differs within one boot"
