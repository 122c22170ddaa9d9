#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# `machine: boot` by hand: the runner measures while the right kernel runs, else it says which one
# to boot. Reboots are faked by another boot id where that can be done.
. tests/lib.sh

here=$(uname -r)
# Where the order is drawn: the first block's first variant is $1.
seed_of() {
	local seed
	for ((seed = 1; seed < 64; seed++)); do
		"$SCHEDLAB" plan "$T/plan.yaml" --order --seed $seed | sed -n 2p | grep -q "^$1" && break
	done
	echo "$seed"
}
plan() {
	cat <<-END
		machine: boot
		disturbance: off
		boots: $1
		placements: [bound]
		variants: [{label: "$here"}, {label: 9.9.9-other}]
		workloads: [{name: pingpong, runs: 2, time: 1ms, inner: 1}]
	END
}
statuses() { "$SCHEDLAB" export latest --format=csv | tail -n +2 | cut -d, -f2,6,11 | tr '\n' ' '; }
# says NAME WHAT: it stopped so that somebody boots that kernel, and that is all it says.
says() {
	is "$1: exit 0" "$status" 0
	is "$1: says what to boot" "$(grep '^schedlab:' "$T/err")" \
		"schedlab: boot $2, then: schedlab resume $("$SCHEDLAB" list | awk 'NR == 2 { print $1 }')"
}

plan 1 >"$T/plan.yaml"
"$SCHEDLAB" run "$T/plan.yaml" --seed "$(seed_of "$here")" >"$T/out" 2>"$T/err"
status=$?
says "the running kernel's turn comes first" 9.9.9-other
is "the running kernel is measured" "$(statuses)" "$here,1,ok $here,1,ok "
"$SCHEDLAB" resume latest 2>"$T/err"
status=$?
says "resumed without a reboot" 9.9.9-other
is "resumed without a reboot: nothing more is measured" "$(statuses)" "$here,1,ok $here,1,ok "
has "it is open" "$("$SCHEDLAB" list)" " open "

export SCHEDLAB_STORE=$T/other.db
"$SCHEDLAB" run "$T/plan.yaml" --seed "$(seed_of 9.9.9)" >"$T/out" 2>"$T/err"
status=$?
says "the other kernel's turn comes first" 9.9.9-other
is "the other kernel's turn comes first: nothing is measured" "$(statuses)" ""

# A kernel file of another release than the one that runs.
export SCHEDLAB_STORE=$T/image.db
cat >"$T/image.yaml" <<END
machine: boot
disturbance: off
placements: [bound]
variants: [{label: packaged, kernel: '$KERNELS/rt-amd64/vmlinuz'}]
workloads: [{name: pingpong, runs: 1, time: 1ms, inner: 1}]
END
if [ ! -e "$KERNELS/rt-amd64/vmlinuz" ] || [ "$(cat "$KERNELS/rt-amd64/release")" = "$here" ]; then
	skip "a kernel file" "there is none of another release"
else
	"$SCHEDLAB" run "$T/image.yaml" >"$T/out" 2>"$T/err"
	status=$?
	says "a kernel file: its release is asked for" packaged
fi

# ---- two boots are two boots of the kernel ----

export SCHEDLAB_STORE=$T/twice.db
plan 2 | sed 's/, {label: 9.9.9-other}//' >"$T/plan.yaml"
"$SCHEDLAB" run "$T/plan.yaml" >"$T/out" 2>"$T/err"
status=$?
says "a second boot" "$here again"
is "a second boot: is not made in the first" "$(statuses)" "$here,1,ok $here,1,ok "

# fakes COMMAND…: in a kernel boot of its own, of the kernel whose version is in $T/version.
fakes() {
	unshare -m sh -c "mount --bind '$T/boot_id' /proc/sys/kernel/random/boot_id &&
		mount --bind '$T/version' /proc/version && exec \"\$@\"" sh "$@"
}
echo 00000000-0000-0000-0000-000000000002 >"$T/boot_id"
sed 's/#[0-9]*/#999/; s/$/ rebuilt/' /proc/version >"$T/version"
if ! fakes true 2>/dev/null; then
	skip "after a reboot" "no mount namespace of our own to fake a boot in (not root?)"
	exit
fi
fakes "$SCHEDLAB" resume latest 2>"$T/err"
is "a rebuilt kernel under the same release: exit 1" $? 1
has "a rebuilt kernel: says so" "$(cat "$T/err")" \
	"^schedlab: wrong kernel: it is '.* rebuilt', but was 'Linux version $here .*' in an earlier boot$"
is "a rebuilt kernel: nothing is lost by that" "$(statuses)" "$here,1,ok $here,1,ok "
cat /proc/version >"$T/version"
fakes "$SCHEDLAB" resume latest 2>"$T/err"
is "after a reboot: complete" "$? $(statuses)" "0 $here,1,ok $here,1,ok $here,2,ok $here,2,ok "
is "after a reboot: samples of two kernel boots" "$("$SCHEDLAB" export latest --format=jsonl |
	grep -v '"failure":"' | grep -oE '"kernel_boot_id":"[^"]+"' | sort -u | wc -l)" 2
check "after a reboot: the digest verifies" "$SCHEDLAB" verify
