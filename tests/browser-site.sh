#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The lab as static files, served by nginx, in the same tests as the server's pages: what they ask
# for behind a '?' apart, which plain files do not look at.
# shellcheck source=tests/lib.sh
. tests/lib.sh
# shellcheck source=tests/browser/lab.sh
. tests/browser/lab.sh
command -v nginx >/dev/null || { skip "static site" "nginx is not installed"; exit 0; }
check "schedlab site" "$SCHEDLAB" site --out "$T/site"

started() { # a port that is free
	local port nginx
	for port in $(shuf -i 20000-60000 -n 20); do
		cat >"$T/nginx.conf" <<-END
			$([ "$(id -u)" -ne 0 ] || echo 'user root;')
			daemon off; pid $T/nginx.pid; error_log $T/nginx.log; worker_processes 1;
			events {}
			http {
				access_log off; client_body_temp_path $T/nginx-body;
				types { text/html html; text/css css; text/javascript js; image/svg+xml svg;
					image/png png; application/json json; text/plain txt dat gp csv; }
				default_type text/plain; charset utf-8; absolute_redirect off;
				server { listen 127.0.0.1:$port; root $T/site; }
			}
		END
		nginx -c "$T/nginx.conf" 2>"$T/nginx.out" &
		nginx=$!
		BASE=http://127.0.0.1:$port
		await curl -s -o "$T/front" "$BASE/" && return
		wait $nginx
	done
	return 1
}
started || { fail "nginx starts" "$(cat "$T/nginx.log" "$T/nginx.out")"; exit 1; }
is "nginx serves the list" "$(curl -s "$BASE/" | cmp - "$T/site/index.html" && echo same)" same
export BASE PAGES=$lab_pages STATIC=1
unset SHOTS # the pages look as the server's do
browse chart.test.mjs html.test.mjs pages.test.mjs
