#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `schedlab serve` as a service: several addresses, sockets from systemd and what it is told, what
# may be configured, health and metrics, the end while somebody is being answered.
. tests/lib.sh

command -v curl >/dev/null || { skip "serve" "curl is not installed"; exit 0; }
complete=20261130-k3f7qd
"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }

status() { curl -g -s -m 20 -o /dev/null -w '%{http_code}' "$@"; }
# ends NAME: the server of start_server ends with 0 on SIGTERM.
ends() {
	kill $pid
	wait $pid
	is "$1: ends with 0" $? 0
}

# ---- several addresses share one site ----

second=127.0.0.2:0
! grep -qs ' lo$' /proc/net/if_inet6 || second='[::1]:0'
if start_server both --listen 127.0.0.1:0 --listen "$second"; then
	other=$(sed -n 's|.* at \(http://.*\)/$|\1|p' "$T/both.log" | tail -1)
	is "an address a line" "$(grep -c ' at http://.*/$' "$T/both.log")" 2
	is "the first is served" "$(status "$url/c/$complete")" 200
	is "the second is served" "$(status "$other/c/$complete")" 200
	has "what one address made is there for the other" "$(curl -g -s -m 20 "$other/metrics")" \
		'^schedlab_cache_hits_total 1$'
	ends "two addresses"
fi
"$SCHEDLAB" serve --listen 127.0.0.1:0 --listen 127.0.0.1 >"$T/out" 2>&1
is "one bad address of two: usage" $? 2

# ---- configuration ----

check "--check-config: ok" "$SCHEDLAB" serve --check-config --read-only --listen 127.0.0.1:0 \
	--url https://bench.example.org/ --host bench.example.org --host '[2001:db8::1]' \
	--access-log "$T/a.log" --connections 10 --per-address 0 --deadlines 1,2,3,4 --upload-max 8
"$SCHEDLAB" serve --check-config --store "$T/new.db" >"$T/out" 2>&1
is "--check-config: no store yet is none then" "$? $(ls "$T/new.db" 2>/dev/null)" "0 "
for wrong in "--url=bench.example.org" "--host=a/b" "--deadlines=1,2,3" "--deadlines=1,2,3,x" \
	"--deadlines=0,1,1,1" "--connections=0" "--connections=-1" "--per-address=x" "--upload-max=0"; do
	"$SCHEDLAB" serve --check-config "$wrong" >"$T/out" 2>&1
	is "usage: $wrong" $? 2
done
"$SCHEDLAB" serve --check-config --access-log "$T/none/a.log" >"$T/out" 2>&1
is "a log that cannot be written: failed" $? 1
echo 'no store' >"$T/no.db"
"$SCHEDLAB" serve --check-config --store "$T/no.db" >"$T/out" 2>&1
is "a store that is none: failed" $? 1

if start_server named --listen 127.0.0.1:0 --read-only --access-log - \
	--url https://bench.example.org:8443 --host other.example; then
	is "a name of --host" "$(status -H 'Host: other.example' "$url/")" 200
	is "the name of --url" "$(status -H 'Host: bench.example.org' "$url/")" 200
	is "its own address" "$(status "$url/")" 200
	is "another name" "$(status -H 'Host: evil.example' "$url/")" 421
	target=/api/v1/campaigns/$(printf '%064d' 0)
	curl -s -m 20 -D "$T/head" -o "$T/body" -X PUT -H 'Authorization: Bearer secret' \
		--data-binary x "$url$target"
	has "--read-only: no uploads" "$(cat "$T/head")" '^HTTP/1.1 405 '
	has "and says what there is" "$(cat "$T/head")" '^Allow: GET, HEAD'
	ends "named"
	is "the log has a line for each request" "$(grep -c '^127.0.0.1 2' "$T/named.log")" 5
	has "and what was asked" "$(cat "$T/named.log")" ' GET / 200 [1-9][0-9]* [0-9.]+ "curl/[^"]*" "-"$'
	is "and no token" "$(grep -c secret "$T/named.log")" 0
fi

# ---- health and metrics ----

if start_server watched --listen 127.0.0.1:0; then
	is "healthy" "$(curl -s -m 20 "$url/healthz")" ok
	has "of this moment" "$(curl -s -m 20 -D - -o /dev/null "$url/healthz")" '^Cache-Control: no-store'
	curl -s -m 20 -o /dev/null -o /dev/null "$url/c/$complete" "$url/c/$complete/ring.bound.zero.png"
	curl -s -m 20 -o /dev/null -X POST "$url/"
	counted() { curl -s -m 20 "$url/metrics" | grep -q '^schedlab_refused_total{status="405"} 1$'; }
	check "a refusal is counted" await counted
	curl -s -m 20 -D "$T/head" "$url/metrics" >"$T/metrics"
	has "metrics: plain text by default" "$(cat "$T/head")" '^Content-Type: text/plain; version=0.0.4'
	has "metrics: a request by its pattern" "$(cat "$T/metrics")" \
		'^schedlab_requests_total\{route="/c/ID/CHART.png",status="2xx"\} 1$'
	is "metrics: no campaign's name" "$(grep -c "$complete" "$T/metrics")" 0
	has "metrics: pictures" "$(cat "$T/metrics")" '^schedlab_pictures_drawn_total 1$'
	curl -s -m 20 -D "$T/head" -H 'Accept: application/openmetrics-text; version=1.0.0' \
		"$url/metrics" >"$T/metrics"
	has "metrics: OpenMetrics where it is asked for" "$(cat "$T/head")" \
		'^Content-Type: application/openmetrics-text'
	is "metrics: it has an end" "$(tail -1 "$T/metrics")" '# EOF'
	cp "$SCHEDLAB_STORE" "$T/kept.db"
	echo 'no store' >"$SCHEDLAB_STORE"
	is "not healthy when the store is none" "$(status "$url/healthz")" 503
	mv "$T/kept.db" "$SCHEDLAB_STORE"
	is "healthy again" "$(status "$url/healthz")" 200
	ends "watched"
fi

# A network of its own, in which this machine has an address that is not loopback.
cat >"$T/outside.sh" <<'END'
ip link set lo up && ip address add 192.0.2.1/32 dev lo || exit 77
"$SCHEDLAB" serve --listen 192.0.2.1:8080 2>/dev/null &
for _ in $(seq 100); do
	root=$(curl -s -m 5 -o /dev/null -w '%{http_code}' http://192.0.2.1:8080/)
	[ "$root" != 200 ] || break
	sleep 0.05
done
echo "$root $(curl -s -m 5 -o /dev/null -w '%{http_code}' http://192.0.2.1:8080/healthz)"
kill $!
wait $!
END
outside=$(unshare --user --map-root-user --net bash "$T/outside.sh" 2>/dev/null)
if [ -n "$outside" ]; then
	is "health is nobody's business outside" "$outside" "200 404"
else
	skip "health from outside" "no network namespace can be had"
fi

# ---- under systemd ----

cat >"$T/systemd.py" <<'END'
"""Opens a socket and runs the command as systemd would; prints what it is told on stdout."""
import os, socket, subprocess, sys
listening = socket.socket()
listening.bind(("127.0.0.1", 0))
listening.listen(16)
told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
told.bind(sys.argv[1])
command = ["/bin/sh", "-c", 'LISTEN_PID=$$ WATCHDOG_PID=$$ exec "$@"', "sh"] + sys.argv[2:]
environment = dict(os.environ, LISTEN_FDS="1", NOTIFY_SOCKET=sys.argv[1], WATCHDOG_USEC="200000")
process = subprocess.Popen(command, env=environment, pass_fds=(3,),
                           preexec_fn=lambda: os.dup2(listening.fileno(), 3))
print(f"port {listening.getsockname()[1]}", flush=True)
alive, text = 0, ""
told.settimeout(20)
while "STOPPING=1" not in text:
    text = told.recv(4096).decode()
    print(text.replace("\n", " "), flush=True)
    if "WATCHDOG=1" in text:
        alive += 1
        if alive == 3:
            process.terminate()
print("exit", process.wait(30), flush=True)
END
if command -v python3 >/dev/null; then
	timeout 60 python3 "$T/systemd.py" "$T/notify" "$SCHEDLAB" serve >"$T/told" 2>"$T/systemd.log"
	port=$(sed -n 's/^port //p' "$T/told")
	has "the socket that was handed over is served" "$(cat "$T/systemd.log")" \
		"at http://127.0.0.1:$port/\$"
	is "and no other" "$(grep -c ' at http' "$T/systemd.log")" 1
	has "READY" "$(cat "$T/told")" '^READY=1 STATUS='
	check "WATCHDOG, as often as it is waited for" test "$(grep -c '^WATCHDOG=1' "$T/told")" -ge 3
	has "STOPPING" "$(cat "$T/told")" '^STOPPING=1'
	has "ends with 0" "$(cat "$T/told")" '^exit 0$'
else
	skip "systemd" "python3 is not installed"
fi

# ---- the end while somebody is being answered ----

if start_server draining --listen 127.0.0.1:0; then
	curl -s -m 20 "$url/c/$complete.jsonl" >"$T/whole"
	for i in 1 2 3 4; do
		curl -s -m 60 --limit-rate 400K "$url/c/$complete.jsonl" >"$T/answer.$i" &
		clients[i]=$!
	done
	for i in 1 2 3 4; do await test -s "$T/answer.$i"; done
	kill $pid
	failed=0
	for i in 1 2 3 4; do wait "${clients[$i]}" || failed=1; done
	wait $pid
	is "an end in the middle: 0" $? 0
	is "an end in the middle: all are answered" "$failed" 0
	is "an end in the middle: with all there is" \
		"$(cat "$T"/answer.? | wc -c)" $((4 * $(wc -c <"$T/whole")))
fi
