// SPDX-License-Identifier: GPL-2.0-or-later
// Every kind of page, as readers have it: telephone and desk, light and dark, with scripts and
// without. Nothing reaches over the edge, nothing is out of reach for a keyboard or a screen
// reader, nothing complains, nothing is asked of another host.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, test} from 'node:test';
import {base, launch, pages, require, shot, watched} from './lab.mjs';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
let browser;

before(async () => { browser = await launch(); });
after(() => browser.close());

const whole = page => page.evaluate(() => ({
	over: document.documentElement.scrollWidth - innerWidth,
	// The innermost elements that reach over the edge and are in no region of their own.
	wide: [...document.querySelectorAll('main *, header *, footer *')]
		.filter(e => e.getBoundingClientRect().right > innerWidth && !e.closest('.scroll, pre') &&
			!e.childElementCount)
		.map(e => e.outerHTML.slice(0, 120)),
	headings: document.querySelectorAll('h1').length,
	broken: [...document.images].filter(i => i.complete && i.naturalWidth === 0).map(i => i.src),
}));

// Pictures further down are fetched when they come into sight; a broken one is told of later.
const pictures = page => page.evaluate(() => Promise.all([...document.images].map(image => {
	image.loading = 'eager';
	return image.decode().catch(() => {});
})));

async function serious(page) {
	await page.evaluate(axe);
	const found = await page.evaluate(() =>
		axe.run(document, {resultTypes: ['violations']}));
	return found.violations
		.filter(v => ['serious', 'critical'].includes(v.impact))
		.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | ')}`);
}

for (const {name, address} of pages)
	for (const width of [320, 400, 1280])
		for (const colorScheme of ['light', 'dark'])
			test(`${name}, ${width} px, ${colorScheme}`, async () => {
				const page = await watched(browser, {colorScheme,
					viewport: {width, height: 800}, bypassCSP: false});
				await page.goto(base + address, {waitUntil: 'load'});
				await pictures(page);
				const seen = await whole(page);
				assert.ok(seen.over <= 0, `${seen.over} px over the edge: ${seen.wide}`);
				assert.equal(seen.headings, 1, 'one h1');
				assert.deepEqual(seen.broken, []);
				await shot(page, `page-${name}-${width}-${colorScheme}`);
				assert.deepEqual(page.complaints, []);
				await page.context().close();
			});

// axe is injected by the devtools protocol, which the content policy does not hold back.
for (const {name, address} of pages)
	for (const colorScheme of ['light', 'dark'])
		test(`${name}, ${colorScheme}: axe finds nothing serious`, async () => {
			const page = await watched(browser,
				{colorScheme, viewport: {width: 1280, height: 800}});
			await page.goto(base + address, {waitUntil: 'load'});
			assert.deepEqual(await serious(page), []);
			await page.context().close();
		});

for (const {name, address} of pages)
	test(`${name}, without JavaScript`, async () => {
		const page = await watched(browser,
			{javaScriptEnabled: false, viewport: {width: 400, height: 800}});
		await page.goto(base + address, {waitUntil: 'load'});
		assert.equal(await page.locator('h1').count(), 1);
		assert.ok((await page.locator('main').innerText()).length > 40);
		await shot(page, `page-${name}-noscript`);
		assert.deepEqual(page.complaints, []);
		await page.context().close();
	});
