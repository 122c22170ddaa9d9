#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A campaign of two kernels in counted guests, stopped and killed on its way; and one in which a
# kernel panics while another, added on the command line, goes on.
. tests/lib.sh

if ! command -v qemu-system-x86_64 >/dev/null; then
	skip "campaigns in guests" "qemu-system-x86_64 is not installed"
	exit
fi
for flavour in amd64 cloud-amd64 rt-amd64; do
	[ -e "$KERNELS/$flavour/vmlinuz" ] && continue
	skip "campaigns in guests" "there is no $KERNELS/$flavour/vmlinuz"
	exit
done
cp "$WORKER" "$T/schedlab-worker"
export SCHEDLAB_WORKER=$T/schedlab-worker

cat >"$T/two.yaml" <<END
machine: vm
boots: 2
placements: [bound]
vm: {memory: 256M, clock: counted}
variants:
  - {label: amd64, kernel: build/kernels/amd64/vmlinuz, config: build/kernels/amd64/config}
  - {label: rt-amd64, kernel: build/kernels/rt-amd64/vmlinuz, config: build/kernels/rt-amd64/config}
workloads:
  - {name: ring, counts: [2, 8], trips: 300, inner: 1}
  - {name: pingpong, runs: 1, trips: 300, inner: 1}
END
# Nothing of this kernel's root file system will be found.
cat >"$T/panic.yaml" <<END
machine: vm
placements: [bound]
vm: {memory: 256M, clock: counted}
variants:
  - {label: panics, kernel: '$KERNELS/cloud-amd64/vmlinuz', cmdline: rdinit=/nonexistent}
workloads:
  - {name: ring, counts: [2, 8], trips: 100, inner: 1}
END

is_up() { left | grep -q qemu; }
has_said() { grep -q "$1" "$T/err"; }
start() {
	: >"$T/err"
	env --default-signal=INT "$SCHEDLAB" "$@" >"$T/out" 2>"$T/err" &
	runner=$!
}
ended() {
	{ wait $runner; } 2>/dev/null
	status=$?
	await none_left || status+=" and left $(left)"
}
export_csv() { "$SCHEDLAB" export latest --format=csv; }

# ---- two kernels ----

start run "$T/two.yaml"
await has_said 'entering$' # not the guest that only tries whether KVM works
await is_up
kill -INT $runner
sleep 0.3
kill -INT $runner
ended
is "twice interrupted while a guest boots: at once" "$status" 130
id=$(cat "$T/out")
has "twice interrupted: says how to go on" "$(tail -1 "$T/err")" "schedlab resume $id$"

is "why not kvm: one sentence, without what QEMU says" \
	"$("$SCHEDLAB" page "/c/$id" | grep -c "why not kvm</dt><dd>[^<]* (")" 0

(cd "$T" && "$SCHEDLAB" resume "$id" 2>"$T/err")
is "resumed in another directory: exit 1, nothing is spoiled" "$? $(export_csv | grep -c ,failed,)" "1 0"
has "resumed in another directory: says so" "$(cat "$T/err")" \
	"^schedlab: build/kernels/.*/vmlinuz: No such file or directory \(resume in the directory"

start resume "$id"
await has_said '^\[ *1/12\] '
kill -9 $runner
ended
is "killed beside a running guest: none is left" "$status" 137

check "resumed to the end" "$SCHEDLAB" resume "$id"
check "the digest verifies" "$SCHEDLAB" verify "$id"
export_csv >"$T/csv"
seed=$("$SCHEDLAB" export "$id" --format=jsonl | sed -nE '1s/.*"seed":([0-9]+).*/\1/p')
is "measured in the order that the recorded seed draws" \
	"$(tail -n +2 "$T/csv" | sort -t, -k13,13 | awk -F, '$11 == "ok" { print $2, $3, $4, $5, $6, $7 }')" \
	"$("$SCHEDLAB" plan "$T/two.yaml" --order --seed "$seed" | tail -n +2 | tr '\t' ' ')"
is "the boot that was cut twice was entered again under its number" \
	"$("$SCHEDLAB" page "/c/$id/env" | grep -o 'entered [0-9]* times' | tr '\n' ,)" "entered 2 times,entered 3 times,"
for variant in amd64 rt-amd64; do
	is "$variant: the release is that of the kernel" \
		"$("$SCHEDLAB" page "/c/$id/env/$variant/release")" "$(cat "$KERNELS/$variant/release")"
	check "$variant: the config is that of its package" \
		cmp <("$SCHEDLAB" page "/c/$id/env/$variant/config") "$KERNELS/$variant/config"
	for entry in 4 2; do # the last: one of them has the two that were cut as well
		"$SCHEDLAB" page "/c/$id/env/$variant/$entry/dmesg" >"$T/dmesg" 2>/dev/null && break
	done
	has "$variant: its dmesg is kept" "$(head -20 "$T/dmesg")" "Linux version $(cat "$KERNELS/$variant/release") "
	has "$variant: its dmesg ends as it was left" "$(tail -3 "$T/dmesg")" "reboot: Power down"
done
is "each boot is one of its own" "$("$SCHEDLAB" export "$id" --format=jsonl |
	grep -oE '"kernel_boot_id":"[^"]+"' | sort | uniq -d | wc -l)" 0
# Both boots of one kernel against both of the other: PREEMPT_RT needs more for every switch.
is "the values differ: rt needs more instructions, whatever the cell and boot" "$(awk -F, '
	$11 == "ok" && $2 == "amd64" { if ($9 > high[$4 $5]) high[$4 $5] = $9 }
	$11 == "ok" && $2 == "rt-amd64" { if (!low[$4 $5] || $9 < low[$4 $5]) low[$4 $5] = $9 }
	END { for (cell in high) n += low[cell] > high[cell]; print n }' "$T/csv")" 3
awk -F, '$11 == "ok" { print "# " $2, $4, $5, "boot " $6 ": " $9 }' "$T/csv" | sort

# ---- a kernel that panics ----

export SCHEDLAB_STORE=$T/panic.db
cloud=cloud=$KERNELS/cloud-amd64/vmlinuz
for ((seed = 1; seed < 64; seed++)); do # one that enters the kernel that panics first
	"$SCHEDLAB" plan "$T/panic.yaml" --kernel "$cloud" --order --seed $seed | sed -n 2p |
		grep -q ^panics && break
done
start run "$T/panic.yaml" --kernel "$cloud" --seed $seed
ended
is "a kernel panics: exit 3" "$status" 3
has "a kernel panics: said at once" "$(cat "$T/err")" "^schedlab: panics counted boot 1: kernel panic: "
is "a kernel panics: its samples fail, the others go on" \
	"$(export_csv | tail -n +2 | cut -d, -f2,11 | sort | uniq -c | tr -s '\n ' ' ')" \
	" 2 cloud,ok 2 panics,failed "
is "a kernel panics: the reason is with each of them" \
	"$(export_csv | grep -c '^[^,]*,panics,.*boot: kernel panic: ')" 2
has "a kernel panics: its dmesg is kept" \
	"$("$SCHEDLAB" page "/c/$(cat "$T/out")/env/panics/dmesg")" "Kernel panic"
has "--kernel: the plan that was kept has it" "$("$SCHEDLAB" page "/c/$(cat "$T/out")/plan.yaml")" "label: cloud"
check "a kernel panics: the digest verifies all the same" "$SCHEDLAB" verify
