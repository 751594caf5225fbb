import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {
	appendFileSync,
	closeSync,
	existsSync,
	openSync,
	readFileSync,
	readSync,
	readdirSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {hostname} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {appendEvent} from '../../../../src/formats/model-duel/host/append-event.ts';
import {sha256} from '../../../../src/engine/host/hash.ts';
import type {NewDuelEvent} from '../../../../src/formats/model-duel/log.ts';
import {verifyLog} from '../../../../src/formats/model-duel/verify-log.ts';
import {folder} from '../../../engine/toy.ts';

const program = path.resolve('test/fixtures/append-events.ts');
const start = (...args: string[]): ChildProcess =>
	spawn(process.execPath, [program, ...args], {stdio: ['ignore', 'pipe', 'inherit']});
const logFile = () => path.join(folder(), 'model_duel.jsonl');
const request = (content = 'Write a plan.', debateId = 'd1'): NewDuelEvent => ({
	debateId,
	taskId: 't1',
	ackId: 'a1',
	round: 1,
	speaker: 'system',
	type: 'request',
	content,
	replyToEventId: null,
	status: 'ok',
});
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1);
const parse = (line: string | undefined): Record<string, unknown> => ({...JSON.parse(line ?? '{}')});

describe('appending an event', () => {
	it('fills in what the format wants, and the line reads back with a reader that knows only the format', async () => {
		const file = logFile();
		await appendEvent(file, request());
		await appendEvent(file, {...request('x'), eventId: 'mine', speaker: 'codex', type: 'draft'});
		const [first, second] = linesOf(file).map(parse);
		expect(Object.keys(first ?? {})).toEqual(
			expect.arrayContaining([
				'eventId',
				'debateId',
				'taskId',
				'ackId',
				'timestamp',
				'round',
				'speaker',
				'type',
				'content',
				'contentHash',
				'replyToEventId',
				'status',
			]),
		);
		expect(first?.['contentHash']).toBe(sha256('Write a plan.'));
		expect(new Date(String(first?.['timestamp'])).toISOString()).toBe(first?.['timestamp']);
		expect(second?.['eventId']).toBe('mine');
	});

	it('refuses an event that does not fit, and writes nothing', async () => {
		const file = logFile();
		await expect(appendEvent(file, {...request(), type: 'critique', speaker: 'antigravity'})).rejects.toThrow(
			/rubric/u,
		);
		expect(existsSync(file)).toBe(false);
		expect(existsSync(`${file}.lock`)).toBe(false);
	});

	it('says which file a disk refuses', async () => {
		await expect(appendEvent('/nowhere/at/all/log.jsonl', request())).rejects.toThrow(
			'/nowhere/at/all/log.jsonl cannot be written',
		);
	});

	it('redacts every text, and the hash is that of the redacted one', async () => {
		const file = logFile();
		const secret = `ghp_${'a1B2c3D4'.repeat(5)}`;
		const issue = {claim: `uses ${secret}`, evidence: `token ${secret}`, suggestedFix: `drop ${secret}`};
		await appendEvent(file, {
			...request(`Deploy with ${secret}.`),
			type: 'critique',
			speaker: 'antigravity',
			rubric: {correctness: 1, feasibility: 2, risk: 3, clarity: 4, testability: 5},
			issues: [issue],
		});
		const [line = ''] = linesOf(file);
		expect(line).not.toContain(secret);
		expect(parse(line)['contentHash']).toBe(sha256(String(parse(line)['content'])));
	});

	it('loses and interleaves nothing when four processes append 500 events each at once', async () => {
		const file = logFile();
		const writers = ['a', 'b', 'c', 'd'].map(name => start(file, '500', name));
		const codes = await Promise.all(writers.map(async writer => (await once(writer, 'exit'))[0] as unknown));
		expect(codes).toEqual([0, 0, 0, 0]);
		const events = linesOf(file).map(parse);
		expect(events).toHaveLength(2000);
		expect(new Set(events.map(event => event['eventId'])).size).toBe(2000);
		expect(new Set(events.map(event => event['debateId'])).size).toBe(2000);
		expect(verifyLog(readFileSync(file, 'utf8'), sha256).filter(({rule}) => rule !== 'unfinished')).toEqual([]);
		expect(readdirSync(path.dirname(file))).toEqual(['model_duel.jsonl']);
	}, 60_000);

	it('never reads the whole log: one of 64 GB takes an event like any other', async () => {
		const file = logFile();
		writeFileSync(file, '');
		truncateSync(file, 2 ** 36 - 1);
		appendFileSync(file, '\n');
		const {event} = await appendEvent(file, request());
		const line = `${JSON.stringify(event)}\n`;
		expect(statSync(file).size).toBe(2 ** 36 + Buffer.byteLength(line));
		const end = Buffer.alloc(Buffer.byteLength(line));
		const descriptor = openSync(file, 'r');
		readSync(descriptor, end, 0, end.length, 2 ** 36);
		closeSync(descriptor);
		expect(end.toString()).toBe(line);
	});
});

describe('the lock', () => {
	it('of a killed process is taken over, by whoever comes first of many', async () => {
		const file = logFile();
		const holder = start(file, 'hold');
		await once(holder.stdout ?? holder, 'data');
		const waiting = Promise.all(Array.from({length: 12}, (_, n) => appendEvent(file, request('x', `d${n}`))));
		holder.kill('SIGKILL');
		await once(holder, 'exit');
		await waiting;
		expect(linesOf(file)).toHaveLength(12);
		expect(readdirSync(path.dirname(file))).toEqual(['model_duel.jsonl']);
	});

	it('of a living process is waited for, and then refused with who holds it and what to do', async () => {
		const file = logFile();
		writeFileSync(`${file}.lock`, JSON.stringify({pid: process.pid, host: hostname(), at: Date.now(), nonce: 'n'}));
		await expect(appendEvent(file, request(), {waitMs: 50})).rejects.toThrow(
			new RegExp(`held by process ${process.pid} on .*remove the lock file`, 'u'),
		);
		expect(existsSync(`${file}.lock`)).toBe(true);
		expect(existsSync(file)).toBe(false);
	});

	it('that says nothing is kept, but for one from before the system started', async () => {
		const file = logFile();
		writeFileSync(`${file}.lock`, '');
		utimesSync(`${file}.lock`, new Date(), new Date(Date.now() - 10_000));
		await expect(appendEvent(file, request(), {waitMs: 30})).rejects.toThrow('has not said who it is');
		utimesSync(`${file}.lock`, new Date(0), new Date(0));
		await appendEvent(file, request());
		expect(linesOf(file)).toHaveLength(1);
	});
});

describe('a last line that a crash cut short', () => {
	it('is set aside and said, and nothing before it is lost', async () => {
		const file = logFile();
		await appendEvent(file, request('one'));
		await appendEvent(file, request('two', 'd2'));
		const before = readFileSync(file, 'utf8');
		const torn = `{"eventId":"e9","content":"${'half '.repeat(40_000)}`;
		appendFileSync(file, torn);
		const {tornInto} = await appendEvent(file, request('three', 'd3'));
		expect(readFileSync(tornInto ?? '', 'utf8')).toBe(torn);
		expect(readFileSync(file, 'utf8').startsWith(before)).toBe(true);
		expect(linesOf(file).map(line => parse(line)['content'])).toEqual(['one', 'two', 'three']);
	});

	it('is kept where only its line end is missing', async () => {
		const file = logFile();
		await appendEvent(file, request('one'));
		writeFileSync(file, readFileSync(file, 'utf8').trimEnd());
		const {tornInto} = await appendEvent(file, request('two', 'd2'));
		expect(tornInto).toBeUndefined();
		expect(linesOf(file).map(line => parse(line)['content'])).toEqual(['one', 'two']);
	});
});
