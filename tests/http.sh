#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The server on a loopback port: statuses, headers, HEAD against GET, ETags, what it refuses.
. tests/lib.sh

command -v curl >/dev/null || { skip "http" "curl is not installed"; exit 0; }
complete=20261130-k3f7qd
"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }

start_server main --listen 127.0.0.1:0 || exit 1
main=$pid
ok "server starts"

status() { curl -s -m 20 -o /dev/null -w '%{http_code}' "$@"; }
headers() { curl -s -m 20 -D - -o /dev/null "$@" | tr -d '\r'; }
header() { headers "$2" | sed -n "s/^$1: //Ip"; }

# ---- statuses ----

for path in / /robots.txt "/c/$complete" "/c/$complete?unknown=1" "/c/$complete/env" \
	"/c/$complete/ring.bound" "/c/$complete/ring.bound.csv" "/c/$complete.jsonl" \
	"/c/$complete/plan.yaml" "/c/$complete/ring.bound.zero.png" \
	"/c/$complete/env/6.1/config" "/c/$complete/env/6.1/2/dmesg"; do
	is "200 $path" "$(status "$url$path")" 200
done
for path in /nothing "/c/$complete/" /c/x /c/x..y; do
	is "404 $path" "$(status --path-as-is "$url$path")" 404
done
for path in /c/%2e%2e /c/..%2f..%2fetc/passwd "/c/$complete%00/env" /%00 "/c/$complete%2fenv" \
	//etc/passwd /static/../web/server.c; do
	is "400 $path" "$(status --path-as-is "$url$path")" 400
done
is "400 absolute form" "$(status --request-target "$url/robots.txt" "$url/")" 400
for method in POST PUT DELETE OPTIONS PATCH FOO; do
	is "405 $method" "$(status -X $method "$url/")" 405
done
has "405 names what is allowed" "$(headers -X POST --data x=1 "$url/")" '^Allow: GET, HEAD$'
is "405 with a body is one answer" "$(curl -s -m 20 -o /dev/null -D - --data-binary @/bin/sh "$url/" |
	grep -c '^HTTP/')" 1
is "a GET with a body is one answer" "$(curl -s -m 20 -X GET --data x=1 -D - -o /dev/null "$url/robots.txt" |
	grep -c '^HTTP/')" 1

# ---- HEAD is GET without its body ----

for path in / "/c/$complete" "/c/$complete/ring.bound.zoom.svg" "/c/$complete/ring.bound.csv" /nothing; do
	curl -s -m 20 -D "$T/get" -o "$T/body" "$url$path"
	curl -s -m 20 -I "$url$path" >"$T/head"
	is "HEAD is GET: $path" "$(grep -v '^Date' "$T/head")" "$(grep -v '^Date' "$T/get")"
	is "length is true: $path" "$(tr -d '\r' <"$T/get" | sed -n 's/^Content-Length: //p')" \
		"$(wc -c <"$T/body")"
done

# ---- ETags and caching ----

for path in / "/c/$complete" "/c/$complete/ring.bound.zero.png" "/c/$complete/ring.bound.dat"; do
	etag=$(header ETag "$url$path")
	has "ETag: $path" "$etag" '^"[0-9a-f]{32}"$'
	is "304: $path" "$(status -H "If-None-Match: $etag" "$url$path")" 304
	is "304, weak, in a list: $path" "$(status -H "If-None-Match: \"x\", W/$etag" "$url$path")" 304
	is "200 where it is another: $path" "$(status -H 'If-None-Match: "x"' "$url$path")" 200
	cache=no-cache
	[ "$path" != / ] || cache='public, max-age=60'
	is "kept for as long as it is true: $path" "$(header Cache-Control "$url$path")" "$cache"
done
etag=$(header ETag "$url/")
not_modified=$(headers -H "If-None-Match: $etag" "$url/")
has "304 repeats the ETag" "$not_modified" "^ETag: $etag"
has "304 repeats Cache-Control" "$not_modified" '^Cache-Control: public, max-age=60$'
is "304 of HEAD" "$(status -I -H "If-None-Match: $etag" "$url/")" 304
css=$(curl -s -m 20 "$url/" | grep -oE "/static/[^']*css")
is "static: kept for ever" "$(header Cache-Control "$url$css")" 'public, max-age=31536000, immutable'
shown=$(curl -s -m 20 "$url/c/$complete" | grep -oE "src='[^']*[?]d=[0-9a-f]{12}'" | head -1 | cut -d"'" -f2)
has "a complete campaign's pictures: their content is in the address" "$shown" '\.svg[?]d='
is "and they are kept for ever" "$(header Cache-Control "$url$shown")" \
	'public, max-age=31536000, immutable'
is "its data too" "$(header Cache-Control "$url/c/$complete/ring.bound.json?${shown#*[?]}")" \
	'public, max-age=31536000, immutable'
for query in "d=0123456789ab" "d=" "x=2..4"; do
	is "not under ?$query" "$(header Cache-Control "$url${shown%[?]*}?$query")" no-cache
done
is "an open campaign's pictures: nothing in the address" \
	"$(curl -s -m 20 "$url/c/20261201-h0st1l" | grep -c '[?]d=')" 0
is "static: not under another hash" "$(status "$url/static/0000000000000000/schedlab.css")" 404
is "errors are not kept" "$(header Cache-Control "$url/nothing")" no-store
is "errors have no ETag" "$(header ETag "$url/nothing")" ""

# ---- policy ----

for path in / "/c/$complete/ring.bound.zero.svg" "/c/$complete/ring.bound.csv" /nothing "$css"; do
	all=$(headers "$url$path")
	has "nosniff: $path" "$all" '^X-Content-Type-Options: nosniff$'
	has "no referrer: $path" "$all" '^Referrer-Policy: no-referrer$'
	has "content policy: $path" "$all" "^Content-Security-Policy: default-src 'none';"
	is "no cookie: $path" "$(grep -ci '^Set-Cookie' <<<"$all")" 0
done
is "no script but our own may run" \
	"$(header Content-Security-Policy "$url/" | grep -oE "script-src [^;]*")" "script-src 'self'"
has "data may be used elsewhere" "$(headers "$url/c/$complete/ring.bound.json")" '^Access-Control-Allow-Origin: \*$'
is "a raw file is plain text" "$(header Content-Type "$url/c/$complete/env/6.1/topology.xml")" 'text/plain; charset=utf-8'
is "a download has a name" "$(header Content-Disposition "$url/c/$complete/ring.bound.csv")" \
	"attachment; filename=\"$complete.ring.bound.csv\"; filename*=UTF-8''$complete.ring.bound.csv"

# ---- the same over both ways, drawn once or again, for many at a time ----

"$SCHEDLAB" page "/c/$complete" >"$T/page"
curl -s -m 20 "$url/c/$complete" >"$T/served"
check "served as printed" cmp "$T/page" "$T/served"
for i in 1 2 3 4 5 6 7 8; do
	curl -s -m 60 "$url/c/$complete/messaging.unbound.zoom.dark.png" >"$T/picture.$i" &
	pids[i]=$!
done
for i in 1 2 3 4 5 6 7 8; do wait "${pids[$i]}"; done
is "eight at a time get the same picture" "$(sha256sum "$T"/picture.? | cut -d' ' -f1 | sort -u | wc -l)" 1
is "keep-alive: several answers on one connection" \
	"$(curl -s -m 20 -o /dev/null -o /dev/null -o /dev/null -w '%{num_connects}' "$url/" "$url/robots.txt" "$url/nothing")" 100

# ---- addresses ----

"$SCHEDLAB" serve --listen "${url#http://}" >"$T/out" 2>&1
is "port in use: exit 1" $? 1
has "port in use: which, and how to change it" "$(cat "$T/out")" "${url#http://} is in use.*--listen"
is "port in use: the first goes on" "$(status "$url/")" 200
for address in nonsense 127.0.0.1 127.0.0.1:99999 :8080 '[::1]' 127.0.0.1:http; do
	timeout 5 "$SCHEDLAB" serve --listen "$address" >"$T/out" 2>&1
	is "--listen $address: refused" $? 2
	has "--listen $address: says what is expected" "$(cat "$T/out")" 'expected ADDR:PORT'
done
if ! grep -qs ' lo$' /proc/net/if_inet6; then
	skip "IPv6" "loopback has no such address"
elif start_server six --listen '[::1]:0'; then
	has "IPv6: address in brackets" "$url" '^http://\[::1\]:[0-9]+$'
	is "IPv6: served" "$(status -g "$url/")" 200
	kill $pid
	wait $pid
fi

# ---- a store that is not there yet, and the end ----

start_server new --store "$T/new/lab.db" --listen 127.0.0.1:0
has "no store yet: says how to fill it" "$(curl -s -m 20 "$url/")" 'schedlab run'
"${SCHEDLAB%/*}/tests/web-site" "$T/new/lab.db"
has "filled meanwhile: shows it" "$(curl -s -m 20 "$url/")" "/c/$complete"
kill $pid
wait $pid
has "ends on SIGTERM" $? '^(0|143)$'
check "the server is alive after all this" kill -0 $main
kill $main
wait $main
is "and ends" "$(curl -s -m 5 "$url/" >/dev/null 2>&1; echo $?)" 7
