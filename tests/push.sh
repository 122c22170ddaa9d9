#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Uploads for real: what is pushed is there once and whole, whatever breaks off; what is refused
# has its status, one line, and leaves nothing.
. tests/lib.sh

command -v curl >/dev/null || { skip "push" "curl is not installed"; exit 0; }
command -v python3 >/dev/null || { skip "push" "python3 is not installed"; exit 0; }
if [ "$(df --output=pcent "$T" | tail -1 | tr -dc 0-9)" -gt 88 ]; then
	skip "push" "the disk is nearly full, so that every server would refuse uploads"
	exit 0
fi
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY
unset SCHEDLAB_TOKEN CREDENTIALS_DIRECTORY SCHEDLAB_STORE
export XDG_CONFIG_HOME=$T/config
id=20261130-k3f7qd
# What we started, and what that started, in any case.
end() {
	local file
	for file in "$T"/*.pid; do
		grep -qsF "$T" "/proc/$(cat "$file")/cmdline" && kill -9 "$(cat "$file")"
	done
	jobs -pr | xargs -r kill -9
	wait
	rm -rf "$T"
} 2>/dev/null
trap end EXIT

schedlab() { "$SCHEDLAB" "$@" --store "$T/server.db"; } # the server's side
other() { python3 tests/push.py "$@"; }

# campaigns STORE: how many.
campaigns() { "$SCHEDLAB" list --json --store "$1" | grep -c '"id"'; }
stored() { campaigns "$T/server.db"; }
sha() { sha256sum "$1" | cut -d' ' -f1; }

# put FILE DIGEST TOKEN OPTION…: the status; the body in $T/body, the headers in $T/head.
put() {
	local file=$1 digest=$2 token=$3
	shift 3
	curl -s -m 60 -o "$T/body" -D "$T/head" -w '%{http_code}' -T "$file" \
		${token:+-H "Authorization: Bearer $token"} "$@" \
		"$url/api/v1/campaigns/$digest"
}

"${SCHEDLAB%/*}/tests/web-site" "$T/lab.db" || { fail "fixture"; exit 1; }
"$SCHEDLAB" export $id --store "$T/lab.db" >"$T/form"
digest=$(sha "$T/form")
schedlab token add lab >"$T/token" && schedlab token add lab2 >"$T/token2"
token=$(cat "$T/token")
chmod 600 "$T/token"
start_server main --store "$T/server.db" --listen 127.0.0.1:0 --per-address 0 \
	--deadlines 10,1,120,15 || exit 1

push() { "$SCHEDLAB" push --store "$T/lab.db" "$@" >"$T/out" 2>"$T/err"; }

# refused NAME EXIT PATTERN WORD…: a push that ends so, says so, and leaves nothing on stdout.
refused() {
	local name=$1 code=$2 pattern=$3
	shift 3
	push "$@"
	is "$name: exit code" $? "$code"
	has "$name: says why" "$(cat "$T/err")" "$pattern"
	is "$name: nothing on stdout" "$(cat "$T/out")" ""
}

# ---- the token, and where it may go ----

refused "no token" 1 "a token is needed" $id "$url"
chmod 644 "$T/token"
refused "a token that others may read" 1 "others may read this token: chmod 600" \
	$id "$url" --token-file "$T/token"
chmod 600 "$T/token"
: >"$T/empty" && chmod 600 "$T/empty"
refused "an empty token" 1 "expected a token and nothing else" $id "$url" --token-file "$T/empty"
refused "no token file" 1 "No such file" $id "$url" --token-file "$T/none"
export SCHEDLAB_TOKEN=$token
refused "http to another host" 2 "everybody on the way can read the token" $id http://lab.example/
refused "no URL" 2 "expected an address such as https" $id lab.example
refused "a name in the URL" 2 "the server's address alone" $id https://a:b@lab.example/
refused "another scheme" 2 "begins with https" $id ftp://lab.example/
refused "nobody there" 1 "was not uploaded: .*onnect" $id http://127.0.0.1:1/ --tries 1
refused "no such campaign" 1 "there is no campaign" 20200101-aaaaaa "$url"
refused "an open campaign" 1 "only complete ones are pushed: schedlab resume" 20261201-h0st1l "$url"
is "nothing stored" "$(stored)" 0

# ---- 201, then 200 ----

check "pushed" "$SCHEDLAB" push $id "$url" --store "$T/lab.db"
is "the page's address" "$(grep -v ^schedlab "$T/check.out")" "$url/c/$id"
has "uploaded" "$(cat "$T/check.out")" "campaign $id uploaded"
unset SCHEDLAB_TOKEN
mkdir -p "$T/config/schedlab" && cp -p "$T/token" "$T/config/schedlab/token"
push $id "$url/"
is "pushed again: exit code" $? 0
has "pushed again: says so" "$(cat "$T/err")" "was there already"
is "pushed again: the address again" "$(cat "$T/out")" "$url/c/$id"
mkdir "$T/credentials" && cp "$T/token" "$T/credentials/token" && chmod 640 "$T/credentials/token"
CREDENTIALS_DIRECTORY=$T/credentials push --all "$url"
is "--all with a credential of systemd: exit code" $? 0
is "--all pushes what is complete" "$(cat "$T/out")" "$url/c/$id"
is "there once" "$(stored)" 1
check "and verifies" schedlab verify
is "byte for byte" "$(schedlab export $id | sha256sum)" "$(sha256sum <"$T/form")"
is "its page is there" "$(curl -s -m 20 -o /dev/null -w '%{http_code}' "$(cat "$T/out")")" 200
is "PUT again: 200" "$(put "$T/form" "$digest" "$token")" 200
has "PUT again: where" "$(cat "$T/head")" "^Location: /c/$id"
has "PUT again: what" "$(cat "$T/body")" "\"id\":\"$id\",\"url\":\"/c/$id\",\"digest\":\"$digest\""

"$SCHEDLAB" amend $id note "a word" --author A --reason R --store "$T/lab.db" >/dev/null 2>&1
check "amended and pushed" "$SCHEDLAB" push $id "$url" --store "$T/lab.db"
has "amended and pushed: says so" "$(cat "$T/check.out")" "was there already, and got its later amendments"
is "the amendment is there" "$(schedlab export $id | sha256sum)" \
	"$("$SCHEDLAB" export $id --store "$T/lab.db" | sha256sum)"

# ---- refused, and nothing stored ----

other reseal "$T/form" 20261130-aaaaaa >"$T/new"
new=$(sha "$T/new")
other reseal "$T/form" $id '"seed":4711' '"seed":4712' >"$T/forged"
sed '0,/"value":[0-9.]*/s//"value":NaN/' "$T/new" >"$T/nan"
sed '0,/"lab"/s//"<script>alert(1)<\/script>"/' "$T/new" >"$T/markup"
head -c 100000 /dev/urandom >"$T/garbage"
head -n -1 "$T/new" >"$T/headless"
truncate -s 1G "$T/sparse"
: >"$T/nothing"
if command -v sqlite3 >/dev/null; then
	sqlite3 "$T/server.db" "INSERT INTO token VALUES('old',
		'$(printf slt_old | sha256sum | cut -d' ' -f1)', NULL, 1, 2, NULL)"
else
	skip "an expired token" "no sqlite3 here"
fi
revoked=$(schedlab token add gone) && schedlab token revoke gone
foreign=$(schedlab token add foreign --machine 'other-*')

# status NAME WANTED GOT: and one line of JSON that repeats nothing as markup.
status() {
	is "$1: $2" "$3" "$2"
	is "$1: one line" "$(wc -l <"$T/body")" 1
	has "$1: not kept, no HTML" "$(tr -d '\r' <"$T/head")" '^(Cache-Control: no-store|X-Content-Type-Options: nosniff)$'
	is "$1: no markup" "$(grep -c '<' "$T/body")" 0
}
status "no token" 401 "$(put "$T/new" "$new" "")"
has "no token: how" "$(cat "$T/head")" '^WWW-Authenticate: Bearer'
status "an unknown token" 401 "$(put "$T/new" "$new" slt_none)"
status "an expired token" 401 "$(put "$T/new" "$new" slt_old)"
status "a revoked token" 401 "$(put "$T/new" "$new" "$revoked")"
status "a token for other machines" 403 "$(put "$T/new" "$new" "$foreign")"
status "a wrong digest" 422 "$(put "$T/new" "$digest" "$token")"
status "garbage" 422 "$(put "$T/garbage" "$(sha "$T/garbage")" "$token")"
status "nothing" 422 "$(put "$T/nothing" "$(sha "$T/nothing")" "$token")"
status "NaN" 422 "$(put "$T/nan" "$(sha "$T/nan")" "$token")"
status "another byte" 422 "$(put "$T/markup" "$(sha "$T/markup")" "$token")"
status "without its seal" 422 "$(put "$T/headless" "$(sha "$T/headless")" "$token")"
status "another seal" 409 "$(put "$T/forged" "$(sha "$T/forged")" "$token")"
status "no digest in the address" 400 "$(put "$T/new" nonsense "$token")"
status "compressed" 415 "$(put "$T/new" "$new" "$token" -H 'Content-Encoding: gzip')"
status "a page" 415 "$(put "$T/new" "$new" "$token" -H 'Content-Type: text/html')"
status "a range" 400 "$(put "$T/new" "$new" "$token" -H 'Content-Range: bytes 0-9/10')"
status "in pieces" 400 "$(put "$T/new" "$new" "$token" -H 'Transfer-Encoding: chunked')"
status "1 GB" 413 "$(put "$T/sparse" "$digest" "$token" -w '%{http_code}')"
is "1 GB: none of it was sent" "$(curl -s -m 60 -o /dev/null -w '%{size_upload}' -T "$T/sparse" \
	-H "Authorization: Bearer $token" "$url/api/v1/campaigns/$digest")" 0
for method in POST DELETE PATCH GET; do
	is "$method: 405" "$(put "$T/nothing" "$new" "$token" -X $method)" 405
done
is "nothing of all this was stored" "$(stored)" 1
check "and what was there verifies" schedlab verify

SCHEDLAB_TOKEN=$revoked refused "push, revoked" 1 "401: the token is not valid there" $id "$url"
SCHEDLAB_TOKEN=$foreign refused "push, of another machine" 1 "403: the token is not for" $id "$url"
"$SCHEDLAB" import "$T/forged" --store "$T/forged.db" >"$T/out" 2>&1
refused "push, another seal" 1 "409: another campaign is there" $id "$url" --store "$T/forged.db"

# Ten wrong tokens in a minute: five were wrong above, or six.
for _ in 1 2 3 4 5 6 7; do last=$(put "$T/new" "$new" slt_none); done
status "many wrong tokens" 429 "$last"
has "many wrong tokens: when again" "$(cat "$T/head")" '^Retry-After: [0-9]+'

# ---- broken off, slow, in crowds ----

tokens=
for i in 1 2 3 4 5 6; do tokens=$tokens,$(schedlab token add "crowd$i"); done
tokens=${tokens#,}
size=$(stat -c %s "$T/new")
n=$(other cut "$url" "$T/new" "$tokens" $((size / 90)))
has "broken off at many lengths" "$n" '^9[01]$'
is "a byte at a time is cut by its deadline" "$(other slow "$url" "$T/new" "$token")" cut
is "broken off: nothing stored" "$(stored)" 1

kill $pid && wait $pid # its memory of what the tokens uploaded goes with it
start_server main2 --store "$T/server.db" --listen 127.0.0.1:0 --per-address 0
statuses=$(other crowd "$url" "$T/new" "$tokens" 100)
has "100 at once: one is new" "$statuses" '(^| )201:1( |$)'
is "100 at once: 200, or to be tried again" \
	"$(grep -cvE '^((0|200|201|429|503):[0-9]+ ?)+$' <<<"$statuses")" 0
is "100 at once: there once" "$(stored)" 2
check "100 at once: verifies" schedlab verify
check "the server is alive after all this" kill -0 $pid

# ---- busy, full, read-only ----

mkfifo "$T/hold"
other lock "$T/server.db" "$T/ready" <"$T/hold" &
locker=$!
exec 8>"$T/hold"
await test -e "$T/ready"
other reseal "$T/form" 20261130-bbbbbb >"$T/third"
status "the store is being written to" 503 "$(put "$T/third" "$(sha "$T/third")" "$token")"
has "the store is being written to: when again" "$(cat "$T/head")" '^Retry-After: [0-9]+'
exec 8>&-
wait $locker
status "and then" 201 "$(put "$T/third" "$(sha "$T/third")" "$token")"
kill $pid && wait $pid

start_server readonly --store "$T/server.db" --listen 127.0.0.1:0 --read-only
status "read-only" 405 "$(put "$T/new" "$new" "$token")"
refused "push, read-only" 1 "405: the server takes no uploads" $id "$url"
kill $pid && wait $pid

if unshare -m true 2>/dev/null; then
	mkdir "$T/disk"
	# shellcheck disable=SC2016
	unshare -m bash -c 'mount -t tmpfs -o size=8m tmpfs "$1/disk" &&
		dd if=/dev/zero of="$1/disk/filler" bs=4k count=1850 status=none &&
		"$SCHEDLAB" token add lab --store "$1/disk/lab.db" >"$1/disk.token" || exit
		"$SCHEDLAB" serve --store "$1/disk/lab.db" --listen 127.0.0.1:0 2>"$1/disk.log" &
		echo $! >"$1/disk.pid"
		while [ ! -e "$1/disk.room" ] && kill -0 $!; do sleep 0.05; done
		rm "$1/disk/filler"
		touch "$1/disk.free"
		wait' - "$T" &
	await grep -qs http:// "$T/disk.log"
	url=$(grep -oE 'http://[^ ]+' "$T/disk.log" | head -1)
	url=${url%/}
	status "the disk is full" 507 "$(put "$T/new" "$new" "$(cat "$T/disk.token")")"
	SCHEDLAB_TOKEN=$(cat "$T/disk.token") refused "push, the disk is full" 1 "507: the server's disk" \
		$id "$url"
	touch "$T/disk.room"
	await test -e "$T/disk.free"
	status "room again" 201 "$(put "$T/new" "$new" "$(cat "$T/disk.token")")"
	kill "$(cat "$T/disk.pid")"
else
	skip "the disk is full" "no mount namespace of our own (not root?)"
fi

# ---- TLS ----

nginx=$(PATH=$PATH:/usr/sbin command -v nginx)
if [ -n "$nginx" ] && command -v openssl >/dev/null; then
	start_server behind --store "$T/server.db" --listen 127.0.0.1:0 --per-address 0
	for name in 127.0.0.1 192.0.2.1; do
		openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
			-subj "/CN=$name" -addext "subjectAltName=IP:$name" \
			-keyout "$T/$name.key" -out "$T/$name.pem" 2>/dev/null
	done
	port=$(python3 -c 'import socket
s = [socket.socket() for _ in range(2)]
[x.bind(("127.0.0.1", 0)) for x in s]
print(*[x.getsockname()[1] for x in s])')
	cat >"$T/nginx.conf" <<END
daemon off; master_process off; pid $T/nginx.pid; error_log $T/nginx.log;
events {}
http {
	access_log off; client_max_body_size 64m;
	client_body_temp_path $T/nginx-body; proxy_temp_path $T/nginx-proxy;
	fastcgi_temp_path $T/nginx-f; uwsgi_temp_path $T/nginx-u; scgi_temp_path $T/nginx-s;
	proxy_http_version 1.1; proxy_request_buffering off;
	server {
		listen 127.0.0.1:${port% *} ssl;
		ssl_certificate $T/127.0.0.1.pem; ssl_certificate_key $T/127.0.0.1.key;
		location / { proxy_pass $url; }
	}
	server {
		listen 127.0.0.1:${port#* } ssl;
		ssl_certificate $T/192.0.2.1.pem; ssl_certificate_key $T/192.0.2.1.key;
		location / { proxy_pass $url; }
	}
}
END
	"$nginx" -p "$T" -c "$T/nginx.conf" 2>"$T/nginx.err" &
	tls_nginx=$!
	await test -s "$T/nginx.pid"
	safe=https://127.0.0.1:${port% *} wrong=https://127.0.0.1:${port#* }
	refused "TLS: an unknown authority" 1 "certificate is not trusted .*--ca-file" $id "$safe/"
	refused "TLS: another host's certificate" 1 "certificate is not trusted" $id "$wrong/" \
		--ca-file "$T/192.0.2.1.pem"
	refused "TLS: no certificates in the file" 1 "no certificates can be read from it" $id "$safe/" \
		--ca-file "$T/none.pem"
	push $id "$safe/" --ca-file "$T/127.0.0.1.pem"
	is "TLS: a known authority: exit code" $? 0
	is "TLS: a known authority: the page" "$(cat "$T/out")" "$safe/c/$id"
	SCHEDLAB_TOKEN=$revoked refused "TLS: revoked, through the proxy" 1 "401: the token" $id "$safe/" \
		--ca-file "$T/127.0.0.1.pem" --tries 1
	kill $tls_nginx $pid
	wait $tls_nginx $pid
else
	skip "TLS" "nginx or openssl is not installed"
fi

is "no server was stopped by a sanitizer" "$(cat "$T"/*.log | grep -cE 'Sanitizer|runtime error')" 0

# ---- two stores, one server, and SIGKILL ----

for store in a b; do
	for i in 0 1 2 3 4 5 6 7; do
		other reseal "$T/form" "20261130-${store}aaaa$i" >"$T/many" &&
			"$SCHEDLAB" import "$T/many" --store "$T/$store.db" >/dev/null
	done
	"$SCHEDLAB" token add $store --store "$T/killed.db" >"$T/$store.token"
	chmod 600 "$T/$store.token"
done
port=$(python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])')

# Ended after a random time and begun again, on the same port, until the 21st stays.
: >"$T/kills"
killer() {
	local i
	for ((i = 0; i <= 20; i++)); do
		"$SCHEDLAB" serve --store "$T/killed.db" --listen "127.0.0.1:$port" 2>"$T/killed.log" &
		echo $! >"$T/killed.pid"
		[ $i -eq 20 ] || sleep "0.$((RANDOM % 5 + 1))$((RANDOM % 10))"
		[ $i -eq 20 ] || { kill -9 $!; wait $!; echo $i >>"$T/kills"; }
	done 2>/dev/null
	wait
}
killer &
killer=$!

# Everything again and again while the server is being killed, and once more at the end.
pusher() {
	local i
	for ((i = 0; i < 300 && $(wc -l <"$T/kills") < 20; i++)); do
		"$SCHEDLAB" push --all "http://127.0.0.1:$port" --store "$T/$1.db" --tries 1 \
			--token-file "$T/$1.token" >/dev/null 2>>"$T/$1.err"
	done
	"$SCHEDLAB" push --all "http://127.0.0.1:$port" --store "$T/$1.db" --tries 20 \
		--token-file "$T/$1.token" >"$T/$1.out" 2>>"$T/$1.err"
}
pusher a &
pushers=($!)
pusher b &
pushers+=($!)
for i in 0 1; do
	wait "${pushers[$i]}"
	is "killed 20 times: the last push of store $((i + 1)) went well" $? 0
done
is "killed 20 times" "$(wc -l <"$T/kills")" 20
is "killed: each campaign is there once" "$(campaigns "$T/killed.db")" 16
check "killed: and each verifies" "$SCHEDLAB" verify --store "$T/killed.db"
for store in a b; do
	for i in 0 3 7; do
		is "killed: $store$i byte for byte" \
			"$("$SCHEDLAB" export "20261130-${store}aaaa$i" --store "$T/killed.db" | sha256sum)" \
			"$("$SCHEDLAB" export "20261130-${store}aaaa$i" --store "$T/$store.db" | sha256sum)"
	done
done
check "killed: some pushes had met nobody, or half of a server" grep -q 'not uploaded' "$T/a.err" "$T/b.err"
kill "$(cat "$T/killed.pid")"
wait $killer
