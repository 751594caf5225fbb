/** Starts an agent in a process group of its own and ends it with everything it started. */
import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import type {Readable, Writable} from 'node:stream';
import {execa} from 'execa';
import {atExit} from '../at-exit.ts';
import {guardProgram} from './process-guard.ts';
import {processMark, signalGroup} from './process-group.ts';
import type {Launch} from '../sandbox/launch.ts';
import {VoiceError} from '../voice.ts';
import type {AgentRow} from './agent-rows.ts';

export type AgentProcess = {
	readonly stdin: Writable;
	readonly stdout: Readable;
	/** An empty temporary folder, the working directory if no other was given. */
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
export function startAgent({name, command, args, env = {}}: AgentRow, {cwd, within}: AgentStart = {}): AgentProcess {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-agent-')));
	const mark = processMark();
	const guarded = guardProgram(mark);
	const launch = within?.({command, args}, {own: folder, folder: cwd}) ?? {command, args};
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
		env: {...(cwd === undefined ? {} : gitStaysIn(cwd)), ...env, ...mark.env},
	});
	guarded.started(child.pid);
	let over = false;
	const kill = (signal: NodeJS.Signals) => signalGroup(child.pid, signal);
	const clear = () => {
		kill('SIGKILL');
		mark.endAll();
		rmSync(folder, {recursive: true, force: true});
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
		stdout: child.stdout,
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

/** The last error line on stderr, else its last line, as `: text`. */
function lastLine(text: string): string {
	const lines = text.trim().split('\n');
	const line =
		(lines.findLast(each => /^\S*error\b/iu.test(each.trim())) ?? lines.at(-1))
			?.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
			.trim()
			.replace(/[.!]$/u, '') ?? '';
	return line === '' ? '' : `: ${line.slice(0, 200)}`;
}
