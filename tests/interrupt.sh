#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A runner that is interrupted finishes its launch, or stops at once when told twice, and says how
# to go on; a second runner on the store is turned away; what is shown meanwhile.
. tests/lib.sh

# The worker leaves a note as it is launched: to look for its process takes as long, on a busy
# machine, as a short campaign does.
mkdir "$T/bin"
cp "$WORKER" "$T/bin/schedlab-worker"
cat >"$T/worker" <<END
#!/bin/sh
[ "\$1" != launch ] || : >"$T/launched"
exec "$T/bin/schedlab-worker" "\$@"
END
chmod +x "$T/worker"
export SCHEDLAB_WORKER=$T/worker

# plan RUNS TIME [BOOTS]: launches of pingpong that take some three times as long.
plan() {
	cat <<-END
		machine: here
		disturbance: off
		boots: ${3:-1}
		placements: [bound]
		variants: [{label: running}]
		workloads: [{name: pingpong, runs: $1, time: $2, inner: 1}]
	END
}
plan 4 30ms >"$T/short.yaml"
plan 2 200ms 2 >"$T/boots.yaml"
plan 2 8s >"$T/long.yaml"

statuses() { "$SCHEDLAB" export latest --format=csv | tail -n +2 | cut -d, -f11 | tr '\n' ' '; }
has_launched() { [ -e "$T/launched" ]; }
is_launching() { left | grep -q schedlab-worker; }

# start STORE WORD…: in a shell that does not ignore SIGINT, as bash makes its background jobs do.
start() {
	export SCHEDLAB_STORE=$T/$1.db
	shift
	: >"$T/err"
	rm -f "$T/launched"
	env --default-signal=INT,TERM "$SCHEDLAB" "$@" >"$T/out" 2>"$T/err" &
	runner=$!
}
# ended: the exit status of what was started, where no process is left.
ended() {
	{ wait $runner; } 2>/dev/null
	status=$?
	await none_left || status+=" and left $(left)"
}

# ---- once ----

for signal in INT:130 TERM:143; do
	name=SIG${signal%:*}
	start "$name" run "$T/boots.yaml"
	await has_launched
	kill -s "${signal%:*}" $runner
	ended
	is "$name: ends by the signal" "$status" "${signal#*:}"
	has "$name: the launch under way was finished" "$(statuses)" "^(ok ){1,3}$"
	has "$name: says how to go on" "$(cat "$T/err")" \
		"^schedlab: interrupted after [1-3] of 4 launches; continue with: schedlab resume $(cat "$T/out")$"
	"$SCHEDLAB" resume latest -q 2>/dev/null
	is "$name: resumed" "$? $(statuses)" "0 ok ok ok ok "
done

# Nothing is left to resume after the last launch.
plan 1 500ms >"$T/one.yaml"
start last run "$T/one.yaml"
await has_launched
kill -INT $runner
ended
is "during the last launch: complete" "$status $(statuses)" "0 ok "
check "during the last launch: sealed" "$SCHEDLAB" verify

# ---- twice ----

start twice run "$T/long.yaml"
await has_launched
began=$SECONDS
kill -INT $runner
sleep 0.2
check "once: goes on with its launch" is_launching
kill -INT $runner
ended
is "twice: ends by the signal" "$status" 130
check "twice: does not wait for the launch" [ $((SECONDS - began)) -lt 15 ]
is "twice: the attempt is listed" "$(statuses)" "interrupted "
has "twice: with its reason" "$("$SCHEDLAB" export latest --format=csv)" "second interrupt"
has "twice: says how to go on" "$(cat "$T/err")" \
	"interrupted after 0 of 2 launches; continue with: schedlab resume $(cat "$T/out")$"

# ---- two runners ----

start second run "$T/long.yaml"
await has_launched
"$SCHEDLAB" run "$T/short.yaml" >"$T/out2" 2>"$T/err2"
is "a second runner: exit 1" $? 1
has "a second runner: names the first" "$(cat "$T/err2")" \
	"^schedlab: campaign $(cat "$T/out") of this store is being run by process $runner$"
is "a second runner: leaves nothing" "$(cat "$T/out2")$("$SCHEDLAB" list | wc -l)" 2
"$SCHEDLAB" resume latest 2>"$T/err2"
is "a second resume: exit 1" $? 1
has "a second resume: names the first" "$(cat "$T/err2")" "process $runner$"
kill -9 $runner
ended
check "after its death the store is free" "$SCHEDLAB" --store="$SCHEDLAB_STORE" run "$T/short.yaml"
has "the campaign it died in is open" "$("$SCHEDLAB" list)" "$(cat "$T/out").* open "

# ---- what is shown ----

start pipe run "$T/short.yaml"
ended
is "on a pipe: a line a launch" "$(grep -cE '^\[ +[1-4]/4\] running pingpong.bound boot 1 round [1-4]: [0-9.]+ us/loop$' "$T/err")" 4
is "on a pipe: nothing is rewritten" "$(tr -cd '\r\033' <"$T/err" | wc -c)" 0
is "stdout: the id alone" "$(cat "$T/out")" "$("$SCHEDLAB" list | awk 'NR == 2 { print $1 }')"
start quiet run -q "$T/short.yaml"
ended
is "quiet: the last line alone" "$(wc -l <"$T/err")" 1

if ! command -v script >/dev/null; then
	skip "on a terminal" "script(1) is not installed"
else
	export SCHEDLAB_STORE=$T/terminal.db
	plan 4 100ms >"$T/label.yaml"
	sed -i "s/running/$(printf 'ж%.0s' {1..120})/" "$T/label.yaml"
	TERM=xterm timeout 60 script -qefc "stty cols 60; exec '$SCHEDLAB' run '$T/label.yaml' >/dev/null" \
		/dev/null </dev/null >"$T/terminal"
	is "on a terminal: exit 0" $? 0
	is "on a terminal: one line, then the last word" "$(wc -l <"$T/terminal")" 1
	has "on a terminal: rewritten, with what is done and what is left" "$(tr '\r' '\n' <"$T/terminal")" \
		"^$(printf '\033')\\[K\\[ +[1-4]/4\\] .* s, ETA "
	is "on a terminal: never wider than it" "$(tr '\r' '\n' <"$T/terminal" | head -n -2 |
		sed 's/\x1b\[K//' | awk 'length > 59' | wc -l)" 0
fi
