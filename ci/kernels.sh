#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Takes the current Debian kernels through apt, without installing them, and leaves for each
# flavour DIR/FLAVOUR/{vmlinuz,config,release}. What is there already is left as it is and nothing
# is asked of the network. Root is not needed. Usage: ci/kernels.sh DIR
set -u
export LC_ALL=C
flavours=(amd64 cloud-amd64 rt-amd64)

die() {
	echo "ci/kernels.sh: $1" >&2
	exit 1
}

[ $# -eq 1 ] || die "usage: ci/kernels.sh DIR"
dir=$1
is_there() { # FLAVOUR
	[ -s "$dir/$1/vmlinuz" ] && [ -s "$dir/$1/config" ] && [ -s "$dir/$1/release" ]
}
missing=()
for flavour in "${flavours[@]}"; do
	is_there "$flavour" || missing+=("$flavour")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
	die "no apt here; put kernels there by hand: $dir/FLAVOUR/{vmlinuz,config,release}, FLAVOUR = ${missing[*]}"
fi
mkdir -p "$dir" || exit 1
exec 9>"$dir/.lock" || die "cannot write to $dir"
flock 9 # another one at work on the same folder: wait, then see what is left to do
work=$(mktemp -d "$dir/.fetch.XXXXXX") || die "cannot write to $dir"
work=$(realpath "$work")
trap 'rm -rf "$work"' EXIT

# As root apt would download as _apt, which need not be able to write here, and says so.
apt=(-q -o APT::Sandbox::User=root)
updated=
update() {
	if [ "$(id -u)" -ne 0 ]; then # lists of our own: the system's are root's
		mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
		apt+=(-o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache")
	fi
	apt-get "${apt[@]}" update </dev/null >"$work/log" 2>&1
	updated=1
}

# The package a flavour's metapackage stands for today; its name holds the kernel's release.
package_of() {
	apt-cache "${apt[@]}" depends "linux-image-$1" 2>/dev/null |
		sed -n 's/^ *Depends: \(linux-image-[0-9][^ ]*\)$/\1/p' | head -1
}

download() { # FLAVOUR
	package=$(package_of "$1")
	[ -n "$package" ] || return 1
	echo "ci/kernels.sh: downloading $package"
	(cd "$work" && apt-get "${apt[@]}" download "$package" </dev/null >log 2>&1)
}

fetch() { # FLAVOUR
	local release
	if ! download "$1" && { [ -n "$updated" ] || ! update || ! download "$1"; }; then
		die "no kernel for $1: $(grep -m1 '^[EW]:' "$work/log" || echo "no linux-image-$1 in apt's lists")"
	fi
	release=${package#linux-image-}
	mkdir -p "$work/$1" "$work/root"
	# tar stops when it has both files, long before the modules: dpkg-deb minds, we do not.
	dpkg-deb --fsys-tarfile "$work/$package"_*.deb 2>/dev/null |
		tar -x -C "$work/root" --occurrence=1 "./boot/vmlinuz-$release" "./boot/config-$release"
	if ! mv "$work/root/boot/vmlinuz-$release" "$work/$1/vmlinuz" ||
		! mv "$work/root/boot/config-$release" "$work/$1/config" ||
		! echo "$release" >"$work/$1/release"; then
		die "$package does not hold a kernel"
	fi
	rm -rf "${dir:?}/$1" "$work/$package"_*.deb
	mv "$work/$1" "$dir/$1" || die "cannot write $dir/$1"
}

[ -n "$(find /var/lib/apt/lists -maxdepth 1 -name '*_Packages*' -mtime -1 2>/dev/null)" ] || update
for flavour in "${missing[@]}"; do
	is_there "$flavour" || fetch "$flavour"
done
