#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The server against clients that mean no good: the golden table of raw requests, directly and
# through nginx; addresses that want out; clients that are slow, too many, or both.
. tests/lib.sh

command -v python3 >/dev/null || { skip "hostile" "python3 is not installed"; exit 0; }
"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }
echo "canary-$RANDOM$RANDOM" >"$T/canary.txt"
hostile() { timeout 300 python3 tests/hostile.py "$@"; }

# start NAME OPTION…: leaves HOST:PORT in $place as well.
start() {
	start_server "$@" --listen 127.0.0.1:0 || return
	place=${url#http://}
}

# ---- the table ----

start table --host here --access-log "$T/access.log" || exit 1
main=$pid main_place=$place
hostile table tests/data/hostile.txt "$place"
hostile traversal "$place" "$T/canary.txt"
is "the log has no byte that is none" "$(LC_ALL=C grep -c '[^ -~]' "$T/access.log")" 0
is "a line of it is a line" "$(grep -cvE '^[0-9.]+ [0-9-]{10}T[0-9:.]{12}Z [^ ]+ [^ ]+ [0-9]{1,3} [0-9]+ [0-9.]+ "[^"]*" "[^"]*"$' "$T/access.log")" 0
requests=$(wc -l <"$T/access.log")
check "every address that wanted out is in it" test "$requests" -gt 4000
is "the server has nothing to say of it" "$(wc -l <"$T/table.log")" 1
mv "$T/access.log" "$T/access.log.1"
kill -HUP $main
await test -e "$T/access.log"
is "SIGHUP: the log is opened again" "$(wc -c <"$T/access.log")" 0

# ---- through the proxy ----

# nginx_start: a plain port of loopback for each of its servers, from $port on.
nginx_start() {
	port=$((20000 + RANDOM % 12000))
	sed -e '/^\tlisten 80;/d' -e '/^\tlisten \[/d' -e '/ssl_/d' -e '/^\tlisten 443/d' \
		-e "s|server_name bench.example.org;|server_name here; listen 127.0.0.1:PORT;|" \
		"$T/nginx/whole.conf" |
		awk -v port="$port" '/listen 127.0.0.1:PORT/ { sub("PORT", port + n++) } 1' \
			>"$T/nginx/plain.conf"
	nginx -p "$T/nginx" -c "$T/nginx/plain.conf" -g 'daemon off;' 2>"$T/nginx/start.log" &
	port=$((port + 1))
	for _ in $(seq 100); do
		[ "$(curl -s -m 5 -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/robots.txt")" != 200 ] ||
			return 0
		kill -0 $! 2>/dev/null || return 1
		sleep 0.05
	done
	return 1
}

proxy() {
	if ! command -v nginx >/dev/null || ! command -v openssl >/dev/null; then
		skip "nginx" "nginx or openssl is not installed"
		return
	fi
	mkdir -p "$T/nginx/logs"
	openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=bench.example.org \
		-keyout "$T/nginx/key.pem" -out "$T/nginx/cert.pem" 2>/dev/null || {
		fail "a certificate for nginx"
		return
	}
	local kind port temporary=""
	for kind in client_body proxy fastcgi uwsgi scgi; do
		temporary+="${kind}_temp_path $T/nginx/$kind; "
	done
	# As it is shipped, but for files and ports; what follows replaces the TLS end by a plain one.
	{
		echo "pid $T/nginx/pid; error_log $T/nginx/error.log; worker_processes 1;"
		[ "$(id -u)" -ne 0 ] || echo "user root;"
		echo "events {} http { access_log off; $temporary"
		sed -e "s|/etc/ssl/private/bench.example.org.key|$T/nginx/key.pem|" \
			-e "s|/etc/ssl/bench.example.org.pem|$T/nginx/cert.pem|" \
			-e "s|127.0.0.1:8080|$main_place|" docs/nginx.conf
		echo "}"
	} >"$T/nginx/whole.conf"
	check "nginx -t takes docs/nginx.conf" nginx -t -q -p "$T/nginx" -c "$T/nginx/whole.conf"
	# A port may be somebody's already.
	nginx_start || nginx_start || nginx_start || {
		fail "nginx starts" "$(cat "$T/nginx/start.log" "$T/nginx/error.log")"
		return
	}
	hostile table tests/data/hostile.txt "127.0.0.1:$port" nginx
	is "nginx: the health is nobody's business" \
		"$(curl -s -m 5 -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/healthz")" 404
}
proxy

# ---- slow clients ----

HOSTILE_TOKEN=$("$SCHEDLAB" token add drip) || fail "a token"
export HOSTILE_TOKEN
start slow --deadlines 2,3,4,3 && hostile drip "$place" 2 3 4 3
has "what was cut is counted" "$(curl -s -m 20 "http://$place/metrics")" \
	'^schedlab_connections_cut_total\{phase="header"\} [3-9]'

# ---- too many ----

start few --connections 6 --per-address 2
exec {a}<>"/dev/tcp/${place/:/\/}" {b}<>"/dev/tcp/${place/:/\/}"
sleep 0.2
is "a third of one address is turned away" \
	"$(curl -s -m 5 -o /dev/null -w '%{http_code}' "http://$place/robots.txt")" 000
is "one of another address is not" \
	"$(curl -s -m 20 --interface 127.0.0.9 -o /dev/null -w '%{http_code}' "http://$place/robots.txt")" 200
exec {a}>&- {b}>&-
free() { [ "$(curl -s -m 5 -o /dev/null -w '%{http_code}' "http://$place/robots.txt")" = 200 ]; }
check "when they are gone there is room" await free

# The shell's own limit would stay, so a subshell has it.
(
	ulimit -n 40
	exec "$SCHEDLAB" serve --listen 127.0.0.1:0 --per-address 0 2>"$T/narrow.log"
) &
narrow=$!
await grep -q ' at http' "$T/narrow.log"
place=$(sed -n 's|.* at http://\(.*\)/$|\1|p' "$T/narrow.log")
hostile flood "$place" 100 "$narrow"
check "40 descriptors, 100 clients: the server lives" kill -0 "$narrow"
check "and says little of it" test "$(wc -l <"$T/narrow.log")" -lt 30

# ---- the end ----

check "the server is alive after all this" kill -0 $main
exec {a}<>"/dev/tcp/${main_place/:/\/}"
kill $main
wait $main
is "SIGTERM with a client that is silent: it ends with 0" $? 0
exec {a}>&-
