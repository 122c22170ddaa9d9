// SPDX-License-Identifier: GPL-2.0-or-later
// A reporter for node's test runner: one line a test, as the other tests of this project print it.

const named = data => data.name.replaceAll('#', '＃');

export default async function* tap(events) {
	for await (const {type, data} of events) {
		if (type === 'test:stderr' || type === 'test:stdout')
			yield data.message.replace(/^/gm, '# ');
		if (data.details?.type === 'suite')
			continue;
		if (type === 'test:pass')
			yield `ok - ${named(data)}${data.skip === undefined ? '' : ` # SKIP ${data.skip}`}\n`;
		if (type === 'test:fail') {
			const why = data.details.error;
			yield `not ok - ${named(data)}\n`;
			yield `${why?.cause?.message ?? why?.message ?? why}\n`.replace(/^(?=.)/gm, '# ');
		}
	}
}
