import {spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {every} from '../hunt/every.ts';

const program = path.resolve('bin/rostrum.js');
const home = mkdtempSync(path.join(tmpdir(), 'rostrum-home-'));
const env = {...process.env, ROSTRUM_HOME: home, CI: 'false'};
const seeded = [
	'run',
	'duelogic',
	'--preset',
	'three_way_ethics',
	'--topic',
	'Voting should be compulsory.',
	'--voice',
	'rehearsal',
	'--headless',
	'--pace',
	'instant',
	'--seed',
	'7',
	'--set',
	'flow.maxExchanges=3',
];

/** How much of the debate is written down when it is killed; test:crash has many more. */
const shares = [0.4, 0.15, 0.85].filter((_, place) => place % every(3, 1) === 0);

const journalIn = (folder: string): string | undefined => {
	const [debate] = existsSync(folder) ? readdirSync(folder) : [];
	const file = debate === undefined ? undefined : path.join(folder, debate, 'debate.jsonl');
	return file !== undefined && existsSync(file) ? file : undefined;
};

const words = (file: string) => {
	const {events, problems} = readJournal(file);
	expect(problems).toEqual([]);
	const state = fold(events);
	return {
		turns: state.turns.map(turn => [turn.speaker, turn.kind, turn.text, turn.evaluation?.adherenceScore]),
		outcome: state.outcome,
	};
};

/** Starts the debate and kills it as soon as its journal has so many lines. */
async function killedAt(lines: number): Promise<string> {
	const out = mkdtempSync(path.join(tmpdir(), 'rostrum-kill-'));
	const child = spawn(process.execPath, [program, ...seeded, '--out', out], {env, stdio: 'ignore'});
	const exited = new Promise(resolve => child.once('exit', resolve));
	for (;;) {
		const file = journalIn(out);
		const written = file === undefined ? 0 : readFileSync(file, 'utf8').split('\n').length - 1;
		if (written >= lines || child.exitCode !== null) break;
		await wait(10);
	}
	child.kill('SIGKILL');
	await exited;
	return out;
}

describe('kill -9, then resume', () => {
	it('comes to the very words of an undisturbed debate with the same seed', async () => {
		const whole = mkdtempSync(path.join(tmpdir(), 'rostrum-whole-'));
		expect(spawnSync(process.execPath, [program, ...seeded, '--out', whole], {env}).status).toBe(0);
		const wanted = words(journalIn(whole) ?? '');
		const total = readJournal(journalIn(whole) ?? '').events.length;
		let killed = 0;
		for (const share of shares) {
			const out = await killedAt(Math.floor(total * share));
			const file = journalIn(out) ?? '';
			const before = readJournal(file).events;
			if (before.at(-1)?.type === 'debate-end') continue;
			killed++;
			const resumed = spawnSync(
				process.execPath,
				[program, 'resume', path.dirname(file), '--headless', '--pace', 'instant'],
				{env, encoding: 'utf8'},
			);
			expect(resumed.status, resumed.stderr).toBe(0);
			expect(words(file), `killed after ${before.length} of ${total} lines`).toEqual(wanted);
			expect(readJournal(file).events.slice(0, before.length)).toEqual(before);
		}
		expect(killed).toBeGreaterThan(shares.length / 2);
	}, 180_000);
});
