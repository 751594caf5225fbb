import {execFileSync} from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import type {BuildMessage} from '../../../../src/debate/formats/builder-reviewer.ts';
import {mailbox} from '../../../../src/formats/builder-reviewer/host/mailbox.ts';
import {fileNameOf, type ReceivedRun, type AcceptedMessage} from '../../../../src/formats/builder-reviewer/mailbox.ts';
import {writeWhole} from '../../../../src/engine/host/write-whole.ts';

const runId = '2026-01-02-sums';
const signal = new AbortController().signal;
const old = new Date(Date.now() - 10_000);

const box = () => {
	const folder = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-box-')), 'mailbox');
	const own = mailbox(folder);
	const taken: AcceptedMessage[] = [];
	const soFar = (): ReceivedRun => ({runId, taken, played: ['builder']});
	const post = (message_type: string, body: unknown, key = 'k') => {
		const posted = own.post({sender: 'builder', message_type, body}, key, soFar());
		taken.push(posted);
		return posted;
	};
	const put = (name: string, text: string) => {
		writeFileSync(path.join(folder, name), text);
		utimesSync(path.join(folder, name), old, old);
	};
	const listen = async (withinMs = 0) => {
		const found = await own.listen(soFar(), withinMs, signal);
		taken.push(...found.taken);
		return found;
	};
	return {folder, own, taken, post, put, listen, soFar};
};

let clock = Date.now() + 60_000;
const message = (message_type: string, body: unknown, change: object = {}) => {
	const timestamp = new Date((clock += 10)).toISOString();
	const content = {schema_version: '0.1', timestamp, sender: 'reviewer', run_id: runId, message_type, body, ...change};
	return {name: `${timestamp.replaceAll(/[-:.]/gu, '')}-reviewer-x.json`, text: JSON.stringify(content), content};
};

const started = () => {
	const made = box();
	made.post('session.start', {goal: 'Mend the sum'});
	return made;
};

describe('a mailbox', () => {
	it('takes the messages of another program, in their order', async () => {
		const {put, listen, post} = started();
		const ack = message('session.ack', {telemetry: []});
		put(ack.name, ack.text);
		expect((await listen()).taken.map(one => one.message.message_type)).toEqual(['session.ack']);
		post('plan.proposed', {summary: 'One step.', confidence: 0.5, steps: [{id: 's1', title: 'It'}]});
		const feedback = message('plan.feedback', {risk: 'low'});
		const alert = message('execution.alert', {severity: 'info', reason: 'Mind the gap.'});
		put(alert.name, alert.text);
		put(feedback.name, feedback.text);
		expect((await listen()).taken.map(one => one.message.message_type)).toEqual(['plan.feedback', 'execution.alert']);
	});

	const ack = (change: object = {}) => message('session.ack', {telemetry: []}, change);
	const refusals: [string, string, () => {name: string; text: string}][] = [
		['another sender', 'author', () => ack({sender: 'builder'})],
		['a sender that there is not', 'sender', () => ack({sender: 'manager'})],
		['a type that there is not', 'type', () => ack({message_type: 'session.hello'})],
		['another version', 'version', () => ack({schema_version: '0.2'})],
		['another run', 'run', () => ack({run_id: 'other'})],
		['a time that is none', 'timestamp', () => ack({timestamp: 'yesterday'})],
		['a name without its time', 'name', () => ({...ack(), name: 'ack.json'})],
		['a name with another time', 'time', () => ({...ack(), name: '20200101T000000000Z-reviewer-x.json'})],
		['the wrong order', 'order', () => message('plan.feedback', {risk: 'low'})],
		['a body that does not fit', 'body', () => message('session.ack', {telemetry: 'all of it'})],
		['no JSON', 'json', () => ({...ack(), text: 'hello'})],
		['half a message', 'json', () => ({...ack(), text: ack().text.slice(0, 60)})],
		['nothing', 'json', () => ({...ack(), text: ''})],
		['a list', 'json', () => ({...ack(), text: '[1, 2]'})],
		['too much', 'file', () => ({...ack(), text: ' '.repeat(2_000_001)})],
		[
			'what the side that is played here would say',
			'side',
			() =>
				message('plan.proposed', {summary: 'x', confidence: 1, steps: [{id: 's', title: 't'}]}, {sender: 'builder'}),
		],
	];

	it.each(refusals)(
		'refuses %s by the rule "%s", with the reason beside it, and goes on',
		async (_name, rule, make) => {
			const {folder, put, listen} = started();
			const {name, text} = make();
			put(name, text);
			const {taken, refused} = await listen();
			expect(taken).toEqual([]);
			expect(refused).toMatchObject([{file: name, rule}]);
			expect(existsSync(path.join(folder, name))).toBe(false);
			expect(readFileSync(path.join(folder, 'rejected', name), 'utf8')).toBe(text);
			expect(JSON.parse(readFileSync(path.join(folder, 'rejected', `${name}.reason.json`), 'utf8'))).toMatchObject({
				file: name,
				rule,
				reason: refused[0]?.reason,
			});
			const good = ack();
			put(good.name, good.text);
			expect((await listen()).taken).toHaveLength(1);
		},
	);

	it('refuses the same again', async () => {
		const {put, listen, post} = started();
		const first = ack();
		put(first.name, first.text);
		await listen();
		post('plan.proposed', {summary: 'One.', confidence: 0.5, steps: [{id: 's1', title: 'It'}]});
		const again = ack();
		put(again.name, again.text);
		expect((await listen()).refused).toMatchObject([{rule: 'duplicate'}]);
	});

	it('refuses what is no file, and opens nothing of it', async () => {
		const {folder, listen} = started();
		mkdirSync(path.join(folder, '20260101T000000000Z-dir.json'));
		symlinkSync('/etc/passwd', path.join(folder, '20260101T000000001Z-link.json'));
		execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path.join(folder, '20260101T000000002Z-pipe.json')]);
		const {refused} = await listen();
		expect(refused.map(({rule}) => rule)).toEqual(['file', 'file', 'file']);
	});

	it('waits for a message that is still being written in its place', async () => {
		const {folder, listen} = started();
		const {name, text} = ack();
		writeFileSync(path.join(folder, name), text.slice(0, 40));
		expect(await listen()).toEqual({taken: [], refused: []});
		setTimeout(() => writeFileSync(path.join(folder, name), text), 100);
		expect((await listen(5000)).taken).toHaveLength(1);
	});

	it('leaves temporary names alone', async () => {
		const {folder, put, listen} = started();
		put('.20260101T000000000Z-reviewer-x.json', 'half');
		put('20260101T000000000Z-reviewer-x.json.tmp', 'half');
		expect(await listen()).toEqual({taken: [], refused: []});
		expect(readdirSync(folder)).toHaveLength(4);
	});

	it('is heard by another process whole or not at all', async () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-whole-'));
		const file = path.join(folder, 'big.json');
		const text = JSON.stringify({text: 'x'.repeat(300_000)});
		writeWhole(file, text);
		const reader = `const fs = require('node:fs'); let bad = 0; const until = Date.now() + 1500; while (Date.now() < until) { if (fs.readFileSync(${JSON.stringify(file)}, 'utf8').length !== ${text.length}) bad++; } process.stdout.write(String(bad));`;
		const {spawn} = await import('node:child_process');
		const child = spawn(process.execPath, ['-e', reader], {stdio: ['ignore', 'pipe', 'inherit']});
		let said = '';
		child.stdout.on('data', (chunk: Buffer) => {
			said += chunk.toString();
		});
		const ended = new Promise(resolve => {
			child.once('close', resolve);
		});
		let running = true;
		void ended.then(() => {
			running = false;
		});
		while (running) {
			writeWhole(file, text);
			await wait(0);
		}
		expect(said).toBe('0');
	}, 20_000);
});

describe('a message of our own', () => {
	it('is named so that it sorts behind the one it follows, whatever the clock says', () => {
		const folder = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-box-')), 'mailbox');
		const ahead: BuildMessage = {
			schema_version: '0.1',
			timestamp: '2030-01-01T00:00:00.000Z',
			sender: 'reviewer',
			run_id: runId,
			message_type: 'session.ack',
			body: {telemetry: []},
		};
		const start: BuildMessage = {
			schema_version: '0.1',
			timestamp: '2029-01-01T00:00:00.000Z',
			sender: 'builder',
			run_id: runId,
			message_type: 'session.start',
			body: {goal: 'x'},
		};
		const taken = [start, ahead].map(message => ({
			file: fileNameOf(message.timestamp, message.sender, message.message_type, 'k'),
			message,
		}));
		const {file} = mailbox(folder, () => Date.parse('2026-01-01T00:00:00Z')).post(
			{
				sender: 'builder',
				message_type: 'plan.proposed',
				body: {summary: 's', confidence: 1, steps: [{id: 's1', title: 't'}]},
			},
			'c1',
			{runId, taken, played: ['builder']},
		);
		expect(file > (taken[1]?.file ?? '')).toBe(true);
	});

	it('is written once where a crash came before it was recorded', () => {
		const {own, folder} = box();
		const soFar: ReceivedRun = {runId, taken: [], played: ['builder']};
		const first = own.post({sender: 'builder', message_type: 'session.start', body: {goal: 'x'}}, 'run', soFar);
		expect(own.post({sender: 'builder', message_type: 'session.start', body: {goal: 'x'}}, 'run', soFar)).toEqual(
			first,
		);
		expect(readdirSync(folder).filter(name => name.endsWith('.json'))).toHaveLength(1);
	});

	it('that may not be sent now is a mistake, and is not sent', () => {
		const {own, folder} = box();
		expect(() =>
			own.post({sender: 'builder', message_type: 'session.end', body: {status: 'accepted'}}, 'run', {
				runId,
				taken: [],
				played: ['builder'],
			}),
		).toThrow(/before session.start/u);
		expect(readdirSync(folder)).toEqual(['rejected']);
	});
});
