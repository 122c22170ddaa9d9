#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Pages in a real browser, wide and narrow, light and dark: nothing reaches over the edge, all text
# stands out from its background, and a screenshot of each is left in $O/check/ to be looked at.
. tests/lib.sh

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
[ -n "$browser" ] || { skip "browser" "chromium is not installed"; exit 0; }
complete=20261130-k3f7qd hostile=20261201-h0st1l
shots=${SCHEDLAB%/*}/check
mkdir -p "$shots"
"${SCHEDLAB%/*}/tests/web-site" "$SCHEDLAB_STORE" || { fail "fixture"; exit 1; }

start_server serve --listen 127.0.0.1:0 || exit 1

# browse SCHEME WIDTH,HEIGHT OPTION… ADDRESS
browse() {
	local scheme=$1 size=$2
	shift 2
	[ "$scheme" = dark ] && scheme=0 || scheme=1
	timeout 60 "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --no-first-run \
		--user-data-dir="$T/profile" --blink-settings=preferredColorScheme="$scheme" \
		--window-size="$size" "$@" 2>/dev/null
}

# A page may run no script, so a copy of it is measured: its style and a script put in, on a file.
cat >"$T/measure.js" <<'JS'
const colour = text => {
	const parts = text.match(/[\d.]+/g).map(Number);
	return {rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1};
};
const luminance = rgb => rgb
	.map(c => c / 255)
	.map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
	.reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const background = element => {
	for (; element; element = element.parentElement) {
		const back = colour(getComputedStyle(element).backgroundColor);
		if (back.alpha > 0)
			return back.rgb;
	}
	return [255, 255, 255];
};
let least = 99, where = '';
for (const element of document.body.querySelectorAll('*')) {
	if (![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
		continue;
	const a = luminance(colour(getComputedStyle(element).color).rgb);
	const b = luminance(background(element));
	const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
	if (ratio < least)
		[least, where] = [ratio, element.className || element.tagName];
}
const over = document.documentElement.scrollWidth - innerWidth;
document.title = `over=${over} contrast=${Math.floor(least * 10)} at=${where}`;
JS

css=$("$SCHEDLAB" page / | grep -oE "/static/[^']*css")
measure() { # PAGE SCHEME SIZE
	{
		"$SCHEDLAB" page "$1" | sed "/<link rel='stylesheet'/,\$d"
		echo '<style>'
		"$SCHEDLAB" page "$css"
		echo '</style>'
		"$SCHEDLAB" page "$1" | sed "1,/<link rel='stylesheet'/d" | sed 's/<.body>.*//; s/<.html>.*//'
		echo '<script>'
		cat "$T/measure.js"
		echo '</script></body></html>'
	} >"$T/copy.html"
	browse "$2" "$3" --dump-dom "file://$T/copy.html" | grep -oE '<title>[^<]*' | head -1
}

look() { # NAME PAGE WIDTH HEIGHT
	local scheme measured shot
	for scheme in light dark; do
		shot=$shots/page-$1-$3-$scheme.png
		rm -f "$shot"
		browse $scheme "$3,$4" --screenshot="$shot" "$url$2" >/dev/null
		check "$1 $3 $scheme: screenshot" test -s "$shot"
		measured=$(measure "$2" $scheme "$3,$4")
		has "$1 $3 $scheme: nothing over the edge" "$measured" 'over=(0|-[0-9]+) '
		measured=${measured#*contrast=}
		check "$1 $3 $scheme: contrast of all text" test "${measured%% *}" -ge 45
	done
}

for width in 1280 400; do
	look index / $width 800
	look campaign "/c/$complete" $width 3000
	look hostile "/c/$hostile" $width 3000
done
look chart "/c/$complete/ring.unbound" 1280 2400
look env "/c/$hostile/env" 400 1600
check "the server is alive after all this" kill -0 $pid
