#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Who may include whom: model -> nothing, runner -> model, render -> model, web -> model and
# render/chart.h, cli -> all, tests -> all; runner/worker -> runner/protocol.h and libc.
status=0
while IFS=: read -r file _ line; do
	target=${line#*\"}
	target=${target%%\"*}
	edge="${file%%/*} ${target%%/*}"
	case $file in runner/worker/* | runner/protocol.c) edge="worker $target" ;; esac
	case $edge in
	"tests "* | "cli "* | "model model" | "runner runner" | "runner model") ;;
	"render render" | "render model" | "web web" | "web model") ;;
	"worker runner/worker/"* | "worker runner/protocol.h") ;;
	*) [ "$edge $target" = "web render render/chart.h" ] ||
		{ echo "not ok - $file must not include $target"; status=1; } ;;
	esac
done < <(grep -rnE '^#include "' --include='*.[ch]' model runner render web cli tests)
grep -qi cairo render/chart.h && { echo "not ok - render/chart.h names cairo"; status=1; }
[ $status -eq 0 ] && echo "ok - include graph"
exit $status
