/**
 * Kills a piece of work with `kill -9` at events and at instants, kills it again while it is gone on with, and holds
 * what is left against what was promised: nothing that was written is lost, the work comes to its end, and no answer of
 * a server that the program had read whole is asked for again. What counts is what the program had read
 * (`read-probe.ts`): an answer that the server had sent may lie unread for more than a second where other programs keep
 * the machine busy.
 */
import {spawn, type ChildProcess} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {pathToFileURL} from 'node:url';
import type {JournalEvent} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import {serveSpeech} from './speech.ts';

const program = path.resolve('bin/rostrum.js');
const probe = pathToFileURL(path.resolve('test/crash/read-probe.ts')).href;

/** When to kill, once. `lone` kills the program alone, and not what it has started. */
export type Kill = {
	/** So many lines in all the journals and logs of the work, or so many pieces of sound. */
	readonly lines?: number;
	/** So many milliseconds after the start. */
	readonly ms?: number;
	/** So many milliseconds after the first `debate-end`. */
	readonly ended?: number;
	readonly lone?: boolean;
};

/** Where a piece of work is done. */
export type Place = {
	readonly folder: string;
	/** The folder of debates. */
	readonly out: string;
	readonly voice: 'rehearsal' | 'server';
	readonly pace: 'instant' | 'paced';
	/** The address of a server that speaks. */
	readonly speech: string;
};

/** A piece of work that can be killed and gone on with, as a user would go on with it. */
export type Work = {
	/** What to call to begin, or to go on; several command lines run side by side. `last` is not killed. */
	readonly commands: (last: boolean) => readonly (readonly string[])[];
	/** Logs that only grow, beside the journals in the folder of debates. */
	readonly logs: readonly string[];
	/** How much is done, where it is not told by lines. */
	readonly progress?: () => number;
	readonly isDone: () => Promise<boolean>;
	/** What is at fault with what is there, each time that all programs are dead. */
	readonly faultsNow?: () => readonly string[];
	/** What is at fault with the whole. */
	readonly faults: () => Promise<readonly string[]>;
};

export type Trial = {
	readonly make: (place: Place) => Work;
	readonly voice: Place['voice'];
	readonly pace: Place['pace'];
	readonly kills: readonly Kill[];
};

/**
 * `read`: answers that a killed program had read whole. `folder` holds the work; it is kept only if there are faults.
 */
export type Verdict = {
	readonly kills: number;
	/** Of them, those that came when a debate had its end. */
	readonly late: number;
	readonly read: number;
	readonly faults: readonly string[];
	readonly folder: string;
};

const exited = (child: ChildProcess): Promise<number | null> =>
	new Promise(resolve => child.once('exit', code => resolve(code)));

/** Does one piece of work with its kills, and to its end. */
export async function crash({make, voice, pace, kills}: Trial): Promise<Verdict> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-crash-'));
	const readIds = path.join(folder, 'read');
	const server = await serveRehearsal({ttft: 20, tps: 2000, rehearse});
	const speech = await serveSpeech();
	const out = path.join(folder, 'out');
	const work = make({folder, out, voice, pace, speech: speech.url});
	const env = {
		...process.env,
		ROSTRUM_HOME: path.join(folder, 'home'),
		ROSTRUM_REHEARSAL_SPEED: '2000',
		ROSTRUM_SIGN: 'on',
		READ_PROBE: readIds,
		CI: 'false',
		...(voice === 'server' && {OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'none'}),
	};
	const start = (args: readonly string[]): Started => {
		const child = spawn(process.execPath, ['--import', probe, program, ...args], {
			env,
			cwd: folder,
			detached: true,
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		const words: string[] = [];
		child.stderr.on('data', (text: Buffer) => words.push(text.toString()));
		return {child, ended: exited(child), said: () => words.join('').trim().slice(-300)};
	};
	const asked = () => [...server.log, ...speech.log];
	const faults: string[] = [];
	let [killed, late, read, before] = [0, 0, 0, seen(out, work)];
	const answered = new Set<string>();
	try {
		for (const kill of [...kills, undefined]) {
			if (await work.isDone()) break;
			const soFar = new Set(asked());
			const started = work.commands(kill === undefined).map(start);
			if (kill && (await reaches(kill, started, () => amountIn(out, work)))) {
				late += Number(hasEnd(out));
				killed += end(started, kill);
			}
			const codes = await Promise.all(started.map(({ended}) => ended));
			for (const [at, code] of kill ? [] : codes.entries())
				if (code !== 0) faults.push(`ended with ${code}: ${started[at]?.said()}`);
			faults.push(...(await orphansOf(folder)), ...(work.faultsNow?.() ?? []));
			const after = seen(out, work);
			faults.push(...lost(before, after));
			const again = asked().filter(one => !soFar.has(one) && answered.has(one.hash));
			faults.push(...again.map(({purpose}) => `${purpose} was read whole and asked again`));
			const ids = new Set(textOf(readIds).split('\n'));
			for (const {id, hash} of asked()) if (ids.has(id)) answered.add(hash);
			if (kill) read = answered.size;
			before = after;
		}
		if (!(await work.isDone())) faults.push('never ended');
		faults.push(...(await work.faults()));
		return {kills: killed, late, read, faults, folder};
	} finally {
		await Promise.all([server.close(), speech.close()]);
		if (faults.length === 0) rmSync(folder, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
	}
}

type Started = {readonly child: ChildProcess; readonly ended: Promise<number | null>; readonly said: () => string};

/** Kills those that still run, with what they have started or without; how many that were. */
function end(started: readonly Started[], {lone}: Kill): number {
	const alive = started.filter(({child}) => child.exitCode === null && child.pid !== undefined);
	for (const {child} of alive)
		if (lone) child.kill('SIGKILL');
		else process.kill(-(child.pid ?? 0), 'SIGKILL');
	return alive.length;
}

/** Waits for the moment of the kill; false if the work was over before. */
async function reaches(
	{lines, ms, ended}: Kill,
	started: readonly Started[],
	amount: () => {readonly lines: number; readonly hasEnd: boolean},
): Promise<boolean> {
	const began = performance.now();
	while (started.some(({child}) => child.exitCode === null)) {
		if (ms !== undefined && performance.now() - began >= ms) return true;
		const so = ms === undefined ? amount() : undefined;
		if (lines !== undefined && so && so.lines > lines) return true;
		if (ended !== undefined && so?.hasEnd) {
			await wait(ended);
			return started.some(({child}) => child.exitCode === null);
		}
		await wait(1);
	}
	return false;
}

export const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const foldersIn = (folder: string): string[] =>
	existsSync(folder)
		? readdirSync(folder, {withFileTypes: true})
				.filter(entry => entry.isDirectory())
				.map(({name}) => path.join(folder, name))
				.toSorted()
		: [];

/**
 * The journals that have a line, those of a batch in its folder: a debate that was killed before its first line is
 * begun anew, in another folder.
 */
export const journalsIn = (out: string): string[] =>
	foldersIn(out)
		.flatMap(folder => (path.basename(folder).startsWith('batch-') ? foldersIn(folder) : [folder]))
		.map(folder => path.join(folder, 'debate.jsonl'))
		.filter(file => textOf(file).includes('\n'));

export const hasEnded = (journal: string): boolean => textOf(journal).includes('"type":"debate-end"');
const hasEnd = (out: string): boolean => journalsIn(out).some(hasEnded);

function amountIn(out: string, {logs, progress}: Work): {readonly lines: number; readonly hasEnd: boolean} {
	const journals = journalsIn(out);
	const texts = [...journals, ...logs].map(textOf);
	return {
		lines: progress?.() ?? texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0),
		hasEnd: journals.some(hasEnded),
	};
}

/** What must not be lost: the events of each journal, and the whole lines of each log. */
type Seen = {
	readonly journals: ReadonlyMap<string, readonly JournalEvent[]>;
	readonly logs: ReadonlyMap<string, string>;
	readonly problems: readonly string[];
};

function seen(out: string, {logs}: Work): Seen {
	const read = journalsIn(out).map(file => [file, readJournal(file)] as const);
	return {
		journals: new Map(read.map(([file, {events}]) => [file, events])),
		logs: new Map(logs.map(file => [file, textOf(file).replace(/[^\n]*$/u, '')])),
		problems: read.flatMap(([file, {problems}]) =>
			problems.map(({line, what}) => `${path.relative(out, file)}: line ${line} ${what}`),
		),
	};
}

/** What is damaged, or not as it was before. */
function lost(before: Seen, after: Seen): string[] {
	const ended = (of: readonly JournalEvent[]) =>
		fold(of).turns.flatMap(({id, text, finish}) => (finish === undefined ? [] : [[id, text]]));
	const journals = [...before.journals].flatMap(([file, events]) => {
		const now = after.journals.get(file);
		if (now === undefined) return [`the journal ${file} is gone`];
		const kept = now.slice(0, events.length);
		return [
			...(JSON.stringify(kept) === JSON.stringify(events) ? [] : ['an event that was written has changed']),
			...(JSON.stringify(ended(kept)) === JSON.stringify(ended(events)) ? [] : ['a turn that was heard has changed']),
		];
	});
	const logs = [...before.logs].flatMap(([file, text]) =>
		after.logs.get(file)?.startsWith(text) === true ? [] : [`${path.basename(file)} lost what was written`],
	);
	return [...after.problems, ...journals, ...logs];
}

/** Processes that still work in the folder after those that started them were killed (Linux only). */
async function orphansOf(folder: string): Promise<string[]> {
	if (process.platform !== 'linux') return [];
	let left: string[] = [];
	for (const until = performance.now() + 15_000; performance.now() < until; await wait(20)) {
		left = readdirSync('/proc').filter(pid => /^\d+$/u.test(pid) && worksIn(pid, folder));
		if (left.length === 0) return [];
	}
	return left.map(pid => `a process outlived its parent: ${textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`);
}

function worksIn(pid: string, folder: string): boolean {
	try {
		const place = readlinkSync(`/proc/${pid}/cwd`);
		return place === folder || place.startsWith(`${folder}/`);
	} catch {
		// It is another user's, or has just ended.
		return false;
	}
}
