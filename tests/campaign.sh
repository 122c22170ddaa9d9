#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A small real campaign on the running kernel, from its plan to everything that comes out of it:
# order, CSV, canonical form, pictures, pages, exit codes; with names that mean harm.
. tests/lib.sh

cat >"$T/plan.yaml" <<'END'
title: "two\nlines, \"quoted\" <script>"
machine: here
disturbance: off
boots: 2
rounds: 2
placements: [bound, unbound]
variants:
  - label: "<script>alert(1)</script>"
  - label: "a,b \"内核\"\n../../etc/passwd"
workloads:
  - {name: ring, counts: [2, 4], time: 1ms, inner: 3}
  - {name: messaging, counts: 1, loops: 2}
  - {name: pingpong, runs: 3, time: 1ms, inner: 3}
END

"$SCHEDLAB" run "$T/plan.yaml" --seed 42 >"$T/id" 2>"$T/err"
is "run: exit 0" $? 0
has "run: the id on stdout" "$(cat "$T/id")" '^[0-9]{8}-[a-z0-9]{6}$'
is "run: nothing else on stdout" "$(wc -l <"$T/id")" 1
has "run: progress on stderr" "$(cat "$T/err")" '^\[ *[0-9]+/[0-9]+\] .*ring.bound 2 boot 1 round 1: [0-9.e-]+ us/switch'
has "run: says that it is complete" "$(cat "$T/err")" "^schedlab: campaign $(cat "$T/id") is complete$"
check "run: no control characters on stderr" bash -c "! LC_ALL=C grep -q $'[\\x01-\\x08\\x0b-\\x1f\\x7f]' '$T/err'"
id=$(cat "$T/id")
check "latest is it" cmp <("$SCHEDLAB" show latest) <("$SCHEDLAB" show "$id")

# ---- the order ----

"$SCHEDLAB" export "$id" --format=csv >"$T/a.csv"
is "csv: header" "$(head -1 "$T/a.csv")" \
	"campaign,variant,placement,workload,count,boot,round,attempt,value,unit,status,reason,started,duration_ns"
"$SCHEDLAB" plan "$T/plan.yaml" --seed 42 --order >"$T/order" 2>"$T/err"
is "plan --order: nothing on stderr" "$(cat "$T/err")" ""
cat >"$T/check.py" <<'END'
import csv, json, math, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8")))
order = list(csv.DictReader(open(sys.argv[2], encoding="utf-8"), delimiter="\t"))
labels = {"script-alert-1-script": "<script>alert(1)</script>",
          "a-b-..-..-etc-passwd": "a,b \"内核\"\n../../etc/passwd"}
units = {"ring": "us/switch", "messaging": "s", "pingpong": "us/loop"}
assert len(order) >= 2 * 2 * (3 * 2 + 3) and len(rows) == len(order), (len(rows), len(order))
assert [r["started"] for r in rows] == sorted(r["started"] for r in rows)
for row, planned in zip(rows, order):
    for key in "placement", "workload", "count", "boot", "round":
        assert row[key] == planned[key], (row, planned)
    assert row["variant"] == labels[planned["variant"]], (row, planned)
    assert row["campaign"] == sys.argv[3] and row["unit"] == units[row["workload"]], row
    assert row["status"] == "ok" and row["reason"] == "" and row["attempt"] == "1", row
    assert math.isfinite(float(row["value"])) and float(row["value"]) != 0, row
    assert int(row["duration_ns"]) > 0 and row["started"].endswith("Z"), row
    assert (row["count"] == "") == (row["workload"] == "pingpong"), row
keys = [tuple(r[k] for k in ("variant", "placement", "workload", "count", "boot", "round")) for r in rows]
assert len(set(keys)) == len(keys)
END
check "csv: each launch of the plan once, in the order of its seed" \
	python3 "$T/check.py" "$T/a.csv" "$T/order" "$id"
check "another seed, another order" bash -c \
	"! '$SCHEDLAB' plan '$T/plan.yaml' --seed 43 --order | cmp -s - '$T/order'"
check "a drawn seed can be used again" bash -c "
	seed=\$('$SCHEDLAB' plan '$T/plan.yaml' --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[\"seed\"])')
	'$SCHEDLAB' plan '$T/plan.yaml' --seed \$seed --json"
cat >"$T/plan.py" <<'END'
import json, sys
plan = json.load(sys.stdin)
assert plan["cells"] == 2 * 2 * 4 and plan["samples"] == 2 * 2 * 2 * (3 * 2 + 3), plan
assert plan["boots"] == 4 and plan["estimated_s"] > 0 and plan["accel"] == "", plan
assert plan["title"] == "two\nlines, \"quoted\" <script>", plan
assert all(s["reason"] for s in plan["skipped"]), plan
END
check "plan --json" bash -c "'$SCHEDLAB' plan '$T/plan.yaml' --json | python3 '$T/plan.py'"
cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
has "one CPU: unbound is skipped" "$(taskset -c "$cpu" "$SCHEDLAB" plan "$T/plan.yaml")" \
	'^skipped +8 cells \(first: <script>alert\(1\)</script> ring.unbound 2\): only one usable CPU'

# ---- the canonical form ----

"$SCHEDLAB" export "$id" >"$T/a.jsonl"
check "export is the same each time" cmp "$T/a.jsonl" <("$SCHEDLAB" export "$id")
has "export: sealed" "$(tail -1 "$T/a.jsonl")" '^\{"digest":"[0-9a-f]{64}","kind":"seal"\}$'
digest=$(tail -1 "$T/a.jsonl" | cut -d'"' -f4)
is "the digest is that of the lines before it" "$(sed '$d' "$T/a.jsonl" | sha256sum | cut -d' ' -f1)" "$digest"
is "verify" "$("$SCHEDLAB" verify "$id")" "$id  $digest  ok"
is "import: says the id" "$("$SCHEDLAB" --store "$T/b.db" import "$T/a.jsonl")" "$id"
check "import, export: byte-identical" cmp "$T/a.jsonl" <("$SCHEDLAB" --store "$T/b.db" export "$id")
check "import: the same CSV" cmp "$T/a.csv" <("$SCHEDLAB" --store "$T/b.db" export "$id" -f csv)
check "import again: nothing to do" "$SCHEDLAB" --store "$T/b.db" import "$T/a.jsonl"
check "import from stdin" bash -c "'$SCHEDLAB' --store '$T/c.db' import - <'$T/a.jsonl'"
sed 's/"attempt":1/"attempt":2/' "$T/a.jsonl" >"$T/changed.jsonl"
"$SCHEDLAB" --store "$T/d.db" import "$T/changed.jsonl" >"$T/out" 2>"$T/err"
is "import of what was changed: exit 1" "$? $(cat "$T/out")" "1 "
has "import of what was changed: says where" "$(cat "$T/err")" \
	"^schedlab: $T/changed.jsonl:$(wc -l <"$T/a.jsonl"): not what was written: .* digest"
head -c 5000 "$T/a.jsonl" >"$T/cut.jsonl"
"$SCHEDLAB" --store "$T/d.db" import "$T/cut.jsonl" 2>/dev/null
is "import of what was cut: exit 1" $? 1
check "nothing of either was stored" [ ! -e "$T/d.db" ]
cp "$T/b.db" "$T/e.db"
sed "s/$id/20200101-aaaaaa/" "$T/a.jsonl" | sed '$d' >"$T/other.jsonl"
printf '{"digest":"%s","kind":"seal"}\n' "$(sha256sum <"$T/other.jsonl" | cut -d' ' -f1)" >>"$T/other.jsonl"
check "another campaign beside it" "$SCHEDLAB" --store "$T/e.db" import "$T/other.jsonl"
is "two campaigns" "$("$SCHEDLAB" --store "$T/e.db" verify | grep -c ' ok$')" 2
sed 's/"title":"two/"title":"three/; $d' "$T/a.jsonl" >"$T/title.jsonl"
printf '{"digest":"%s","kind":"seal"}\n' "$(sha256sum <"$T/title.jsonl" | cut -d' ' -f1)" >>"$T/title.jsonl"
"$SCHEDLAB" --store "$T/b.db" import "$T/title.jsonl" 2>"$T/err"
is "another seal under the same id: exit 1" $? 1
has "another seal under the same id: says so" "$(cat "$T/err")" "$id is in the store already"

# ---- what cannot be gone on with ----

# An open campaign: the same without its seal.
reopen() {
	sed '$d' "$T/a.jsonl" | sed "$1" >"$T/open.jsonl"
	printf '{"digest":"%s","kind":"open"}\n' "$(sha256sum <"$T/open.jsonl" | cut -d' ' -f1)" >>"$T/open.jsonl"
	rm -f "$T/open.db"*
	"$SCHEDLAB" --store "$T/open.db" import "$T/open.jsonl" >/dev/null || fail "import of an open one"
	"$SCHEDLAB" --store "$T/open.db" resume "$id" >"$T/out" 2>"$T/err"
}
reopen '1s/"host":"[^"]*"/"host":"elsewhere"/'
is "begun on another host: exit 1" $? 1
has "begun on another host: says so" "$(cat "$T/err")" "$id was begun on host 'elsewhere', this is '"
reopen '1s/"boots":2/"boots":3/'
is "not what its plan says: exit 1" $? 1
has "not what its plan says: says so" "$(cat "$T/err")" "$id is not what its plan says"
reopen '1s/machine: here/machine: her/'
is "a plan that is none: exit 1" $? 1
has "a plan that is none: says so" "$(cat "$T/err")" "the campaign's plan:[0-9]+:[0-9]+: "
reopen ''
is "all measured but not sealed: resume seals it" "$?" 0
is "and it is what it was" "$("$SCHEDLAB" --store "$T/open.db" verify)" "$id  $digest  ok"

# ---- pictures, pages ----

"$SCHEDLAB" render "$id" --out "$T/a" >"$T/out"
is "render: exit 0" $? 0
is "render: both scales and forms of each chart" "$(ls "$T/a")" \
	"$(for w in messaging pingpong ring; do for p in bound unbound; do for s in zero zoom; do
		echo "$w.$p.$s.png" && echo "$w.$p.$s.svg"; done; done; done)"
is "render: prints what it wrote" "$(sort "$T/out")" "$(find "$T/a" -type f | sort)"
"$SCHEDLAB" render "$id" --out "$T/b" >/dev/null
check "render: the same bytes in another process" diff -r "$T/a" "$T/b"
"$SCHEDLAB" render "$id" --out "$T/dark" --theme dark >/dev/null
check "render: a dark one is another" bash -c "! cmp -s '$T/a/ring.bound.zero.png' '$T/dark/ring.bound.zero.png'"
check "render: SVG is XML" xmllint --noout "$T"/a/*.svg
is "page: the same picture" "$("$SCHEDLAB" page "/c/$id/ring.bound.zoom.svg" | sha256sum)" \
	"$(sha256sum <"$T/a/ring.bound.zoom.svg")"
check "page: the same canonical form" cmp "$T/a.jsonl" <("$SCHEDLAB" page "/c/$id.jsonl")
check "page: the plan, byte for byte" cmp "$T/plan.yaml" <("$SCHEDLAB" page "/c/$id/plan.yaml")
has "page: the digest" "$("$SCHEDLAB" page "/c/$id")" "$digest"
is "page: no script of ours to run" "$("$SCHEDLAB" page "/c/$id" | grep -c '<script>alert')" 0

# ---- failures and signals ----

export SCHEDLAB_STORE=$T/failed.db
printf '#!/bin/sh\nexit 7\n' >"$T/bad-worker"
chmod +x "$T/bad-worker"
SCHEDLAB_WORKER=$T/bad-worker "$SCHEDLAB" run -q "$T/plan.yaml" >"$T/out" 2>"$T/err"
is "every launch fails: exit 3" $? 3
has "every launch fails: says so" "$(cat "$T/err")" "is complete, but ([0-9]+) of \1 launches have no value"
is "every launch fails: the reason of each" "$("$SCHEDLAB" export latest -f csv | sed 's/^.*,failed,//' |
	grep -c 'the worker ended with exit code 7')" "$(($(wc -l <"$T/order") - 1))"
check "every launch fails: sealed all the same" "$SCHEDLAB" verify
check "every launch fails: drawn all the same" "$SCHEDLAB" render latest --out "$T/failed"

export SCHEDLAB_STORE=$T/long.db
sed 's/rounds: 2/rounds: 500/' "$T/plan.yaml" >"$T/long.yaml"
state() { "$SCHEDLAB" list --json 2>/dev/null | grep '"state"'; }
launches() { "$SCHEDLAB" list --json 2>/dev/null | grep '"launches"' | tr -dc 0-9; }
beyond() { [ "0$(launches)" -gt "$1" ]; }
# interrupt SIGNAL CODE COMMAND…: while it measures.
interrupt() {
	local signal=$1 code=$2 runner before
	shift 2
	before=0$(launches)
	"$SCHEDLAB" "$@" >"$T/out" 2>"$T/err" &
	runner=$!
	await beyond "$before" || fail "$1: measures"
	has "$1, measuring: the list says so" "$(state)" '"running"'
	"$SCHEDLAB" resume latest >"$T/second" 2>&1
	is "$1, measuring: nobody else may" "$?" 1
	has "$1, measuring: and is told who does" "$(cat "$T/second")" "is being run by process $runner$"
	kill "-$signal" $runner
	wait $runner
	is "$1, $signal: exit code" $? "$code"
	has "$1, $signal: how to go on" "$(cat "$T/err")" "continue with: schedlab resume [0-9]+-[a-z0-9]+$"
	has "$1, $signal: the list says so" "$(state)" '"open"'
	is "$1, $signal: what was begun is finished" "$("$SCHEDLAB" export latest -f csv | grep -c ,interrupted,)" 0
}
interrupt INT 130 run "$T/long.yaml"
interrupt TERM 143 resume latest
