/** The samples in the repository are what the exports make of their journal today: golden files of two debates. */
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {castLines} from '../../../src/ui/recording/cast.ts';
import {makeExport} from '../../../src/app/files/exports.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {exportKinds} from '../../../src/app/files/export-formats.ts';
import {journalAt} from '../../exports/recorded.ts';

/** Formats that any debate has; others belong to one protocol. */
const everyDebate = ['md', 'podcast', 'vtt', 'srt', 'transcript-json', 'chapters', 'dialogue', 'html', 'svg', 'csv'];

const samples = [
	...everyDebate.map(id => ({sample: 'sample-three-way-ethics', id})),
	...['md', 'podcast', 'vtt', 'chapters', 'html', 'svg'].map(id => ({sample: 'sample-four-day-week', id})),
];

it.each(samples)('$sample as $id', async ({sample, id}) => {
	const folder = path.resolve('transcripts', sample);
	const journal = path.join(folder, 'debate.jsonl');
	const kind = exportKinds[id];
	const file = path.join(folder, kind?.file(fold(journalAt(journal))) ?? '');
	await expect(kind ? await makeExport(journal, kind) : '').toMatchFileSnapshot(file);
	expect(readFileSync(file, 'utf8').length).toBeGreaterThan(100);
});

it('sample-three-way-ethics as a recording', {timeout: 60_000}, async () => {
	const folder = path.resolve('transcripts/sample-three-way-ethics');
	const lines: string[] = [];
	for await (const line of castLines(() => journalAt(path.join(folder, 'debate.jsonl')), {columns: 60, rows: 20}))
		lines.push(line);
	await expect(lines.join('')).toMatchFileSnapshot(path.join(folder, 'stage.cast'));
});
