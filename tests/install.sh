#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What is installed runs from where it was put, uninstall takes all of it away, and a build with
# other flags is a whole one.
# shellcheck source=tests/lib.sh
. tests/lib.sh
unset SCHEDLAB_WORKER MAKEFLAGS MAKEOVERRIDES

# `-o all`: what was built is installed as it is.
check "make install into DESTDIR" make -s -o all install O="$O" PREFIX=/usr DESTDIR="$T/to"
cat >"$T/plan.yaml" <<-'END'
	machine: here
	placements: [bound]
	variants: [{label: running}]
	workloads: [{name: ring, counts: 2, inner: 1, trips: 10}]
END
mv "$T/to" "$T/moved"
check "installed and moved: finds its worker" "$T/moved/usr/bin/schedlab" run -q "$T/plan.yaml"
mv "$T/moved/usr/libexec" "$T/moved/usr/elsewhere"
stores=$("$SCHEDLAB" list | wc -l)
SCHEDLAB_WORKER=$T/none "$SCHEDLAB" run "$T/plan.yaml" >"$T/out" 2>"$T/err"
is "without its worker: exit 1" $? 1
is "without its worker: one line" "$(cat "$T/out" "$T/err")" \
	"schedlab: cannot run the worker $T/none: No such file or directory"
is "without its worker: no campaign is begun" "$("$SCHEDLAB" list | wc -l)" "$stores"
mv "$T/moved/usr/elsewhere" "$T/moved/usr/libexec"
check "make uninstall" make -s uninstall O="$O" PREFIX=/usr DESTDIR="$T/moved"
is "make uninstall: no file is left" "$(find "$T/moved" ! -type d)" ""

# The worker is the quickest of the programs to build.
build() { make -s O="$T/o" CFLAGS=-O0 "$@" "$T/o/schedlab-worker"; }
check "a build" build
touch "$T/before"
check "a build again" build
is "a build again: nothing to do" "$(find "$T/o" -newer "$T/before" ! -type d)" ""
check "a build with other flags" build CPPFLAGS=-DOTHER
is "a build with other flags: all objects are new" \
	"$(find "$T/o" -name '*.o' ! -newer "$T/before")" ""
