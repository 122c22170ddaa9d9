#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A campaign of kernels in guests, counted: the kernels recorded are those booted, one that panics
# costs only its own samples, and a killed runner leaves no guest.
. tests/lib.sh

if ! command -v qemu-system-x86_64 >/dev/null; then
	skip "campaign of guests" "no qemu-system-x86_64"
	exit 0
fi
for flavour in amd64 cloud-amd64 rt-amd64; do
	if [ ! -e "$KERNELS/$flavour/vmlinuz" ]; then
		skip "campaign of guests" "no kernel in $KERNELS/$flavour"
		exit 0
	fi
done
cp "$WORKER" "$T/schedlab-worker"
export SCHEDLAB_WORKER=$T/schedlab-worker

cat >"$T/plan.yaml" <<END
machine: vm
boots: 1
rounds: 2
placements: [bound]
vm: {cpus: 1, memory: 256M, clock: counted}
variants:
  - {label: plain, kernel: "$KERNELS/amd64/vmlinuz", config: "$KERNELS/amd64/config"}
  - {label: rt, kernel: "$KERNELS/rt-amd64/vmlinuz", config: "$KERNELS/rt-amd64/config"}
  - {label: panics, kernel: "$KERNELS/cloud-amd64/vmlinuz", cmdline: rdinit=/nonexistent}
workloads:
  - {name: ring, counts: [2, 4], trips: 500, inner: 3}
  - {name: pingpong, runs: 2, trips: 500, inner: 3}
END

"$SCHEDLAB" run "$T/plan.yaml" >"$T/out" 2>"$T/err"
is "a campaign with a kernel that panics ends with 3" $? 3
id=$(head -1 "$T/out")
"$SCHEDLAB" export "$id" --format=csv >"$T/csv"
"$SCHEDLAB" export "$id" --format=jsonl >"$T/jsonl"

# count VARIANT STATUS: samples
count() { awk -F, -v variant="$1" -v status="$2" '$2 == variant && $11 == status' "$T/csv" | wc -l; }
is "every launch of the first kernel is ok" "$(count plain ok)" 6
is "every launch of the second kernel is ok" "$(count rt ok)" 6
is "every launch of the third kernel failed" "$(count panics failed)" 6
has "the reason is the panic" "$(grep ,panics, "$T/csv")" 'boot: kernel panic: .*Unable to mount root'

for pair in plain:amd64 rt:rt-amd64; do
	variant=${pair%%:*} flavour=${pair#*:}
	check "$variant: the release recorded is the package's" \
		grep -q "\"release\":\"$(cat "$KERNELS/$flavour/release")\"" "$T/jsonl"
	"$SCHEDLAB" page "/c/$id/env/$variant/config" >"$T/config"
	check "$variant: the config recorded is the package's" cmp "$T/config" "$KERNELS/$flavour/config"
	"$SCHEDLAB" page "/c/$id/env/$variant/dmesg" >"$T/dmesg"
	check "$variant: the console is kept as dmesg" grep -q 'reboot: Power down' "$T/dmesg"
done

# PREEMPT_RT's path through the scheduler is longer by far more than counting varies.
longer=$(awk -F, '$4 == "ring" && $5 == 4 && $11 == "ok" { sum[$2] += $9 }
	END { print (sum["rt"] > 1.1 * sum["plain"]) ? "yes" : "no: " sum["plain"] " " sum["rt"] }' \
	"$T/csv")
is "rt needs more instructions for a switch" "$longer" yes

seed=$(sed -nE '1s/.*"seed":"?([0-9]+).*/\1/p' "$T/jsonl")
# `started` is the last column but one; a reason may hold commas.
is "the order of the samples is the seed's" \
	"$(tail -n +2 "$T/csv" | awk -F, '{ print $(NF - 1) "," $0 }' | sort -s -t, -k1,1 | cut -d, -f3-8)" \
	"$("$SCHEDLAB" plan "$T/plan.yaml" --order --seed "$seed" | tail -n +2 | tr '\t' ',')"

# ---- the runner is killed while a guest is up ----

is_up() { left | grep -q qemu-system; }
"$SCHEDLAB" run "$T/plan.yaml" >"$T/out" 2>"$T/err" &
runner=$!
check "a guest is started" await is_up
kill -KILL $runner
{ wait $runner; } 2>/dev/null
check "a killed runner leaves no guest" await none_left
