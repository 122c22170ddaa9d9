// SPDX-License-Identifier: GPL-2.0-or-later
// The HTML itself: html-validate on every kind of page, and every link on them leads somewhere.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {base, pages, require} from './lab.mjs';

const {HtmlValidate} = require('html-validate');
const validator = new HtmlValidate({
	extends: ['html-validate:recommended'],
	rules: {
		// Matters of style that this project has decided for itself.
		'attr-quotes': ['error', {style: 'any'}],
		'doctype-style': 'off',
		'no-trailing-whitespace': 'off',
		'void-style': 'off',
		'attribute-boolean-style': 'off',
		'valid-id': ['error', {relaxed: true}],
		'long-title': 'off',
		// Boxes of one list have one name.
		'form-dup-name': ['error', {shared: ['checkbox', 'radio', 'button', 'reset', 'submit']}],
		'no-inline-style': 'error',
	},
});

for (const {name, address} of pages)
	test(`${name}: html-validate`, async () => {
		const html = await (await fetch(base + address)).text();
		const report = await validator.validateString(html);
		const messages = report.results.flatMap(result => result.messages)
			.map(m => `${m.line}:${m.column} ${m.ruleId}: ${m.message}`);
		assert.deepEqual(messages.slice(0, 8), []);
	});

const LINKS_MAX = 400;

test('every link leads somewhere', async () => {
	const seen = new Map();
	for (const {address} of pages) {
		const html = await (await fetch(base + address)).text();
		for (const [, link] of html.matchAll(/(?:href|src)='([^'#]+)[^']*'/g)) {
			const url = new URL(link.replaceAll('&amp;', '&'), base + address);
			if (url.origin === base && !seen.has(url.pathname + url.search))
				seen.set(url.pathname + url.search, address);
		}
	}
	const dead = [];
	for (const [link, from] of [...seen].slice(0, LINKS_MAX)) {
		const {status} = await fetch(base + link, {method: 'HEAD'});
		if (status !== 200 && status !== 410)
			dead.push(`${link} (on ${from}): ${status}`);
	}
	assert.ok(seen.size > 10, `${seen.size} links`);
	assert.deepEqual(dead, []);
});
