/**
 * Debates on a disk that fails at every operation in turn, and on one that loses its power there: each is told in words,
 * can be resumed, and ends as if nothing had happened.
 */
import {formatOf} from '../../src/formats/index.ts';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {systemTrouble} from '../../src/cli/report-error.ts';
import {attachVoices} from '../../src/app/plan/attach-voices.ts';
import {resolvePlan} from '../../src/app/plan/resolve-plan.ts';
import {discardDebate, resumeSession} from '../../src/app/session/resume.ts';
import {startSession, type RunningSession} from '../../src/app/session/start-session.ts';
import {fold} from '../../src/debate/reduce.ts';
import {UsageError} from '../../src/debate/usage-error.ts';
import {JournalRefused, readJournal} from '../../src/engine/journal/journal.ts';
import {loadSettings} from '../../src/settings/settings.ts';
import {essence} from '../engine/laws.ts';
import {parseDebate} from '../../src/formats/code-debate/file.ts';
import {faultyDisk, type Fault, type FaultyDisk} from '../fixtures/faulty-disk.ts';
import {every} from '../hunt/every.ts';
import {rostrum as start} from '../run-cli.ts';
import {rostrum} from '../run-in-process.ts';

const {signal} = new AbortController();

/** What to debate, by format. Builder and Reviewer writes texts here: with a repository it is killed in test/crash. */
const subjects = {
	duelogic: {preset: 'classic_clash', topic: 'Voting is a duty.', set: ['flow.maxExchanges=3']},
	'model-duel': {task: 'Write a note on why backups are tested.'},
	'adversarial-spec': {topic: '# Login\n\nThe user logs in fast.\n', set: ['maxRounds=1']},
	'builder-reviewer': {goal: 'Write a short note on backups', set: ['maxCycles=1']},
	motion: {topic: 'Voting is a duty.', style: 'short'},
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
		const own = formatOf(format);
		const plan = resolvePlan(own?.input?.(input, home) ?? input, configuration, {cwd: home, interactive: false});
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

const unharmed = new Map<Format, ReturnType<typeof holdUnharmed>>();

/** What a debate comes to without a fault, and how many operations it takes; it is held once for all tests. */
function undisturbed(format: Format): ReturnType<typeof holdUnharmed> {
	const held = unharmed.get(format) ?? holdUnharmed(format);
	unharmed.set(format, held);
	return held;
}

async function holdUnharmed(format: Format) {
	const staged = stage(format);
	const disk = faultyDisk(staged.home);
	const error = await hold(staged.start);
	disk.restore();
	expect(error).toBeUndefined();
	return {operations: disk.operations.length, whole: await finish(staged)};
}

/** The distance between two places where something fails, as for `every`. */
const strides: Readonly<Record<Format, readonly [usual: number, deeper: number]>> = {
	duelogic: [90, 60],
	'model-duel': [24, 16],
	'adversarial-spec': [44, 29],
	'builder-reviewer': [165, 110],
	motion: [90, 60],
};
/** Git is started a hundred times a run: not even a hunt tries them all. */
const few = (format: Format): number => Math.max(every(...strides[format]), format === 'builder-reviewer' ? 7 : 1);

const formats = [
	'duelogic',
	'model-duel',
	'adversarial-spec',
	'builder-reviewer',
	'motion',
] as const satisfies readonly Format[];

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

	// What git has synced, only git knows.
	it.skipIf(format === 'builder-reviewer')(
		'survives a power loss anywhere',
		async () => {
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
				else
					await Promise.all(
						[later.journal()].flatMap(file => (file === undefined ? [] : [discardDebate(file, later.home)])),
					);
			}
		},
		600_000,
	);
});

/** A side of a Code Debate on a disk of its own faults, and the other in a process of its own on the same disk, sound. */
async function joined(onStart: (disk: FaultyDisk) => void) {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-disk-'));
	const argsOf = (role: string): string[] => [
		...`join --side ${role} --journal ${role}.jsonl --voice rehearsal --headless --seed 3`.split(' '),
		...'--set settleSeconds=0 --poll 0.05 --wait 200 --topic'.split(' '),
		'Should retries live in the client?',
	];
	const other = start(argsOf('B'), {cwd: folder, home: path.join(folder, 'home-b')});
	const disk = faultyDisk(folder);
	onStart(disk);
	const told: string[] = [];
	let over = false;
	try {
		for (let tries = 0; tries < 3 && !over; tries++) {
			const {code, stderr} = await rostrum(argsOf('A'), {cwd: folder, home: path.join(folder, 'home-a')});
			// What failed last may have been the record of a debate whose file is whole.
			over = code === 0 || stderr.includes('This debate is over: it has its consensus');
			if (!over) told.push(stderr);
			disk.restore();
		}
	} finally {
		disk.restore();
	}
	const {code, stderr} = await other;
	const {sections} = parseDebate(readFileSync(path.join(folder, 'DEBATE.md'), 'utf8'));
	const journals = ['A', 'B']
		.flatMap(role => path.join(folder, `${role}.jsonl`))
		.flatMap(file => (existsSync(file) ? readJournal(file).problems : []));
	const problems = [...journals, ...(code === 0 && over ? [] : [stderr, ...told])];
	return {disk, told, problems, headings: sections.map(({heading}) => heading)};
}

describe('a debate of code-debate', () => {
	it('survives a disk that fails anywhere under one side', async () => {
		const {disk, headings, problems} = await joined(() => undefined);
		expect(problems).toEqual([]);
		const {length} = disk.operations;
		// Before its journal has a line, a side that failed gives its place free by ending, which this process does not.
		const first = disk.operations.findIndex(({name, file}) => name === 'write' && file.endsWith('A.jsonl')) + 1;
		let injected = 0;
		for (let place = first; place < length; place += every(Math.ceil(length / 4))) {
			const fault = (['ENOSPC', 'EIO', 'short'] as const satisfies readonly Fault[])[place % 3] ?? 'EIO';
			const found = await joined(faulty => faulty.failAt(place, fault, place % 2 === 0));
			const where = `${fault} at ${place} of ${length}: ${JSON.stringify(found.disk.operations[place])}`;
			injected += found.disk.failed ? 1 : 0;
			expect([found.problems, found.headings], where).toEqual([[], headings]);
			expect(found.told.join(''), where).not.toMatch(/bug in Rostrum/u);
		}
		expect(injected).toBeGreaterThan(2);
	}, 600_000);
});
