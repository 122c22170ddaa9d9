// SPDX-License-Identifier: GPL-2.0-or-later
// The site under test and the browser that looks at it. From the environment:
//   BASE      where it is served: http://127.0.0.1:8080
//   MODULES   the folder that npm installed into
//   CHROMIUM  the browser
//   SHOTS     the folder for screenshots, left to be looked at; none are made without it
//   STATIC    set where plain files are served
//   PAGES     "name=/address" lines: one of every kind of page

import {createRequire} from 'node:module';

export const require = createRequire(`${process.env.MODULES}/package.json`);
const {chromium} = require('playwright-core');

export const base = process.env.BASE;

export const pages = process.env.PAGES.split('\n')
	.filter(line => line.includes('='))
	.map(line => {
		const at = line.indexOf('=');
		return {name: line.slice(0, at).trim(), address: line.slice(at + 1).trim()};
	});

export const launch = () => chromium.launch({
	executablePath: process.env.CHROMIUM,
	args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});

// A page that writes down what nobody should see: errors, violations of the content policy,
// failed requests, requests to other hosts.
export async function watched(browser, options) {
	const context = await browser.newContext({reducedMotion: 'reduce', ...options});
	const page = await context.newPage();
	page.complaints = [];
	page.on('console', message => {
		// A 404 page is a failed load to the console, and nothing else.
		if (['error', 'warning'].includes(message.type()) &&
			!/status of 4(04|10)/.test(message.text()))
			page.complaints.push(`console: ${message.text()}`);
	});
	page.on('pageerror', error => page.complaints.push(`script: ${error.message}`));
	page.on('request', request => {
		const url = new URL(request.url());
		if (url.origin !== base && !['data:', 'blob:'].includes(url.protocol))
			page.complaints.push(`request to ${url.origin}`);
	});
	page.on('requestfailed', request => {
		if (!/ERR_ABORTED/.test(request.failure()?.errorText))
			page.complaints.push(`${request.url()}: ${request.failure()?.errorText}`);
	});
	return page;
}

// A long page is seen as far as a reader would scroll it; all of it takes a browser many seconds.
const SEEN_PX = 6000;

export async function shot(page, name) {
	if (!process.env.SHOTS)
		return;
	const {width} = page.viewportSize();
	const height = await page.evaluate(() => document.documentElement.scrollHeight);
	await page.screenshot({
		path: `${process.env.SHOTS}/${name}.png`,
		fullPage: true,
		clip: {x: 0, y: 0, width, height: Math.min(height, SEEN_PX)},
		timeout: 120000,
	});
}
