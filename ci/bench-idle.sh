# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154 # what ci/bench.sh sets
# Sourced by ci/bench.sh: what 5,000 half-open connections cost a good client, who asks for a page
# 200 times a second for 15 s, past the header's deadline, so that all are cut and come again.
# The peer is the same server without them.

# idle_run NAME CONNECTIONS: a server of its own; the figures go to $T/NAME.
idle_run() {
	local ok=1 ours ours_pid
	start_ours "$T/idle.db" --connections 8192 || return 1
	"$O/ci/bench-idle" "${ours##*:}" /c/20261130-k3f7qd/ring.bound "$2" 3000 200 "$ours_pid" \
		>"$T/$1" && ok=0
	kill "$ours_pid"
	wait "$ours_pid" 2>/dev/null
	return $ok
}

bench_idle() {
	local p50 p99 p999 most before held least none50 none99 none999 nonemost
	"$O/tests/web-site" "$T/idle.db" || return 1
	idle_run none 0 && idle_run many 5000 || return 1
	read -r none50 none99 none999 nonemost _ <"$T/none"
	read -r p50 p99 p999 most before held least <"$T/many"
	row "5,000 half-open: a page, 50 % within" "$p50" "$none50" "ms, without them"
	row "5,000 half-open: 99 %" "$p99" "$none99" "ms, at most 5"
	row "5,000 half-open: 99.9 %" "$p999" "$none999" ms
	row "5,000 half-open: the longest" "$most" "$nonemost" ms
	row "5,000 half-open: memory" "$(calc "$held - $before")" "$before" "MiB beyond the idle server's"
	row "5,000 half-open: held at least" "$least" - ""
}
