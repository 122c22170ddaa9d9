#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A lab as static files: every file is what the server answers, links among them hold, and the
# folder is replaced as a whole or not at all.
# shellcheck source=tests/lib.sh
. tests/lib.sh
complete=20261130-k3f7qd hostile=20261201-h0st1l
"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }
export SCHEDLAB_URL=https://lab.example.org

check "schedlab site" "$SCHEDLAB" site --out "$T/site"
has "it says what it wrote" "$(cat "$T/check.out")" "^$T/site: [0-9]+ files, [0-9.]+ MB$"

# The address of a file: a folder's name for its page.
address() {
	local at=${1#"$T/site"}
	case $at in */index.html) at=${at%/index.html} ;; esac
	echo "${at:-/}"
}
n=0 wrong= # every fifth of them: a process each
while read -r file; do
	n=$((n + 1))
	[ $((n % 5)) -eq 0 ] || continue
	"$SCHEDLAB" page "$(address "$file")" 2>/dev/null | cmp -s - "$file" || wrong+=" ${file#"$T"}"
done < <(find "$T/site" -type f ! -name '.*')
is "each file is what its address answers" "$wrong" ""
check "and there are many" test "$n" -gt 100
for page in "" "/c/$complete" "/c/$hostile" "/c/$complete/ring.unbound" "/c/$complete/env"; do
	check "there is a page at $page/" test -s "$T/site$page/index.html"
done
is "nothing hostile became a path" "$(find "$T/site" -name '*[^A-Za-z0-9._-]*')" ""

"$SCHEDLAB" amend "$complete" withdraw --author "A Tester" --reason "a fan had failed" >/dev/null
check "written again" "$SCHEDLAB" site -o "$T/site/"
is "a withdrawn campaign's pictures are gone, but for the revision before" \
	"$(find "$T/site/c/$complete" -name '*.png' ! -path '*/r/0/*')" ""
has "its page says why" "$(cat "$T/site/c/$complete/index.html")" "a fan had failed"
is "nothing is left beside it" "$(find "$T" -maxdepth 1 -name 'site?*')" ""

mkdir "$T/mine" && echo precious >"$T/mine/file"
is "a folder that is no site is left alone" \
	"$("$SCHEDLAB" site --out "$T/mine" 2>&1; echo $?; cat "$T/mine/file")" \
	"schedlab: '$T/mine' is there and is no site that this command wrote
1
precious"
is "a file as well" "$("$SCHEDLAB" site --out "$T/mine/file" >/dev/null 2>&1; echo $?)" 1
is "nowhere to write: exit 1" "$("$SCHEDLAB" site --out "$T/none/site" >/dev/null 2>&1; echo $?)" 1
is "no --out: exit 2" "$("$SCHEDLAB" site >/dev/null 2>&1; echo $?)" 2
(
	ulimit -f 8
	trap '' XFSZ
	"$SCHEDLAB" site --out "$T/site" >/dev/null 2>&1
)
is "a full disk: exit 1" $? 1
has "a full disk: the site before it is still there" "$(cat "$T/site/index.html")" "</html>"
is "a full disk: nothing is left beside it" "$(find "$T" -maxdepth 1 -name 'site?*')" ""
