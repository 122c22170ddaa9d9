#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `make bench`: what schedlab costs and whether its numbers are those of known tools, side by side
# with the peer in one run, A B A B, as a table of medians: name, ours, peer, ratio, unit. Nothing
# is asserted: figures are for reading, and a busy machine has others.
# Usage: O=build ci/bench.sh [chart|pingpong|messaging|here|counted|store|lab|compare|web|idle]…
set -u
export LC_ALL=C TZ=UTC
O=${O:-build}
case $O in /*) ;; *) O=$PWD/$O ;; esac
schedlab=$O/schedlab worker=$O/schedlab-worker kernel=$PWD/build/kernels/amd64/vmlinuz
export SCHEDLAB_WORKER=$worker
T=$(mktemp -d "${TMPDIR:-/var/tmp}/schedlab-bench.XXXXXX") || exit 1
trap 'rm -rf "$T"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
status=0

# Where `bound` runs: the first CPU this process may use.
cpu=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)

say() { printf '%s\n' "ci/bench.sh: $1" >&2; }
has() { command -v "$1" >/dev/null || { say "$1 is missing: see ci/deps.sh"; return 1; }; }

# row NAME OURS PEER UNIT: a peer of - is none, an empty figure is one that could not be had.
row() {
	awk -v name="$1" -v ours="${2:-failed}" -v peer="${3:-failed}" -v unit="$4" 'BEGIN {
		ratio = ours + 0 > 0 && peer + 0 > 0 ? sprintf("%.3f", ours / peer) : "-"
		printf "%-44s %11s %11s %8s  %s\n", name, ours, peer, ratio, unit }'
	[ -n "$2" ] || status=1
}

# The median of the numbers on stdin, one a line; nothing where there are none.
median() {
	sort -g | awk -v digits="${1:-4}" '{ v[NR] = $1 } END {
		if (NR) printf "%." digits "g\n", (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

# Runs a command and prints the milliseconds it took; its output goes to $T/out.
ms() {
	local begun=$EPOCHREALTIME ended
	"$@" >"$T/out" 2>"$T/err" || { say "$* failed: $(tail -1 "$T/err")"; return 1; }
	ended=$EPOCHREALTIME
	awk -v a="$begun" -v b="$ended" 'BEGIN { printf "%.3f\n", (b - a) * 1e3 }'
}

# The same in CPU time, which a busy machine disturbs least.
cpu_ms() {
	local TIMEFORMAT='%U %S'
	{ time "$@" >"$T/out" 2>"$T/err"; } 2>&1 | awk '{ printf "%.0f\n", ($1 + $2) * 1e3 }'
}

fresh() { for file; do : >"$T/$file"; done; }
calc() { awk "BEGIN { printf \"%.4g\\n\", $1 }"; }

# start_ours STORE OPTION…: a server; its address, without the last /, in $ours, its pid in $ours_pid.
start_ours() {
	local i store=$1
	shift
	: >"$T/serve.log"
	"$schedlab" serve --store "$store" --listen 127.0.0.1:0 "$@" 2>"$T/serve.log" &
	ours_pid=$!
	for ((i = 0; i < 200; i++)); do
		ours=$(sed -n 's|.* at \(http://.*\)/$|\1|p' "$T/serve.log" | head -1)
		[ -z "$ours" ] || return 0
		sleep 0.02
	done
	say "the server did not start: $(tail -1 "$T/serve.log")"
	return 1
}

. ci/bench-web.sh
. ci/bench-idle.sh

# ---- charts against gnuplot ------------------------------------------------------------------

# chart_rows FORMAT TERMINAL: the same chart as often in a process, both scales in turn.
chart_rows() {
	local i charts=40 format=() zero zoom
	[ "$1" = png ] || format=("$1")
	sed "s/pngcairo/$2/" ci/bench-chart.gp >"$T/peer.gp"
	fresh ours peer
	for i in 1 2 3 4 5; do
		ms "$O/ci/bench-chart" "$charts" ${format[@]+"${format[@]}"} >>"$T/ours" || return 1
		read -r zero zoom <"$T/out"
		ms gnuplot -e "folder='$T'; charts=$charts" "$T/peer.gp" >>"$T/peer" || return 1
	done
	row "chart $1, zero and zoom in turn" "$(calc "$(median <"$T/ours") / $charts")" \
		"$(calc "$(median <"$T/peer") / $charts")" "ms, gnuplot $2"
	row "chart $1, zero" "$zero" "$(stat -c %s "$T/zero.png")" bytes
	row "chart $1, zoom" "$zoom" "$(stat -c %s "$T/zoom.png")" bytes
}

bench_chart() {
	has gnuplot || return 1
	"$O/ci/bench-chart" --data "$T" || return 1
	chart_rows png pngcairo && chart_rows svg svg
}

# ---- workloads against perf and rt-tests -----------------------------------------------------

# ours KEY=VALUE…: one launch; prints the median of its intervals, in ns per operation.
ours() {
	"$worker" launch deadline_ms=60000 "$@" >"$T/launch" || {
		say "launch $*: $(grep -E '^(fail|timeout)' "$T/launch")"
		return 1
	}
	awk '$1 == "interval" { printf "%.4f\n", $2 / $3 }' "$T/launch" | median 6
}

bench_pingpong() {
	has perf || return 1
	local i loops=100000
	fresh pingpong perf ring
	for i in 1 2 3 4 5 6 7 8 9 10; do
		ours workload=pingpong cpus="$cpu" trips=$((loops / 10)) inner=10 >>"$T/pingpong"
		taskset -c "$cpu" perf bench sched pipe -l "$loops" 2>/dev/null |
			awk '/usecs\/op/ { print $1 }' >>"$T/perf"
		ours workload=ring count=2 cpus="$cpu" time_ns=10000000 inner=11 >>"$T/ring"
	done
	row "pingpong bound" "$(calc "$(median <"$T/pingpong") / 1e3")" "$(median <"$T/perf")" \
		"us/loop, perf bench sched pipe"
	# What a ring's interval takes before its overhead is taken off, for one of its two hops.
	row "pingpong bound / 2" "$(calc "$(median <"$T/pingpong") / 2e3")" \
		"$(calc "$(median <"$T/ring") / 2e3")" "us, ring(2) + its overhead"
}

# messaging_row TRANSPORT PLACEMENT
messaging_row() {
	local i bind=() pipe=() cpus=()
	[ "$2" = unbound ] || { bind=(taskset -c "$cpu") cpus=("cpus=$cpu"); }
	[ "$1" = sockets ] || pipe=(-p)
	fresh ours peer
	for i in 1 2 3 4 5; do
		ours workload=messaging count=10 loops=100 transport="$1" \
			${cpus[@]+"${cpus[@]}"} >>"$T/ours"
		${bind[@]+"${bind[@]}"} hackbench -g 10 -l 100 ${pipe[@]+"${pipe[@]}"} |
			awk '/^Time:/ { print $2 }' >>"$T/peer"
	done
	row "messaging 10 $1 $2" "$(calc "$(median <"$T/ours") / 1e9")" "$(median <"$T/peer")" \
		"s, hackbench -g 10 -l 100${pipe[*]:+ ${pipe[*]}}"
}

bench_messaging() {
	has hackbench || return 1
	local transport
	for transport in sockets pipes; do
		messaging_row "$transport" bound
		messaging_row "$transport" unbound
	done
}

# ---- campaigns -------------------------------------------------------------------------------

# campaign NAME: runs $T/NAME.yaml in a store of its own; leaves $T/NAME.csv and $T/NAME.took.
campaign() {
	local plan=$T/$1.yaml id
	export SCHEDLAB_STORE=$T/$1.db
	"$schedlab" plan --json "$plan" >"$T/$1.json" || return 1
	echo "$EPOCHREALTIME" >"$T/$1.took"
	id=$("$schedlab" run --quiet "$plan" 2>"$T/err") ||
		{ say "campaign $1: $(tail -1 "$T/err")"; return 1; }
	echo "$EPOCHREALTIME" >>"$T/$1.took"
	"$schedlab" export "$id" --format=csv >"$T/$1.csv"
}

# estimate_row NAME: what `plan` said it would take against what it took.
estimate_row() {
	row "estimate of the campaign '$1'" \
		"$(sed -n 's/.*"estimated_s": \([0-9.]*\).*/\1/p' "$T/$1.json")" \
		"$(awk 'NR == 1 { begun = $1 } NR == 2 { printf "%.1f\n", $1 - begun }' "$T/$1.took")" \
		"s, its wall time"
}

# Where a campaign's wall time went: reads NAME.took and NAME.csv; prints wall and launches in s,
# the time before the first launch and after the last in ms, and the median between two in ms.
shares() {
	awk -F, 'NR == FNR { when[FNR] = $1; next }
		FNR == 1 { next }
		{
			split($13, clock, /[T:Z]/)
			began = clock[2] * 3600 + clock[3] * 60 + clock[4]
			if (FNR == 2) first = began
			else printf "gap %.3f\n", (began - ended + (began < ended ? 86400 : 0)) * 1e3
			ended = began + $14 / 1e9
			inside += $14 / 1e9
		}
		END {
			day = int(when[1] / 86400) * 86400
			printf "all %.3f %.3f %.1f %.1f\n", when[2] - when[1], inside,
				(first + day - when[1]) * 1e3, (when[2] - day - ended) * 1e3
		}' "$T/$1.took" "$T/$1.csv" >"$T/shares"
	awk '$1 == "all" { print $2, $3, $4, $5 }' "$T/shares"
	awk '$1 == "gap" { print $2 }' "$T/shares" | median
}

here_plan() {
	cat <<-END
		title: bench
		machine: here
		disturbance: off
		rounds: 6
		placements: [bound, unbound]
		variants:
		  - label: running kernel
		workloads:
		  - {name: ring, counts: [2, 8, 32]}
		  - {name: messaging, counts: [1, 4]}
		  - {name: pingpong, runs: 10}
	END
}

bench_here() {
	local wall inside before after gap launches i
	here_plan >"$T/here.yaml"
	campaign here || return 1
	{ read -r wall inside before after; read -r gap; } < <(shares here)
	launches=$(($(wc -l <"$T/here.csv") - 1))
	row "here: wall time inside launches" "$(calc "$inside / $wall * 100")" - "%"
	row "here: between two launches" "$gap" - "ms: commit, progress"
	row "here: before the first launch" "$before" - "ms: plan, machine, its facts"
	row "here: after the last launch" "$after" - "ms: dmesg, seal"
	# SQLite counts the transactions of a file in its header.
	row "here: commits a launch" "$(od -An -tu1 -j24 -N4 "$T/here.db" | awk -v n="$launches" \
		'{ printf "%.2f", ((($1 * 256 + $2) * 256 + $3) * 256 + $4) / n }')" - ""
	fresh inside
	for i in 1 2 3 4 5; do
		ms "$worker" launch workload=ring count=8 cpus="$cpu" deadline_ms=60000 >"$T/wall" ||
			return 1
		awk -v wall="$(cat "$T/wall")" '$1 == "interval" || $1 == "overhead" { timed += $2 }
			END { print timed / wall / 1e4 }' "$T/out" >>"$T/inside"
	done
	row "here: ring(8) launch inside its intervals" "$(median <"$T/inside")" - "%"
	estimate_row here
}

counted_plan() {
	cat <<-END
		title: bench
		machine: vm
		boots: 3
		rounds: 12
		placements: [bound]
		vm: {cpus: 2, memory: 512M, clock: counted}
		variants:
		  - {label: Debian amd64, kernel: $kernel}
		workloads:
		  - {name: ring, counts: [8]}
		  - {name: messaging, counts: [1], loops: 10}
	END
}

# spreads WORKLOAD: the largest median absolute deviation inside a boot, and the range of the
# boots' medians, both in per cent of the median.
spreads() {
	local boot middle
	fresh medians mads
	for boot in 1 2 3; do
		awk -F, -v w="$1" -v b="$boot" '$4 == w && $6 == b && $11 == "ok" { print $9 }' \
			"$T/counted.csv" >"$T/boot"
		middle=$(median 12 <"$T/boot")
		[ -n "$middle" ] || continue
		echo "$middle" >>"$T/medians"
		awk -v m="$middle" '{ d = $1 - m; print (d < 0 ? -d : d) / m * 100 }' "$T/boot" |
			median >>"$T/mads"
	done
	sort -g "$T/mads" | tail -1
	middle=$(median 12 <"$T/medians")
	sort -g "$T/medians" | awk -v m="$middle" 'NR == 1 { low = $1 } { high = $1 }
		END { if (NR == 3) printf "%.4f\n", (high - low) / m * 100 }'
}

bench_counted() {
	local workload mad range name
	[ -s "$kernel" ] || { say "$kernel is missing: see ci/kernels.sh"; return 1; }
	counted_plan >"$T/counted.yaml"
	campaign counted || return 1
	for workload in ring messaging; do
		mad='' range='' name=$workload
		{ read -r mad; read -r range; } < <(spreads "$workload")
		[ "$workload" = messaging ] || name="ring(8)"
		row "counted $name: deviation in a boot" "$mad" - "% (MAD, worst of 3 boots)"
		row "counted $name: range over 3 boots" "$range" - "% of the median"
	done
	estimate_row counted
}

# ---- store -----------------------------------------------------------------------------------

bench_store() {
	local commit sync id samples i
	mkdir "$T/store"
	"$O/ci/bench-store" "$T/store" >"$T/store.out" || return 1
	read -r commit sync id samples <"$T/store.out"
	row "store: a commit" "$commit" "$sync" "ms, 4 KiB written and synced"
	fresh export csv import cpu verify
	for i in 1 2 3; do
		export SCHEDLAB_STORE=$T/store/whole.db
		ms "$schedlab" export "$id" --format=csv >>"$T/csv"
		ms "$schedlab" verify "$id" >>"$T/verify"
		ms "$schedlab" export "$id" --format=jsonl >>"$T/export"
		mv "$T/out" "$T/form.jsonl"
		SCHEDLAB_STORE=$T/store/copy$i.db ms "$schedlab" import "$T/form.jsonl" >>"$T/import"
		SCHEDLAB_STORE=$T/store/cpu$i.db cpu_ms "$schedlab" import "$T/form.jsonl" >>"$T/cpu"
	done
	row "store: export of $samples samples" "$(median <"$T/export")" - "ms, canonical form"
	row "store: export of $samples samples, CSV" "$(median <"$T/csv")" - ms
	row "store: import of $samples samples" "$(median <"$T/import")" - ms
	row "store: import of them" "$(awk -v n="$samples" -v ms="$(median <"$T/import")" \
		'BEGIN { printf "%.0f", n / ms * 1e3 }')" - "samples/s, at least 300,000"
	row "store: import of them" "$(median <"$T/cpu")" - "ms of CPU"
	row "store: verify of $samples samples" "$(median <"$T/verify")" - ms
}

# ---- a big lab -------------------------------------------------------------------------------

bench_lab() {
	local list none page trend picture points launches memory
	ms "$O/ci/bench-lab" "$T/biglab.db" 13334 3 >"$T/made" || return 1
	read -r list none page trend picture points launches memory <"$T/out"
	row "lab of 13,334 campaigns: the list" "$list" - "ms of CPU, at most 10"
	row "lab: a filter that finds nothing" "$none" - "ms of CPU"
	row "lab: a campaign of $launches launches" "$page" - "ms of CPU, at most 60"
	row "lab: a trend of $points points" "$trend" - "ms of CPU, at most 50"
	row "lab: its picture, SVG" "$picture" - "ms of CPU"
	row "lab: memory, all of these" "$memory" - "MiB, at most 128"
	row "lab: made and measured in" "$(calc "$(cat "$T/made") / 1e3")" - s
}

# ---- comparisons -----------------------------------------------------------------------------

# Campaigns whose truth is known: how many claim a difference that is not there, how many charts
# with one are found. The peer is Mann-Whitney per cell at 5 %, as benchstat and LNT use it.
bench_compare() {
	local ours ranks most sigmas name
	"$O/ci/simulate" --speed >"$T/speed" || return 1
	read -r ours ranks most <"$T/speed"
	row "compare two campaigns of 36,000 samples" "$ours" - "ms of CPU, over boots"
	row "compare them, one boot and ties" "$ranks" - "ms of CPU, by ranks of 30 + 30"
	row "compare them, one boot, 50 values a cell" "$most" - "ms of CPU, by ranks of 50 + 50"
	"$O/ci/simulate" 200 >"$T/rules" || return 1
	while read -r ours ranks sigmas name; do
		row "$name" "$ours" "$ranks" "%, ranks per cell; mmtests' rule: $sigmas"
	done <"$T/rules"
}

# ----------------------------------------------------------------------------------------------

printf '%-44s %11s %11s %8s  %s\n' name ours peer ratio unit
[ $# -gt 0 ] || set -- chart pingpong messaging here counted store lab compare web idle
for name; do
	case $name in
	chart) bench_chart ;;
	pingpong) bench_pingpong ;;
	messaging) bench_messaging ;;
	here) bench_here ;;
	counted) bench_counted ;;
	store) bench_store ;;
	lab) bench_lab ;;
	compare) bench_compare ;;
	web) bench_web ;;
	idle) bench_idle ;;
	*) false ;;
	esac || { say "row $name could not be measured"; status=1; }
done
exit $status
