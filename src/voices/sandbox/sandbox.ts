/**
 * Runs programs apart from the user's files, keys and processes, where the system has a way to: bubblewrap on Linux,
 * sandbox-exec on macOS. It is tried out before it is relied on.
 */
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {bubblewrap} from './bubblewrap.ts';
import type {Launch, Sandbox} from './launch.ts';
import {seatbelt} from './seatbelt.ts';

/** `problem` says in words why there is none. */
export type SandboxSearch = {readonly sandbox: Sandbox} | {readonly problem: string};

const found = new Map<string, SandboxSearch>();

/** Looks for the system's sandbox in these folders and tries it with `true`, once a process. */
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
	const sandbox = kind === 'bwrap' ? bubblewrap(command) : seatbelt(command);
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-sandbox-')));
	try {
		const launch = {command: 'true', args: []};
		start(sandbox.confine(launch, {folder, network: false, programs, home: homedir()}), folder);
		if (sandbox.isolate) start(sandbox.isolate(launch), folder);
		return {sandbox};
	} catch (error) {
		const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
		return {problem: `${sandbox.name} does not work here (${said.split('\n')[0] ?? ''})`};
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

const start = ({command, args}: Launch, cwd: string): void =>
	void execFileSync(command, [...args], {cwd, timeout: 10_000, stdio: ['ignore', 'ignore', 'pipe']});
