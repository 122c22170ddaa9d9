#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Feeds for readers and programs, and the way to the newest campaign.
# shellcheck source=tests/lib.sh
. tests/lib.sh
complete=20261130-k3f7qd
"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }
page() { "$SCHEDLAB" page "$1" 2>/dev/null; }
# xpath FILE EXPRESSION, with the feed's name space taken off.
xpath() { sed "s/ xmlns='[^']*'//" "$1" | xmllint --xpath "$2" - 2>/dev/null; }

page /feed.atom >"$T/feed.atom"
check "the feed is well-formed" xmllint --noout "$T/feed.atom"
is "open campaigns are not in it" "$(xpath "$T/feed.atom" 'count(//entry)')" 1
id=$(xpath "$T/feed.atom" 'string(//entry/id)')
has "an entry's id is a name" "$id" '^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$'
is "it leads to the campaign" "$(xpath "$T/feed.atom" 'string(//entry/link/@href)')" "/c/$complete"
has "its content is the mail's text" "$(xpath "$T/feed.atom" 'string(//entry/content)')" \
	'^Verdicts hold for all charts|^Variants, the baseline first'
updated=$(xpath "$T/feed.atom" 'string(/feed/updated)')
is "the feed is as old as its newest entry" "$(xpath "$T/feed.atom" 'string(//entry/updated)')" "$updated"

SCHEDLAB_URL=https://lab.example.org/ "$SCHEDLAB" page /feed.atom >"$T/moved.atom"
is "a site that moves keeps its entries' ids" "$(xpath "$T/moved.atom" 'string(//entry/id)')" "$id"
is "with an address links are whole" "$(xpath "$T/moved.atom" 'string(//entry/link/@href)')" \
	"https://lab.example.org/c/$complete"

slug=$(xpath "$T/feed.atom" 'string(//entry/category/@term)')
page "/feed/variant/$slug.atom" >"$T/variant.atom"
is "a variant's feed" "$(xpath "$T/variant.atom" 'string(//entry/id)')" "$id"
machine=$(xpath "$T/feed.atom" 'string(//entry/author/name)')
page "/feed/machine/$machine.atom" >"$T/machine.atom"
is "a machine's feed" "$(xpath "$T/machine.atom" 'string(//entry/id)')" "$id"
is "none of a variant that never was" "$("$SCHEDLAB" page /feed/variant/none.atom >/dev/null 2>&1; echo $?)" 1
is "the newest complete campaign" "$(page /latest)" "/c/$complete"

check "amended by the hostile" "$SCHEDLAB" amend "$complete" note --author "<b>&" \
	--reason "]]> & <script>" "a note &lt; ]]>"
page /feed.atom >"$T/feed.atom"
check "the feed is still well-formed" xmllint --noout "$T/feed.atom"
has "and says what was amended" "$(xpath "$T/feed.atom" 'string(//entry/content)')" \
	'a note &amp;lt; \]\]&gt;'
"$SCHEDLAB" amend "$complete" withdraw --author "A Tester" --reason "a fan had failed" >/dev/null
page /feed.atom >"$T/feed.atom"
has "what is withdrawn says so" "$(xpath "$T/feed.atom" 'string(//entry/title)')" '^Withdrawn: '
is "and is not the newest that stands" "$([ "$(page /latest)" != "/c/$complete" ] && echo other)" other

# ---- previews of links ----
export SCHEDLAB_URL=https://lab.example.org
head=$(page "/c/20261201-h0st1l/ring.bound" | sed '/<.head>/q')
has "preview: the lasting address" "$head" \
	"<link rel='canonical' href='https://lab.example.org/c/20261201-h0st1l/ring.bound'/>"
has "preview: a picture" "$head" \
	"og:image' content='https://lab.example.org/c/20261201-h0st1l/ring.bound.zero.preview.png'"
has "preview: what was found" "$head" "og:description' content='[^']{10,400}'"
is "preview: hostile names stay text" "$(grep -c '<script>alert' <<<"$head")" 0
page "/c/20261201-h0st1l/ring.bound.zero.preview.png" >"$T/preview.png"
is "preview: 1200 by 630" "$(od -An -j16 -N8 -t u1 "$T/preview.png" | tr -s ' ')" " 0 0 4 176 0 0 2 118"
check "preview: small enough for all" test "$(stat -c %s "$T/preview.png")" -lt 300000
unset SCHEDLAB_URL
is "preview: no picture without an address" "$(page "/c/$complete/ring.bound" | grep -c og:image)" 0
