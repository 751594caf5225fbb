/** The sides of a Code Debate as processes of their own: each is a `rostrum join`, none outlives this one. */
import type {EffectContext} from '../contract/effects.ts';
import {exitCodes} from '../contract/exit-codes.ts';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as wait} from 'node:timers/promises';
import {execa} from 'execa';
import type {Budget} from '../../debate/events.ts';
import type {SidesEnd, RelayedTyping} from './effects.ts';
import type {CodeDebateConfig} from '../../protocols/code-debate/config.ts';
import {signalGroup} from '../../voices/agents/process-group.ts';
import {argumentsFor} from './code-subject.ts';
import {typingLine} from './typing-line.ts';

/**
 * `ended` resolves, with what each said last, when all of them have ended by themselves, or one cannot go on. `stop`
 * ends them and waits for it.
 */
export type RunningSides = {
	readonly ended: Promise<SidesEnd>;
	readonly stop: () => Promise<void>;
	readonly typing: RelayedTyping;
};

type SidesOptions = EffectContext & {readonly config: CodeDebateConfig; readonly file: string};

/** Milliseconds between asking a side to end and ending it. */
const graceMs = 3000;

export function startSides(starting: SidesOptions): RunningSides {
	const {sides} = starting.config;
	const roles = sides === 'both' ? ['a', 'b'] : [sides];
	const running: SideProcess[] = [];
	const typing = typingLine((seat, line) => running.find(({role}) => role === seat)?.write(line));
	running.push(...roles.map(role => startSide(starting, role, typing.hear)));
	const over = Promise.all(running.map(({end}) => end));
	return {
		typing,
		ended: endOf(running, sides === 'both'),
		async stop() {
			for (const {kill} of running) kill('SIGTERM');
			await Promise.race([over, wait(graceMs, undefined, {ref: false})]);
			for (const {kill} of running) kill('SIGKILL');
		},
	};
}

/**
 * When nothing more is to be expected: all have ended, or one could not even begin or has used up its budget. Where an
 * outside agent takes part, it can still write for a moment.
 */
async function endOf(running: readonly SideProcess[], all: boolean): Promise<SidesEnd> {
	const broken = running.map(async ({end}) => {
		const {said, code} = await end;
		const spent = code === exitCodes.budget;
		return spent || code === exitCodes.usage || code === exitCodes.bug
			? {why: said, spent}
			: new Promise<never>(() => undefined);
	});
	const over = Promise.all(running.map(({end}) => end)).then(async ends => {
		if (!all) await wait(graceMs, undefined, {ref: false});
		return {
			why:
				ends
					.map(({said}) => said)
					.filter(said => said !== '')
					.join('; ') || 'our sides ended without a consensus',
		};
	});
	return Promise.race([over, ...broken]);
}

/** Where a side that we start keeps its journal. */
export const journalOf = (folder: string, side: string): string => join(folder, `agent-${side}.jsonl`);

type SideProcess = {
	readonly role: string;
	readonly write: (line: string) => void;
	readonly end: Promise<{readonly said: string; readonly code: number | undefined}>;
	readonly kill: (signal: NodeJS.Signals) => void;
};

/**
 * Starts one side, in a process group of its own. It ends when its standard input does, and so with us, however we end.
 * With a journal from before it takes up its old role.
 */
function startSide(
	{config, file, folder, subject, participants, seed, timeoutMs, budget, resumed, hiddenVariables}: SidesOptions,
	side: string,
	hear: (line: string) => void,
): SideProcess {
	const journal = journalOf(folder, side);
	const voice = participants.find(({id}) => id === side)?.voice ?? 'rehearsal';
	const asked =
		resumed && existsSync(journal)
			? []
			: config.request
				? argumentsFor(config.request)
				: ['--topic', subject.text, ...(subject.context === undefined ? [] : ['--context', subject.context])];
	const args = [
		'join',
		file,
		'--side',
		side,
		'--voice',
		voice,
		'--journal',
		journal,
		'--relay',
		'--headless',
		'--pace',
		'instant',
		'--seed',
		String(seed),
		'--timeout',
		String(timeoutMs),
		'--wait',
		String(config.timeoutSeconds),
		'--poll',
		String(config.pollSeconds),
		'--set',
		`rounds=${config.rounds}`,
		'--set',
		`points=${config.points}`,
		// Two of ours need no time to look away.
		'--set',
		`settleSeconds=${config.sides === 'both' ? 0 : config.settleSeconds}`,
		...(budget ? ['--budget', shareOf(budget, config.sides === 'both' ? 2 : 1)] : []),
		...asked,
	];
	const child = execa(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...args], {
		stdin: 'pipe',
		stdout: 'pipe',
		stderr: 'pipe',
		detached: true,
		reject: false,
		cleanup: true,
		env: hiddenVariables,
	});
	const end = child.then(({exitCode, stderr}) => ({
		code: exitCode,
		said: exitCode === 0 ? '' : exitMessage(side, exitCode, stderr),
	}));
	createInterface({input: child.stdout}).on('line', hear);
	return {
		role: side,
		write: line => void (child.stdin.writable && child.stdin.write(`${line}\n`)),
		end,
		kill(signal) {
			if (child.exitCode === null) signalGroup(child.pid, signal);
		},
	};
}

function exitMessage(side: string, code: number | undefined, stderr: string): string {
	const last = stderr.trim().split('\n').at(-1) ?? '';
	const who = `Agent ${side.toUpperCase()}`;
	return code === exitCodes.budget
		? `${who}: ${last.replace(/^Ended: budget, /u, '')}`
		: `${who} ended with ${code ?? 'a signal'}: ${last}`;
}

/**
 * The sides are processes apart, so that neither knows what the other has used: each has its share, and together they
 * never go past the whole.
 */
export const shareOf = ({usd, tokens}: Budget, sides: number): string =>
	[
		...(usd === undefined ? [] : [`${Math.max(1e-6, Math.floor((usd / sides) * 1e6) / 1e6).toFixed(6)}usd`]),
		...(tokens === undefined ? [] : [`${Math.max(1, Math.floor(tokens / sides))}tok`]),
	].join(',');
