#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The worker as a child: what it replies, how it fails, and that it never leaves a process.
# The checksums of the frames are tests/runner-protocol.c's matter.
. tests/lib.sh

first_cpu() { sed -n 's/^Cpus_allowed_list:[[:space:]]*\([0-9]*\).*/\1/p' /proc/self/status; }
all_cpus() { sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status; }
# A temporary copy that any user may run.
chmod 711 "$T"
cp "$WORKER" "$T/worker"
WORKER=$T/worker

# Pids of a process group's members that are not zombies; with a parent's pid: only its children.
members() {
	cat /proc/[0-9]*/stat 2>/dev/null |
		awk -v g="$1" -v p="${2:-}" '$5 == g && $3 !~ /[ZX]/ && (p == "" || $4 == p) { print $1 }'
}

# await COMMAND…: until it succeeds, five seconds at most.
await() {
	local i
	for ((i = 0; i < 250; i++)); do
		"$@" && return
		sleep 0.02
	done
	return 1
}
has_members() { [ "$(members "$1" "${2:-}" | wc -l)" -ge "$3" ]; }
is_empty() { [ -z "$(members "$1")" ]; }

# start COMMAND…: in a process group of its own, whose number is then $group.
start() {
	setsid "$@" >"$T/raw" 2>"$T/err" </dev/null &
	group=$!
}

# finish NAME: waits; $status, and $out without frames. Every line has one, no process is left.
finish() {
	wait "$group"
	status=$?
	out=$(sed -n 's/ \*[0-9a-f]\{8\}$//p' "$T/raw")
	is "$1: every line is framed, nothing else is said" \
		"$(wc -l <<<"$out") $(wc -c <"$T/err")" "$(wc -l <"$T/raw") 0"
	is "$1: no process is left" "$(members "$group")" ""
}
launch() {
	local name=$1
	shift
	start "$WORKER" launch "$@"
	finish "$name"
}
# words: how often which first word was said, in order.
words() { cut -d' ' -f1 <<<"$out" | uniq -c | awk '{ printf "%s%s %s", sep, $1, $2; sep = ", " }'; }
# ended NAME STATUS PATTERN: the last line, and the exit status.
ended() {
	is "$1: exit status" "$status" "$2"
	has "$1: last line" "$(tail -1 <<<"$out")" "$3"
}

cpu=$(first_cpu)
quick="time_ns=300000 inner=3"
for cpus in "" "$cpu"; do
	where=${cpus:+bound} bind=${cpus:+cpus=$cpus}
	for count in 1 2 5; do
		name="ring of $count ${where:-unbound}"
		# shellcheck disable=SC2086
		launch "$name" workload=ring count=$count $bind $quick
		is "$name" "$status: $(words)" "0: 1 mask, 3 overhead, 3 interval, 1 usage, 1 done"
	done
	# shellcheck disable=SC2086
	launch "pingpong ${where:-unbound}" workload=pingpong $bind $quick
	is "pingpong ${where:-unbound}" "$status: $(words)" "0: 1 mask, 3 interval, 1 usage, 1 done"
	for transport in sockets pipes; do
		name="messaging over $transport ${where:-unbound}"
		# shellcheck disable=SC2086
		launch "$name" workload=messaging count=2 loops=2 transport=$transport $bind
		is "$name" "$status: $(words)" "0: 1 mask, 1 interval, 1 usage, 1 done"
		has "$name: one operation" "$out" '^interval [0-9]+ 1$'
	done
	is "mask ${where:-unbound}" "$(head -1 <<<"$out")" "mask ${cpus:-$(all_cpus)}"
done

launch "fixed trips" workload=ring count=4 trips=50 inner=3
is "ring: trips= is exact" "$(awk '/^interval/ { print $3 }' <<<"$out" | uniq -c | xargs)" "3 50"
is "ring: as much overhead as hops" \
	"$(awk '/^overhead/ { print $3 }' <<<"$out" | uniq -c | xargs)" "3 200"
# Bound, each hop is a switch: 3 intervals and one trip untimed, 4 hops a trip.
launch "switches" workload=ring count=4 trips=50 inner=3 "cpus=$cpu"
# shellcheck disable=SC2016
check "ring: switches are counted" \
	awk '/^usage/ { exit !($2 + $3 >= 600 && $2 + $3 < 1200) }' <<<"$out"
launch "fixed trips" workload=pingpong trips=50 inner=3
is "pingpong: trips= is exact" \
	"$(awk '/^interval/ { print $3 }' <<<"$out" | uniq -c | xargs)" "3 50"

for bad in "" workload=ring "workload=dance" "workload=ring count=2 colour=red" \
	"workload=ring count=-2" "workload=ring count=2x" "workload=ring count=" "count=2" \
	"workload=ring count=99999999999999999999" "workload=ring count=2 cpus=" \
	"workload=ring count=2 cpus=0-" "workload=ring count=2 cpus=1-0" \
	"workload=ring count=2 cpus=0,,1" "workload=messaging count=0" \
	"workload=messaging count=1 transport=mail" "workload=pingpong inner=0" "workload=ring count"; do
	# shellcheck disable=SC2086
	launch "refused: $bad" $bad
	ended "refused: $bad" 1 '^fail '
done

launch "no such CPU" workload=ring count=2 cpus=60000
ended "no such CPU" 1 '^fail binding to CPU 60000: Invalid argument'
launch "one CPU too many" workload=ring count=2 "cpus=$cpu,60000"
ended "one CPU too many" 1 "^fail asked for CPU $cpu,60000, got $cpu\$"
launch "not our parent" workload=ring count=2 parent=1
[ $PPID -eq 1 ] || ended "not our parent" 1 '^fail parent 1 is gone'

# limited WHAT=N ARGUMENTS…: under a hard limit, as a user who has no other process.
limited() {
	local limit=$1 user=()
	shift
	[ "$(id -u)" -ne 0 ] || user=(setpriv --reuid=54321 --regid=54321 --clear-groups)
	start "${user[@]}" prlimit "--$limit" "$WORKER" launch "$@"
	finish "limit $limit: $1"
}
limited nofile=20 workload=ring count=64
ended "no descriptors: ring" 1 '^fail pipe [0-9]+ of 64: Too many open files'
limited nofile=20 workload=messaging count=2
ended "no descriptors: messaging" 1 '^fail channel [0-9]+ of group 1 of 2: Too many open files'
limited nofile=5 workload=pingpong
ended "no descriptors: pingpong" 1 '^fail pipe: Too many open files'
if [ "$(id -u)" -eq 0 ] && [ -x "$T/worker" ]; then
	limited nproc=10 workload=ring count=64 trips=10
	ended "no processes: ring" 1 '^fail fork of process 10 of 64: Resource temporarily unavailable'
	limited nproc=30 workload=messaging count=1
	ended "no processes: messaging" 1 \
		'^fail fork of process 29 of 40: Resource temporarily unavailable'
	limited nproc=2 workload=pingpong
	ended "no processes: pingpong" 1 '^fail fork of process 2 of 2: Resource temporarily unavail'
	limited nproc=1 workload=pingpong
	ended "no processes: at all" 1 '^fail fork of the timing process: Resource temporarily unav'
else
	skip "no processes" "needs root, to be a user without other processes"
fi

launch "deadline" workload=messaging count=2 loops=1000000 deadline_ms=300
ended "deadline" 1 '^timeout 300 ms passed while timing messaging'
launch "deadline" workload=ring count=3 time_ns=100000000 inner=1000 deadline_ms=500
ended "deadline" 1 '^timeout 500 ms passed while (timing the ring|measuring the overhead)'

# timer: the timing process's pid, once it has that many members.
timer_with() {
	await has_members "$group" "$group" 1 || return
	timer=$(members "$group" "$group")
	await has_members "$group" "$timer" "$1"
}
# Each goes on for seconds, unless it is ended. The ring measures its overhead for a second first.
while read -r wanted deadline_ms workload arguments; do
	long="workload=$workload $arguments"

	# shellcheck disable=SC2086
	start "$WORKER" launch $long
	check "$workload runs" timer_with "$wanted"
	kill -KILL "$(members "$group" "$timer" | tail -1)"
	finish "$workload: a member is killed"
	ended "$workload: a member is killed" 1 '^fail process [0-9]+ of [0-9]+ was killed by signal 9'

	# shellcheck disable=SC2086
	start "$WORKER" launch $long
	check "$workload runs" timer_with "$wanted"
	kill -KILL "$timer"
	finish "$workload: the timing process is killed"
	ended "$workload: the timing process is killed" 1 \
		'^fail the timing process was killed by signal 9'

	# shellcheck disable=SC2086
	start "$WORKER" launch $long deadline_ms="$deadline_ms"
	check "$workload runs" timer_with "$wanted"
	kill -STOP "$timer" "$(members "$group" "$timer" | tail -1)"
	finish "$workload: stopped"
	ended "$workload: stopped" 1 "^timeout $deadline_ms ms passed while "

	# shellcheck disable=SC2016,SC2086
	start bash -c '"$0" launch "$@" parent=$$ & wait' "$WORKER" $long
	await has_members "$group" "" $((wanted + 3))
	kill -KILL "$group"
	wait "$group" 2>/dev/null
	check "$workload: no process outlives the runner" await is_empty "$group"
done <<'END'
5 3000 ring count=6 trips=150000 inner=2
40 1500 messaging count=1 loops=10000000
1 1500 pingpong inner=1000
END

start "$WORKER" launch workload=pingpong inner=1000
await has_members "$group" "" 3
kill -TERM "$group"
wait "$group" 2>/dev/null
check "a terminated worker leaves no process" await is_empty "$group"

"$WORKER" launch workload=pingpong trips=1 inner=1 >/dev/full
is "an answer that cannot be written is exit status 2" $? 2
"$WORKER" 2>"$T/err"
is "usage is exit status 2" "$? $(grep -c '^usage:' "$T/err")" "2 1"
