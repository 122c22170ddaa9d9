#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# schedlab render with all that can be asked of a chart: forms, sizes, ranges, views. What the
# pictures look like is tests/render-*.c's.
. tests/lib.sh

fixtures=$O/tests/web-site # with a path it writes the fixture's campaigns there
export SCHEDLAB_STORE=$T/store.db
"$fixtures" "$SCHEDLAB_STORE" || fail "the fixture's store"
id=20261130-k3f7qd

# drawn NAME WORDS…: draws ring.bound into a folder of that name.
drawn() {
	local name=$1
	shift
	"$SCHEDLAB" render $id --out "$T/$name" --chart ring.bound "$@" >"$T/out" 2>"$T/err"
	is "$name: exit 0" "$? $(grep "^schedlab:" "$T/err")" "0 "
	is "$name: prints what it wrote" "$(sort "$T/out")" "$(find "$T/$name" -type f | sort)"
}

# says NAME WORDS: the zero-based SVG of that folder says so.
says() {
	has "$1: says so" "$(sed -n 3p "$T/$1/ring.bound.zero.svg")" "$2"
}

drawn plain
is "plain: both scales, PNG and SVG" "$(cd "$T/plain" && echo *)" \
	"ring.bound.zero.png ring.bound.zero.svg ring.bound.zoom.png ring.bound.zoom.svg"
drawn pdf --format pdf --scale zero
is "pdf: that alone" "$(cd "$T/pdf" && echo *)" "ring.bound.zero.pdf"
is "pdf: is one" "$(head -c5 "$T/pdf/ring.bound.zero.pdf")" "%PDF-"
drawn preview --size preview --format png,svg,pdf --scale zoom
is "preview: named so" "$(cd "$T/preview" && echo *)" \
	"ring.bound.zoom.preview.pdf ring.bound.zoom.preview.png ring.bound.zoom.preview.svg"
is "preview: 1200x630" "$(od -An -tx1 -j16 -N8 "$T/preview/ring.bound.zoom.preview.png")" \
	" 00 00 04 b0 00 00 02 76"
check "preview: below 300 kB" [ "$(wc -c <"$T/preview/ring.bound.zoom.preview.png")" -lt 300000 ]
drawn full --size full --format png --scale zero
is "full: 1920x1080" "$(od -An -tx1 -j16 -N8 "$T/full/ring.bound.zero.png")" \
	" 00 00 07 80 00 00 04 38"

drawn range --x 2..8 --y 3.5..9
says range "axis starts at 3.5"
says range "[0-9]+ values beyond the ends of this axis"
drawn log --log-x
says log "processes, logarithmic"
drawn lowest --stat min --band range
says lowest "points: lowest sample · shaded: lowest to highest sample"
drawn bare --band none
check "bare: no bands" bash -c "! grep -q 'fill-opacity' '$T/bare/ring.bound.zero.svg'"
drawn relative --relative
says relative "per switch, relative to [^,]+, lower is better"

# The picture of a page's address is the same, byte for byte.
while IFS='|' read -r query words; do
	rm -rf "$T/same"
	# shellcheck disable=SC2086 # words
	"$SCHEDLAB" render $id --out "$T/same" --chart ring.bound $words >/dev/null
	for name in zero.svg zoom.png; do
		check "as /c/$id/ring.bound.$name?$query" cmp "$T/same/ring.bound.$name" \
			<("$SCHEDLAB" page "/c/$id/ring.bound.$name?$query")
	done
done <<'END'
|
x=2..8&y=3.5..9|--x 2..8 --y 3.5..9
logx=1&stat=median|--log-x --stat median
relative=1&band=range|--relative --band range
END

while IFS='|' read -r words code pattern; do
	# shellcheck disable=SC2086 # words
	"$SCHEDLAB" render $id --out "$T/none" $words >"$T/out" 2>"$T/err"
	is "render $words: exit $code" $? "$code"
	is "render $words: one line" "$(grep -c "^schedlab: " "$T/err")" 1
	has "render $words: says so" "$(cat "$T/err")" "$pattern"
	check "render $words: no folder" [ ! -e "$T/none" ]
done <<'END'
--x 8..2|2|x= is a range such as 4\.\.64, its end above its beginning
--x nan..2|2|x= is a range
--y 1e300..1e301|2|y= is a range
--stat p99|2|stat= is centre, median, min or mean
--band wide|2|band= is interval, range or none
--series nobody|2|series= is a list of variants
--relative --baseline nobody|2|base= names no variant
--scale log|2|scale= is zero or zoom
--chart ring|1|campaign 20261130-k3f7qd has no chart 'ring'
END
"$SCHEDLAB" render $id --out "$T/narrow" --y 1..1.0000000000001 >"$T/out" 2>"$T/err"
is "a range too narrow: exit 1" $? 1
has "a range too narrow: says so" "$(cat "$T/err")" "the y range of a chart is too narrow"
