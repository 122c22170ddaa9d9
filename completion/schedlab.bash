# SPDX-License-Identifier: GPL-2.0-or-later
# Completion for bash: commands, their options as `schedlab COMMAND --help` lists them, campaigns.

_schedlab_campaigns() {
	"$1" list 2>/dev/null | awk 'NR > 1 { print $1 }'
	echo latest
}

_schedlab() {
	local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} command="" before="" word
	COMPREPLY=()
	# bash splits --store=FILE at the =, and a word of its own may follow --store.
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $before:$word in
		*:-* | --store:* | -s:* | =:*) ;;
		*) command=$word; break ;;
		esac
		before=$word
	done
	if [ -z "$command" ]; then
		case $before:$current in
		--store:* | -s:* | =:*) word= ;;
		*:-*) word="--help --version --store=" ;;
		*) word=$("$program" --help 2>/dev/null |
			sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p') ;;
		esac
	else
		case $command:$current in
		*:-*) word=$("$program" "$command" --help 2>/dev/null |
			grep -oE -- '^ +(-.,)? *--[a-z-]+=?' | grep -oE -- '--[a-z-]+=?') ;;
		resume:* | show:* | check:* | compare:* | export:* | amend:* | render:* | push:* | verify:*)
			word=$(_schedlab_campaigns "$program") ;;
		token:*) word="add list revoke" ;;
		page:*) word="/ /latest /feed.atom /trend /compare" ;;
		*) word= ;;
		esac
	fi
	mapfile -t COMPREPLY < <(compgen -W "$word" -- "$current")
	[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
	[ ${#COMPREPLY[@]} -gt 0 ] || compopt -o default
}
complete -F _schedlab schedlab
