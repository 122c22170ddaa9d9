// SPDX-License-Identifier: GPL-2.0-or-later
// The chart page by pointer, keys and form: what it reads out is what the table says, a drag
// changes the address and nothing else, the back button returns.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {base, launch, pages, shot, watched} from './lab.mjs';

const {address} = pages.find(page => page.name === 'chart');
const url = base + address;
let browser, data;

before(async () => {
	browser = await launch();
	data = await (await fetch(`${url}.json`)).json();
});
after(() => browser.close());

async function opened(query = '', options = {}) {
	const page = await watched(browser, {viewport: {width: 1280, height: 1000}, ...options});
	await page.goto(url + query, {waitUntil: 'networkidle'});
	return page;
}

// A pointer that has come, and with it the numbers.
async function pointed(page) {
	const box = await plot(page).locator('img').boundingBox();
	await Promise.all([page.waitForResponse(/\.json/), page.mouse.move(box.x + 9, box.y + 9)]);
	await page.waitForLoadState('networkidle');
}

async function closed(page) {
	assert.deepEqual(page.complaints, []);
	await page.context().close();
}

// Plain files answer an address without looking at its query.
const asks = {skip: process.env.STATIC ? 'static files' : false};

const plot = page => page.locator('figure .plot').first();

// Where a value of x is on the screen, by the geometry that the site publishes.
async function place(page, x, scale = 'zero') {
	const box = await plot(page).locator('img').boundingBox();
	const {width, height, x: axis, plot: [, top, , tall]} = data.pictures[scale];
	const px = axis.from_px + (axis.to_px - axis.from_px) * (x - axis.from) / (axis.to - axis.from);
	return {x: box.x + px * box.width / width, y: box.y + (top + tall / 2) * box.height / height};
}

const xs = () => [...new Set(data.series.flatMap(s => s.points.map(p => p.x)))].sort((a, b) => a - b);

// What the read-out has to say at x: of each series the text that the table has too.
function expected(x) {
	return data.series.map(series => series.points.find(point => point.x === x)?.text)
		.filter(text => text && text !== '–');
}

test('the pointer reads out all series', async () => {
	const page = await opened();
	await pointed(page);
	for (const x of [xs()[0], xs()[Math.floor(xs().length / 2)], xs().at(-1)]) {
		const at = await place(page, x);
		await page.mouse.move(at.x - 3, at.y);
		await page.mouse.move(at.x, at.y);
		const says = await plot(page).locator('output').innerText();
		assert.match(says, new RegExp(`: ${x}\\b`));
		for (const text of expected(x))
			assert.ok(says.includes(text), `${text} at ${x}, read: ${says}`);
		const row = await page.locator('table.values tbody tr',
			{has: page.locator('th', {hasText: new RegExp(`^${x}$`)})}).first().innerText();
		for (const text of expected(x))
			assert.ok(row.includes(text), `${text} at ${x}, table: ${row}`);
	}
	await shot(page, 'page-chart-read');
	await closed(page);
});

test('arrow keys go from count to count', async () => {
	const page = await opened();
	await plot(page).locator('img').focus();
	await page.keyboard.press('Home');
	const says = plot(page).locator('output');
	await says.waitFor({state: 'visible'});
	assert.match(await says.innerText(), new RegExp(`: ${xs()[0]}\\b`));
	await page.keyboard.press('ArrowRight');
	assert.match(await says.innerText(), new RegExp(`: ${xs()[1]}\\b`));
	await page.keyboard.press('End');
	assert.match(await says.innerText(), new RegExp(`: ${xs().at(-1)}\\b`));
	await page.keyboard.press('Escape');
	assert.equal(await says.isVisible(), false);
	await closed(page);
});

test('a drag zooms by the address; the back button returns', asks, async () => {
	const page = await opened();
	await pointed(page);
	const [from, to] = [xs()[1], xs().at(-2)];
	const a = await place(page, from), b = await place(page, to);
	await page.mouse.move(a.x, a.y);
	await page.mouse.down();
	await page.mouse.move((a.x + b.x) / 2, a.y);
	await page.mouse.move(b.x, a.y);
	await Promise.all([page.waitForURL(/[?&]x=/), page.mouse.up()]);
	const [, low, high] = new URL(page.url()).searchParams.get('x').match(/^([\d.]+)\.\.([\d.]+)$/);
	assert.ok(Math.abs(low - from) <= 1 && Math.abs(high - to) <= 1, `${low}..${high}`);
	await page.waitForLoadState('networkidle');
	const shown = await page.locator('figure img').first().evaluate(img => img.currentSrc);
	assert.match(shown, /[?&]x=/);
	await shot(page, 'page-chart-dragged');
	await page.goBack({waitUntil: 'networkidle'});
	assert.equal(page.url().replace(/\/$/, ''), url);
	await closed(page);
});

test('Escape ends a drag', async () => {
	const page = await opened();
	await pointed(page);
	const a = await place(page, xs()[1]), b = await place(page, xs().at(-2));
	await page.mouse.move(a.x, a.y);
	await page.mouse.down();
	await page.mouse.move(b.x, b.y);
	await page.keyboard.press('Escape');
	await page.mouse.up();
	await page.waitForTimeout(300);
	assert.equal(page.url().replace(/\/$/, ''), url);
	await closed(page);
});

for (const javaScriptEnabled of [true, false])
	test(`the form asks for a view, ${javaScriptEnabled ? 'with' : 'without'} a script`, asks, async () => {
		const page = await opened('', {javaScriptEnabled});
		const form = page.locator('form.view');
		await form.locator('[name=band]').selectOption('none');
		await form.locator('[name=scale]').selectOption('zoom');
		await form.locator('[name=series]').first().uncheck();
		await Promise.all([page.waitForURL(/band=none/), form.locator('[type=submit]').click()]);
		await page.waitForLoadState('networkidle');
		assert.equal(await page.locator('figure').count(), 1);
		assert.equal(await form.locator('[name=series]').first().isChecked(), false);
		assert.equal(await form.locator('[name=band]').inputValue(), 'none');
		const lasting = await form.locator('a.self').getAttribute('href');
		assert.match(lasting, /band=none/);
		assert.doesNotMatch(lasting, /stat=|relative=/, 'what is not asked for is not written');
		await closed(page);
	});

test('a row of the series list picks one out', async () => {
	const page = await opened();
	await page.locator('form.view [data-series="0"]').hover();
	await page.locator('figure .plot svg .veil').first().waitFor({state: 'attached'});
	await page.mouse.move(0, 0);
	assert.equal(await page.locator('figure .plot svg .veil').count(), 0);
	await closed(page);
});

test('on a telephone a touch reads out', async () => {
	const page = await opened('', {viewport: {width: 400, height: 800}, hasTouch: true});
	const box = await plot(page).locator('img').boundingBox();
	await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
	await plot(page).locator('output').waitFor({state: 'visible'});
	assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
	await closed(page);
});
