#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Amendments by command: what is published changes, what was measured does not.
. tests/lib.sh

id=20261130-k3f7qd
open=20261202-empty0
"$O/tests/web-site" "$SCHEDLAB_STORE" || { fail "the fixture's campaigns"; exit; }
by=(--author "A. Tester <a@example.org>" --reason "the columns were exchanged")

# fails NAME CODE PATTERN COMMAND…; refused also prints nothing on stdout.
fails() {
	local name=$1 code=$2 pattern=$3 status
	shift 3
	"$@" >"$T/out" 2>"$T/err"
	status=$?
	is "$name: exit code" $status "$code"
	has "$name: says why" "$(head -1 "$T/err")" "$pattern"
}
refused() {
	fails "$@"
	is "$1: nothing on stdout" "$(cat "$T/out")" ""
}
page() { "$SCHEDLAB" page "$1"; }
column() { "$SCHEDLAB" export "$1" --format=dat --chart=ring.bound | sed '/^#/d' | cut -f "$2"; }

# ---- refused ----

refused "an open campaign" 1 "campaign $open is not complete: only what is sealed can be amended" \
	"$SCHEDLAB" amend $open note x "${by[@]}"
refused "no such campaign" 1 "there is no campaign '20000101-xxxxxx'" \
	"$SCHEDLAB" amend 20000101-xxxxxx note x "${by[@]}"
refused "no such variant" 1 "has no variant 'none'" \
	"$SCHEDLAB" amend $id swap-variants 6.1 none "${by[@]}"
refused "no such chart" 1 "has no chart 'none.bound'" \
	"$SCHEDLAB" amend $id swap-variants 6.1 6.1-rt --chart none.bound "${by[@]}"
refused "no such cell" 1 "has no such cell" \
	"$SCHEDLAB" amend $id exclude --chart ring.bound --count 500 "${by[@]}"
refused "no author" 2 "--author and --reason are expected" \
	"$SCHEDLAB" amend $id note x --reason y
refused "an empty reason" 2 "the reason is needed" \
	"$SCHEDLAB" amend $id note x --author a --reason ""
refused "an author of two lines" 2 "the author holds a line end" \
	"$SCHEDLAB" amend $id note x --author $'a\nb' --reason y
refused "an escape sequence" 2 "the note holds a control character" \
	"$SCHEDLAB" amend $id note $'\x1b[2J' "${by[@]}"
refused "a label of 1001 bytes" 1 "the label is longer than 1000 bytes" \
	"$SCHEDLAB" amend $id relabel 6.1 "$(printf %01001d 0)" "${by[@]}"
refused "the label of another variant" 1 "'6.1' is the label of variant 6.1 already" \
	"$SCHEDLAB" amend $id relabel 6.1-rt 6.1 "${by[@]}"
refused "no UTF-8" 2 "the reason is not valid UTF-8" \
	"$SCHEDLAB" amend $id note x --author a --reason $'\xff'
refused "an unknown change" 2 "unknown change 'erase'" "$SCHEDLAB" amend $id erase "${by[@]}"
refused "a word missing" 2 "expected: amend CAMPAIGN swap-variants A B" \
	"$SCHEDLAB" amend $id swap-variants 6.1 "${by[@]}"
refused "a count that is none" 2 "expected a whole number from 1" \
	"$SCHEDLAB" amend $id exclude --count -3 "${by[@]}"

# ---- a swap ----

"$SCHEDLAB" export $id >"$T/0.jsonl"
column $id 2 >"$T/a"
column $id 8 >"$T/b"
page /c/$id/ring.unbound.csv >"$T/unbound.csv"
is "swap: prints its number" \
	"$("$SCHEDLAB" amend $id swap-variants 6.1 6.1-rt --chart ring.bound "${by[@]}")" 1
column $id 2 >"$T/a1"
column $id 8 >"$T/b1"
check "swap: the first has the second's values" cmp "$T/a1" "$T/b"
check "swap: the second has the first's" cmp "$T/b1" "$T/a"
check "swap: revision 0 is as it was" cmp <(column $id/r/0 2) "$T/a"
page /c/$id/ring.unbound.csv | sed 's,/r/1,,' >"$T/unbound1.csv"
check "swap: other charts too" cmp "$T/unbound.csv" "$T/unbound1.csv"
"$SCHEDLAB" export $id >"$T/1.jsonl"
check "swap: what was sealed is as it was" cmp "$T/0.jsonl" \
	<(head -c "$(stat -c %s "$T/0.jsonl")" "$T/1.jsonl")
is "swap: one line behind the seal" \
	"$(($(wc -l <"$T/1.jsonl") - $(wc -l <"$T/0.jsonl")))" 1
check "swap: verify" "$SCHEDLAB" verify $id

# ---- where it is shown ----

what="the samples of 6.1 and 6.1-rt are exchanged in ring.bound"
has "show says it" "$("$SCHEDLAB" show $id)" \
	"^amendment 1, [0-9-]{10}, A. Tester <a@example.org>: $what"
has "show names the revision" "$("$SCHEDLAB" show $id)" "^$id/r/1  "
refused "an earlier revision" 1 "revision 0 of campaign $id is not the newest: name $id alone" \
	"$SCHEDLAB" amend $id/r/0 note x "${by[@]}"
has "show of revision 0 says so" "$("$SCHEDLAB" show $id/r/0)" \
	"^not the newest revision: this is 0 of 1$"
refused "no such revision" 1 "there is no revision 2" "$SCHEDLAB" show $id/r/2
has "dat says it" "$("$SCHEDLAB" export $id --format=dat)" "^# amendment 1, .*$what"
has "gp says it" "$("$SCHEDLAB" export $id --format=gp)" "^# amendment 1, .*$what"
has "json says it" "$("$SCHEDLAB" export $id --format=json --chart=ring.bound)" \
	'"change": "swap-variants"'
has "csv names the revision" "$("$SCHEDLAB" export $id --format=csv | sed -n 2p)" "^$id/r/1,"
has "the page says it" "$(page /c/$id)" "$what"
has "the page escapes it" "$(page /c/$id)" "A. Tester &lt;a@example.org&gt;"
has "the page links to revision 0" "$(page /c/$id)" "href='/c/$id/r/0'"
has "a chart's page says it" "$(page /c/$id/ring.bound)" "$what"
has "revision 0 says it is old" "$(page /c/$id/r/0)" "<b>This is how it was first published"
has "revision 0 links to the newest" "$(page /c/$id/r/0)" "href='/c/$id'>the newest revision"
has "revision 0 keeps its links" "$(page /c/$id/r/0)" "src='/c/$id/r/0/ring.bound.zero.small.svg[?]d=[0-9a-f]{12}'"
check "revision 0: data" cmp <(page /c/$id/r/0/ring.bound.dat | sed '/^#/d' | cut -f 2) "$T/a"
check "revision 0: a chart's page" page /c/$id/r/0/ring.bound
page /c/$id/r/0/ring.bound.zero.svg >"$T/0.svg"
page /c/$id/ring.bound.zero.svg >"$T/1.svg"
page /c/$id/r/1/ring.bound.zero.svg >"$T/1r.svg"
check "pictures of two revisions differ" test "$(cksum <"$T/0.svg")" != "$(cksum <"$T/1.svg")"
# Parts of a picture are numbered anew in each process, so by size.
is "the newest has its own address too" "$(wc -c <"$T/1r.svg")" "$(wc -c <"$T/1.svg")"
fails "a page of no revision" 1 "no such revision" page /c/$id/r/2
for address in r/2 r/x r/-1 r/00 r/99999999999 r/1/none.bound; do
	has "not found: $address" "$(page /c/$id/$address 2>/dev/null)" "<h1>Not found</h1>"
done
if command -v xmllint >/dev/null; then
	check "pages are well-formed" bash -c \
		"for a in /c/$id /c/$id/r/0 /c/$id/r/0/ring.bound /c/$id/ring.bound; do
		'$SCHEDLAB' page \$a | sed 1d | xmllint --noout - || exit; done"
else
	skip "pages are well-formed" "no xmllint here"
fi

# ---- the other kinds ----

refused "latest is the newest campaign" 1 "campaign $open is not complete" \
	"$SCHEDLAB" amend latest note x "${by[@]}"
"$SCHEDLAB" amend $id exclude --chart pingpong.bound --boot 2 --author b \
	--reason "a cron job" >/dev/null
is "exclude: all launches stay" "$("$SCHEDLAB" export $id --format=csv | wc -l)" \
	"$("$SCHEDLAB" export $id/r/1 --format=csv | wc -l)"
is "exclude: and are marked" \
	"$("$SCHEDLAB" export $id --format=csv | grep -c ',excluded,amendment 2: a cron job,')" 30
refused "exclude: twice" 1 "no sample there that counts" \
	"$SCHEDLAB" amend $id exclude --chart pingpong.bound --boot 2 "${by[@]}"
"$SCHEDLAB" amend $id relabel 6.1-cloud "<b>6.1</b> cloud" "${by[@]}" >/dev/null
has "relabel: shown" "$(page /c/$id)" "&lt;b&gt;6.1&lt;/b&gt; cloud"
has "relabel: the slug stays" "$("$SCHEDLAB" export $id --format=dat)" \
	"^# 6.1-cloud: <b>6.1</b> cloud$"
"$SCHEDLAB" amend $id note $'two\nlines' --author '"><script>alert(1)</script>' \
	--reason "'x'" >/dev/null
check "hostile texts are escaped" test -z "$(page /c/$id | grep '<script')"
check "amended: verify" "$SCHEDLAB" verify $id

# ---- elsewhere ----

"$SCHEDLAB" export $id >"$T/4.jsonl"
export SCHEDLAB_STORE=$T/other.db
check "import: revision 0" "$SCHEDLAB" import "$T/0.jsonl"
"$SCHEDLAB" import "$T/4.jsonl" >/dev/null 2>"$T/err"
has "import: more amendments are appended" "$(cat "$T/err")" "with this seal; 4 new amendments$"
"$SCHEDLAB" import "$T/1.jsonl" >/dev/null 2>"$T/err"
has "import: fewer are nothing to do" "$(cat "$T/err")" "already, with this seal$"
check "import: as it was exported" cmp "$T/4.jsonl" <("$SCHEDLAB" export $id)
export SCHEDLAB_STORE=$T/fork.db
"$SCHEDLAB" import "$T/1.jsonl" >/dev/null
"$SCHEDLAB" amend $id note "another way" "${by[@]}" >/dev/null
refused "import: a fork" 1 "amendment 2 of campaign $id is another one in the store" \
	"$SCHEDLAB" import "$T/4.jsonl"
is "import: a fork changes nothing" "$("$SCHEDLAB" export $id | wc -l)" \
	"$(($(wc -l <"$T/1.jsonl") + 1))"
sed 's/A\. Tester/B. Tester/' "$T/1.jsonl" >"$T/forged.jsonl"
refused "import: forged" 1 "forged.jsonl:[0-9]+: amendment 1 is not what was written" \
	"$SCHEDLAB" import "$T/forged.jsonl"

# ---- tampering ----

export SCHEDLAB_STORE=$T/lab.db
for text in "a cron job" "A. Tester" '"previous":"' '"change":'; do
	cp "$T/lab.db" "$T/changed.db"
	at=$(grep -abo -m1 "$text" "$T/changed.db" | head -1 | cut -d: -f1)
	printf 'X' | dd of="$T/changed.db" bs=1 seek=$((at + ${#text} - 1)) conv=notrunc status=none
	"$SCHEDLAB" --store "$T/changed.db" verify $id >"$T/out" 2>"$T/err"
	is "verify: '$text' changed: exit 1" $? 1
	has "verify: '$text' changed: says so" "$(cat "$T/err")" "amendment [1-4]"
	check "verify: '$text' changed: the list stays" "$SCHEDLAB" --store "$T/changed.db" list
done
if command -v sqlite3 >/dev/null; then
	check "the store refuses a change" bash -c \
		"! sqlite3 '$T/lab.db' \"UPDATE amendment SET line = '{}'\" 2>/dev/null"
	check "the store refuses to delete" bash -c \
		"! sqlite3 '$T/lab.db' 'DELETE FROM amendment' 2>/dev/null"
	cp "$T/lab.db" "$T/changed.db"
	sqlite3 "$T/changed.db" "DROP TRIGGER amendment_not_deleted;
		DELETE FROM amendment WHERE number = 2"
	fails "verify: one is gone" 1 "amendment 3 stands where number 2 has to be" \
		"$SCHEDLAB" --store "$T/changed.db" verify $id
else
	skip "the store refuses a change" "no sqlite3 here"
fi

# ---- the columns that were exchanged in September 2007 ----

# By the means over all runs, from the first variant.
changes() {
	"$SCHEDLAB" export "$1" --format=json --chart=hackbench-50.bound |
		awk '/"whole"/ { whole = 1 } whole && /"mean"/ { value[n++] = $2 + 0; whole = 0 }
		END { printf "%.4f", value[0]
		for (i = 1; i < n; i++) printf " %+.1f%%", 100 * (value[i] / value[0] - 1) }'
}
numbers=$("$SCHEDLAB" import plans/lkml-2007-published/second-numbers)
is "2007: as first published" "$(changes "$numbers")" "7.5986 +6.5% -0.5%"
"$SCHEDLAB" amend "$numbers" swap-variants 2.6.23-rc1 2.6.23-rc6-cfs --chart hackbench-50.bound \
	"${by[@]}" >/dev/null
is "2007: corrected" "$(changes "$numbers")" "8.0926 -6.1% -6.6%"
has "2007: compare says so" "$("$SCHEDLAB" compare "$numbers")" \
	"^Amended:   1 of [0-9-]{10} by A. Tester"
has "2007: compare has the figures" "$("$SCHEDLAB" compare "$numbers" --json)" '"means": 0\.9389'
has "2007: compare --json too" "$("$SCHEDLAB" compare "$numbers" --json)" \
	'"change": "swap-variants"'
has "2007: the mail text too" "$(page "/c/$numbers.txt")" "^Amended:   1 of [0-9-]{10} by A. Tester"
has "2007: bench names the revision" "$("$SCHEDLAB" export "$numbers" -f bench)" \
	"^campaign: $numbers/r/1$"
is "2007: revision 0" "$(changes "$numbers/r/0")" "7.5986 +6.5% -0.5%"

# ---- withdrawn ----

is "withdraw: its number" \
	"$("$SCHEDLAB" amend $id withdraw --author c --reason "the wrong <machine>")" 5
has "withdraw: the page says why" "$(page /c/$id)" \
	"Its numbers are not to be used: .*the wrong &lt;machine&gt;"
check "withdraw: no charts on it" test -z "$(page /c/$id | grep "<figure")"
fails "withdraw: a chart" 1 "amendment 5 withdrew this campaign" page /c/$id/ring.bound.dat
has "withdraw: its answer" "$(page /c/$id/ring.bound 2>/dev/null)" "<p>410: amendment 5 withdrew"
has "withdraw: earlier revisions stay" "$(page /c/$id/r/4)" "<figure"
refused "withdraw: nothing follows" 1 "is withdrawn: only notes may follow" \
	"$SCHEDLAB" amend $id relabel 6.1 x "${by[@]}"
refused "withdraw: render" 1 "amendment 5 withdrew campaign $id" \
	"$SCHEDLAB" render $id --out "$T/pictures"
check "withdraw: an earlier revision is drawn" "$SCHEDLAB" render $id/r/0 --out "$T/pictures"
has "withdraw: list" "$("$SCHEDLAB" list)" "^$id .* withdrawn "
has "withdraw: the index" "$(page /)" "<small class='bad'>withdrawn</small>"
check "withdraw: verify" "$SCHEDLAB" verify $id
