# SPDX-License-Identifier: GPL-2.0-or-later
# Sourced by tests/browser*.sh, behind tests/lib.sh: a lab with campaigns of every state, and the
# pages of it that plain files can hold too. Leaves the test where there is no browser.
# shellcheck shell=bash

CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
[ -n "$CHROMIUM" ] || { skip "browser" "chromium is not installed"; exit 0; }
[ -d build/browser/node_modules ] || { skip "browser" "ci/deps.sh could not fill build/browser"; exit 0; }
export CHROMIUM MODULES=$PWD/build/browser SHOTS=${SCHEDLAB%/*}/check
mkdir -p "$SHOTS"
complete=20261130-k3f7qd hostile=20261201-h0st1l
"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }
thread=$("$SCHEDLAB" import plans/lkml-2007-published/follow-up 2>/dev/null)

# Every kind of page there is: what is not shown here is not tested.
hostile_cell=$("$SCHEDLAB" page "/c/$hostile/ring.bound" | grep -oE "/ring.bound/[a-z0-9.-]+/[0-9]+" | head -1)
# shellcheck disable=SC2034 # who sources this uses it
lab_pages="
index=/
campaign=/c/$complete
thread=/c/$thread
hostile=/c/$hostile
chart=/c/$complete/ring.unbound
chart-hostile=/c/$hostile/ring.bound
cell=/c/$complete/ring.bound/6.1-cloud/7
cell-hostile=/c/$hostile$hostile_cell
env=/c/$complete/env
env-hostile=/c/$hostile/env
compare-form=/compare
trends=/trend"

browse() { # FILES…: the tests in them, of $BASE and $PAGES
	node --test --test-reporter=./tests/browser/tap.mjs "${@/#/tests/browser/}"
}
