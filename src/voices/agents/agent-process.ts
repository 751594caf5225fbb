/** Starts an agent in a process group of its own and ends it with everything it started. */
import {spawnSync, spawn, type ChildProcess} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {
	closeSync,
	constants,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	mkdtempSync,
	openSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {pipeline, Transform, type Readable, type Writable} from 'node:stream';
import {execa} from 'execa';
import {z} from 'zod';
import {atExit} from '../at-exit.ts';
import type {Launch} from '../sandbox/launch.ts';
import {VoiceError} from '../voice.ts';
import type {AgentRow, BareMeans} from './agent-rows.ts';
import {barePlace} from './bare-folder.ts';

// Process groups that must not outlive Rostrum, and the mark by which those are found that left theirs.

/**
 * Signals a whole group; a group that is already gone is fine. Windows has neither groups nor signals: there a process
 * is ended with all that it started.
 */
export function signalGroup(
	group: number | undefined,
	signal: NodeJS.Signals,
	platform: NodeJS.Platform = process.platform,
): void {
	if (group === undefined) return;
	if (platform === 'win32') return void spawnSync('taskkill', ['/pid', String(group), '/t', '/f'], {stdio: 'ignore'});
	try {
		process.kill(-group, signal);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}

const markName = 'ROSTRUM_STARTED_BY';

/** A variable in the environment of a program and all that it starts: by it those are found that left its group. */
type ProcessMark = {
	/** `NAME=VALUE`, as it stands in an environment. */
	readonly entry: string;
	readonly env: Readonly<Record<string, string>>;
	readonly endAll: () => void;
};

export function processMark(): ProcessMark {
	const value = randomUUID();
	const entry = `${markName}=${value}`;
	return {entry, env: {[markName]: value}, endAll: () => endMarked(entry)};
}

/** Ends every process with this entry in its environment, where the system shows environments (Linux). */
function endMarked(entry: string): void {
	for (const pid of process.platform === 'linux' ? readdirSync('/proc').filter(name => /^\d+$/u.test(name)) : []) {
		try {
			if (readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(entry))
				process.kill(Number(pid), 'SIGKILL');
		} catch (error) {
			// It has ended meanwhile, or is another user's.
			if (!(error instanceof Error && 'code' in error)) throw error;
		}
	}
}

// A watchdog that ends what Rostrum started if Rostrum itself is killed.

/** What the watchdog knows of one program. */
type GuardedProgram = {
	/** Once it was started: its process group. */
	readonly started: (group: number | undefined) => void;
	/** Once it has ended, since the group's id may be reused. */
	readonly ended: () => void;
};

/**
 * Reads lines of `MARK GROUP`, `MARK` (not started yet) and `- MARK` (ended). When its input ends, Rostrum is gone: it
 * kills every group, and on Linux everything that has a mark. A process that is just being started has its mark a
 * moment later, so it looks until there was none for a while.
 */
const vigil = `
const {readdirSync, readFileSync} = require('node:fs');
const {spawnSync} = require('node:child_process');
const programs = new Map();
let rest = '';
process.stdin.setEncoding('utf8').on('error', () => {}).on('data', text => {
	const lines = (rest + text).split('\\n');
	rest = lines.pop();
	for (const [first, second = ''] of lines.map(line => line.split(' ')))
		if (first === '-') programs.delete(second);
		else programs.set(first, second);
}).on('close', () => {
	for (const group of programs.values()) if (group !== '') endGroup(group);
	if (process.platform === 'linux' && programs.size > 0) endMarked(10);
});
function endGroup(group) {
	if (process.platform === 'win32') spawnSync('taskkill', ['/pid', group, '/t', '/f']);
	else attempt(() => process.kill(-group, 'SIGKILL'));
}
function endMarked(times) {
	for (const pid of readdirSync('/proc').filter(name => /^[0-9]+$/.test(name)))
		attempt(() => {
			if (readFileSync('/proc/' + pid + '/environ', 'utf8').split('\\0').some(entry => programs.has(entry)))
				process.kill(pid, 'SIGKILL');
		});
	if (times > 1) setTimeout(endMarked, 50, times - 1);
}
// It has ended meanwhile, or is another user's.
function attempt(act) { try { act(); } catch {} }
`;

let watchdog: ChildProcess | undefined;

/**
 * Has a program watched that is about to be started with this mark. One watchdog does for all of them: a process of its
 * own in Node, so that it is the same on every system. A process cannot catch its own `kill -9`, but its pipe to the
 * watchdog closes with it. The watchdog does not keep Rostrum running.
 */
export function guardProgram({entry}: Pick<ProcessMark, 'entry'>): GuardedProgram {
	watchdog ??= startWatchdog();
	const {stdin} = watchdog;
	const tell = (line: string) => void (stdin?.writable && stdin.write(`${line}\n`));
	tell(entry);
	return {
		started: group => tell(`${entry} ${group ?? ''}`),
		ended: () => tell(`- ${entry}`),
	};
}

/** A short program that must not outlive Rostrum: variables for it, and what is told its exit code in the end. */
type GuardedRun = {
	readonly env: Readonly<Record<string, string>>;
	/** Undefined where it was killed. */
	readonly ended: (exitCode: number | undefined) => void;
};

/**
 * Watched from before it starts. Bubblewrap that is killed while it sets its walls up leaves a process behind, which
 * may wait for it for ever, `--die-with-parent` or not: that one has the mark too.
 */
export function guardRun(): GuardedRun {
	const mark = processMark();
	const guarded = guardProgram(mark);
	return {
		env: mark.env,
		ended(exitCode) {
			if (exitCode === undefined) mark.endAll();
			guarded.ended();
		},
	};
}

function startWatchdog(): ChildProcess {
	const child = spawn(process.execPath, ['-e', vigil], {
		detached: true,
		windowsHide: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	const forget = (): void => {
		if (watchdog === child) watchdog = undefined;
	};
	// Without it, programs are still ended by whatever ends Rostrum but `kill -9`.
	child.on('error', forget).on('exit', forget);
	child.stdin.on('error', forget);
	child.unref();
	return child;
}

export type AgentProcess = {
	readonly stdin: Writable;
	readonly stdout: Readable;
	/** An empty temporary folder, the working directory if no other was given; beside it is what the agent keeps. */
	readonly folder: string;
	/** Resolves once the process has ended, with its exit code and the error for pending requests. */
	readonly exited: Promise<Exit>;
	/** Ends the process and everything it started. */
	end(): void;
};

/** How an agent's program is started: with its own temporary folder, and the one it works in, if any. */
export type LaunchAgent = (
	launch: Launch,
	places: {readonly own: string; readonly folder: string | undefined},
) => Launch;
type AgentStart = {readonly cwd?: string | undefined; readonly within?: LaunchAgent | undefined};

/** Time between SIGTERM and SIGKILL, in milliseconds. */
const graceMs = 2_000;

/** Keeps the agent's git from finding a repository above its folder if it deletes the folder's `.git`. */
const gitStaysIn = (cwd: string) => ({GIT_CEILING_DIRECTORIES: dirname(cwd)});

/**
 * Starts the row's command without a shell, in `cwd` or an empty temporary folder. It gets the user's environment
 * without API keys that are not its own. If it cannot be started, `exited` says why.
 */
export function startAgent(
	{name, command, args: given, env = {}, inOwnFolder = {}, bare = {}}: AgentRow,
	{cwd, within}: AgentStart = {},
): AgentProcess {
	const top = realpathSync(mkdtempSync(join(barePlace(), 'rostrum-agent-')));
	const [folder, own] = [join(top, 'work'), join(top, 'own')];
	for (const each of [folder, own]) mkdirSync(each);
	const means = bareMeans(bare, own, env);
	const args = [...given, ...means.args];
	const mark = processMark();
	const guarded = guardProgram(mark);
	const launch = within?.({command, args}, {own: top, folder: cwd ?? folder}) ?? {command, args};
	const child = execa(launch.command, launch.args, {
		cwd: cwd ?? folder,
		detached: true,
		cleanup: false,
		stdin: 'pipe',
		stdout: 'pipe',
		stderr: 'pipe',
		buffer: {stdout: false, stderr: true},
		maxBuffer: 1_000_000,
		encoding: 'utf8',
		reject: false,
		env: {...(cwd === undefined ? inOwnFolder : gitStaysIn(cwd)), ...env, ...means.env, ...mark.env},
	});
	guarded.started(child.pid);
	let over = false;
	const kill = (signal: NodeJS.Signals) => signalGroup(child.pid, signal);
	const clear = () => {
		kill('SIGKILL');
		mark.endAll();
		rmSync(top, {recursive: true, force: true, maxRetries: 2});
	};
	const forget = atExit(clear);
	// Writing to an ended process fails; `exited` carries the reason.
	child.stdin.on('error', () => undefined);
	const exited = child.then(result => {
		over = true;
		clear();
		guarded.ended();
		forget();
		return exitOf(result, {name, command, started: child.pid !== undefined});
	});
	return {
		stdin: child.stdin,
		stdout: inLines(child.stdout, name),
		folder,
		exited,
		end() {
			if (over) return;
			kill('SIGTERM');
			setTimeout(() => {
				if (!over) kill('SIGKILL');
			}, graceMs).unref();
		},
	};
}

/** In bytes: the longest line that an agent may write, which is kept whole until it ends. */
export const longestLine = 16_000_000;

/** Fails with a line that does not end. */
function inLines(output: Readable, name: string): Readable {
	let line = 0;
	const counted = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			const end = chunk.lastIndexOf('\n');
			line = end === -1 ? line + chunk.length : chunk.length - end - 1;
			if (line > longestLine) done(endless(name));
			else done(null, chunk);
		},
	});
	// Whoever reads it hears of a failure.
	return pipeline(output, counted, () => undefined);
}

export const endless = (name: string): VoiceError =>
	new VoiceError('malformed', `${name} wrote more than ${longestLine / 1e6} MB for one answer, and was not read on.`);

type Variables = Readonly<Record<string, string>>;

/** What `row.bare` comes to, with its files written; what the user named in the settings gives way to it. */
function bareMeans(
	{args = [], env = {}, files = {}, homes = [], merged = {}}: BareMeans,
	own: string,
	given: Variables,
): {readonly args: readonly string[]; readonly env: Variables} {
	const named = (text: string): string => text.replaceAll('{own}', own);
	for (const [name, value] of Object.entries(files)) writeFileSync(join(own, name), JSON.stringify(value));
	for (const home of homes) makeHome(home, own, given);
	const json = Object.entries(merged).map(([name, ours]) => [
		name,
		JSON.stringify(mergedInto(jsonIn(name, given[name] ?? '{}'), ours)),
	]);
	const set = Object.entries(env).map(([name, value]) => [name, named(value)]);
	return {args: args.map(named), env: Object.fromEntries([...set, ...json])};
}

/** What is written beside these is gone with the folder; a login that is renewed is renewed where the user has it. */
function makeHome(
	{variable = '', from, under = '', to, copied = [], linked = []}: NonNullable<BareMeans['homes']>[number],
	own: string,
	given: Variables,
): void {
	const theirs = join(given[variable] ?? join(given['HOME'] ?? homedir(), from), under);
	mkdirSync(join(own, to), {recursive: true});
	const there = (name: string): boolean => existsSync(join(theirs, name));
	for (const name of copied.filter(there)) {
		const descriptor = openSync(join(theirs, name), constants.O_RDONLY | constants.O_NONBLOCK);
		writeFileSync(join(own, to, name), readFileSync(descriptor));
		closeSync(descriptor);
	}
	for (const name of linked.filter(there)) symlinkSync(join(theirs, name), join(own, to, name));
}

function jsonIn(name: string, text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return value;
	} catch (error) {
		throw new VoiceError('unusable', `The variable ${name} has no valid JSON: correct it, or leave it out.`, {
			cause: error,
		});
	}
}

const Fields = z.record(z.string(), z.unknown());

export function mergedInto(theirs: unknown, ours: unknown): unknown {
	const [before, after] = [Fields.safeParse(theirs).data, Fields.safeParse(ours).data];
	if (!before || !after) return ours;
	return {
		...before,
		...Object.fromEntries(Object.entries(after).map(([name, value]) => [name, mergedInto(before[name], value)])),
	};
}

type Exit = {readonly code: number | undefined; readonly error: VoiceError};
type ExecaResult = {
	readonly exitCode?: number | undefined;
	readonly code?: string | undefined;
	readonly stderr: string;
	readonly originalMessage?: string | undefined;
};

/** The exit code, and the error for requests that were still waiting. */
function exitOf(
	{exitCode, code, stderr, originalMessage}: ExecaResult,
	{name, command, started}: {readonly name: string; readonly command: string; readonly started: boolean},
): Exit {
	if (code === 'ENOENT')
		return {
			code: undefined,
			error: new VoiceError('unusable', `${name} cannot speak: the command "${command}" was not found.`),
		};
	if (!started)
		return {
			code: undefined,
			error: new VoiceError('unusable', `${name} cannot be started: ${originalMessage ?? 'for no known reason'}.`),
		};
	return {
		code: exitCode,
		error: new VoiceError('network', `${name} ended with ${exitCode ?? 'a signal'}${lastLine(stderr)}.`),
	};
}

/** What npm says besides the reason for which it gives up. */
const npmAside =
	/^npm (?:notice|warn|http|verb)\b|^npm (?:error|ERR!)(?:$|\s+(?:code|errno|syscall|path|dest|command|cwd)\b|.*complete log of this run|.*_logs\b)/u;

/** What a program tells of its own speed and steps, such as `[session/create] durationMs=1`. */
const logAside = /^\[(?:perf|debug|info|trace|verbose)\]|^\[[\w./:-]+\](?:\s+\w+=\S+)+$/iu;

/** The line on stderr that says most: npm's first error, another program's last, else the last line; as `: text`. */
function lastLine(text: string): string {
	const lines = stripVTControlCharacters(text)
		.split('\n')
		.map(each => each.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim())
		.filter(each => each !== '' && !npmAside.test(each) && !logAside.test(each));
	const line =
		lines.find(each => /^npm (?:error|ERR!)/u.test(each)) ??
		lines.findLast(each => /^\S*error\b/iu.test(each)) ??
		lines.at(-1) ??
		'';
	return line === '' ? '' : `: ${line.replace(/[.!]$/u, '').slice(0, 200)}`;
}
