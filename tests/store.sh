#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Stores that cannot be used: each command says why in one line and ends with 1. Then disks that
# are read-only or full, in a mount namespace of our own, and stores that were tampered with.
. tests/lib.sh

fixtures=$O/tests/web-site # with a path it writes the fixture's campaigns there
sealed=20261130-k3f7qd
cat >"$T/plan.yaml" <<'END'
machine: here
disturbance: off
placements: [bound]
variants: [{label: running}]
workloads: [{name: pingpong, runs: 2, time: 1ms, inner: 1}]
END

# refused NAME PATTERN COMMAND…: exit 1, nothing on stdout, one line that matches.
refused() {
	local name=$1 pattern=$2 status
	shift 2
	"$@" >"$T/out" 2>"$T/err"
	status=$?
	is "$name: exit code" $status 1
	is "$name: nothing on stdout" "$(cat "$T/out")" ""
	is "$name: one line" "$(wc -l <"$T/err")" 1
	has "$name: says why" "$(cat "$T/err")" "$pattern"
}

# ---- what is no store ----

echo "some notes" >"$T/notes"
cp "$T/notes" "$T/before"
for command in "list" "show $sealed" "export $sealed" "verify" "run $T/plan.yaml" "resume $sealed" \
	"render $sealed --out $T/pictures" "serve"; do
	# shellcheck disable=SC2086 # words
	refused "no database: $command" "^schedlab: $T/notes: not a schedlab store" \
		"$SCHEDLAB" --store "$T/notes" $command
done
check "no database: as it was" cmp "$T/notes" "$T/before"
refused "no store yet" "^schedlab: $T/none.db: there is no store here yet$" \
	"$SCHEDLAB" --store "$T/none.db" list
check "no store yet: none was made" [ ! -e "$T/none.db" ]
refused "a folder" "^schedlab: $T: Is a directory$" "$SCHEDLAB" --store "$T" list
refused "below a file" "^schedlab: $T/notes/lab.db: Not a directory$" \
	"$SCHEDLAB" --store "$T/notes/lab.db" run "$T/plan.yaml"

check "the fixture" "$fixtures" "$T/lab.db"
export SCHEDLAB_STORE=$T/lab.db
cp "$T/lab.db" "$T/newer.db"
# user_version is four bytes at offset 60 of the file, application_id four at 68.
printf '\0\0\0\011' | dd of="$T/newer.db" bs=1 seek=60 conv=notrunc status=none
cp "$T/newer.db" "$T/before"
for command in list "run $T/plan.yaml" "import $T/plan.yaml"; do
	[ "$command" = "import $T/plan.yaml" ] && "$SCHEDLAB" export $sealed >"$T/plan.jsonl" &&
		command="import $T/plan.jsonl"
	# shellcheck disable=SC2086 # words
	refused "a newer store: ${command%% *}" "newer.db: written by a newer schedlab \(store format 9" \
		"$SCHEDLAB" --store "$T/newer.db" $command
done
check "a newer store: as it was" cmp "$T/newer.db" "$T/before"
cp "$T/lab.db" "$T/other.db"
printf 'abcd' | dd of="$T/other.db" bs=1 seek=68 conv=notrunc status=none
refused "another program's database" "other.db: an SQLite database, but not a schedlab store$" \
	"$SCHEDLAB" --store "$T/other.db" run "$T/plan.yaml"

# ---- tampering ----

check "verify: as it was sealed" "$SCHEDLAB" verify $sealed
has "verify: an open campaign has no digest" "$("$SCHEDLAB" verify 20261201-h0st1l)" "not complete"
# A byte of a value or a text in the file, wherever it is, is found: change each kind of text.
for text in "resource temporarily unavailable" "console=ttyS0 quiet" "CONFIG_OPTION_77=y" \
	"a follow-up" "too few descriptors"; do
	cp "$T/lab.db" "$T/changed.db"
	at=$(grep -abo -m1 "$text" "$T/changed.db" | head -1 | cut -d: -f1)
	printf 'X' | dd of="$T/changed.db" bs=1 seek="$at" conv=notrunc status=none
	"$SCHEDLAB" --store "$T/changed.db" verify >"$T/out" 2>"$T/err"
	is "verify: '$text' changed: exit 1" $? 1
	has "verify: '$text' changed: says so" "$(cat "$T/out" "$T/err")" "WRONG|names no document"
done
if command -v sqlite3 >/dev/null; then
	cp "$T/lab.db" "$T/changed.db"
	# The lowest byte of the first value of a block: model/sample-pack.h.
	sqlite3 "$T/changed.db" "DROP TRIGGER pack_kept; UPDATE pack SET body = CAST(
		substr(body, 1, 36) || CASE substr(body, 37, 1) WHEN x'00' THEN x'01' ELSE x'00' END
		|| substr(body, 38) AS BLOB) WHERE chart = 0"
	"$SCHEDLAB" --store "$T/changed.db" verify >"$T/out" 2>"$T/err"
	is "verify: one value changed: exit 1" $? 1
	has "verify: one value changed: says which campaign" "$(cat "$T/err")" "$sealed is not what was sealed"
else
	skip "verify: one value changed" "no sqlite3 here"
fi

# ---- disks ----

if ! unshare -m true 2>/dev/null; then
	skip "a read-only disk" "no mount namespace of our own (not root?)"
	skip "a full disk" "no mount namespace of our own (not root?)"
	exit
fi

# with_disk SCRIPT: in a namespace where $T/disk is a disk of its own.
mkdir "$T/disk"
with_disk() { unshare -m bash -c ". tests/lib.sh; trap - EXIT; rm -rf \"\$T\"; T=$T; $1"; }
export -f refused
export sealed

cp "$T/lab.db" "$T/disk/lab.db"
# shellcheck disable=SC2016
with_disk '
	mount --bind "$T/disk" "$T/disk" && mount -o remount,bind,ro "$T/disk" || exit
	export SCHEDLAB_STORE=$T/disk/lab.db
	refused "a read-only disk: run" "disk/lab.db: the store is read-only$" \
		"$SCHEDLAB" run "$T/plan.yaml"
	refused "a read-only disk: import" "disk/lab.db: the store is read-only$" \
		"$SCHEDLAB" import "$T/plan.jsonl"
	refused "a read-only disk: no store" "disk/new.db: Read-only file system$" \
		"$SCHEDLAB" --store "$T/disk/new.db" run "$T/plan.yaml"
	check "a read-only disk: list" "$SCHEDLAB" list
	check "a read-only disk: export" "$SCHEDLAB" export $sealed
	check "a read-only disk: verify" "$SCHEDLAB" verify $sealed
	check "a read-only disk: a page" "$SCHEDLAB" page /c/$sealed
'

# A campaign, then no room for the next one, nor for a larger one to import.
# shellcheck disable=SC2016
with_disk '
	mount -t tmpfs -o size=384k tmpfs "$T/disk" || exit
	export SCHEDLAB_STORE=$T/disk/lab.db
	check "a full disk: one campaign fits" "$SCHEDLAB" run "$T/plan.yaml"
	before=$("$SCHEDLAB" export latest | sha256sum)
	refused "a full disk: import" "disk/lab.db: no room left on the device$" \
		"$SCHEDLAB" import "$T/plan.jsonl"
	dd if=/dev/zero of="$T/disk/filler" bs=4096 2>/dev/null
	"$SCHEDLAB" run "$T/plan.yaml" >"$T/out" 2>"$T/err"
	is "a full disk: run: exit 1" $? 1
	has "a full disk: run: says so" "$(cat "$T/err")" "no room left on the device|No space left"
	is "a full disk: what was there is there" "$("$SCHEDLAB" export latest | sha256sum)" "$before"
	check "a full disk: and is as it was sealed" "$SCHEDLAB" verify
	rm "$T/disk/filler"
	check "room again: run" "$SCHEDLAB" run "$T/plan.yaml"
	is "room again: two campaigns" "$("$SCHEDLAB" list --json | grep -c "\"id\"")" 2
'
