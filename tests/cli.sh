#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The commands' words: help, exit codes, options before and after, plans that are wrong, and what
# goes to stdout. What they do with a campaign: campaign.sh; with stores: store.sh.
. tests/lib.sh

fixtures=$O/tests/web-site # with a path it writes the fixture's campaigns there
sealed=20261130-k3f7qd

# call NAME CODE COMMAND…: its exit code; its output is left in $T/out and $T/err.
call() {
	local name=$1 code=$2 status
	shift 2
	"$@" >"$T/out" 2>"$T/err" </dev/null
	status=$?
	if [ $status -eq "$code" ]; then ok "$name"; else
		fail "$name" "exit code $status, not $code" "$(head -5 "$T/err")"
	fi
}

# ---- help ----

while read -r command options; do
	call "$command --help" 0 "$SCHEDLAB" "$command" --help
	for option in $options --store --help; do
		grep -q -- "$option" "$T/out" || fail "$command --help mentions $option"
	done
	is "$command --help: to stdout alone" "$(cat "$T/err")" ""
	has "$command is in the list of commands" "$("$SCHEDLAB" --help)" "^  $command +[A-Z]"
done <<'END'
plan --json --order --kernel --seed
run --kernel --seed --quiet
resume --quiet
list --json
show --mail --baseline --rows
compare --baseline --rows --style --json
check --against --min-effect
export --format --chart
import
render --out --format --size --theme --chart --scale --x --y --log-x --series --stat --band --relative --baseline
page
serve --listen
doctor --json --config
verify
END
for words in --help --version "list --help"; do
	# shellcheck disable=SC2086 # words
	"$SCHEDLAB" $words >/dev/full 2>"$T/err"
	is "$words to a full disk: exit 1" $? 1
	is "$words to a full disk: says so" "$(cat "$T/err")" "schedlab: stdout: No space left on device"
done
call "--version" 0 "$SCHEDLAB" --version
has "--version" "$(cat "$T/out")" '^schedlab [0-9]'

# ---- usage ----

while IFS='|' read -r words pattern; do
	# shellcheck disable=SC2086 # words
	call "usage: schedlab $words" 2 "$SCHEDLAB" $words
	has "usage: schedlab $words: says so" "$(cat "$T/err")" "$pattern"
	is "usage: schedlab $words: not on stdout" "$(cat "$T/out")" ""
done <<'END'
|--help
frobnicate|there is no command 'frobnicate'
--frobnicate list|unrecognized option
list --frobnicate|unrecognized option
list more|what is 'more'
doctor me|what is 'me'
plan|plan file is expected
plan a.yaml b.yaml|what is 'b.yaml'
run plans/here.yaml --seed x|bad seed 'x'
run plans/here.yaml --seed -1|bad seed '-1'
run plans/here.yaml --seed 9007199254740992|bad seed
run plans/here.yaml --kernel nothing|LABEL
run nowhere.yaml|cannot open 'nowhere.yaml'
resume|campaign id is expected
show|campaign id is expected
export|campaign id is expected
export x --format=pdf|unknown format 'pdf'
import|file is expected
render x|--out DIR is expected
render x --out y --theme blue|unknown theme 'blue'
render x --out y --format png,gif|unknown format 'gif'
render x --out y --size huge|unknown size 'huge'
page|address is expected
serve --listen|requires an argument
verify a b|what is 'b'
END
check "usage: no store was made" [ ! -e "$SCHEDLAB_STORE" ]

# ---- plans that are wrong ----

# bad NAME PATTERN: the plan on stdin gets one line with its place, exit 2, and no store.
bad() {
	local command
	cat >"$T/bad.yaml"
	for command in plan run; do
		call "$1: $command: exit code" 2 "$SCHEDLAB" "$command" "$T/bad.yaml"
		is "$1: $command: one line" "$(wc -l <"$T/err")" 1
		has "$1: $command: place and fault" "$(cat "$T/err")" "^schedlab: $T/bad.yaml:$2"
		is "$1: $command: nothing on stdout" "$(cat "$T/out")" ""
	done
	check "$1: no store was made" [ ! -e "$SCHEDLAB_STORE" ]
}
rest='workloads: [{name: pingpong}]'
printf 'machine: here\nvariants:\n\t- label: a\n%s\n' "$rest" | bad "a tab" '3:1: .*tab'
printf 'machine: here\nvariants: [{label: a, colour: red}]\n%s\n' "$rest" | bad "an unknown key" '2:[0-9]+: .*colour'
printf 'machine: here\nvariants: []\n%s\n' "$rest" | bad "an empty list" '2:[0-9]+: '
printf 'machine: here\nvariants: [{label: a}]\nworkloads:\n  - name: ring\n    counts: 0..\n' |
	bad "a range without end" "5:13: .*'0\.\.'"
printf 'machine: here\nvariants: [{label: a}]\nworkloads:\n  - name: ring\n    counts: 1..10000000\n' |
	bad "ten million cells" '5:13: '
printf 'machine: here\nboots: 10\nvariants: [%s]\nworkloads:\n  - name: ring\n    counts: 1..1000000\n' \
	"$(seq -f '{label: v%g}, ' -s '' 9){label: v}" | bad "ten million cells, of ten variants" '[0-9]+:[0-9]+: '
printf 'machine: vm\nvariants: [{label: a, kernel: /tmp}]\n%s\n' "$rest" |
	bad "a kernel that is a folder" '2:[0-9]+: .*/tmp'
printf 'machine: here\nbaseline: "two\\nlines"\nvariants: [{label: a}]\n%s\n' "$rest" |
	bad "a line end in a name" '2:[0-9]+: '
printf 'machine: here\nvariants: [{label: "\xff"}]\n' | bad "no UTF-8" '2:[0-9]+: '
: | bad "an empty file" '1:1: '

# ---- options before and after the command, and where the store is ----

check "the fixture" "$fixtures" "$T/a.db"
a=$("$SCHEDLAB" --store "$T/a.db" list)
has "list" "$a" "^$sealed +2026-11-30 18:40 +complete "
is "the option behind the command" "$("$SCHEDLAB" list --store "$T/a.db")" "$a"
for words in "--store= list" "list --store="; do
	# shellcheck disable=SC2086
	call "$words" 2 "$SCHEDLAB" $words
	has "$words: says why" "$(cat "$T/err")" "--store: the name of a file is expected"
done
is "the short option, joined" "$("$SCHEDLAB" list "-s$T/a.db")" "$a"
is "the last one wins" "$("$SCHEDLAB" -s "$T/b.db" list -s "$T/a.db")" "$a"
is "by the environment" "$(SCHEDLAB_STORE=$T/a.db "$SCHEDLAB" list)" "$a"
mkdir "$T/data" "$T/data/schedlab"
cp "$T/a.db" "$T/data/schedlab/lab.db"
is "by XDG_DATA_HOME" "$(env -u SCHEDLAB_STORE XDG_DATA_HOME="$T/data" "$SCHEDLAB" list)" "$a"
export SCHEDLAB_STORE=$T/a.db
is "options behind the argument" "$("$SCHEDLAB" export $sealed --format=csv | sed -n 1p)" \
	"campaign,variant,placement,workload,count,boot,round,attempt,value,unit,status,reason,started,duration_ns"
is "options before the argument" "$("$SCHEDLAB" export -f csv $sealed | wc -l)" \
	"$("$SCHEDLAB" export $sealed -fcsv | wc -l)"

# ---- results and errors of commands that read ----

check "list --json: read by others" bash -c "'$SCHEDLAB' list --json | python3 -c '
import json, sys
list = json.load(sys.stdin)
assert [c[\"id\"] for c in list] == [\"20261202-empty0\", \"20261201-h0st1l\", \"$sealed\"]
assert [c[\"state\"] for c in list] == [\"open\", \"open\", \"complete\"]
assert list[1][\"title\"] == \"<script>alert(1)</script>\"
assert all(c[\"started\"].endswith(\"Z\") and c[\"host\"] for c in list)'"
check "export --format=json: one document" bash -c \
	"'$SCHEDLAB' export $sealed --format=json | python3 -c 'import json, sys; assert len(json.load(sys.stdin)) == 6'"
check "export --format=json --chart: one document" bash -c \
	"'$SCHEDLAB' export $sealed -f json -c ring.bound | python3 -c 'import json, sys; json.load(sys.stdin)'"
while IFS='|' read -r words pattern; do
	# shellcheck disable=SC2086 # words
	call "schedlab $words" 1 "$SCHEDLAB" $words
	is "schedlab $words: one line" "$(grep -c '' "$T/err")" 1
	has "schedlab $words: says so" "$(cat "$T/err")" "$pattern"
done <<END
show 20261130-nobody|there is no campaign '20261130-nobody'
export 20261130-nobody|there is no campaign
export $sealed --format=dat --chart=ring|has no chart 'ring'
verify ../../etc/passwd|there is no campaign
resume 20261130-nobody|there is no campaign
render 20261130-nobody --out $T/none|there is no campaign
render $sealed --out $T/none/below|none/below: No such file or directory
page /c/20261130-nobody|no campaign of this name
page /nowhere|nothing at this address
import $T/none.jsonl|none.jsonl
resume 20261201-h0st1l|was begun on host '"><img src=x onerror='alert\(1\)'>', this is
END
call "a sealed campaign: nothing to resume" 0 "$SCHEDLAB" resume $sealed
has "a sealed campaign: says so" "$(cat "$T/err")" "complete: nothing to do"
call "show: three variants" 0 "$SCHEDLAB" show $sealed
is "show: three variants: no wider than a terminal" "$(LC_ALL=C.UTF-8 awk 'length > 80' "$T/out")" ""
printf 'count,2.6.23-rc6-cfs-devel,2.6.23-rc6-cfs-devel-nopreempt\n2,1,3\n' >"$T/long.csv"
"$SCHEDLAB" --store "$T/long.db" import "$T/long.csv" >/dev/null
has "show: long labels are whole" "$("$SCHEDLAB" --store "$T/long.db" show latest)" \
	'^count +2\.6\.23-rc6-cfs-devel +2\.6\.23-rc6-cfs-devel-nopreempt$'
call "show: skew of an import" 1 "$SCHEDLAB" --store "$T/long.db" show latest --skew
has "show: skew of an import: why not" "$(cat "$T/err")" 'is imported: its layouts are not known$'
call "show: hostile names" 0 "$SCHEDLAB" show 20261201-h0st1l
check "show: no control characters" bash -c "! LC_ALL=C grep -q $'[\\x01-\\x08\\x0b-\\x1f\\x7f]' '$T/out'"

# What cannot be written is not done.
for words in "list" "show $sealed" "export $sealed" "verify" "page /" "plan plans/here.yaml" \
	"render $sealed --out $T/pictures"; do
	# shellcheck disable=SC2086 # words
	"$SCHEDLAB" $words >/dev/full 2>"$T/err"
	is "no room on stdout: ${words%% *}" "$? $(grep -c 'stdout: No space left' "$T/err")" "1 1"
done
