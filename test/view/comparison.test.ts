/** Two debates side by side. */
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readDetails} from '../../src/app/setup/debate-look.ts';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {comparisonRows} from '../../src/view/comparison.ts';
import {layOutRow} from '../../src/view/rows.ts';
import {widthOf} from '../../src/view/wrap.ts';

const read = async (name: string) => {
	const details = await readDetails(join(packageRoot, 'transcripts', name), new AbortController().signal);
	return {...details, format: 'Duelogic', price: 'free'};
};
const [flood, phones] = [await read('sample-flood-wall'), await read('sample-smartphones')];

test.each([58, 78, 118, 198])('scores, claims, words and price stand side by side within %i columns', width => {
	const lines = comparisonRows(flood, phones, width).map(row =>
		layOutRow(row, width)
			.map(({text}) => text)
			.join(''),
	);
	expect(lines.filter(text => widthOf(text) > width)).toEqual([]);
	const text = lines.join('\n');
	for (const name of ['scores', 'claims', 'words', 'price']) expect(text).toContain(name);
	if (width > 70) expect(text).toMatch(/90 mean +● Pro, utilitarian: 97 mean/u);
});
