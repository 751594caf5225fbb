import {existsSync, mkdtempSync, statSync, writeFileSync} from 'node:fs';
import {hostname, tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {processStart} from '../../../src/engine/host/append-lock.ts';
import {openJournal, readJournal} from '../../../src/engine/journal/journal.ts';
import {lockJournal} from '../../../src/engine/replay/resume.ts';

const newFile = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-lock-')), 'debate.jsonl');
const tenDaysMs = 10 * 86_400_000;

const lockedBy = (file: string, owner: object): void =>
	writeFileSync(`${file}.lock`, JSON.stringify({pid: process.pid, host: hostname(), nonce: 'n', ...owner}));

const start = {
	type: 'debate-start' as const,
	v: 1 as const,
	debateId: 'd',
	startedAt: '2026-01-01T00:00:00.000Z',
	protocol: 'toy',
	title: 'T',
	subject: {text: 'T'},
	config: {},
	participants: [],
	seed: 1,
	app: {name: 'rostrum' as const, version: '0', protocolVersion: 1},
};
const notice = (text: string, seq: number) => ({type: 'notice', level: 'info', text, seq, at: 0}) as const;

describe('the lock of a journal', () => {
	it('lets one process at a time write, and is gone afterwards', async () => {
		const file = newFile();
		const {release} = await lockJournal(file);
		await expect(lockJournal(file)).rejects.toThrow(/another process/u);
		release();
		expect(existsSync(`${file}.lock`)).toBe(false);
	});

	it('stays with a living process of this host for days', async () => {
		const file = newFile();
		lockedBy(file, {at: Date.now() - tenDaysMs, started: processStart(process.pid)});
		await expect(lockJournal(file)).rejects.toThrow(`process ${process.pid}`);
		lockedBy(file, {at: Date.now() - tenDaysMs});
		await expect(lockJournal(file)).rejects.toThrow(`process ${process.pid}`);
	});

	it.each([
		['that is gone', {pid: 2 ** 30, at: Date.now()}],
		['whose id another process has now', {at: Date.now(), started: 'another time'}],
		['on another host, after a day', {host: 'elsewhere', at: Date.now() - tenDaysMs}],
	])('is taken from a process %s', async (_, owner) => {
		const file = newFile();
		lockedBy(file, owner);
		(await lockJournal(file)).release();
		expect(existsSync(`${file}.lock`)).toBe(false);
	});

	it('stays with a process on another host for a day', async () => {
		const file = newFile();
		lockedBy(file, {host: 'elsewhere', at: Date.now() - 3_600_000});
		await expect(lockJournal(file)).rejects.toThrow('on elsewhere');
	});
});

it('a journal whose lock another has by now is not written any more', async () => {
	const file = newFile();
	const first = await lockJournal(file);
	const old = openJournal(file, '', first.isOurs);
	const {hash} = old.append({...start, seq: 1, at: 0}).event;
	// To another host, a writer that is older than a day is dead.
	lockedBy(file, {host: 'elsewhere', at: Date.now() - tenDaysMs});
	const second = await lockJournal(file);
	const now = openJournal(file, hash, second.isOurs);
	expect(old.append(notice('by the former', 2)).problem).toMatch(/taken the debate over/u);
	expect(now.append(notice('by the new', 2)).problem).toBeUndefined();
	now.close();
	expect(() => old.close()).toThrow(/taken the debate over/u);
	first.release();
	expect(existsSync(`${file}.lock`)).toBe(true);
	second.release();
	expect(readJournal(file)).toMatchObject({problems: [], events: [{type: 'debate-start'}, {text: 'by the new'}]});
});

it('keeps a journal and its lock to their owner’s eyes', async () => {
	const file = newFile();
	openJournal(file).close();
	const {release} = await lockJournal(file);
	expect([file, `${file}.lock`].map(name => statSync(name).mode & 0o777)).toEqual([0o600, 0o600]);
	release();
});
