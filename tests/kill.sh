#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The runner killed: at random moments, at each of its durable system calls, with a disk that
# fails or is full, and by the machine going down. After the last resume each cell has each round
# of each boot exactly once, no process is left, and the digest verifies.
. tests/lib.sh

cp "$WORKER" "$T/schedlab-worker"
export SCHEDLAB_WORKER=$T/schedlab-worker

cat >"$T/many.yaml" <<'END'
machine: here
disturbance: off
boots: 2
rounds: 3
placements: [bound, unbound]
variants: [{label: running}]
workloads:
  - {name: ring, counts: [2, 4], time: 1ms, inner: 3}
  - {name: messaging, counts: 1, loops: 2}
  - {name: pingpong, runs: 6, time: 1ms, inner: 3}
END
many=60
cat >"$T/three.yaml" <<'END'
machine: here
disturbance: off
placements: [bound]
variants: [{label: running}]
workloads: [{name: pingpong, runs: 3, time: 1ms, inner: 1}]
END

export_csv() { "$SCHEDLAB" export "$1" --format=csv; }

# What counts, in the CSV's words: variant to round of each sample that is ok.
counting() { export_csv "$1" | awk -F, '$11 == "ok" { print $2, $3, $4, $5, $6, $7 }' | sort; }
# The same, as the plan has it.
planned() { "$SCHEDLAB" plan "$1" --order | tail -n +2 | tr '\t' ' ' | sort; }

# whole ID PLAN: as if nothing had happened.
whole() {
	local rows
	rows=$(export_csv "$1" | tail -n +2 | cut -d, -f11 | sort | uniq -c | tr -s '\n ' ' ')
	[ "$(counting "$1")" = "$(planned "$2")" ] || { echo "not once each:$rows"; return 1; }
	grep -qE '^( [0-9]+ (ok|interrupted))+ $' <<<"$rows" || { echo "others:$rows"; return 1; }
	"$SCHEDLAB" verify "$1"
}

# Campaigns in the store: all, or those in a state. (None where there is no store yet.)
ids() { "$SCHEDLAB" list 2>/dev/null | awk -v s="${1:-}" 'NR > 1 && (s == "" || $4 == s) { print $1 }'; }

# go_on PLAN: the command that continues what is open, or begins anew.
go_on() {
	local open
	open=$(ids open | head -1)
	if [ -n "$open" ]; then echo "resume $open"; else echo "run $1"; fi
}

# ---- at random moments ----

kills=0 in_resume=0 orphaned=
for ((i = 0; i < 60 && kills < 20; i++)); do
	read -ra words <<<"$(go_on "$T/many.yaml")"
	"$SCHEDLAB" "${words[@]}" >"$T/out" 2>&1 &
	runner=$!
	sleep "0.$(printf '%03d' $((RANDOM % 300)))"
	if kill -9 $runner 2>/dev/null; then
		kills=$((kills + 1))
		[ "${words[0]}" = run ] || in_resume=$((in_resume + 1))
	fi
	wait $runner 2>/dev/null
	await none_left || orphaned+="after kill $kills: $(left) "
done
is "killed twenty times" $kills 20
is "no process is left after any of them" "$orphaned" ""
echo "# $in_resume of them during resume, in $(ids | wc -l) campaigns"
read -ra words <<<"$(go_on "$T/many.yaml")"
check "the last resume" "$SCHEDLAB" "${words[@]}"
is "none is open" "$(ids open)" ""
for id in $(ids); do
	check "$id: $many launches once each, and the digest" whole "$id" "$T/many.yaml"
done
id=$(ids | head -1)
each() { ids | xargs -n 1 "$@"; }
interrupted=$(each "$SCHEDLAB" export --format=csv | grep -c ',interrupted,the runner ended during it,')
check "$interrupted attempts are listed as interrupted" [ "$interrupted" -gt 0 ]
digest=$("$SCHEDLAB" verify "$id" | awk '{ print $2 }')
has "its page shows the digest" "$("$SCHEDLAB" page "/c/$id")" "$digest"
has "the page of its boots says that one was entered again" \
	"$(ids | sed 's,.*,/c/&/env,' | xargs -n 1 "$SCHEDLAB" page)" "entered (again|twice|[0-9]+ times)"

before=$(export_csv "$id" | sha256sum)
"$SCHEDLAB" resume "$id" >"$T/out" 2>"$T/err"
is "a finished campaign: exit 0" $? 0
has "a finished campaign: says so" "$(cat "$T/err")" "nothing to do"
is "a finished campaign: as it was" "$(export_csv "$id" | sha256sum)" "$before"

# ---- at each durable system call ----

export SCHEDLAB_STORE=$T/call.db
# inject CALL FAULT N: a run whose Nth such call meets it; $traced = how many there were.
inject() {
	rm -f "$SCHEDLAB_STORE"*
	strace -qq -o "$T/trace" -e "trace=$1" -e "inject=$1:$2:when=$3" \
		"$SCHEDLAB" run "$T/three.yaml" >"$T/out" 2>"$T/err"
	status=$?
	traced=$(wc -l <"$T/trace")
}

# survive: a resume of what is there, or a new run where nothing is, and all is there once.
survive() {
	if ! "$SCHEDLAB" resume latest >"$T/out" 2>&1; then
		grep -qE 'no campaign yet|no such store' "$T/out" || { cat "$T/out"; return 1; }
		"$SCHEDLAB" run "$T/three.yaml" || return
	fi
	[ "$(counting latest)" = "$planned" ] && "$SCHEDLAB" verify && await none_left
}
planned=$(planned "$T/three.yaml")

# kill_at CALL STEP: at each STEPth, beginning at one of the first, until none is met.
kill_at() {
	local n hits=0 lost=
	for ((n = 1 + RANDOM % $2; n < 400; n += $2)); do
		inject "$1" signal=KILL "$n" 2>/dev/null
		[ "$traced" -ge "$n" ] || break
		hits=$((hits + 1))
		survive >"$T/survive" 2>&1 || lost+="$1 number $n: $(tail -1 "$T/survive") "
	done 2>/dev/null
	check "$1: $hits moments" [ "$hits" -gt 0 ]
	is "$1: whole after a resume, whichever was the last call" "$lost" ""
}

if ! strace -qq -o "$T/trace" true 2>/dev/null; then
	skip "killed at each durable system call" "strace cannot trace here"
else
	kill_at fdatasync 1
	kill_at ftruncate 1
	kill_at pwrite64 15

	# The first that cannot be flushed ends it: no retry, nothing acknowledged after it.
	inject fdatasync error=EIO 30+
	is "EIO: exit 1" "$status" 1
	has "EIO: says so" "$(cat "$T/err")" "^schedlab: $T/call.db: disk I/O error"
	has "EIO: says how to go on" "$(cat "$T/err")" "continue with: schedlab resume [0-9]+-[a-z0-9]+\$"
	is "EIO: two lines" "$(grep -c '^schedlab: ' "$T/err")" 2
	check "EIO: whole after a resume" survive
	inject pwrite64 error=ENOSPC 150+
	is "ENOSPC: exit 1" "$status" 1
	has "ENOSPC: says so" "$(cat "$T/err")" "no room left on the device"
	check "ENOSPC: whole after a resume" survive
fi

# ---- by the machine going down ----

# A launch that takes its time, so that it is the one that is cut.
sed 's/time: 1ms/time: 700ms/; s/runs: 3/runs: 1/' "$T/three.yaml" >"$T/long.yaml"
is_launching() { left | grep -q schedlab-worker; }
# cut_off BOOT_ID WORD…: a runner that dies during a launch, on a host whose boot id is faked.
cut_off() {
	echo "$1" >"$T/boot_id"
	shift
	unshare -m sh -c "mount --bind '$T/boot_id' /proc/sys/kernel/random/boot_id && exec \"\$@\"" \
		sh "$SCHEDLAB" "$@" >"$T/out" 2>"$T/err" &
	runner=$!
	await is_launching
	kill -9 $runner
	wait $runner 2>/dev/null
	await none_left
}
finish() {
	unshare -m sh -c "mount --bind '$T/boot_id' /proc/sys/kernel/random/boot_id && exec \"\$@\"" \
		sh "$SCHEDLAB" resume latest >"$T/out" 2>"$T/err"
}
statuses() { export_csv latest | tail -n +2 | cut -d, -f11 | tr '\n' ' '; }

echo probe >"$T/boot_id"
if ! unshare -m mount --bind "$T/boot_id" /proc/sys/kernel/random/boot_id 2>/dev/null; then
	skip "the machine going down" "no mount namespace of our own to fake a boot id in (not root?)"
else
	boot=00000000-0000-0000-0000-00000000000
	export SCHEDLAB_STORE=$T/killed.db
	cut_off ${boot}1 run "$T/long.yaml"
	for i in 1 2 3; do
		cut_off ${boot}1 resume latest
	done
	finish
	is "killed four times in one boot: still measured" "$? $(statuses)" \
		"0 interrupted interrupted interrupted interrupted ok "

	export SCHEDLAB_STORE=$T/crashed.db
	cut_off ${boot}1 run "$T/long.yaml"
	for i in 2 3; do
		cut_off ${boot}$i resume latest
	done
	cut_off ${boot}3 resume latest
	echo ${boot}3 >"$T/boot_id"
	cut_off ${boot}3 resume latest
	echo ${boot}4 >"$T/boot_id"
	finish
	is "the machine went down three times: failed, exit 3" "$? $(statuses)" \
		"3 interrupted interrupted interrupted interrupted interrupted failed "
	has "the machine went down three times: says so" "$(export_csv latest)" \
		"the machine went down during it 3 times"
	check "the machine went down three times: sealed" "$SCHEDLAB" verify
fi
