#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Pages in a real browser (tests/browser/): every kind of page at three widths, light and dark, with
# and without scripts; the chart page by pointer, keys and fingers. Screenshots are left in $O/check/
# to be looked at.
# shellcheck source=tests/lib.sh
. tests/lib.sh
# shellcheck source=tests/browser/lab.sh
. tests/browser/lab.sh
withdrawn=$("$SCHEDLAB" import plans/lkml-2007-published/second-numbers 2>/dev/null)
"$SCHEDLAB" amend "$withdrawn" withdraw --author "A Tester" --reason "a fan had failed" >/dev/null

start_server serve --listen 127.0.0.1:0 --per-address 0 || exit 1
BASE=$url
PAGES="$lab_pages
view=/c/$complete/ring.unbound?band=none&logx=1&scale=zoom&x=4..20
compare=/compare?a=$complete:6.1&b=$complete:6.1-rt
choose=/compare?a=$complete:6.1
trend=$("$SCHEDLAB" page /trend | grep -oE "/trend\?machine=lab&amp;[^'#]*" | head -1 | sed 's/&amp;/\&/g')
withdrawn=/c/$withdrawn
missing=/c/20261130-zzzzzz
"
export BASE PAGES
browse chart.test.mjs html.test.mjs pages.test.mjs
check "the server is alive after all this" kill -0 "$pid"
