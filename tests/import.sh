#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `schedlab import` of other programs' files and of folders: the campaigns of 2007 through the
# commands and pages, what is refused, and the tools that read the exports.
# shellcheck source=tests/lib.sh
. tests/lib.sh
cases=tests/data/cases

ids() { "$SCHEDLAB" list | tail -n +2 | wc -l; }

# refused NAME PATTERN WORDS…: exit 1, one line that matches, and nothing was stored.
refused() {
	local name=$1 pattern=$2 before out status
	shift 2
	before=$(ids 2>&1)
	out=$("$SCHEDLAB" import "$@" 2>&1 >"$T/stdout")
	status=$?
	is "$name: exit status" "$status" 1
	is "$name: one line" "$(grep -vc ': warning: ' <<<"$out")" 1
	has "$name: says why" "$out" "$pattern"
	is "$name: nothing on stdout" "$(cat "$T/stdout")" ""
	is "$name: nothing stored" "$(ids 2>&1)" "$before"
}

# ---- the published numbers of 2007 ----

for folder in first-numbers second-numbers follow-up follow-up-patched follow-up-nopreempt \
	hackbench-90; do
	id=$("$SCHEDLAB" import "plans/lkml-2007-published/$folder" 2>"$T/err")
	has "$folder: an id" "$id" '^200709[0-9]{2}-[a-z0-9]{6}$'
	is "$folder: no warning" "$(cat "$T/err")" ""
	"$SCHEDLAB" export "$id" >"$T/one.jsonl"
	SCHEDLAB_STORE=$T/other.db "$SCHEDLAB" import "$T/one.jsonl" >"$T/id" 2>&1
	SCHEDLAB_STORE=$T/other.db "$SCHEDLAB" export "$id" >"$T/two.jsonl"
	check "$folder: export, import, export" cmp "$T/one.jsonl" "$T/two.jsonl"
	check "$folder: a page" "$SCHEDLAB" page "/c/$id"
	eval "${folder//-/_}=$id"
done
check "verify" "$SCHEDLAB" verify
is "six campaigns" "$(ids)" 6

# shellcheck disable=SC2154 # set by eval above
id=$follow_up
show=$("$SCHEDLAB" show "$id")
has "follow-up: lat_ctx 15, bound" "$show" '^15 +2\.900 1/1 +2\.760 1/1 +2\.210 1/1$'
has "follow-up: pipe-test is not swept" "$show" '^all runs '
has "follow-up: where it comes from" "$("$SCHEDLAB" page "/c/$id/env/2.6.21/1/import")" \
	'^lat_ctx\.bound\.dat, SHA-256 [0-9a-f]{64}$'
is "follow-up: the plan is its campaign.yaml" "$("$SCHEDLAB" page "/c/$id/plan.yaml")" \
	"$(cat plans/lkml-2007-published/follow-up/campaign.yaml)"
for scale in zero zoom; do
	"$SCHEDLAB" page "/c/$id/lat-ctx.bound.$scale.png" >"$T/$scale.png"
	has "follow-up: a picture, $scale" "$(od -An -c -N4 "$T/$scale.png")" 'P +N +G'
done

# ---- other programs' files ----

# Words that go onto pages as they stand.
for words in '--variant=' $'--variant=a\tb' $'--title=\xff' $'--title=\xc2\x9bx' "--title=$(printf %0401d 0)" '--variant= '; do
	"$SCHEDLAB" import "$cases/02-hackbench-two-blocks.txt" "$words" >"$T/out" 2>"$T/err"
	is "refused: ${words:0:9} that cannot be shown" "$? $(grep -Ec '^schedlab import: --(title|variant) (is|holds) ' "$T/err") $(wc -c <"$T/out")" "2 1 0"
done
id=$("$SCHEDLAB" import "$cases/02-hackbench-two-blocks.txt" --variant stock --title 'two blocks')
has "a file: what is stored" "$("$SCHEDLAB" show "$id")" '^10 '
has "a file: its title" "$("$SCHEDLAB" show "$id")" '  two blocks$'
has "a file: its variant" "$("$SCHEDLAB" export "$id" --format=csv | tail -1)" ',stock,unbound,hackbench,10,'

"$SCHEDLAB" export "$id" -f ministat >"$T/stock.txt"
sed 's/^2\./2.9/' "$T/stock.txt" >"$T/other.txt"
id=$("$SCHEDLAB" import "$T/stock.txt" "$T/other.txt" --kind ministat)
has "two files: two variants of one chart" \
	"$("$SCHEDLAB" export "$id" -f csv | cut -d, -f2-4 | sort -u | tr '\n' ' ')" \
	'other,unbound,values stock,unbound,values '
if command -v ministat >/dev/null; then
	"$SCHEDLAB" export "$id" -f ministat -V stock >"$T/a"
	"$SCHEDLAB" export "$id" -f ministat -V other >"$T/b"
	has "ministat reads our files" "$(ministat -n "$T/a" "$T/b" 2>&1)" '^\+ +6 '
	ministat -n "$T/a" "$T/b" >"$T/summary.txt"
	refused "what ministat printed" 'summary\.txt:[0-9]+: a summary that ministat printed' \
		"$T/summary.txt" --kind ministat
else
	skip "ministat reads our files" "there is no ministat here"
fi
"$SCHEDLAB" export "$id" -f bench >"$T/all.bench"
has "no unit: said all the same, ministat" "$("$SCHEDLAB" export "$id" -f ministat -V stock)" '^# .*; value, lower is better$'
has "no unit: mmtests' table" "$("$SCHEDLAB" compare "$id" --style mmtests)" '^values\.unbound \(value, lower is better'
has "dated, not measured" "$("$SCHEDLAB" compare "$id")" '^Dated:     20[0-9-]+, host unknown; imported by'
is "bench: read back" "$("$SCHEDLAB" import -n "$T/all.bench" 2>&1 | grep -c '^.*all\.bench')" 12

# Our own forms that hold no samples, or not all that is known of them, say which one does.
"$SCHEDLAB" export "$id" -f json >"$T/own.json"
"$SCHEDLAB" export "$id" -f json -c values.unbound >"$T/own-chart.json"
"$SCHEDLAB" export "$id" | gzip >"$T/own.jsonl.gz"
for format in csv dat gp; do "$SCHEDLAB" export "$id" -f $format >"$T/own.$format"; done
for own in own.json own-chart.json own.jsonl.gz own.csv own.dat own.gp; do
	refused "our $own" "$own.*: .*canonical form \\(export --format=jsonl\\)" "$T/$own"
done

gzip -c "$cases/39-quotes.csv" >"$T/quotes.csv.gz"
has "gzip data" "$("$SCHEDLAB" import --dry-run "$T/quotes.csv.gz")" $'\t2\t5.22\tus\tlower$'
has "standard input" "$("$SCHEDLAB" import -n - <"$cases/35-ministat-ties.txt")" $'^-\t8\tstdin\tvalues\t'
id=$("$SCHEDLAB" import "$cases/55-pts-one-system.xml")
has "higher is better: said" "$("$SCHEDLAB" show "$id")" 'MB/s, higher is better'
has "higher is better: on its page" "$("$SCHEDLAB" page "/c/$id")" 'higher is better'
id=$("$SCHEDLAB" import "$cases/75-extract-futex-wake.txt" -k extract -x '^\[Run .* in ([0-9.]+) ms' -u ms)
is "a pattern: five values" "$("$SCHEDLAB" export "$id" -f csv | tail -n +2 | wc -l)" 5

id=$("$SCHEDLAB" import "$cases/37-delay-gaps.tsv")
has "a rate is better the higher it is" "$("$SCHEDLAB" show "$id")" 'req/s, higher is better'
has "unless it is said" "$("$SCHEDLAB" import -n --better lower "$cases/37-delay-gaps.tsv")" 'req/s.lower$'
has "x that is no whole number: compared" "$("$SCHEDLAB" compare "$id")" '^ *0\.00390625 +8121 '
has "x that is no whole number" "$("$SCHEDLAB" export "$id" -f csv)" \
	',37-delay-gaps,0\.00390625,1,1,1,8120\.9174,req/s,ok,'
check "x that is no whole number: its page" "$SCHEDLAB" page "/c/$id"
check "x that is no whole number: sealed" "$SCHEDLAB" verify "$id"

before=$(ids)
out=$("$SCHEDLAB" import --dry-run "$cases/07-latctx-two-sizes.txt")
has "dry run: a line a sample" "$out" $'\t6\t07-latctx-two-sizes\tlat_ctx size=0k\tunbound\t16\t3.56\tus\tlower$'
is "dry run: nothing stored" "$(ids)" "$before"
for file in "$cases"/[0-5]*.config "$cases"/[0-5]*; do
	case $file in *.config) continue ;; esac
	"$SCHEDLAB" import --dry-run "$file" >"$T/out" 2>"$T/err"
	[ $? -le 1 ] || fail "dry run of $file" "$(cat "$T/err")"
done
ok "dry run of all cases"

# ---- refused ----

: >"$T/empty"
truncate -s 1G "$T/zeros"
printf '\000\000' >"$T/two-zeros"
mkdir "$T/folder"
head -c 100 "$T/one.jsonl" >"$T/cut.jsonl"
head -c 40 "$T/quotes.csv.gz" >"$T/cut.csv.gz"
printf 'x;a\n1;1,234\n' >"$T/ambiguous.csv"
refused "an empty file" 'empty: no data' "$T/empty"
refused "zeros" 'zeros: more than 32 MB$' "$T/zeros"
refused "two zeros" 'two-zeros:1: a NUL byte' "$T/two-zeros"
refused "a folder" "folder/campaign.yaml': No such file" "$T/folder"
refused "a folder among files" 'Is a directory' "$T/folder" "$T/empty"
refused "a canonical form that is cut" 'cut\.jsonl:1: ' "$T/cut.jsonl"
refused "gzip data that is cut" 'broken or cut off' "$T/cut.csv.gz"
refused "an ambiguous number" "ambiguous\.csv:2: '1,234' is ambiguous" "$T/ambiguous.csv"
refused "UTF-16" 'UTF-16' "$cases/40-utf16.csv"
refused "one good file and one bad one" 'ambiguous\.csv:2' "$cases/39-quotes.csv" "$T/ambiguous.csv"
refused "two kinds" 'can be hackbench or cyclictest' "$cases/05-hackbench-failed.log"
refused "a pattern that is none" 'Unmatched' "$T/ambiguous.csv" -k extract -x '(a'

out=$("$SCHEDLAB" import "$T/empty" --kind nonsense 2>&1)
is "an unknown kind: a usage error" $? 2
has "an unknown kind: says which there are" "$out" 'expected hackbench, lat_ctx'
