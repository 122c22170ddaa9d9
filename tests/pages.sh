#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every page as `schedlab page` prints it: well-formed by other people's parsers, also with hostile
# names in every field; the exports read by the tools they are meant for.
. tests/lib.sh

complete=20261130-k3f7qd hostile=20261201-h0st1l unmeasured=20261202-empty0

get() { "$SCHEDLAB" page "$1"; }

# What tidy says, apart from what it is too old to know: some attributes, and <div> inside <dl>.
complaints() {
	sed "s/ loading='lazy'//g; s/ aria-current='page'//g; /<source/s/ \(width\|height\)='[0-9]*'//g" "$1" |
		tidy -quiet -errors --drop-empty-elements no 2>&1 |
		grep -vE '(inserting implicit|missing) </?d[ld]>|missing </div> before <dt>'
}

"$SCHEDLAB" page / >"$T/none" 2>"$T/err"
is "no store: exit 1" $? 1
has "no store: one line says which" "$(cat "$T/err")" "^schedlab: .*lab\.db"
is "no store: nothing else on stderr" "$(wc -l <"$T/err")" 1

"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }

# ---- pages ----

pages=(/ /compare "/compare?a=$complete:6.1" "/compare?a=$complete:6.1&b=$complete:6.1-rt"
	"/?q=follow&machine=lab&variant=6.1" "/?q=none" /trend
	"/trend?machine=lab&chart=ring.bound&variant=6.1-rt"
	"/trend?machine=lab&chart=ring.bound&variant=6.1&count=7"
	"/trend?machine=lab&chart=pingpong.unbound&variant=6.1")
for id in $complete $hostile $unmeasured; do
	pages+=("/c/$id" "/c/$id/env" "/c/$id/r/0/env")
	for chart in ring.bound ring.unbound messaging.bound pingpong.bound pingpong.unbound; do
		pages+=("/c/$id/$chart")
	done
done
views=(scale=zero 'x=4..16&y=1..9' 'series=6.1-rt&stat=min&band=range' 'relative=1&logx=1&rows=3..9')
for view in "${views[@]}"; do
	pages+=("/c/$complete/ring.unbound?$view")
done
for page in "${pages[@]}" /nothing; do
	get "$page" >"$T/page.html" 2>/dev/null
	check "$page: well-formed" xmllint --noout "$T/page.html"
	is "$page: valid" "$(complaints "$T/page.html")" ""
done

# What is hostile in a name is text: no element, no attribute and no address comes of it.
for page in / "/c/$hostile" "/c/$hostile/env" "/c/$hostile/ring.bound" /compare; do
	get "$page" >"$T/page.html"
	is "$page: no script but ours" "$(xmllint --xpath "count(//script[not(starts-with(@src, '/static/'))])
		+ count(//script[node()])" "$T/page.html" 2>/dev/null)" 0
	is "$page: no handler" "$(xmllint --xpath 'count(//@onerror)' "$T/page.html" 2>/dev/null)" 0
	is "$page: only our addresses" "$(xmllint --xpath '//@href | //@src | //@srcset' \
		"$T/page.html" 2>/dev/null | grep -oE "\"[^\"]*\"" |
		grep -cvE '^"(/|#)[A-Za-z0-9./_-]*(\?(base|scale|a|machine)=[A-Za-z0-9.:,%_~-]+)?(#verdicts|#boots)?"$')" 0
done

# Every link and picture of every page leads somewhere; of the many cells those of two counts.
for page in "${pages[@]}"; do
	get "$page"
done | grep -oE "(href|src|srcset)='[^']*'" | cut -d"'" -f2 | sed 's/&amp;/\&/g; s/#.*//' | grep . |
	grep -vE '/[a-z]+\.(un)?bound/[a-z0-9.-]+/([13-689]|[1-9][0-9]+)$' | sort -u >"$T/links"
broken=
while read -r link; do
	get "$link" >/dev/null 2>&1 || broken+="$link "
done <"$T/links"
is "all $(wc -l <"$T/links") links lead somewhere" "$broken" ""

# Where a reader looks for more: from every page to all lists, from a campaign to all it has.
for page in / "/c/$complete" "/c/$complete/ring.bound/6.1-rt/12" /trend /nothing; do
	has "$page: leads to trends, compare and feed" "$(get "$page" 2>/dev/null | grep '<p>schedlab')" \
		"href='/trend'.*href='/compare'.*href='/feed.atom'"
done
has "a campaign: leads to its archive" "$(get "/c/$complete")" "href='/c/$complete.tar.xz'"
has "a campaign: leads to its machine's trends" "$(get "/c/$complete")" "href='/trend[?]machine=lab'"
has "a cell: leads back to its chart" "$(get "/c/$complete/ring.bound/6.1-rt/12" | grep trail)" \
	"href='/c/$complete/ring.bound'"

has "index: newest first" "$(get / | grep -o "/c/2[^']*" | tr '\n' ' ')" "$unmeasured.*$hostile.*$complete"
has "open campaign: how to go on" "$(get "/c/$hostile")" "schedlab resume $hostile"

# A campaign whose lock is held is running: the page says so and renews itself.
exec 9>"$SCHEDLAB_STORE.run"
flock 9
printf '%d %s\n' $$ "$hostile" >&9
has "running: says so" "$(get "/c/$hostile")" "Running now"
has "running: renews itself" "$(get "/c/$hostile")" "http-equiv='refresh' content='30'"
is "running: others do not" "$(get "/c/$complete" | grep -c "http-equiv='refresh'")" 0
exec 9>&-

"$SCHEDLAB" page /nothing >"$T/none" 2>"$T/err"
is "not found: exit 1" $? 1
has "not found: a page all the same" "$(cat "$T/none")" "<h1>Not found</h1>"
"$SCHEDLAB" page >/dev/null 2>&1
is "no address: exit 2" $? 2

# ---- exports ----

get "/c/$hostile/ring.bound.csv" >"$T/ring.csv"
rows=$(python3 - "$T/ring.csv" <<'PY'
import csv, sys
rows = list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8')))
print(len(set(map(len, rows))), len(rows[0]), len(rows), len({row[1] for row in rows[1:]}))
PY
)
is "csv: every row has every column, labels come back" "$rows" "1 14 367 8"

get "/c/$hostile/ring.bound.json" >"$T/ring.json"
check "json: read by others" python3 -c "import json, sys; json.load(open(sys.argv[1]))" "$T/ring.json"
is "json: no number is missing by another name" "$(grep -ciE 'nan|inf[^o]' "$T/ring.json")" 0

for id in $complete $hostile $unmeasured; do
	for chart in ring.bound pingpong.bound; do
		mkdir -p "$T/$id"
		get "/c/$id/$chart.dat" >"$T/$id/$chart.dat"
		get "/c/$id/$chart.gp" >"$T/$id/$chart.gp"
		is "dat: $id $chart has equal rows" \
			"$(grep -v '^#' "$T/$id/$chart.dat" | awk -F'\t' '{print NF}' | sort -u | wc -l)" 1
		if ! command -v gnuplot >/dev/null; then
			skip "gnuplot: $id $chart" "gnuplot is not installed"
		elif [ "$id" = $unmeasured ]; then
			(cd "$T/$id" && gnuplot $chart.gp 2>"$T/err")
			has "gnuplot: $id $chart has nothing to draw" "$(cat "$T/err")" "all points .*undefined|empty"
		else
			(cd "$T/$id" && LC_ALL=C.UTF-8 gnuplot $chart.gp 2>"$T/err")
			is "gnuplot: $id $chart draws" "$(cat "$T/err")" ""
			for scale in zero zoom; do
				check "gnuplot: $id $chart $scale" test -s "$T/$id/$chart.gp.$scale.png"
			done
		fi
	done
done

for picture in ring.bound.zero ring.bound.zoom.dark pingpong.bound.zoom.small; do
	get "/c/$hostile/$picture.svg" >"$T/picture.svg"
	check "svg: $picture is well-formed" xmllint --noout "$T/picture.svg"
	get "/c/$hostile/$picture.png" >"$T/picture.png"
	is "png: $picture" "$(head -c 8 "$T/picture.png" | od -An -tx1 | tr -d ' \n')" 89504e470d0a1a0a
done

get "/c/$complete.jsonl" >"$T/one.jsonl"
get "/c/$complete.jsonl" >"$T/two.jsonl"
check "jsonl: the same twice" cmp "$T/one.jsonl" "$T/two.jsonl"
is "plan: as it was" "$(get "/c/$complete/plan.yaml" | tail -2 | tr '\n' ' ')" "machine: vm boots: 3 "
