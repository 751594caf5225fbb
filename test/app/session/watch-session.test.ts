import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from 'vitest';
import {watchSession} from '../../../src/app/session/watch-session.ts';

const signal = new AbortController().signal;
const emptyFolder = (): string => mkdtempSync(path.join(tmpdir(), 'rostrum-watch-'));

/** A folder with two debates, of which the older one was created last. */
function twoDebates(): string {
	const folder = emptyFolder();
	for (const name of ['20261103-090000-newer', '20261102-200000-older']) {
		mkdirSync(path.join(folder, name));
		writeFileSync(path.join(folder, name, 'debate.jsonl'), '{}\n');
	}
	return folder;
}

it.each([
	['in a named folder', (folder: string) => ({named: folder, cwd: tmpdir(), kept: emptyFolder()})],
	['in the debates folder if none is named', (folder: string) => ({named: '', cwd: emptyFolder(), kept: folder})],
])('watches the newest debate %s', async (_which, given) => {
	const folder = twoDebates();
	const {named, cwd, kept} = given(folder);
	expect((await watchSession(named, {cwd, folder: kept, signal})).folder).toBe(
		path.join(folder, '20261103-090000-newer'),
	);
});

it('watches the debate in the working directory', async () => {
	const cwd = path.join(twoDebates(), '20261102-200000-older');
	expect((await watchSession('', {cwd, folder: twoDebates(), signal})).folder).toBe(cwd);
	expect((await watchSession('.', {cwd, folder: twoDebates(), signal})).folder).toBe(cwd);
});

it('lists where it looked if there is none, each place once', async () => {
	const folder = emptyFolder();
	await expect(watchSession('', {cwd: emptyFolder(), folder, signal})).rejects.toThrow(
		`There is no debate to be watched: "${folder}" (from the folder of debates). Name one, or the folder that it is kept in.`,
	);
	await expect(watchSession(folder, {cwd: tmpdir(), folder, signal})).rejects.toThrow(
		`(from what was named). Name a debate.jsonl, or the folder that holds one; looked in ${folder}.`,
	);
});
