/** The samples in the repository are what the exports make of their journal today: golden files of one debate. */
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {makeExport} from '../../../src/app/files/exports.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {exportKinds} from '../../../src/transcripts/exports/exports.ts';
import {journalAt} from '../../transcripts/recorded.ts';

const folder = path.resolve('transcripts/sample-three-way-ethics');
const journal = path.join(folder, 'debate.jsonl');

/** Formats that any debate has; others belong to one protocol. */
const everyDebate = ['md', 'podcast', 'vtt', 'srt', 'transcript-json', 'chapters', 'dialogue', 'html', 'svg', 'csv'];

it.each(everyDebate)('%s', async id => {
	const kind = exportKinds[id];
	const file = path.join(folder, kind?.file(fold(journalAt(journal))) ?? '');
	await expect(kind ? await makeExport(journal, kind) : '').toMatchFileSnapshot(file);
	expect(readFileSync(file, 'utf8').length).toBeGreaterThan(100);
});
