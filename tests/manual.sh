#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The manual says what the program says: each command, each option, each key of a plan; and the
# shell completes the same.
# shellcheck source=tests/lib.sh
. tests/lib.sh

commands=$("$SCHEDLAB" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
check "there are commands" test "$(wc -w <<<"$commands")" -gt 10

# options COMMAND: as --help lists them, "--name" each; those of all commands left out.
options() {
	"$SCHEDLAB" "$1" --help | grep -oE -- '^ +(-[^ ],)? *--[a-z-]+' | grep -oE -- '--[a-z-]+' |
		grep -vxE -- '--(help|usage|version|store)' | sort
}
# The manual's part of a command: from its first line to the next command's or section's.
part() {
	awk -v name="$1" '
		/^\.(Ss|Sh) / { on = 0 }
		/^\.It Nm Cm / { on = $4 == name }
		on' man/schedlab.1
}
for command in $commands; do
	is "schedlab(1): the options of $command" \
		"$(part "$command" | grep '^\.It .*Fl' | grep -oE -- ' -[a-z-]+' | sed 's/ /-/' | sort)" \
		"$(options "$command")"
done
is "schedlab(1): no command that there is not" \
	"$(sed -n 's/^\.It Nm Cm \([a-z]*\).*/\1/p' man/schedlab.1 | sort -u | tr '\n' ' ')" \
	"$(tr ' ' '\n' <<<"$commands" | sort | tr '\n' ' ')"

# The keys are in the error for one that is not there.
keys() { # YAML: the keys that its place may have
	printf '%s' "$1" >"$T/plan.yaml"
	"$SCHEDLAB" plan "$T/plan.yaml" 2>&1 | sed 's/.*expected //; s/ or / /; s/,//g'
}
for key in $(keys 'none: 1') $(keys $'machine: here\nvm: {none: 1}') \
	$(keys $'machine: here\nvariants: [{none: 1}]') \
	$(keys $'machine: here\nvariants: [{label: a}]\nworkloads: [{none: 1}]'); do
	has "schedlab-plan(5): $key" "$(cat man/schedlab-plan.5)" "^\.It .*Cm .*\b$key\b|^\.Cm $key\b"
done

if command -v mandoc >/dev/null; then
	for page in man/*; do
		is "mandoc finds nothing in $page" \
			"$(mandoc -T lint -W warning "$page" 2>&1 | grep -v 'referenced manual not found')" ""
	done
else
	skip "mandoc finds nothing" "mandoc is not installed"
fi

# ---- completion ----
# shellcheck source=/dev/null
. completion/schedlab.bash
compopt() { :; } # outside of a completion there is none to set
completed() { # WORDS…: what the last one may become
	COMP_WORDS=("$SCHEDLAB" "$@") COMP_CWORD=$# COMPREPLY=()
	_schedlab
	printf '%s\n' "${COMPREPLY[@]}" | sort
}
is "completion: commands" "$(completed '' | tr '\n' ' ')" \
	"$(tr ' ' '\n' <<<"$commands" | sort | tr '\n' ' ')"
for command in $commands; do
	is "completion: the options of $command" \
		"$(completed "$command" -- | sed 's/=$//' | grep -vxE -- '--(help|usage|version|store)')" \
		"$(options "$command")"
done
has "completion: a command behind the store" "$(completed --store = x.db li)" '^list$'
has "completion: a command behind the store's name" "$(completed --store x.db li)" '^list$'
is "completion: the store is a file" "$(completed --store li)" ""
has "completion: a campaign" "$(completed show lat)" '^latest$'
