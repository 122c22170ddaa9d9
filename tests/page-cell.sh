#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The page of one cell: every launch as a dot and as a row, the same values as the CSV, what is
# marked and why, and the whole output of a command that failed.
. tests/lib.sh

complete=20261130-k3f7qd hostile=20261201-h0st1l
get() { "$SCHEDLAB" page "$1"; }
# The text of what an XPath finds, one a line.
xpath() { xmllint --xpath "$1" "$T/page.html" 2>/dev/null; }

"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }
script=$("$SCHEDLAB" export $hostile | grep -oE '"slug":"[a-z0-9.-]*script[a-z0-9.-]*"' | head -1 | cut -d'"' -f4)

for page in /c/$complete/ring.bound/6.1-rt/12 /c/$complete/r/0/ring.bound/6.1-rt/12 \
	/c/$complete/pingpong.bound/6.1/0 /c/$complete/ring.bound/6.1-cloud/7 \
	/c/$complete/ring.bound/6.1-rt/24 "/c/$hostile/ring.bound/$script/7"; do
	get "$page" >"$T/page.html"
	check "$page: well-formed" xmllint --noout "$T/page.html"
	is "$page: one heading" "$(xpath 'count(//h1)')" 1
	is "$page: no script" "$(xpath 'count(//script[not(starts-with(@src, "/static/"))])')" 0
done

get /c/$complete/ring.bound/6.1-rt/12 >"$T/page.html"
get /c/$complete/ring.bound.csv | awk -F, '$2 == "6.1-rt" && $5 == 12 {print $9}' >"$T/csv"
xpath '//tr[starts-with(@id, "launch")]/td[@class="number centre"]' |
	sed 's/<[^>]*>/ /g' | tr -d ',' | tr -s ' ' '\n' | awk NF >"$T/rows"
is "its rows are the CSV's, to four digits" "$(paste "$T/csv" "$T/rows" |
	awk '{d = $1 / $2 - 1; near += d * d < 1e-6} END {print near, NR}')" "12 12"
is "a dot a launch" "$(xpath 'count(//circle[contains(@class, "used")][@r=4]/title)')" "$(wc -w <"$T/rows")"
is "by boot" "$(xpath 'count(//tr[@class="boot"])')" 3
has "the counts beside it" "$(cat "$T/page.html")" "rel='next' href='/c/$complete/ring.bound/6.1-rt/13'"
has "the other variants" "$(cat "$T/page.html")" "href='/c/$complete/ring.bound/6.1-cloud/12'"
has "a table's number leads here" "$(get /c/$complete/ring.bound)" "href='/c/$complete/ring.bound/6.1-rt/12'"

get /c/$complete/ring.bound/6.1-cloud/7 >"$T/page.html"
has "failures: each with its reason" "$(cat "$T/page.html")" \
	"<b class='bad'>failed</b>: fork: resource temporarily unavailable"
is "failures are crosses" "$(xpath 'count(//text[contains(@class, "failed")]/title)')" 12
get /c/$complete/ring.bound/6.1-rt/24 >"$T/page.html"
has "a skipped cell says why" "$(cat "$T/page.html")" "Skipped: the guest has too few descriptors for it"

for address in ring.bound/6.1-rt/99 ring.bound/6.1-rt/012 ring.bound/6.1-rt/x ring.bound/none/12 \
	ring.bound/6.1-rt/+12 none.bound/6.1-rt/12 ring.bound/6.1-rt/12/1.txt \
	ring.bound/6.1-rt/12/99.txt r/7/ring.bound/6.1-rt/12; do
	has "not found: $address" "$(get /c/$complete/$address 2>/dev/null)" "<h1>Not found</h1>"
done

# ---- what is marked ----

"$SCHEDLAB" export $complete | python3 -c '
import hashlib, json, sys
digest, n = hashlib.sha256(), 0
for line in sys.stdin:
    record = json.loads(line)
    if record["kind"] == "seal":
        record["digest"] = digest.hexdigest()
    if record["kind"] == "campaign":
        record["id"] = "20261204-marked"
    if record["kind"] == "sample" and record["cell"] == 10:
        n += 1
        if n in (2, 5):
            record.update(status="disturbed", reason="other processes ran on its CPUs",
                disturbance={"others": 0.123, "throttled": 2})
        if n == 9:
            record.update(status="failed", value=None, reason="<b>broken</b>")
    line = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    digest.update(line.encode())
    sys.stdout.write(line)
' >"$T/marked.jsonl"
check "import" "$SCHEDLAB" import "$T/marked.jsonl"
check "exclude" "$SCHEDLAB" amend 20261204-marked exclude --chart ring.bound --variant 6.1 --boot 2 \
	--round 3 --author T --reason "a door was open"
get /c/20261204-marked/ring.bound/6.1/12 >"$T/page.html"
check "marked: well-formed" xmllint --noout "$T/page.html"
for kind in used lack excluded failed; do
	echo "$kind $(xpath "count(//*[starts-with(@class, 'dot ') and contains(@class, '$kind')]/title)")"
done | tr '\n' ' ' >"$T/kinds"
is "marked: in the picture" "$(cat "$T/kinds")" "used 8 lack 2 excluded 1 failed 1 "
has "marked: what else happened" "$(cat "$T/page.html")" \
	"lack of a better one</b>: other processes ran on its CPUs <small>others 12.30 %, throttled 2</small>"
has "marked: amended away" "$(cat "$T/page.html")" "href='/c/20261204-marked#amendments'>amendment 1</a>"
has "marked: a reason is text" "$(cat "$T/page.html")" "failed</b>: &lt;b&gt;broken&lt;/b&gt;"
get /c/20261204-marked/r/0/ring.bound/6.1/12 >"$T/page.html"
is "marked: before the amendment it counted" \
	"$(xpath "count(//circle[@class='dot excluded'])")" 0

# ---- a command that fails prints what it likes ----

cat >"$T/plan.yaml" <<'END'
machine: here
disturbance: off
placements: [unbound]
variants: [{label: running}]
workloads:
  - name: noisy
    command: echo '<script>alert(1)</script> & "more"'; seq 2000; exit 1
    value: '^Rate: ([0-9.]+) a'
    unit: s
    runs: 1
END
id=$("$SCHEDLAB" run -q "$T/plan.yaml" 2>/dev/null)
get "/c/$id/noisy.unbound/running/0" >"$T/page.html"
check "output: well-formed" xmllint --noout "$T/page.html"
has "output: escaped" "$(cat "$T/page.html")" "&lt;script&gt;alert\(1\)&lt;/script&gt; &amp; &quot;more&quot;"
has "output: its start, and how much there is" "$(cat "$T/page.html")" \
	"href='/c/$id/noisy.unbound/running/0/1.txt'>all [0-9]+ bytes</a>"
is "output: not all of it" "$(grep -c '^1999$' "$T/page.html")" 0
get "/c/$id/noisy.unbound/running/0/1.txt" >"$T/output"
is "output: whole as a file" "$(sed 1d "$T/output" | head -2000 | md5sum)" "$(seq 2000 | md5sum)"
