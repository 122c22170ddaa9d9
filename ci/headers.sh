#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every header compiles alone: it includes what it needs.
status=0
flags=$(pkg-config --cflags cairo pangocairo pangofc libmicrohttpd sqlite3 jansson 2>/dev/null)
for header in */*.h */*/*.h; do
	[ -e "$header" ] || continue
	# shellcheck disable=SC2086
	if ! output=$(gcc -std=c17 -D_GNU_SOURCE -I. $flags -Wall -Wextra -fsyntax-only -x c "$header" 2>&1); then
		echo "not ok - $header is not self-contained"
		printf '%s\n' "$output" | head -5 | sed 's/^/# /'
		status=1
	fi
done
[ $status -eq 0 ] && echo "ok - headers are self-contained"
exit $status
