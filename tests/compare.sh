#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# compare, check and mail text: made-up campaigns that differ by a known factor, styles as golden
# files, JSON read by others, exit codes; and the thread of 2007 with its known facts.
. tests/lib.sh

base=20261130-k3f7qd hostile=20261201-h0st1l
data=tests/data/compare

# call NAME CODE COMMAND…: its exit code; its output is left in $T/out and $T/err.
call() {
	local name=$1 code=$2 status
	shift 2
	"$@" >"$T/out" 2>"$T/err" </dev/null
	status=$?
	if [ $status -eq "$code" ]; then ok "$name"; else
		fail "$name" "exit code $status, not $code" "$(cat "$T/err" "$T/out" | tail -5)"
	fi
}

"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }

# later ID FACTOR [failures|once]: the fixture measured again, every value times the factor; with its
# failed launches, or one boot of it alone.
"$SCHEDLAB" export $base >"$T/base.jsonl"
later() {
	python3 - "$T/base.jsonl" "$@" >"$T/$1.jsonl" <<'PY'
import hashlib, json, sys
source, id, factor, modes = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4:]
boots, digest = [], hashlib.sha256()
for line in open(source, encoding='utf-8'):
    record = json.loads(line)
    if record['kind'] == 'seal':
        record = {'digest': digest.hexdigest(), 'kind': 'open'}
    if record['kind'] == 'entry':
        boots.append(record['boot'])
    if record['kind'] == 'sample':
        if record['status'] != 'ok' and 'failures' not in modes:
            continue
        if boots[record['entry']] > 1 and 'once' in modes:
            continue
    if record['kind'] == 'campaign':
        record['id'] = id
    if record['kind'] == 'sample' and record['value']:
        record['value'] = float('%.12g' % (record['value'] * factor))
    if record['kind'] == 'entry':
        record['kernel_boot_id'] = id[-4:] + record['kernel_boot_id'][4:]
    line = json.dumps(record, sort_keys=True, separators=(',', ':'), ensure_ascii=False) + '\n'
    digest.update(line.encode())
    sys.stdout.write(line)
PY
	check "import $1" "$SCHEDLAB" import "$T/$1.jsonl"
}
later 20261203-slower 1.2
later 20261203-faster 0.8
later 20261203-little 1.01
later 20261203-failed 1 failures
later 20261203-onetim 1.2 once

# ---- check: a gate ----

call "check: +20 % fails" 4 "$SCHEDLAB" check 20261203-slower --against $base --min-effect 2%
has "check: says which" "$(cat "$T/out")" "^REGRESSION ring\.bound: 6\.1 \(20261203-slower\) is 20\.0 % slower than 6\.1 \($base\)"
has "check: measured at different times" "$(cat "$T/out")" "measured at different times"
has "check: emulated time is no verdict" "$(cat "$T/out")" "^unknown ring\.unbound: .*not comparable: .*emulated"
has "check: how many" "$(tail -1 "$T/out")" "^9 of 9 charts regressed by more than 2 %; 9 could not be compared$"
call "check: -20 % passes" 0 "$SCHEDLAB" check 20261203-faster --against $base --min-effect 2%
has "check: and is said to be faster" "$(cat "$T/out")" "^ok ring\.bound: .* is 20\.0 % faster"
call "check: +1 % is proven and less than 2 %" 0 "$SCHEDLAB" check 20261203-little --against $base
has "check: says how much" "$(cat "$T/out")" "at least [01]\.[0-9] % worse( at [0-9]+ [a-z]+)?, not more than 2 %"
call "check: +1 % is more than 0.5 %" 4 "$SCHEDLAB" check 20261203-little --against $base --min-effect 0.5%
call "check: +20 % is less than 30 %" 0 "$SCHEDLAB" check 20261203-slower --against $base -e 30
call "check: failed launches" 3 "$SCHEDLAB" check 20261203-failed --against $base
call "check: one variant" 4 "$SCHEDLAB" check 20261203-slower:6.1-rt --against $base:6.1-rt
has "check: of three charts" "$(tail -1 "$T/out")" "^3 of 3 charts"
call "check: inside one campaign" 4 "$SCHEDLAB" check $base:6.1-rt --against $base:6.1
call "check: the other way round" 3 "$SCHEDLAB" check $base:6.1 --against $base:6.1-rt
call "check: one boot is no verdict" 0 "$SCHEDLAB" check 20261203-onetim --against $base
has "check: within one boot" "$(cat "$T/out")" "differs within one boot"

# ---- compare ----

call "compare: one campaign" 0 "$SCHEDLAB" compare $base
has "compare: a verdict" "$(tr '\n' ' ' <"$T/out")" "6\.1-rt is 31\.3 % slower than 6\.1 \(95 % interval"
is "compare: comparability before any verdict" \
	"$(grep -nE '^Comparability|^== ' "$T/out" | head -2 | sed 's/.*:\(.*\)/\1/; s/^== //; s/:.*//' | tr '\n' ' ')" \
	"Comparability $(grep -m1 '^== ' "$T/out" | sed 's/.*:\(.*\)/\1/') "
call "compare: another baseline" 0 "$SCHEDLAB" compare $base --baseline 6.1-rt
has "compare: the sign turns" "$(cat "$T/out")" "^6\.1 is 23\.8 % faster than 6\.1-rt"
call "compare: two campaigns" 0 "$SCHEDLAB" compare $base 20261203-slower
has "compare: the same names" "$(cat "$T/out")" "6\.1-rt \(20261203-slower\) beside 6\.1-rt"
call "compare: a series over an earlier campaign" 0 "$SCHEDLAB" compare $base:6.1 20261203-slower:6.1-rt
has "compare: of the two named" "$(cat "$T/out")" "6\.1-rt \(20261203-slower\) beside 6\.1 "

while IFS='|' read -r words code pattern; do
	# shellcheck disable=SC2086 # words
	call "schedlab $words" "$code" "$SCHEDLAB" $words
	has "schedlab $words: says so" "$(cat "$T/err")" "$pattern"
done <<END
compare|2|campaign id is expected
compare a b c|2|two campaigns at most
compare $base --style pdf|2|unknown style 'pdf'
compare $base --rows 0|2|--rows: bad count
compare $base --rows 5..|2|--rows: bad count
compare 20261130-nobody|1|there is no campaign '20261130-nobody'
compare $base:none|1|has no variant 'none'
compare $base --baseline none|1|has no variant 'none' to be the baseline
compare 20261202-empty0|1|nothing to put beside
check $base|2|--against CAMPAIGN is expected
check|2|campaign id is expected
check $base --against $base --min-effect x|2|bad effect 'x'
check $base --against $base --min-effect -1|2|bad effect '-1'
check $base --against 20261130-nobody|1|there is no campaign
show $base --mail --baseline none|1|has no variant 'none'
END
"$SCHEDLAB" compare $base >/dev/full 2>"$T/err"
is "compare: no room on stdout" "$? $(grep -c 'stdout: No space left' "$T/err")" "1 1"
"$SCHEDLAB" check 20261203-slower --against $base >/dev/full 2>"$T/err"
is "check: no room on stdout is no regression" "$? $(grep -c 'stdout: No space left' "$T/err")" "1 1"

# ---- styles ----

for style in plain lkp mmtests markdown; do
	call "style: $style" 0 "$SCHEDLAB" compare $base:6.1-cloud --style $style --rows 2,4..8/2
	sed -nE '/^(== |commit:|ring\.bound |###)/,$p' "$T/out" >"$T/style.txt" # behind comparability
	check "style: $style: as golden" diff -u "$data/$style.txt" "$T/style.txt"
	call "style: $style: hostile names" 0 "$SCHEDLAB" compare $hostile --style $style
	check "style: $style: no control characters" bash -c \
		"! LC_ALL=C grep -q $'[\\x01-\\x09\\x0b-\\x1f\\x7f]' '$T/out'"
done
# Whose numbers they are stands before them; no heads of tables without rows.
for style in plain lkp mmtests markdown; do
	"$SCHEDLAB" compare $base 20261203-slower --style $style --rows 999 >"$T/out"
	is "style: $style: both campaigns are named" "$(grep -Ec "^Campaign:  ($base|20261203-slower): " "$T/out")" 2
	is "style: $style: when they were measured" "$(grep -c '^Measured:  20' "$T/out")" 2
done
has "rows: plain: none" "$("$SCHEDLAB" compare $base --rows 999)" "^  \(none of the counts asked for was measured\)$"
is "rows: markdown: no empty table" "$(grep -A1 -e '^| ---' "$T/out" | grep -cv -e '^| [a-z-]' -e ^--)" 0
is "style: markdown: no element" "$("$SCHEDLAB" compare $hostile --style markdown | sed '1,/^change =/d' | grep -c '<')" 0
call "json" 0 "$SCHEDLAB" compare $base 20261203-slower --json
check "json: read by others" python3 - "$T/out" <<'PY'
import json, sys
document = json.load(open(sys.argv[1]))
assert document['family'] == 9 and document['open'] == 9, document['family']
assert len(document['comparisons']) == 3
for comparison in document['comparisons']:
    assert comparison['base']['variant'] == comparison['other']['variant']
    charts = {chart['chart']: chart for chart in comparison['charts']}
    ring = charts['ring.bound']
    assert ring['verdict'] == 'slower' and abs(ring['headline']['change'] - 0.2) < 0.01
    assert ring['other_times'] and ring['regression'] > 0.19
    assert charts['ring.unbound']['verdict'] == 'not comparable'
PY
check "json: hostile names" bash -c "'$SCHEDLAB' compare $hostile --json | python3 -c 'import json, sys; json.load(sys.stdin)'"

# ---- mail ----

for id in $base $hostile 20261202-empty0; do
	call "mail: $id" 0 "$SCHEDLAB" show "$id" --mail
	check "mail: $id: the page's bytes" cmp "$T/out" <("$SCHEDLAB" page "/c/$id.txt")
	is "mail: $id: ASCII" "$(LC_ALL=C grep -c '[^ -~]' "$T/out")" 0
	is "mail: $id: at most 72 columns" "$(awk 'length > 72' "$T/out")" ""
done
check "mail: base and rows" cmp <("$SCHEDLAB" show $base --mail -b 6.1-rt -r 15..17) \
	<("$SCHEDLAB" page "/c/$base.txt?base=6.1-rt&rows=15..17")
has "mail: link" "$(SCHEDLAB_URL=https://lab.example.org "$SCHEDLAB" show $base --mail)" \
	"^Link: +https://lab.example.org/c/$base$"

cp "$SCHEDLAB_STORE" "$T/withdrawn.db"
check "mail: withdrawn" "$SCHEDLAB" --store "$T/withdrawn.db" amend $base withdraw --author x --reason y
withdrawn=$("$SCHEDLAB" --store "$T/withdrawn.db" show $base --mail)
has "show: withdrawn" "$("$SCHEDLAB" --store "$T/withdrawn.db" show $base)" "^withdrawn$"
call "compare: withdrawn" 0 "$SCHEDLAB" --store "$T/withdrawn.db" compare 20261203-slower $base
has "compare: withdrawn: no data, and why" "$(tr -s '\n ' '  ' <"$T/out")" "no data: amendment 1 withdrew campaign"
call "check: withdrawn" 3 "$SCHEDLAB" --store "$T/withdrawn.db" check 20261203-slower --against $base
has "check: withdrawn: why" "$(cat "$T/out")" "^unknown ring\.bound: .*amendment 1 withdrew campaign $base$"
call "compare: two revisions" 1 "$SCHEDLAB" --store "$T/withdrawn.db" compare $base $base/r/0
has "compare: two revisions: why not" "$(cat "$T/err")" "^schedlab: revisions 1 and 0 of campaign $base are of the same samples"
has "mail: withdrawn: says so" "$withdrawn" "WITHDRAWN"
is "mail: withdrawn: no figures" "$(grep -c '^==' <<<"$withdrawn")" 0

# What is said is the same everywhere.
sentence=$("$SCHEDLAB" compare $base --json | python3 -c '
import json, sys
print([chart["sentence"] for comparison in json.load(sys.stdin)["comparisons"]
	for chart in comparison["charts"] if chart["chart"] == "ring.bound"][1])')
# Up front among the findings, and again above its chart.
is "one sentence: the page's" "$("$SCHEDLAB" page /c/$base | grep -cF "$sentence")" 2
is "one sentence: the chart's page" "$("$SCHEDLAB" page /c/$base/ring.bound | grep -cF "$sentence")" 1
is "one sentence: the mail's" "$("$SCHEDLAB" show $base --mail | tr -s '\n ' '  ' | grep -cF "$sentence")" 1

# ---- the thread of 2007: facts that were worked out by hand ----

export SCHEDLAB_STORE=$T/2007.db
published=plans/lkml-2007-published
for name in first-numbers second-numbers follow-up follow-up-nopreempt hackbench-90; do
	id=$("$SCHEDLAB" import $published/$name)
	printf -v "${name//-/_}" %s "$id"
done

# fact NAME PATTERN CHART CAMPAIGN[:VARIANT] BASELINE: the sentence of that chart.
fact() {
	local sentence
	sentence=$("$SCHEDLAB" compare "$4" --baseline "$5" --json | python3 -c '
import json, sys
for comparison in json.load(sys.stdin)["comparisons"]:
	for chart in comparison["charts"]:
		if chart["chart"] == sys.argv[1]:
			print(chart["sentence"])' "$3")
	has "2007: $1" "$sentence" "$2"
}
rc1=2.6.23-rc1 rc6=2.6.23-rc6-cfs devel=2.6.23-rc6-cfs-devel ck1=2.6.22-ck1

# shellcheck disable=SC2154 # set by printf -v
{
fact "1: 5.041 and 5.045 by means: no difference proven" "no difference proven: change \+0\.9 %.* \+0\.08 % by means" \
	lat-ctx-2.unbound "$first_numbers:$devel" $rc6
fact "2: lat_ctx 2, bound" "change −26\.2 %.* −26\.0 % by means" lat-ctx-2.bound "$second_numbers:$devel" $rc1
fact "2: pipe-test, bound" "change −17\.[01] %" pipe-test.bound "$second_numbers:$devel" $rc1
fact "3: as published, the odd one out is slower" "[+]6\.5 % by means" hackbench-50.bound "$second_numbers:$rc6" $rc1
fact "3: as published, the other is equal" "change −0\.5 %" hackbench-50.bound "$second_numbers:$devel" $rc1
check "2007: 3: amended" "$SCHEDLAB" amend "$second_numbers" swap-variants $rc1 $rc6 --chart hackbench-50.bound \
	--author tester --reason "two columns were exchanged"
fact "3: after the amendment" "−6\.1 % by means" hackbench-50.bound "$second_numbers:$rc6" $rc1
fact "3: after the amendment, the other" "−6\.6 % by means" hackbench-50.bound "$second_numbers:$devel" $rc1
fact "3: other charts keep their columns" "change −26\.2 %" lat-ctx-2.bound "$second_numbers:$devel" $rc1
has "2007: 3: the amendment in the mail" "$("$SCHEDLAB" show "$second_numbers" --mail | tr -s '\n ' '  ')" \
	"Amended: 1 of .* by tester: .*two columns were exchanged"
fact "4: hackbench 90 is -7.6 %" "change −7\.4 %.*, −7\.6 % by means, −7\.5 % by Hodges-Lehmann" \
	hackbench-90.unbound "$hackbench_90" sched-devel
fact "5: tiny and fully separated" "differs within one boot.* change \+0\.8 % .*p = 1\.1e-05" \
	pipe-test.bound "$follow_up:$devel" $ck1
fact "6: crosses ck1" "change \+6\.7 %.*; crosses between 18 and 19 processes, lower up to 18 and higher from 19$" \
	lat-ctx.bound "$follow_up:$devel" $ck1
fact "6: crosses 2.6.21" "crosses between 19 and 20 processes" lat-ctx.bound "$follow_up:$devel" 2.6.21
while read -r chart change_ck1 change_devel; do
	fact "7: $chart, ck1" "change −$change_ck1 %" "$chart" "$follow_up:$ck1" 2.6.21
	fact "7: $chart, cfs-devel" "change ${change_devel/-/−} %" "$chart" "$follow_up:$devel" 2.6.21
done <<'END'
lat-ctx.bound 4\.5 \+1\.9
lat-ctx.unbound 17\.0 -15\.2
hackbench.bound 23\.9 -16\.3
hackbench.unbound 20\.3 -13\.9
pipe-test.bound 8\.7 -8\.0
pipe-test.unbound 9\.1 -6\.0
END

"$SCHEDLAB" compare "$follow_up:$devel" "$follow_up_nopreempt" | tr -s '\n ' '  ' >"$T/later"
has "2007: 5: ten equal values" "$(cat "$T/later")" "change \+12\.2 % .*measured at different times"
has "2007: 9: lat_ctx the other way" "$(cat "$T/later")" "change -6\.5 %.* crosses between 18 and 19 processes"
has "2007: 9: hackbench too" "$(cat "$T/later")" "change -3\.1 %"
variant=$devel-nopreempt
with="with=$follow_up_nopreempt:$variant"
"$SCHEDLAB" page "/c/$follow_up/pipe-test.bound?$with&base=$devel" >"$T/with.html"
check "2007: a later series over a chart" xmllint --noout "$T/with.html"
has "2007: a later series: said" "$(cat "$T/with.html")" "measured at different times"
has "2007: a later series: its verdict" "$(cat "$T/with.html")" "$variant \($follow_up_nopreempt\).*\+12\.2 %"
for scale in zero zoom; do
	"$SCHEDLAB" page "/c/$follow_up/pipe-test.bound.$scale.svg?$with" >"$T/$scale.svg"
	check "2007: 11: $scale" xmllint --noout "$T/$scale.svg"
done
check "2007: 11: both are drawn, and differ" bash -c "! cmp -s '$T/zero.svg' '$T/zoom.svg'"
}
