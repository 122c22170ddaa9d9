#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs every test of `make check` and adds them up. Each test prints TAP; a program that dies
# without saying which test failed counts as one failure. Usage: O=build ci/check.sh [PATTERN]
set -u
export LC_ALL=C TZ=UTC CMOCKA_MESSAGE_OUTPUT=TAP
export O=${O:-build}
pattern=${1:-}
logs=$O/check
mkdir -p "$logs"
passed=0 failed=0 skipped=0

# The longest a single test program may take; a hang is a failure, not a stuck build.
limit=${CHECK_LIMIT:-420}

run() {
	local name=$1 status ok bad skip
	shift
	[[ $name == *$pattern* ]] || return 0
	timeout --kill-after=10 "$limit" "$@" >"$logs/$name.log" 2>&1 </dev/null
	status=$?
	# cmocka writes a skipped test as "not ok N # SKIP …".
	skip=$(grep -Ec '^(not )?ok .*# SKIP' "$logs/$name.log")
	ok=$(grep -E '^ok( |$)' "$logs/$name.log" | grep -vc '# SKIP')
	bad=$(grep -E '^not ok( |$)' "$logs/$name.log" | grep -vc '# SKIP')
	if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ] || [ $((ok + bad + skip)) -eq 0 ]; then
		bad=$((bad + 1))
	fi
	passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
	printf '%-28s %4d passed' "$name" "$ok"
	[ "$skip" -eq 0 ] || printf ', %d skipped' "$skip"
	[ "$bad" -eq 0 ] || printf ', %d FAILED (exit %d)' "$bad" "$status"
	printf '\n'
	grep -E '^(not )?ok .*# SKIP' "$logs/$name.log" | sed -E 's/^(not )?ok ?[0-9]*/    skipped/'
	[ "$bad" -eq 0 ] || sed 's/^/    | /' "$logs/$name.log" | tail -60
}

run include-graph ci/include-graph.sh
run headers ci/headers.sh
run shellcheck ci/shellcheck.sh
for source in tests/*.c; do
	[ -e "$source" ] || continue
	name=$(basename "$source" .c)
	run "$name" "$O/tests/$name"
done
for script in tests/*.sh; do
	name=$(basename "$script" .sh)
	[ "$name" = lib ] || run "$name" "$script"
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
