#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Two variants side by side: the page says what `schedlab compare` says, in the same words, of one
# campaign and of two; the way to it by form and by links; what cannot be compared.
. tests/lib.sh

base=20261130-k3f7qd hostile=20261201-h0st1l
get() { "$SCHEDLAB" page "$1"; }
xpath() { xmllint --xpath "$1" "$T/page.html" 2>/dev/null; }

"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }
for folder in follow-up follow-up-patched; do
	"$SCHEDLAB" import plans/lkml-2007-published/$folder >>"$T/imported"
done
first=$(sed -n 1p "$T/imported") second=$(sed -n 2p "$T/imported")
devel=2.6.23-rc6-cfs-devel
patched=$("$SCHEDLAB" export "$second" | grep -oE '"slug":"2[^"]*"' | head -1 | cut -d'"' -f4)
label=$("$SCHEDLAB" export "$second" | grep -oE '"label":"2[^"]*"' | head -1 | cut -d'"' -f4)

# same NAME A B: the page's mail text is the command's output.
same() {
	get "/compare?a=$2&b=$3" >"$T/page.html"
	check "$1: well-formed" xmllint --noout "$T/page.html"
	python3 - "$T/page.html" >"$T/mail" <<'PY'
import html, re, sys
print(html.unescape(re.search(r"<pre class='mail'[^>]*>(.*?)</pre>", open(sys.argv[1]).read(), re.S)[1]), end='')
PY
	"$SCHEDLAB" compare "$2" "$3" >"$T/command"
	check "$1: the same words" cmp "$T/mail" "$T/command"
	is "$1: one heading" "$(xpath 'count(//h1)')" 1
	has "$1: the other way round" "$(cat "$T/page.html")" "href='/compare\?a=$3&amp;b=$2'"
	xpath '//img/@src | //source/@srcset' | grep -oE '"[^"]*"' | tr -d '"' |
		sed 's/&amp;/\&/g' | sort -u | head -4 >"$T/pictures"
	while read -r picture; do
		get "$picture" >"$T/picture"
		check "$1: $picture" xmllint --noout "$T/picture"
	done <"$T/pictures"
	get "$(grep -oE "href='[^']*\.json[^']*'" "$T/page.html" | head -1 | cut -d"'" -f2 | sed 's/&amp;/\&/g')" >"$T/json"
	is "$1: two curves in its data" "$(python3 -c "
import json, sys
print(*(series['label'] for series in json.load(open(sys.argv[1]))['series']))" "$T/json")" "$4"
}
same "one campaign" $base:6.1 $base:6.1-rt "6.1 6.1-rt"
is "measured together" "$(grep -c 'measured at different times' "$T/page.html")" 0
same "two campaigns" "$first:$devel" "$second:$patched" "$devel $label ($second)"
has "not measured together" "$(cat "$T/page.html")" "Two campaigns: measured at different times"
before=$(grep -n -m1 "id='comparability'" "$T/page.html" | cut -d: -f1)
after=$(grep -n -m1 "id='verdicts'" "$T/page.html" | cut -d: -f1)
check "comparability comes first" test "$before" -lt "$after"
has "a chart that is not there is said" "$(cat "$T/page.html")" "Nothing to compare: "

has "chosen rows" "$(get "/compare?a=$base:6.1&b=$base:6.1-rt&rows=15..16")" "<th scope='row' class='number'>16<"
is "and no others" "$(get "/compare?a=$base:6.1&b=$base:6.1-rt&rows=15..16" | grep -c "<th scope='row' class='number'>17<")" 0

readarray -t slugs < <("$SCHEDLAB" export $hostile | grep -o '"kind":"variant".*' | grep -oE '"slug":"[^"]*"' | cut -d'"' -f4)
same "hostile names" "$hostile:${slugs[0]}" "$hostile:${slugs[1]}" "<script>alert(1)</script> \"><img src=x onerror='alert(1)'>"
is "hostile names: no script" "$(xpath 'count(//script[not(starts-with(@src, "/static/"))])')" 0
is "hostile names: no handler" "$(xpath 'count(//@onerror)')" 0

# ---- the choice ----

get /compare >"$T/page.html"
check "form: well-formed" xmllint --noout "$T/page.html"
has "form: variants to choose" "$(cat "$T/page.html")" "<option value='$base:6.1-rt'>6.1-rt</option>"
has "form: a link names the baseline" "$(cat "$T/page.html")" "href='/compare\?a=$base:6.1-rt'"
get "/compare?a=$base:6.1-rt" >"$T/page.html"
has "form: then the second" "$(cat "$T/page.html")" "href='/compare\?a=$base:6.1-rt&amp;b=$base:6.1'"
has "form: what was asked for stays" "$(cat "$T/page.html")" "value='$base:6.1-rt'/>"
get "/compare?a=%3Cscript%3E" >"$T/page.html"
has "form: escaped" "$(cat "$T/page.html")" "value='&lt;script&gt;'/>"
has "form: campaigns by words" "$(get "/compare?q=follow-up+lab")" "href='/compare\?a=$base:6.1'"
is "form: and no others" "$(get "/compare?q=follow-up+lab" | grep -c "$first")" 0
has "form: none of these words" "$(get "/compare?q=nothing-has-this")" "No campaign has these words"
has "the campaign leads here" "$(get /c/$base)" "href='/compare\?a=$base:6.1'"

# ---- what cannot be ----

while IFS='|' read -r query words; do
	get "/compare?$query" >"$T/none" 2>"$T/err"
	is "$query: exit 1" $? 1
	has "$query: one line" "$(cat "$T/err")" "^schedlab: .*$words"
done <<END
a=x&b=y|a= is a campaign and a variant of it, as ID:VARIANT
a=$base:6.1&b=|b= is a campaign and a variant
a=$base:6.1&b=$base:|b= is a campaign and a variant
a=:6.1&b=$base:6.1|a= is a campaign and a variant
a=%ff:x&b=$base:6.1|a= is a campaign and a variant
a=20261130-nobody:x&b=$base:6.1|a= names no campaign that is here
a=$base:6.1&b=20261130-nobody:x|b= names no campaign that is here
a=$base:none&b=$base:6.1|a= names no variant of that campaign
a=$base:6.1&b=$hostile:none|b= names no variant of that campaign
a=$base:6.1&b=$base:6.1|a= and b= name the same variant
a=$base:6.1&b=$base:6.1-rt&rows=x|rows= is a list of counts
END
"$SCHEDLAB" amend "$second" withdraw --author T --reason "wrong clock" >/dev/null
get "/compare?a=$base:6.1&b=$second:$patched" >"$T/none" 2>/dev/null
has "withdrawn: gone" "$(cat "$T/none")" "410: b= names a campaign that was withdrawn"
