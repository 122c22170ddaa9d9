# SPDX-License-Identifier: GPL-2.0-or-later
# Sourced by every shell test: TAP output, a fresh folder, the programs under test.
# shellcheck shell=bash
set -u
export LC_ALL=C TZ=UTC
O=${O:-build}
case $O in /*) ;; *) O=$PWD/$O ;; esac
export SCHEDLAB=$O/schedlab SCHEDLAB_WORKER=$O/schedlab-worker
export WORKER=$SCHEDLAB_WORKER KERNELS=$PWD/build/kernels
T=$(mktemp -d "${TMPDIR:-/tmp}/schedlab-test.XXXXXX")
export SCHEDLAB_STORE=$T/lab.db
# What a test started and left running ends with it.
trap 'jobs -pr | xargs -r kill 2>/dev/null; wait 2>/dev/null; rm -rf "$T"' EXIT

ok() { echo "ok - $1"; }
fail() {
	echo "not ok - $1"
	shift
	[ $# -eq 0 ] || printf '%s\n' "$@" | sed 's/^/# /'
}
skip() { echo "ok - $1 # SKIP $2"; }

# check NAME COMMAND…: passes where the command succeeds; its output is shown where it does not.
check() {
	local name=$1
	shift
	if "$@" >"$T/check.out" 2>&1; then ok "$name"; else
		fail "$name" "\$ $*" "$(tail -20 "$T/check.out")"
	fi
}

# is NAME GOT WANTED
is() {
	if [ "$2" = "$3" ]; then ok "$1"; else fail "$1" "got:    $2" "wanted: $3"; fi
}

# has NAME TEXT PATTERN: an extended regular expression that some line of the text matches.
has() {
	if grep -Eq -- "$3" <<<"$2"; then ok "$1"; else fail "$1" "no match for: $3" "$(head -20 <<<"$2")"; fi
}

# await COMMAND…: until it succeeds, 20 seconds at most.
await() {
	local i
	for ((i = 0; i < 1000; i++)); do
		"$@" && return
		sleep 0.02
	done
	return 1
}

# Workers and guests that are alive and carry $T in their words or environment: tests of the
# runner take their worker from there.
left() {
	local process name
	for process in /proc/[0-9]*; do
		read -r name <"$process/comm" || continue
		case $name in schedlab-worker | qemu-system*) ;; *) continue ;; esac
		! grep -q '^State:[[:space:]]*[ZX]' "$process/status" || continue
		! grep -qsF "$T" "$process/cmdline" "$process/environ" || echo "${process#/proc/} $name"
	done 2>/dev/null
}
none_left() { [ -z "$(left)" ]; }

# start_server NAME OPTION…: leaves its pid in $pid and its first address, without the last /, in
# $url; what it says is in $T/NAME.log. Fails in the test's name where it does not start.
start_server() {
	local name=$1
	shift
	: >"$T/$name.log"
	"$SCHEDLAB" serve "$@" 2>"$T/$name.log" &
	pid=$!
	for _ in $(seq 400); do
		url=$(sed -n 's|.* at \(http://.*\)/$|\1|p' "$T/$name.log" | head -1)
		[ -z "$url" ] || return 0
		kill -0 $pid 2>/dev/null || break
		sleep 0.05
	done
	fail "$name: the server starts" "$(cat "$T/$name.log")"
	return 1
}
