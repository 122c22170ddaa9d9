#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Installs what is missing of what this project is built, tested and compared with (Debian 12),
# as root or through sudo, and into build/browser what the browser's tests are written with. Where
# nothing is missing it only asks dpkg. Usage: ci/deps.sh
set -u
export LC_ALL=C DEBIAN_FRONTEND=noninteractive

cd "$(dirname "$0")/.." || exit 1

wanted=(
	# to build
	gcc libc6-dev make pkg-config
	# model: store, plans, JSON, digests, the t distribution, XML of other tools
	libsqlite3-dev libcyaml-dev libyaml-dev libjansson-dev libsodium-dev r-mathlib
	libxml2-dev
	# runner: topology, initramfs; guests
	libhwloc-dev libarchive-dev zlib1g-dev qemu-system-x86
	# runner: uploads
	libcurl4-openssl-dev ca-certificates
	# render: drawing, text with one pinned font, PNG
	libcairo2-dev libpango1.0-dev libdeflate-dev fonts-dejavu-core
	# web
	libmicrohttpd-dev libsystemd-dev
	# tests: unit tests, scripts, pages
	libcmocka-dev shellcheck strace curl sqlite3 tidy libxml2-utils python3 chromium
	# what exports are read by
	ministat
	# a proxy before the server, units, manual pages, certificates of test servers
	nginx-light systemd mandoc openssl
	# make bench: the peers
	gnuplot-nox rt-tests linux-perf wrk
)

# Another node than Debian's will do.
command -v node >/dev/null && command -v npm >/dev/null || wanted+=(nodejs npm)

# By the lock file, and again only when that has changed.
modules() {
	cmp -s tests/browser/package-lock.json build/browser/package-lock.json && return
	command -v npm >/dev/null || return
	echo "ci/deps.sh: installing the modules of tests/browser/package.json"
	mkdir -p build/browser && cp tests/browser/package*.json build/browser/ || exit 1
	if ! (cd build/browser &&
		npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1); then
		tail -15 build/browser/npm.log >&2
		rm -f build/browser/package-lock.json
		echo "ci/deps.sh: npm ci failed; the browser's tests will be skipped" >&2
	fi
}

if ! command -v dpkg-query >/dev/null; then
	echo "ci/deps.sh: no dpkg here; what is needed, by its Debian names: ${wanted[*]}" >&2
	exit 0
fi
declare -A installed=()
while read -r status name; do
	[ "$status" != installed ] || installed[$name]=1
done < <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null)
missing=()
for name in "${wanted[@]}"; do
	[ -n "${installed[$name]:-}" ] || missing+=("$name")
done
if [ ${#missing[@]} -eq 0 ]; then
	modules
	exit 0
fi

root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "ci/deps.sh: neither root nor sudo; as root: apt-get install ${missing[*]}" >&2
		exit 1
	fi
	root=(sudo)
fi
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
updated=
update() {
	echo "ci/deps.sh: updating the package lists"
	"${root[@]}" apt-get -q update </dev/null >"$log" 2>&1 || tail -3 "$log" >&2
	updated=1
}
install() {
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
		-o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120 \
		install --no-install-recommends "${missing[@]}" </dev/null >"$log" 2>&1
}

# Lists that are absent or older than a day name versions that may be gone by now.
[ -n "$(find /var/lib/apt/lists -maxdepth 1 -name '*_Packages*' -mtime -1 2>/dev/null)" ] || update
echo "ci/deps.sh: installing ${missing[*]}"
if ! install && { [ -n "$updated" ] || { update && ! install; }; }; then
	tail -15 "$log" >&2
	echo "ci/deps.sh: apt-get install ${missing[*]} failed" >&2
	exit 1
fi
modules
