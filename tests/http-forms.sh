#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The forms that an answer is sent in: compressed, in parts, without its body, not at all. And who
# makes it: once for all who ask at the same time, nobody where the store is locked.
. tests/lib.sh

command -v curl >/dev/null || { skip "http forms" "curl is not installed"; exit 0; }
id=20261130-k3f7qd
"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }
start_server main --listen 127.0.0.1:0 || exit 1
main=$pid

# get NAME ADDRESS OPTION…: leaves the body in $T/NAME and the header in $T/NAME.h; prints the status.
get() {
	local name=$1 address=$2
	shift 2
	curl -s -m 30 -D "$T/$name.h" -o "$T/$name" -w '%{http_code}' "$@" "$url$address"
	sed -i 's/\r$//' "$T/$name.h"
}
# header NAME HEADER
header() { sed -n "s/^$2: //Ip" "$T/$1.h"; }
size() { stat -c %s "$1"; }

# ---- compressed by Accept-Encoding ----

for path in "/c/$id" "/c/$id/ring.bound.zero.svg" "/c/$id/ring.bound.csv" "/c/$id.jsonl" \
	"/c/$id/ring.bound.json"; do
	get plain "$path" >"$T/status"
	get packed "$path" -H 'Accept-Encoding: br, gzip;q=0.8' >"$T/status"
	is "gzip: $path" "$(header packed Content-Encoding)" gzip
	check "gzip: the same content: $path" cmp "$T/plain" <(gzip -dc <"$T/packed")
	check "gzip: shorter: $path" [ "$(size "$T/packed")" -lt "$(size "$T/plain")" ]
	is "gzip: its length is true: $path" "$(header packed Content-Length)" "$(size "$T/packed")"
	is "plain by default: $path" "$(header plain Content-Encoding)" ""
	is "Vary in both: $path" "$(header plain Vary) $(header packed Vary)" \
		"Accept-Encoding Accept-Encoding"
	has "gzip: an ETag of its own: $path" "$(header packed ETag)" '^"[0-9a-f]{32}"$'
	check "gzip: another ETag than the plain form's: $path" \
		[ "$(header packed ETag)" != "$(header plain ETag)" ]
	is "gzip: 304 by its ETag: $path" "$(get same "$path" -H 'Accept-Encoding: gzip' \
		-H "If-None-Match: $(header packed ETag)")" 304
	has "gzip: 304 says Vary: $path" "$(cat "$T/same.h")" '^Vary: Accept-Encoding$'
	is "gzip: not by the plain form's: $path" "$(get other "$path" -H 'Accept-Encoding: gzip' \
		-H "If-None-Match: $(header plain ETag)")" 200
	get head "$path" -I -H 'Accept-Encoding: gzip' >"$T/status"
	is "gzip: HEAD is GET: $path" "$(grep -v ^Date "$T/head.h")" "$(grep -v ^Date "$T/packed.h")"
done
for accept in 'gzip;q=0' 'identity' '*;q=0' 'identity;q=0, gzip;q=0' ''; do
	get plain "/c/$id" -H "Accept-Encoding: $accept" >"$T/status"
	is "not compressed for '$accept'" "$(header plain Content-Encoding)" ""
done
get png "/c/$id/ring.bound.zero.png" -H 'Accept-Encoding: gzip' >"$T/status"
is "a PNG is not compressed again" "$(header png Content-Encoding)$(header png Vary)" ""
get pdf "/c/$id/ring.bound.zero.pdf" -H 'Accept-Encoding: gzip' >"$T/status"
is "nor is a PDF" "$(header pdf Content-Encoding)$(header pdf Vary)" ""
is "which is a download" "$(header pdf Content-Disposition)" \
	"attachment; filename=\"$id.ring.bound.zero.pdf\"; filename*=UTF-8''$id.ring.bound.zero.pdf"
get none /nothing -H 'Accept-Encoding: gzip' >"$T/status"
is "an error is sent plain" "$(header none Content-Encoding)" ""

# ---- parts of downloads ----

csv=/c/$id/ring.bound.csv
get whole "$csv" >"$T/status"
whole=$(size "$T/whole")
etag=$(header whole ETag)
is "parts are offered" "$(header whole Accept-Ranges)" bytes

# part NAME RANGE FIRST LENGTH
part() {
	is "part $1: status" "$(get part "$csv" -H "Range: $2")" 206
	is "part $1: which" "$(header part Content-Range)" "bytes $3-$(($3 + $4 - 1))/$whole"
	is "part $1: length" "$(header part Content-Length)" "$4"
	check "part $1: bytes" cmp "$T/part" <(tail -c +$(($3 + 1)) "$T/whole" | head -c "$4")
	is "part $1: ETag" "$(header part ETag)" "$etag"
	is "part $1: a name" "$(header part Content-Disposition)" \
		"$(header whole Content-Disposition)"
}
part first bytes=0-0 0 1
part middle bytes=100-199 100 100
part rest bytes=100- 100 $((whole - 100))
part last bytes=-50 $((whole - 50)) 50
part "past the end" bytes=100-99999999999999999999 100 $((whole - 100))
part "more than all" bytes=-99999999999999999999 0 "$whole"
for range in "bytes=$whole-" "bytes=-0" "bytes=9000000000000000000-"; do
	is "416: $range" "$(get none "$csv" -H "Range: $range")" 416
	is "416 says how long it is: $range" "$(header none Content-Range)" "bytes */$whole"
	is "416 is not kept: $range" "$(header none Cache-Control)" no-store
done
many=bytes=$(printf '0-,%.0s' $(seq 500))0-
for range in "bytes=0-1,3-4" "$many" bytes=5-4 bytes=x-y "lines=1-2" bytes; do
	is "the whole for ${range:0:20}" "$(get whole2 "$csv" -H "Range: $range")" 200
	check "the whole for ${range:0:20}: bytes" cmp "$T/whole" "$T/whole2"
done
is "If-Range: the same" "$(get part "$csv" -H 'Range: bytes=0-9' -H "If-Range: $etag")" 206
is "If-Range: another" "$(get part "$csv" -H 'Range: bytes=0-9' -H 'If-Range: "x"')" 200
is "If-Range: weak" "$(get part "$csv" -H 'Range: bytes=0-9' -H "If-Range: W/$etag")" 200
is "If-Range: a date" "$(get part "$csv" -H 'Range: bytes=0-9' \
	-H 'If-Range: Mon, 30 Nov 2026 18:40:01 GMT')" 200
is "part of what is the same: 304" \
	"$(get part "$csv" -H 'Range: bytes=0-9' -H "If-None-Match: $etag")" 304
is "part for who takes gzip" "$(get part "$csv" -H 'Range: bytes=0-9' -H 'Accept-Encoding: gzip')" 206
is "part for who takes gzip: plain" "$(header part Content-Encoding)" ""
is "a page has no parts" "$(get page "/c/$id" -H 'Range: bytes=0-9')" 200
is "HEAD has no parts" "$(get head "$csv" -I -H 'Range: bytes=0-9')" 200
head -c 1000 "$T/whole" >"$T/resumed"
check "a cut download is resumed" curl -s -m 30 -C - -o "$T/resumed" "$url$csv"
check "and is whole then" cmp "$T/whole" "$T/resumed"

# ---- a connection's last answer says so ----

for _ in $(seq 1100); do echo "url = $url/robots.txt"; echo "output = /dev/null"; done >"$T/urls"
is "1100 requests, none lost" "$(curl -s -m 60 -w '%{http_code}\n' -K "$T/urls" | sort | uniq -c |
	sed 's/^ *//')" "1100 200"

# ---- made once ----

drawn() { curl -s -m 20 "$url/metrics" | sed -n 's/^schedlab_pictures_drawn_total //p'; }
before=$(drawn)
for i in $(seq 50); do
	curl -s -m 60 -o "$T/picture.$i" "$url/c/$id/messaging.unbound.zoom.dark.png?from=$((i % 3))" &
	pids[i]=$!
done
for i in $(seq 50); do wait "${pids[$i]}"; done
is "fifty at a time get the same picture" \
	"$(sha256sum "$T"/picture.* | cut -d' ' -f1 | sort | uniq -c | sed 's/^ *//; s/ .*//')" 50
is "which was drawn once" $(($(drawn) - before)) 1

# ---- a store that somebody has locked ----

if command -v sqlite3 >/dev/null; then
	get kept "/c/$id" >"$T/status"
	mkfifo "$T/lock"
	sqlite3 "$SCHEDLAB_STORE" <"$T/lock" >"$T/locked" &
	locker=$!
	exec 3>"$T/lock"
	printf 'BEGIN EXCLUSIVE;\nSELECT 1;\n' >&3
	await test -s "$T/locked"
	is "locked: what is kept is answered" "$(get kept "/c/$id")" 200
	for i in 1 2 3 4 5 6 7 8; do
		get "locked.$i" "/c/$id/pingpong.bound?from=$i" >"$T/status.$i" &
		pids[i]=$!
	done
	for i in 1 2 3 4 5 6 7 8; do wait "${pids[$i]}"; done
	is "locked: 503 for what is not" "$(cat "$T"/status.[1-8])" "$(printf '503%.0s' 1 2 3 4 5 6 7 8)"
	is "locked: says when to come again" "$(header locked.1 Retry-After)" 2
	is "locked: not to be kept" "$(header locked.1 Cache-Control)" no-store
	is "locked: what needs no store is answered" "$(get robots /robots.txt)" 200
	echo 'ROLLBACK;' >&3
	exec 3>&-
	wait $locker
	is "unlocked: answered again" "$(get kept "/c/$id/pingpong.bound?from=1")" 200
else
	skip "locked store" "no sqlite3 here"
fi
check "the server is alive after all this" kill -0 $main
