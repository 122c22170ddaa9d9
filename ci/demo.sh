#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `make demo`: measures plans/demo.yaml (three kernels in QEMU) and serves the growing results.
# SERVE=0 leaves when the campaign is complete; PORT= sets the port.
set -u
schedlab=${O:-build}/schedlab
export SCHEDLAB_STORE=${SCHEDLAB_STORE:-${O:-build}/demo.db}

"$schedlab" serve --listen "127.0.0.1:${PORT:-8080}" &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
sleep 0.3
kill -0 "$server" 2>/dev/null || {
	echo "make demo: choose another port with: make demo PORT=8081" >&2
	exit 1
}

id=$("$schedlab" run "${PLAN:-plans/demo.yaml}")
status=$?
if [ -n "$id" ]; then
	echo
	echo "  http://127.0.0.1:${PORT:-8080}/c/$id"
	echo
fi
if [ "${SERVE:-1}" != 0 ] && { [ $status -eq 0 ] || [ $status -eq 3 ]; }; then
	echo "Serving until Ctrl-C."
	wait "$server"
fi
exit $status
