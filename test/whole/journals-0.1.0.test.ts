/** Debates that version 0.1.0 recorded, and what it made of them: the same is still made of each. */
import {cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {freshFolder, rostrum as inProcess} from '../run-in-process.ts';

const recorded = path.resolve('test/fixtures/journals-0.1.0');
const samples = path.resolve('transcripts');
/** Milliseconds that a test of several program starts may take on a busy machine. */
const patient = 60_000;

const finished = ['adversarial-spec', 'builder-reviewer', 'code-debate', 'model-duel'];
const sampled = ['sample-liberty-vs-community', 'sample-three-way-ethics'];
const cut: Readonly<Record<string, string>> = {
	'model-duel-cut': 'completed',
};

type Ran = {readonly code: number | null; readonly said: string};

/** A command without a terminal, with a home of its own and nothing of the machine's environment. */
async function rostrum(...args: readonly string[]): Promise<Ran> {
	const {code, stdout, stderr} = await inProcess(args);
	return {code, said: stdout + stderr};
}

/** It ends well, with the text that stands in the recorded file. */
async function expectRecorded(ran: Promise<Ran>, ...file: readonly string[]): Promise<void> {
	const place = path.join(recorded, ...file);
	const {code, said} = await ran;
	expect(code, said).toBe(0);
	expect(said, place).toBe(readFileSync(place, 'utf8'));
}

/** `verify` names what it checked by its whole path, which is another on every machine. */
async function verdict(place: string, root = recorded): Promise<Ran> {
	const {code, said} = await rostrum('verify', place);
	return {code, said: said.replaceAll(`${root}${path.sep}`, '').replaceAll(path.sep, '/')};
}

const wholeLines = (journal: string): string => journal.slice(0, journal.lastIndexOf('\n') + 1);

type Line = {readonly [name in 'type' | 'turnId' | 'text' | 'step' | 'outcome']?: string};

const linesOf = (journal: string): Line[] =>
	journal
		.trimEnd()
		.split('\n')
		.map((line): Line => JSON.parse(line));

/** What was said turn by turn, and the steps that were taken: one whose name had changed would be taken once more. */
function course(lines: readonly Line[]): string {
	const turns = lines.filter(({type}) => type === 'turn-end').map(({turnId, text}) => `[${turnId}]\n${text}\n`);
	const steps = lines.flatMap(({step, type}) => (step === undefined ? [] : [`${step} (${type})\n`])).sort();
	return [...turns, steps.join('')].join('\n');
}

const recordings = [
	...finished.map(name => ({name, debate: path.join(recorded, name), beside: [name]})),
	...sampled.map(name => ({name, debate: path.join(samples, name), beside: ['samples', name]})),
];

describe('a debate that version 0.1.0 recorded', () => {
	it.concurrent.each(recordings)(
		'reads the same when it is replayed and exported: $name',
		async ({debate, beside}) => {
			await Promise.all([
				expectRecorded(rostrum('replay', debate, '--speed', '0'), ...beside, 'replayed.txt'),
				expectRecorded(rostrum('export', debate, '--to', 'md'), ...beside, 'exported.md'),
				expectRecorded(rostrum('export', debate, '--to', 'podcast'), ...beside, 'exported-podcast.md'),
			]);
		},
		patient,
	);

	it.concurrent(
		'is as sound as it was, whether it ended or was cut short',
		async () => {
			const all = freshFolder();
			cpSync(recorded, all, {recursive: true});
			for (const name of sampled) cpSync(path.join(samples, name), path.join(all, 'samples', name), {recursive: true});
			await expectRecorded(verdict(all, all), 'verified.txt');
		},
		patient,
	);

	it.concurrent(
		'keeps a DEBATE.md, a log of duels and a run’s folder that are still understood',
		async () => {
			const debateFile = path.join(recorded, 'code-debate', 'DEBATE.md');
			const log = path.join(recorded, 'model-duel', 'model_duel.jsonl');
			const runs = path.join(recorded, 'builder-reviewer', 'runs');
			const run = path.join(runs, readdirSync(runs)[0] ?? '');
			await Promise.all([
				expectRecorded(verdict(debateFile), 'code-debate', 'file-verified.txt'),
				expectRecorded(rostrum('watch', debateFile, '--headless'), 'code-debate', 'file-watched.txt'),
				expectRecorded(verdict(log), 'model-duel', 'log-verified.txt'),
				expectRecorded(verdict(run), 'builder-reviewer', 'run-verified.txt'),
				expectRecorded(rostrum('watch', run, '--headless'), 'builder-reviewer', 'run-watched.txt'),
			]);
		},
		patient,
	);
});

describe('a debate that version 0.1.0 left unfinished', () => {
	it.concurrent(
		'is resumed to its end, with every line kept, whatever its format',
		async () => {
			const folder = freshFolder();
			await Promise.all(
				Object.entries(cut).map(async ([name, outcome]) => {
					const debate = path.join(folder, name);
					const journal = path.join(debate, 'debate.jsonl');
					cpSync(path.join(recorded, name), debate, {recursive: true});
					const before = wholeLines(readFileSync(journal, 'utf8'));
					const {code, said} = await rostrum('resume', debate, '--trust', debate, '--headless', '--pace', 'instant');
					expect(code, said).toBe(0);
					const after = readFileSync(journal, 'utf8');
					expect(after.slice(0, before.length), name).toBe(before);
					const lines = linesOf(after);
					expect(lines.at(-1), name).toMatchObject({type: 'debate-end', outcome});
					// Rehearsal voices say the same again: what 0.1.0 itself came to when it resumed.
					const place = path.join(recorded, name, 'resumed.txt');
					expect(course(lines), place).toBe(readFileSync(place, 'utf8'));
				}),
			);
			const {code, said} = await verdict(folder, folder);
			expect(code, said).toBe(0);
			expect(said.match(/: sound, /gu)).toHaveLength(Object.keys(cut).length);
		},
		patient,
	);

	it.concurrent.each(['duelogic-cut', 'code-debate-cut', 'builder-reviewer-cut', 'adversarial-spec-cut'])(
		'is read only where the rules of its format have changed since, and says which version made it: %s',
		async name => {
			const debate = path.join(freshFolder(), name);
			cpSync(path.join(recorded, name), debate, {recursive: true});
			const before = readFileSync(path.join(debate, 'debate.jsonl'), 'utf8');
			const {code, said} = await rostrum('resume', debate, '--trust', debate, '--headless', '--pace', 'instant');
			expect([code, said]).toEqual([2, expect.stringMatching(/0\.1\.0/u)]);
			expect(readFileSync(path.join(debate, 'debate.jsonl'), 'utf8')).toBe(before);
		},
		patient,
	);

	it.concurrent('is read only where its scores follow other rules than ours, and keeps them as they are', async () => {
		const debate = path.join(freshFolder(), 'bedside');
		const lines = readFileSync('test/fixtures/by-hand/bedside.jsonl', 'utf8').trim().split('\n');
		const before = `${lines.slice(0, -3).join('\n')}\n`;
		mkdirSync(debate);
		writeFileSync(path.join(debate, 'debate.jsonl'), before);
		const {code, said} = await rostrum('resume', debate, '--trust', debate, '--headless', '--pace', 'instant');
		expect([code, said]).toEqual([
			2,
			expect.stringMatching(/with version 2 of Duelogic, and this Rostrum has version 3/u),
		]);
		expect(readFileSync(path.join(debate, 'debate.jsonl'), 'utf8')).toBe(before);
	});
});
