import {existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {
	debatesFolder,
	makeDebateFolder,
	passedOver,
	rememberFolder,
	slug,
} from '../../../src/app/files/debate-folders.ts';

const fresh = (): string => mkdtempSync(join(tmpdir(), 'rostrum-folder-'));
const date = new Date(2026, 10, 21, 9, 5, 7);

describe('a debate’s folder', () => {
	it.each([
		['Should voting be compulsory?', 'should-voting-be-compulsory'],
		['  Où est l’été? ', 'ou-est-l-ete'],
		['../../etc/passwd', 'etc-passwd'],
		['投票は義務か', '投票は義務か'],
		['?!', 'debate'],
		[
			'A self-driving car should always minimise total deaths, even at its passenger’s expense',
			'a-self-driving-car-should-always-minimise-total',
		],
		['x'.repeat(300), 'x'.repeat(48)],
	])('is named after %j: %s', (title, expected) => {
		expect(slug(title)).toBe(expected);
	});

	it('is for its owner alone, and so is what had to be made above it', () => {
		const parent = join(fresh(), 'new');
		const made = makeDebateFolder(parent, 'Votes', date);
		expect([parent, made].map(folder => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
	});

	it('starts with the local time, and is new even within the same second', () => {
		const parent = join(fresh(), 'not', 'there', 'yet');
		const folders = [1, 2, 3].map(() => basename(makeDebateFolder(parent, 'Votes', date)));
		expect(folders).toEqual(['20261121-090507-votes', '20261121-090507-votes-2', '20261121-090507-votes-3']);
	});

	it('reports why it cannot be created', () => {
		const file = join(fresh(), 'file');
		writeFileSync(file, '');
		expect(() => makeDebateFolder(file, 'Votes', date)).toThrow(/The debate folder cannot be created.*--out/u);
	});

	it.skipIf(process.platform !== 'linux')('fails instead of hanging if the file system refuses it', () => {
		expect(() => makeDebateFolder('/proc/rostrum', 'Votes', date)).toThrow(
			/The debate folder cannot be created.*"\/proc\/rostrum"/u,
		);
	});

	it('is in --out, else in ./transcripts if this user’s Rostrum wrote there, else in ROSTRUM_HOME', () => {
		const [cwd, home, elsewhere] = [fresh(), fresh(), fresh()];
		const [here, kept] = [join(cwd, 'transcripts'), join(home, 'transcripts')];
		expect(debatesFolder('there', home, cwd)).toBe(join(cwd, 'there'));
		expect(debatesFolder(undefined, home, cwd)).toBe(kept);
		mkdirSync(here);
		expect(debatesFolder(undefined, home, cwd)).toBe(kept);
		expect(passedOver(undefined, home, cwd)).toEqual([expect.stringContaining('--out transcripts')]);
		rememberFolder(join(home, 'library', 'folders.jsonl'), here, join(here, 'one', 'debate.jsonl'));
		expect(debatesFolder(undefined, home, cwd)).toBe(here);
		expect(passedOver(undefined, home, cwd)).toEqual([]);
		rmSync(here, {recursive: true});
		symlinkSync(elsewhere, here);
		expect(debatesFolder(undefined, home, cwd)).toBe(kept);
		expect(existsSync(join(cwd, 'there'))).toBe(false);
	});
});
