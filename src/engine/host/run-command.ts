/** Runs a shell command in a process group that outlives neither the command nor us, and keeps a bounded output. */
import {dirname, sep} from 'node:path';
import {execa} from 'execa';
import {textOfBytes} from '../../debate/text/hidden.ts';
import {showOutput} from '../../debate/text/intake.ts';
import {escapePattern} from '../../debate/text/words.ts';
import {guardProgram, processMark, signalGroup} from '../../voices/agents/agent-process.ts';
import {providers} from '../../voices/providers.ts';
import type {Launch} from '../../voices/sandbox/launch.ts';

/** Outside of a sandbox, `command` must come from the user, never from a model: it is run as is. */
export type CommandRequest = {
	readonly command: string;
	readonly cwd: string;
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	/** How its program is started: in a sandbox, where it has one. */
	readonly within?: (launch: Launch) => Launch;
	/** Variables that it gets besides the environment, or instead of it. */
	readonly env?: Readonly<Record<string, string>>;
	readonly instead?: true;
};

export type CommandResult = {
	/** It ended with 0, in time. */
	ok: boolean;
	command: string;
	exit_code: number | null;
	timed_out: boolean;
	/** Real time. */
	ms: number;
	/** Of both streams, as readers are shown it, with paths from the folder that it ran in. */
	output: string;
	signal?: string;
};

/** Finds, in the middle of an output that is left out, what is worth keeping, in so many characters. */
type Gist = (left: string, most: number, whole: string) => string;

/** Characters kept of the output's beginning and end, and of failures between; of `memory` they are looked for in. */
const kept = {head: 4000, tail: 12_000, failures: 8000, memory: 1_000_000};
/** How long processes that a check left behind may keep its output open. */
const lingerMs = 500;

/** The line as the system's own shell has it: `/bin/sh`, and on Windows `cmd.exe`, which reads its quotes itself. */
export function shellLaunch(command: string, platform: NodeJS.Platform): Launch {
	if (platform !== 'win32') return {command: '/bin/sh', args: ['-c', command]};
	return {command: 'cmd.exe', args: ['/d', '/s', '/c', `"${command}"`]};
}

/** Keys that the code run by a check should not see. */
const withoutKeys = Object.fromEntries(
	providers.flatMap(({keyVariable}) => (keyVariable === undefined ? [] : [[keyVariable, undefined]])),
);

/** The check’s git finds no repository above the worktree, nor one named by a hook that runs us. */
const gitStaysIn = (cwd: string) => ({
	GIT_CEILING_DIRECTORIES: dirname(cwd),
	GIT_DIR: undefined,
	GIT_WORK_TREE: undefined,
	GIT_INDEX_FILE: undefined,
});

/** Resolves whatever the command does; rejects only with the signal's reason. */
export async function runCommand(
	{command, cwd, timeoutMs, signal, within, env, instead}: CommandRequest,
	gist: Gist = () => '',
): Promise<CommandResult> {
	signal.throwIfAborted();
	const began = performance.now();
	const mark = processMark();
	const guarded = guardProgram(mark);
	const plain = shellLaunch(command, process.platform);
	const launch = within?.(plain) ?? plain;
	const child = execa(launch.command, launch.args, {
		cwd,
		detached: true,
		stdin: 'ignore',
		all: true,
		buffer: false,
		reject: false,
		cleanup: false,
		windowsVerbatimArguments: true,
		extendEnv: instead !== true,
		env: {...withoutKeys, ...gitStaysIn(cwd), ...env, ...mark.env, CI: 'true'},
	});
	guarded.started(child.pid);
	const output = boundedOutput(gist);
	const text = textFromChunks(rest => output.add(namedFrom(cwd, rest)));
	child.all.on('data', (chunk: Buffer) => text.add(chunk));
	let timedOut = false;
	const kill = () => {
		signalGroup(child.pid, 'SIGKILL');
		mark.endAll();
	};
	const timer = setTimeout(() => {
		timedOut = true;
		kill();
	}, timeoutMs);
	signal.addEventListener('abort', kill, {once: true});
	// What the shell started in the background is not waited for.
	child.once('exit', () => {
		kill();
		setTimeout(() => child.all.destroy(), lingerMs).unref();
	});
	const result = await child;
	text.end();
	guarded.ended();
	clearTimeout(timer);
	signal.removeEventListener('abort', kill);
	signal.throwIfAborted();
	const {exitCode, signal: endedBy} = result;
	const failure = exitCode === undefined && endedBy === undefined ? `${result.shortMessage}\n` : '';
	return {
		ok: exitCode === 0 && !timedOut,
		command,
		exit_code: exitCode ?? null,
		timed_out: timedOut,
		ms: Math.round(performance.now() - began),
		output: showOutput(failure + output.text()),
		...(endedBy === undefined ? {} : {signal: endedBy}),
	};
}

/** Paths below the folder that it ran in, named from there: where that lies says nothing, and takes room. */
const namedFrom = (folder: string, output: string): string =>
	output.replaceAll(folder + sep, '').replaceAll(new RegExp(`${escapePattern(folder)}(?![\\w.-])`, 'gu'), '.');

/** Decodes bytes as they come: a character may be split between two chunks. */
function textFromChunks(give: (text: string) => void): {add(chunk: Buffer): void; end(): void} {
	let held = Buffer.alloc(0);
	const end = (): void => {
		if (held.length > 0) give(textOfBytes(held));
		held = Buffer.alloc(0);
	};
	return {
		add(chunk) {
			held = Buffer.concat([held, chunk]);
			const whole = held.lastIndexOf(10) + 1;
			give(textOfBytes(held.subarray(0, whole)));
			held = held.subarray(whole);
			if (held.length > 65_536) end();
		},
		end,
	};
}

/** Keeps the beginning and the end of unbounded output, and what failed between. */
function boundedOutput(gist: Gist): {add(chunk: string): void; text(): string} {
	let head = '';
	let rest = '';
	let dropped = 0;
	return {
		add(chunk) {
			const room = kept.head - head.length;
			head += chunk.slice(0, room);
			rest += chunk.slice(Math.max(0, room));
			if (rest.length <= kept.memory * 2) return;
			dropped += rest.length - kept.memory;
			rest = rest.slice(-kept.memory);
		},
		text() {
			const left = Math.max(0, rest.length - kept.tail);
			if (dropped + left === 0) return head + rest;
			const failed = gist(rest.slice(0, left), kept.failures, head + rest);
			return [
				head.replace(/[\uD800-\uDBFF]$/, ''),
				`… ${dropped + left - failed.length} characters left out …`,
				...(failed === '' ? [] : [failed, '…']),
				rest.slice(left).replace(/^[\uDC00-\uDFFF]/, ''),
			].join('\n');
		},
	};
}
