#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What the doctor says of whatever machine this is: lines of one form, and the same as JSON.
. tests/lib.sh

status=0
"$SCHEDLAB" doctor >"$T/out" 2>"$T/err" || status=$?
is "exit code" $status 0
is "nothing on stderr" "$(cat "$T/err")" ""
is "a line each, with its fix" \
	"$(sed '$d' "$T/out" | grep -cvE '^(bad  |noisy|note )  [a-z_.]+.*: .*\. Fix: .+$')" 0
has "the sum" "$(tail -1 "$T/out")" '^([0-9]+ of [0-9]+ checks|Nothing found in [0-9]+ checks)'

"$SCHEDLAB" doctor --json >"$T/json"
is "as JSON: the same facts" \
	"$(sed -n 's/^    "fact": "\(.*\)",$/\1/p' "$T/json" | grep -cv '^load$\|^steal$')" \
	"$(sed '$d' "$T/out" | awk '{sub(/:$/, "", $2); print $2}' | grep -cv '^load$\|^steal$')"

printf '# Linux/x86 1.2.3 Kernel Configuration\nCONFIG_HZ=250\nCONFIG_KASAN=y\n' >"$T/config"
has "a config of another kernel" "$("$SCHEDLAB" doctor --config "$T/config")" \
	'^bad .*config.source .*another kernel'
printf 'CONFIG_HZ=250\nCONFIG_KASAN=y\n' >"$T/config"
rt=$(uname -v | grep -c PREEMPT_RT)
[ "$rt" = 1 ] && echo CONFIG_PREEMPT_RT=y >>"$T/config"
has "a debug option" "$("$SCHEDLAB" doctor --config "$T/config")" '^bad .*CONFIG_KASAN=y'

: >"$T/empty"
for config in "$T/none" "$T" "$T/empty" /dev/zero; do
	"$SCHEDLAB" doctor --config "$config" >"$T/out" 2>"$T/err" </dev/null
	is "no .config: ${config##*/}" "$? $(wc -l <"$T/err") $(wc -c <"$T/out")" "1 1 0"
done

plan=$'machine: here\nvariants: [{label: a, config: %s}]\nworkloads: [{name: pingpong, runs: 1}]\n'
for config in "$T/none" "$T/empty"; do
	# shellcheck disable=SC2059
	printf "$plan" "$config" >"$T/plan.yaml"
	for command in plan run; do
		"$SCHEDLAB" $command "$T/plan.yaml" >"$T/out" 2>"$T/err"
		is "$command: no .config: ${config##*/}" "$? $(grep -c "^schedlab: config of a: .*$config" "$T/err") $(wc -c <"$T/out")" "2 1 0"
	done
done
