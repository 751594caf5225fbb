import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {appendFileSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {expect, it} from 'vitest';
import {verifyDuelLog} from '../../../src/formats/model-duel/host/duel-log.ts';
import {folder} from '../../engine/toy.ts';

const cli = path.resolve('bin/rostrum.js');

function work(home: string, ...more: string[]) {
	const args = [
		cli,
		'run',
		'model-duel',
		'--inbox',
		path.join(home, 'inbox.jsonl'),
		'--log',
		path.join(home, 'log.jsonl'),
		'--out',
		path.join(home, 'out'),
		'--voice',
		'rehearsal',
		'--headless',
		...more,
	];
	return spawn(process.execPath, args, {
		stdio: ['ignore', 'ignore', 'pipe'],
		env: {...process.env, ROSTRUM_HOME: home},
	});
}

const line = (taskId: string, duelMode = true) =>
	`${JSON.stringify({taskId, ackId: `ack-${taskId}`, text: `Write a plan for ${taskId}.`, duelMode})}\n`;
const events = (home: string): Record<string, unknown>[] =>
	existsSync(path.join(home, 'log.jsonl'))
		? readFileSync(path.join(home, 'log.jsonl'), 'utf8')
				.split('\n')
				.slice(0, -1)
				.map(text => ({...JSON.parse(text)}))
		: [];
const tasksOf = (home: string, type: string) =>
	events(home)
		.filter(event => event['type'] === type)
		.map(event => event['taskId']);

it('runs each task of a growing queue exactly once, however often it is killed', async () => {
	const home = folder();
	const inbox = path.join(home, 'inbox.jsonl');
	let written = line('t1') + line('off', false) + line('t2');
	writeFileSync(inbox, written);
	const append = (text: string) => {
		appendFileSync(inbox, text);
		written += text;
	};
	for (let kills = 0; kills < 3; kills++) {
		const process = work(home, '--pace', '40000');
		const before = events(home).length;
		for (let rest = 0; rest < 300 && events(home).length === before && process.exitCode === null; rest++)
			await wait(20);
		await wait(kills * 90);
		append(line(`t${kills + 3}`));
		process.kill('SIGKILL');
		await once(process, 'exit');
	}
	const last = work(home, '--inbox-idle', '300');
	const [code] = (await once(last, 'exit')) as unknown[];
	expect(code).toBe(0);
	const all = Array.from({length: 5}, (_, place) => `t${place + 1}`);
	for (const type of ['request', 'draft', 'critique', 'revision', 'final'])
		expect(tasksOf(home, type), type).toEqual(all);
	expect(verifyDuelLog(path.join(home, 'log.jsonl')).faults).toEqual([]);
	expect(readFileSync(inbox, 'utf8')).toBe(written);
}, 90_000);

it('leaves a queue to the process that is already working on it', async () => {
	const home = folder();
	writeFileSync(path.join(home, 'inbox.jsonl'), line('t1'));
	const first = work(home, '--inbox-idle', '0');
	for (let rest = 0; rest < 500 && tasksOf(home, 'final').length === 0; rest++) await wait(20);
	const second = work(home);
	const said: string[] = [];
	second.stderr.on('data', (text: Buffer) => said.push(text.toString()));
	const [code] = (await once(second, 'exit')) as unknown[];
	first.kill('SIGTERM');
	expect((await once(first, 'exit'))[0]).toBe(130);
	expect(code).toBe(2);
	expect(said.join('')).toContain('Another process works through this queue');
}, 60_000);
