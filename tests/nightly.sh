#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Nights of a lab, by the line that systemd would start: one that is cut off while its server is
# down, and the one after, which makes good for it. The units themselves hold.
# shellcheck source=tests/lib.sh
. tests/lib.sh
unset SCHEDLAB_STORE

# ---- as installed ----
check "make install" make -s -o all install O="$O" PREFIX=/usr DESTDIR="$T/to"
units=$T/to/usr/lib/systemd/system
is "no mark is left in a unit" "$(grep -l '@[A-Z]*@' "$units"/*)" ""
if command -v systemd-analyze >/dev/null; then
	mkdir "$T/units"
	for unit in "$units"/*; do # programs where they lie now, and no manual to ask for
		sed "s|/usr/bin/schedlab|$T/to/usr/bin/schedlab|; s|/usr/libexec|$T/to/usr/libexec|
			/^Documentation=/d" "$unit" >"$T/units/${unit##*/}"
	done
	check "systemd takes the units" systemd-analyze verify "$T"/units/*
	for unit in web upload; do
		has "the $unit unit is shut in" \
			"$(systemd-analyze security --offline=true "$T/units/schedlab-$unit.service" 2>&1)" \
			'Overall exposure level for schedlab-.*: (0\.[0-9]|1\.[0-5]) '
	done
else
	skip "systemd takes the units" "systemd-analyze is not installed"
fi
has "the timer catches up" "$(cat "$units/schedlab-nightly.timer")" '^Persistent=true$'

# ---- the night's line ----
line=$(sed -n 's/^ExecStart=//p' "$units/schedlab-nightly.service")
# shellcheck disable=SC2016 # systemd's variables, not the shell's
is "the line" "$line" '/usr/libexec/schedlab/nightly ${PLAN} ${SERVER}'
cat >"$T/plan.yaml" <<-'END'
	title: A night
	machine: here
	placements: [bound]
	rounds: 6
	variants: [{label: running}]
	workloads: [{name: ring, counts: [2, 4, 8], inner: 3, time: 10ms}]
END
export STATE=$T/state TOKEN_FILE=$T/token
SERVER=
night() { # the line as systemd makes it out of the unit: two words, one of them empty
	"$T/to${line%% *}" "$T/plan.yaml" "$SERVER"
}
states() { "$SCHEDLAB" --store "$1" list --json | grep -o '"state": *"[a-z]*"' | sort | uniq -c | tr -s ' '; }

night >"$T/out" 2>&1
is "without a server: measured, exit 0" $? 0
is "one campaign, complete" "$(states "$STATE/lab.db")" ' 1 "state": "complete"'

# A server that takes uploads, and its token.
"$SCHEDLAB" --store "$T/server.db" token add nightly >"$TOKEN_FILE" 2>/dev/null
chmod 600 "$TOKEN_FILE"
start_server first --store "$T/server.db" --listen 127.0.0.1:0
SERVER=$url
kill $pid
wait $pid 2>/dev/null

# A night that is cut off: its runner is killed in mid-campaign.
night >"$T/out" 2>&1 &
nightly=$!
begun() {
	cut=$(cat "$STATE/nightly.current" 2>/dev/null)
	[ -n "$cut" ] && [ "$("$SCHEDLAB" --store "$STATE/lab.db" export "$cut" --format=csv | wc -l)" -gt 3 ]
} 2>/dev/null
await begun
"$T/to/usr/libexec/schedlab/nightly" "$T/plan.yaml" >/dev/null 2>"$T/second"
is "a second night at once: refused" $? 1
has "and it says so" "$(cat "$T/second")" 'another night is still under way'
pkill -KILL -f "schedlab run -q $T/plan.yaml"
if wait $nightly; then fail "cut off: not exit 0"; else ok "cut off: not exit 0"; fi
is "cut off: what is to be finished is known" "$(cat "$STATE/nightly.current")" "$cut"

# The next one: the server is still down, so nothing can be sent.
night >"$T/out" 2>&1 &
nightly=$!
# It is tried again for a while: the server comes up meanwhile.
measured() { [ "$(grep -sc . "$STATE/nightly.unsent")" = 2 ]; }
await measured
start_server again --store "$T/server.db" --listen "${SERVER#http://}"
wait $nightly
is "the next night: exit 0" $? 0
is "what was cut off is finished, and tonight's is done" "$(states "$STATE/lab.db")" \
	' 3 "state": "complete"'
is "nothing is left to finish" "$(cat "$STATE/nightly.current" 2>/dev/null)" ""
is "nothing is left to send" "$(cat "$STATE/nightly.unsent")" ""
is "both are on the server, whole" "$(states "$T/server.db")" ' 2 "state": "complete"'
check "and verify there" "$SCHEDLAB" --store "$T/server.db" verify
has "the one that was cut off is one of them" \
	"$("$SCHEDLAB" --store "$T/server.db" list)" "^$cut "
has "where they are is said" "$(cat "$T/out")" "^$SERVER/c/$cut$"
# One that nothing can be done about: tonight's is measured all the same, and the unit has failed.
echo 20200101-aaaaaa >"$STATE/nightly.current"
SERVER='' night >"$T/out" 2>&1
is "one that cannot be finished: exit 1" $? 1
has "it is named" "$(cat "$T/out")" 'left as it is: schedlab resume 20200101-aaaaaa'
is "tonight's is done" "$(states "$STATE/lab.db")" ' 4 "state": "complete"'
is "the next night begins anew" "$(cat "$STATE/nightly.current" 2>/dev/null)" ""

if [ "$(id -u)" -eq 0 ]; then
	export STATE=$T/shared
	mkdir "$STATE" && chown nobody "$STATE"
	SERVER='' night >"$T/out" 2>&1
	is "the store belongs to whom its folder does" "$(stat -c %U "$STATE/lab.db")" nobody
else
	skip "the store belongs to whom its folder does" "not root"
fi

is "no process is left" "$(left)" ""
