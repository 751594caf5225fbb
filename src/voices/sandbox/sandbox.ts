/**
 * Runs programs apart from the user's files, keys and processes, where the system has a way to: bubblewrap on Linux,
 * sandbox-exec on macOS. It is tried out before it is relied on.
 */
import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {bubblewrap} from './bubblewrap.ts';
import type {Launch, Sandbox} from './launch.ts';
import {seatbelt} from './seatbelt.ts';
import {brokenPromise} from './wall-trial.ts';

/** `problem` says in words why there is none. */
export type SandboxSearch = {readonly sandbox: Sandbox} | {readonly problem: string};

const found = new Map<string, SandboxSearch>();

/** Looks for the system's sandbox in these folders and tries what it forbids, once a process. */
export function findSandbox(programs: readonly string[]): SandboxSearch {
	const key = programs.join('\0');
	const known = found.get(key) ?? search(programs);
	found.set(key, known);
	return known;
}

function search(programs: readonly string[]): SandboxSearch {
	const kind = process.platform === 'linux' ? 'bwrap' : process.platform === 'darwin' ? 'sandbox-exec' : undefined;
	if (kind === undefined) return {problem: `Rostrum knows no sandbox for ${process.platform}`};
	const command = programs.map(folder => join(folder, kind)).find(path => existsSync(path));
	if (command === undefined)
		return {problem: kind === 'bwrap' ? 'bubblewrap is not installed' : 'sandbox-exec is not there'};
	if (kind !== 'bwrap') return tried(seatbelt(command), programs, starts);
	const strict = tried(bubblewrap(command), programs);
	// Where it does not start, a wall that leaves nested namespaces to the system may still hold: the trial says so.
	return 'sandbox' in strict || strict.held !== undefined ? strict : tried(bubblewrap(command, true), programs);
}

type Tried = {readonly sandbox: Sandbox} | {readonly problem: string; readonly held?: false};

/** Tries the wall, and whether programs start in both of its ways. */
function tried(sandbox: Sandbox, programs: readonly string[], findBroken = brokenPromise): Tried {
	try {
		const broken = findBroken(sandbox, programs);
		if (broken !== undefined) return {problem: `${sandbox.name} does not hold here: ${broken}`, held: false};
		if (sandbox.isolate) start(sandbox.isolate({command: 'true', args: []}));
		return {sandbox};
	} catch (error) {
		return {problem: `${sandbox.name} does not work here (${reasonOf(error)})`};
	}
}

/** All that is tried of `sandbox-exec`: whose promises were tried on no Mac. */
function starts(sandbox: Sandbox, programs: readonly string[]): undefined {
	start(sandbox.confine({command: 'true', args: []}, {folder: tmpdir(), network: false, programs, home: homedir()}));
}

/** The first line that the program said, or how it ended. */
function reasonOf(error: unknown): string {
	const said = error instanceof Error && 'stderr' in error ? error.stderr : undefined;
	const line = (typeof said === 'string' || Buffer.isBuffer(said) ? String(said) : '').trim().split('\n')[0];
	if (line) return line;
	return error instanceof Error && 'code' in error && typeof error.code === 'string'
		? `it could not be started: ${error.code}`
		: 'it ended without a word';
}

const start = ({command, args}: Launch): void =>
	void execFileSync(command, [...args], {timeout: 10_000, stdio: ['ignore', 'ignore', 'pipe']});
