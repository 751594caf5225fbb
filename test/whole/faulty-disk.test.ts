/**
 * Debates on a disk that fails at every operation in turn, and on one that loses its power there: each is told in words,
 * can be resumed, and ends as if nothing had happened.
 */
import {mkdirSync, mkdtempSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {systemTrouble} from '../../src/app/cli/system-trouble.ts';
import {attachVoices} from '../../src/app/plan/attach-voices.ts';
import {resolvePlan} from '../../src/app/plan/resolve-plan.ts';
import {discardDebate, resumeSession} from '../../src/app/session/resume.ts';
import {startSession, type RunningSession} from '../../src/app/session/start-session.ts';
import {fold} from '../../src/debate/reduce.ts';
import {UsageError} from '../../src/debate/usage-error.ts';
import {JournalRefused, readJournal} from '../../src/engine/journal/journal.ts';
import {loadSettings} from '../../src/settings/settings.ts';
import {essence} from '../engine/laws.ts';
import {faultyDisk, type Fault} from '../fixtures/faulty-disk.ts';
import {every} from '../hunt/every.ts';

const {signal} = new AbortController();

/** What to debate, by format; those that work with git or with programs of their own are killed in test/crash instead. */
const subjects = {
	duelogic: {preset: 'classic_clash', topic: 'Voting is a duty.', set: ['flow.maxExchanges=3']},
	'model-duel': {task: 'Write a note on why backups are tested.'},
	'adversarial-spec': {topic: '# Login\n\nThe user logs in fast.\n', set: ['maxRounds=1']},
} as const;
type Format = keyof typeof subjects;

function stage(format: Format, home = mkdtempSync(path.join(tmpdir(), 'rostrum-disk-'))) {
	const out = path.join(home, 'out');
	const configuration = loadSettings(
		{pace: 'instant', seed: '3', out, export: 'md', voice: 'rehearsal'},
		{env: {ROSTRUM_HOME: path.join(home, 'home')}},
	);
	const options = {cwd: home, configuration, signal, headless: true};
	const input = {args: [format], options: subjects[format]};
	const start = async () => {
		const host = (await import('../../src/hosts/registry.ts')).formatHosts[format];
		const plan = resolvePlan(host?.input?.(input, home) ?? input, configuration, {cwd: home, interactive: false});
		return startSession(attachVoices(plan, configuration), options);
	};
	const journal = (): string | undefined => {
		try {
			const [debate] = readdirSync(out);
			return debate === undefined ? undefined : path.join(out, debate, 'debate.jsonl');
		} catch {
			return undefined;
		}
	};
	const resume = async (file: string) => (await resumeSession(file, {...options, folder: out})).running;
	return {home, start, resume, journal};
}

/** Runs a session to its end; gives what went wrong. */
async function hold(begin: () => Promise<RunningSession>): Promise<unknown> {
	try {
		const {session, done} = await begin();
		for await (const _ of session.events);
		await done;
		return undefined;
	} catch (error) {
		return error;
	}
}

const isTold = (error: unknown): boolean =>
	error === undefined ||
	error instanceof JournalRefused ||
	error instanceof UsageError ||
	systemTrouble(error) !== undefined;

/** Resumes what is there, or begins anew where nothing was ever written, and gives what the debate came to. */
async function finish(staged: ReturnType<typeof stage>): Promise<unknown> {
	const file = staged.journal();
	let lines = 0;
	try {
		lines = file === undefined ? 0 : readJournal(file).events.length;
	} catch {
		lines = 0;
	}
	if (file === undefined || lines === 0) return undefined;
	if (fold(readJournal(file).events).outcome === undefined)
		expect(await hold(() => staged.resume(file))).toBeUndefined();
	const {events, problems} = readJournal(file);
	expect(problems).toEqual([]);
	return essence(fold(events));
}

async function undisturbed(format: Format) {
	const staged = stage(format);
	const disk = faultyDisk(staged.home);
	const error = await hold(staged.start);
	disk.restore();
	expect(error).toBeUndefined();
	return {operations: disk.operations.length, whole: await finish(staged)};
}

const strides: Readonly<Record<Format, number>> = {
	duelogic: 90,
	'model-duel': 16,
	'adversarial-spec': 29,
};
const few = (format: Format): number => every(strides[format]);

const formats = ['duelogic', 'model-duel', 'adversarial-spec'] as const satisfies readonly Format[];

describe.each(formats)('a debate of %s', format => {
	it('survives a disk that fails anywhere', async () => {
		const {operations, whole} = await undisturbed(format);
		let injected = 0;
		for (let place = 0; place < operations; place += few(format)) {
			const fault = (['ENOSPC', 'EIO', 'short'] as const satisfies readonly Fault[])[place % 3] ?? 'EIO';
			const staged = stage(format);
			const disk = faultyDisk(staged.home);
			disk.failAt(place, fault, place % 2 === 0);
			const error = await hold(staged.start);
			disk.restore();
			injected += disk.failed ? 1 : 0;
			const where = `${fault} at ${place} of ${operations}: ${JSON.stringify(disk.operations[place])}`;
			expect(isTold(error) ? '' : error, where).toBe('');
			const end = await finish(staged);
			if (end !== undefined) expect(end, where).toEqual(whole);
		}
		expect(injected).toBeGreaterThan(3);
	}, 600_000);

	it('survives a power loss anywhere', async () => {
		const {operations, whole} = await undisturbed(format);
		const left = new Map<number, ReadonlyMap<string, Buffer>>();
		const staged = stage(format);
		const disk = faultyDisk(staged.home, place => {
			if (place % few(format) === 0) left.set(place, disk.afterPowerLoss());
		});
		await hold(staged.start);
		disk.restore();
		expect(left.size).toBeGreaterThan(3);
		for (const [place, files] of left) {
			const later = stage(format);
			for (const [file, content] of files) {
				const moved = path.join(later.home, path.relative(staged.home, file));
				if (moved.endsWith('.lock')) continue;
				mkdirSync(path.dirname(moved), {recursive: true});
				writeFileSync(moved, content);
			}
			const end = await finish(later);
			if (end !== undefined) expect(end, `power lost at ${place} of ${operations}`).toEqual(whole);
			else await Promise.all([later.journal()].flatMap(file => (file === undefined ? [] : [discardDebate(file)])));
		}
	}, 600_000);
});
