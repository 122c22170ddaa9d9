#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Lints the shell scripts.
if ! command -v shellcheck >/dev/null; then
	echo "ok - shell scripts # SKIP shellcheck is not installed"
elif output=$(shellcheck .ci/run ci/*.sh tests/*.sh tests/browser/*.sh systemd/nightly completion/schedlab.bash); then
	echo "ok - shell scripts"
else
	echo "not ok - shell scripts"
	printf '%s\n' "$output" | sed 's/^/# /'
	exit 1
fi
