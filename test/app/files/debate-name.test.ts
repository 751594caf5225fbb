/** What users call their debates, and what they hand on of them. */
import {cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {keepName, nameBeside} from '../../../src/app/files/debate-name.ts';
import {makeExport} from '../../../src/app/files/exports.ts';
import {findFormat} from '../../../src/app/files/export-formats.ts';
import {writeShare} from '../../../src/app/files/share.ts';
import {aboutJournal} from '../../../src/app/setup/recent-debates.ts';
import {packageRoot} from '../../../src/engine/host/package-root.ts';

const sample = join(packageRoot, 'transcripts', 'sample-three-way-ethics');

function copied(): string {
	const folder = join(mkdtempSync(join(tmpdir(), 'rostrum-name-')), '20260101-100000-copy');
	cpSync(sample, folder, {recursive: true});
	return join(folder, 'debate.jsonl');
}

test('a debate is called as its user calls it, in lists and exports, and its journal stays as it is', async () => {
	const journal = copied();
	const before = readFileSync(journal, 'utf8');
	const asked = aboutJournal(journal)?.title;
	keepName(journal, '  Cars, \u001B[31magain\n ');
	expect(nameBeside(journal)).toBe('Cars, again');
	expect(aboutJournal(journal)?.title).toBe('Cars, again');
	expect(await makeExport(journal, findFormat('md', 'test'))).toContain('# Cars, again');
	keepName(journal, '');
	expect(aboutJournal(journal)?.title).toBe(asked);
	expect(readFileSync(journal, 'utf8')).toBe(before);
});

test('recordings that come with Rostrum keep their names, and names that are too long are refused', () => {
	expect(() => keepName(join(sample, 'debate.jsonl'), 'mine')).toThrow('keeps its name');
	expect(() => keepName(copied(), 'x'.repeat(151))).toThrow('at most 150 characters, and this one 151');
});

test('a debate that is shared is one folder; another page in its place is kept', async () => {
	const journal = copied();
	const first = await writeShare(journal);
	expect(readFileSync(join(first.path, 'index.html'), 'utf8')).toContain('<html');
	expect(existsSync(join(first.path, 'card.svg'))).toBe(true);
	expect(existsSync(join(first.path, 'card.png'))).toBe(first.note === undefined);
	// A browser takes seconds to draw the pictures: it is looked for once.
	vi.stubEnv('PATH', '');
	expect(await writeShare(journal)).toEqual({
		path: first.path,
		note: expect.stringMatching(/^without pictures: no program/u),
	});
	writeFileSync(join(first.path, 'index.html'), 'edited');
	expect(basename((await writeShare(journal)).path)).toBe('share-2');
	expect(readFileSync(join(first.path, 'index.html'), 'utf8')).toBe('edited');
	vi.unstubAllEnvs();
});
