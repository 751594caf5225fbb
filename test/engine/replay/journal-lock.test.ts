import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {hostname, tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {machineOf, processStart} from '../../../src/engine/host/append-lock.ts';
import {openJournal, readJournal} from '../../../src/engine/journal/journal.ts';
import {takeJournalLock} from '../../../src/engine/replay/resume.ts';

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
		const {release} = await takeJournalLock(file);
		await expect(takeJournalLock(file)).rejects.toThrow(/another process/u);
		release();
		expect(existsSync(`${file}.lock`)).toBe(false);
	});

	it('stays with a living process of this host for days', async () => {
		const file = newFile();
		lockedBy(file, {at: Date.now() - tenDaysMs, started: processStart(process.pid)});
		await expect(takeJournalLock(file)).rejects.toThrow(`process ${process.pid}`);
		lockedBy(file, {at: Date.now() - tenDaysMs});
		await expect(takeJournalLock(file)).rejects.toThrow(`process ${process.pid}`);
	});

	it('stays with its owner who is still at work, however old it looks', async () => {
		const file = newFile();
		const first = await takeJournalLock(file);
		const journal = openJournal(file, '', first.isOurs);
		const owner = readFileSync(`${file}.lock`, 'utf8');
		writeFileSync(`${file}.lock`, owner.replace(/"at":\d+/u, `"at":${Date.now() - 25 * 3_600_000}`));
		utimesSync(`${file}.lock`, new Date(0), new Date(0));
		for (let tries = 0; tries < 2; tries++) await expect(takeJournalLock(file)).rejects.toThrow(/another process/u);
		expect(journal.append({...start, seq: 1, at: 0}).problem).toBeUndefined();
		first.release();
		expect(existsSync(`${file}.lock`)).toBe(false);
	});

	const {id, boot, processes} = machineOf(process.pid);
	const rebooted = {...(id !== undefined && {id}), boot: '00000000-0000-0000-0000-000000000000'};

	it.each<[string, object]>([
		['that is gone', {pid: 2 ** 30, at: Date.now()}],
		['that is gone, of this very system', {pid: 2 ** 30, at: Date.now(), machine: {id, boot, processes}}],
		['whose id another process has now', {at: Date.now(), started: 'another time'}],
	])('is taken from a process %s', async (_, owner) => {
		const file = newFile();
		lockedBy(file, owner);
		(await takeJournalLock(file)).release();
		expect(existsSync(`${file}.lock`)).toBe(false);
	});

	it.skipIf(boot === undefined)('is taken from a process of an earlier start of this machine', async () => {
		const file = newFile();
		lockedBy(file, {at: Date.now(), machine: rebooted});
		(await takeJournalLock(file)).release();
	});

	it.each<[string, object]>([
		['on another host', {host: 'elsewhere'}],
		['on another host, with a number that no process has', {host: 'elsewhere', pid: 2 ** 30}],
		['on another machine with the same name', {pid: 2 ** 30, machine: {id: 'another', boot: rebooted.boot}}],
		['in another container', {pid: 2 ** 30, machine: {id, boot, processes: 'pid:[1]'}}],
		['whose host was given another name meanwhile', {host: 'renamed', machine: {id, boot, processes}}],
	])('stays with a process %s for as long as nobody says it is gone', async (_, owner) => {
		const file = newFile();
		lockedBy(file, {at: Date.now() - tenDaysMs, ...owner});
		await expect(takeJournalLock(file)).rejects.toThrow('remove the lock file');
		expect(existsSync(`${file}.lock`)).toBe(true);
	});

	it('that does not say whose it is stays, but for what was left before the system started', async () => {
		const file = newFile();
		writeFileSync(`${file}.lock`, '');
		utimesSync(`${file}.lock`, new Date(), new Date(Date.now() - 10_000));
		await expect(takeJournalLock(file)).rejects.toThrow('has not said who it is');
		utimesSync(`${file}.lock`, new Date(0), new Date(0));
		(await takeJournalLock(file)).release();
	});

	it('is had by one of many that come at once, time and again', async () => {
		const file = newFile();
		for (let round = 0; round < 20; round++) {
			lockedBy(file, {pid: 2 ** 30, at: 0, nonce: `dead-${round}`});
			const got = await Promise.allSettled(Array.from({length: 8}, () => takeJournalLock(file)));
			const won = got.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
			expect(won).toHaveLength(1);
			won[0]?.release();
		}
		expect(readdirSync(path.dirname(file))).toEqual([]);
	});
});

it('a journal whose lock another has by now is not written any more', async () => {
	const file = newFile();
	const first = await takeJournalLock(file);
	const old = openJournal(file, '', first.isOurs);
	const {hash} = old.append({...start, seq: 1, at: 0}).event;
	// Somebody removed the lock, taking its owner for gone.
	rmSync(`${file}.lock`);
	const second = await takeJournalLock(file);
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
	const {release} = await takeJournalLock(file);
	expect([file, `${file}.lock`].map(name => statSync(name).mode & 0o777)).toEqual([0o600, 0o600]);
	release();
});
