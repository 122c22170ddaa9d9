# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash disable=SC2154 # what ci/bench.sh sets
# Sourced by ci/bench.sh: a cached page against nginx, which serves the same bytes as a file; both
# with two workers, kept-alive connections and no access log, 32 connections of wrk, A B A B.
# Beside requests and latency stands the CPU time of a request, which other load disturbs least.
# Then what it costs to make a page that is not cached.

# Sets its address and pid, as start_ours does.
start_nginx() {
	local i port
	mkdir -p "$T/nginx/root"
	for ((i = 0; i < 20; i++)); do
		port=$((20000 + RANDOM % 20000))
		cat >"$T/nginx/nginx.conf" <<-END
			user $(id -un) $(id -gn);
			worker_processes 2;
			daemon off;
			pid $T/nginx/pid;
			error_log $T/nginx/error.log crit;
			events { worker_connections 1024; }
			http {
				access_log off;
				sendfile on;
				tcp_nopush on;
				keepalive_requests 100000000;
				open_file_cache max=16;
				default_type text/html;
				client_body_temp_path $T/nginx/body;
				proxy_temp_path $T/nginx/proxy;
				fastcgi_temp_path $T/nginx/fastcgi;
				uwsgi_temp_path $T/nginx/uwsgi;
				scgi_temp_path $T/nginx/scgi;
				server { listen 127.0.0.1:$port; root $T/nginx/root; }
			}
		END
		nginx -e "$T/nginx/error.log" -p "$T/nginx" -c "$T/nginx/nginx.conf" 2>"$T/nginx/out" &
		nginx_pid=$!
		sleep 0.3
		kill -0 "$nginx_pid" 2>/dev/null || continue # the port was taken
		theirs=http://127.0.0.1:$port
		return 0
	done
	say "nginx did not start: $(tail -1 "$T/nginx/error.log")"
	return 1
}

# cpu_us PID: of the process and its children, in microseconds.
cpu_us() {
	local pid total=0
	for pid in "$1" $(cat "/proc/$1/task/$1/children"); do
		read -r _ _ _ _ _ _ _ _ _ _ _ _ _ user system _ <"/proc/$pid/stat" || return 1
		total=$((total + user + system))
	done
	echo $((total * 10000))
}

# load NAME URL PID: one run; adds to $T/NAME.{rate,p99,cpu}.
load() {
	local before after
	before=$(cpu_us "$3") || return 1
	wrk -t 2 -c 32 -d 3 --latency "$2" >"$T/wrk" || return 1
	after=$(cpu_us "$3") || return 1
	if grep -qE 'Non-2xx|Socket errors' "$T/wrk"; then
		say "$2: $(grep -E 'Non-2xx|Socket errors' "$T/wrk")"
		return 1
	fi
	awk '$1 == "Requests/sec:" { print $2 }' "$T/wrk" >>"$T/$1.rate"
	awk '$1 == "99%" { unit = $2; sub(/[0-9.]+/, "", unit)
		print $2 * (unit == "us" ? 1e-3 : unit == "s" ? 1e3 : 1) }' "$T/wrk" >>"$T/$1.p99"
	awk -v us=$((after - before)) '$2 == "requests" { print us / $1 }' "$T/wrk" >>"$T/$1.cpu"
}

# What a page and its pictures take to make, each in a fresh process that has drawn nothing yet.
page_rows() {
	local i
	fresh pages
	for i in 1 2 3 4 5; do
		"$O/ci/bench-page" "$T/page.db" >>"$T/pages" || return 1
	done
	row "page of 12 charts, first view" "$(cut -d' ' -f1 "$T/pages" | median)" - "ms of CPU"
	row "the page and its 24 pictures, PNG" "$(cut -d' ' -f2 "$T/pages" | median)" - \
		"ms of CPU, at most 150"
	row "the page and its 24 pictures, SVG" "$(cut -d' ' -f3 "$T/pages" | median)" - \
		"ms of CPU, at most 60"
	row "a chart's page" "$(cut -d' ' -f4 "$T/pages" | median)" - "ms of CPU, at most 10"
}

bench_web() {
	has nginx && has wrk && has curl || return 1
	local i page=/c/20261130-k3f7qd/messaging.bound ours theirs ours_pid nginx_pid ok=0
	"$O/tests/web-site" "$T/web.db" || return 1
	start_ours "$T/web.db" && start_nginx || ok=1
	if [ $ok = 0 ]; then
		curl -sf "$ours$page" >"$T/nginx/root/page.html" || ok=1
		fresh ours.rate ours.p99 ours.cpu peer.rate peer.p99 peer.cpu
		for i in 1 2 3 4 5; do
			load ours "$ours$page" "$ours_pid" || ok=1
			load peer "$theirs/page.html" "$nginx_pid" || ok=1
		done
		i=$(stat -c %s "$T/nginx/root/page.html")
		row "a cached page of $i bytes" "$(median <"$T/ours.rate")" "$(median <"$T/peer.rate")" \
			"requests/s, nginx: a file"
		row "99 % of them within" "$(median <"$T/ours.p99")" "$(median <"$T/peer.p99")" ms
		row "the server's share of one" "$(median <"$T/ours.cpu")" "$(median <"$T/peer.cpu")" \
			"us of CPU"
	fi
	kill "$ours_pid" "$nginx_pid" 2>/dev/null
	wait "$ours_pid" "$nginx_pid" 2>/dev/null
	page_rows && return $ok
}
