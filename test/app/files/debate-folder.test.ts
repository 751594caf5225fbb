import {existsSync, mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {debatesFolder, makeDebateFolder, slug} from '../../../src/app/files/debate-folder.ts';

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
	])('is called after %j: %s', (title, expected) => {
		expect(slug(title)).toBe(expected);
	});

	it('begins with the local time, and is new even within one second', () => {
		const parent = join(fresh(), 'not', 'there', 'yet');
		const folders = [1, 2, 3].map(() => basename(makeDebateFolder(parent, 'Votes', date)));
		expect(folders).toEqual(['20261121-090507-votes', '20261121-090507-votes-2', '20261121-090507-votes-3']);
	});

	it('is refused with the reason where it cannot be made', () => {
		const file = join(fresh(), 'file');
		writeFileSync(file, '');
		expect(() => makeDebateFolder(file, 'Votes', date)).toThrow(/The debate folder cannot be created.*--out/u);
	});

	it.skipIf(process.platform !== 'linux')('is refused, not waited for, where the file system takes none', () => {
		expect(() => makeDebateFolder('/proc/rostrum', 'Votes', date)).toThrow(
			/The debate folder cannot be created.*"\/proc\/rostrum"/u,
		);
	});

	it('lies where --out says, else in ./transcripts where that exists, else at home', () => {
		const cwd = fresh();
		expect(debatesFolder('there', '/home/transcripts', cwd)).toBe(join(cwd, 'there'));
		expect(debatesFolder(undefined, '/home/transcripts', cwd)).toBe('/home/transcripts');
		mkdirSync(join(cwd, 'transcripts'));
		expect(debatesFolder(undefined, '/home/transcripts', cwd)).toBe(join(cwd, 'transcripts'));
		expect(existsSync(join(cwd, 'there'))).toBe(false);
	});
});
