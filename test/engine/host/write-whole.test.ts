/** Writing a file whole: a link in its place leads nowhere, and what is made once stays. */
import {lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {copyRegular} from '../../../src/engine/host/regular-file.ts';
import {temporaryName, writeOnce, writeWhole, writeWholeInPieces} from '../../../src/engine/host/write-whole.ts';

/** A folder with a link that leads to a file of the user's. */
function linked(): {readonly folder: string; readonly link: string; readonly own: string} {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-whole-'));
	mkdirSync(path.join(folder, 'home'));
	const own = path.join(folder, 'home', 'own.txt');
	writeFileSync(own, 'mine\n');
	const link = path.join(folder, 'debate.md');
	symlinkSync(own, link);
	return {folder, link, own};
}

describe('a file that is written whole', () => {
	it.each([
		['at once', async (file: string) => writeWhole(file, 'theirs\n')],
		[
			'as a copy',
			async (file: string) => {
				const from = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-from-')), 'from');
				writeFileSync(from, 'theirs\n');
				copyRegular(from, file);
			},
		],
		['in pieces', async (file: string) => writeWholeInPieces(file, async write => write('theirs\n'))],
	])('takes the place of a link, and leaves what that leads to: %s', async (_how, write) => {
		const {folder, link, own} = linked();
		await write(link);
		expect(readFileSync(own, 'utf8')).toBe('mine\n');
		expect(lstatSync(link).isSymbolicLink()).toBe(false);
		expect(readFileSync(link, 'utf8')).toBe('theirs\n');
		expect(readdirSync(folder).toSorted()).toEqual(['debate.md', 'home']);
	});

	it('has a name meanwhile that nobody can foresee, and that ends as its own does', () => {
		const names = Array.from({length: 50}, () => temporaryName('/home/episode.mp3'));
		expect(new Set(names).size).toBe(50);
		for (const name of names) expect(name).toMatch(/^\/home\/\.episode\.[0-9a-f]{8}\.tmp\.mp3$/u);
	});

	it('is made once, by whoever comes first', () => {
		const {folder, link, own} = linked();
		const file = path.join(folder, 'key.pem');
		expect([writeOnce(file, 'first'), writeOnce(file, 'second'), writeOnce(link, 'third')]).toEqual([
			true,
			false,
			false,
		]);
		expect([readFileSync(file, 'utf8'), readFileSync(own, 'utf8')]).toEqual(['first', 'mine\n']);
		expect(readdirSync(folder).toSorted()).toEqual(['debate.md', 'home', 'key.pem']);
	});
});
