/**
 * The built program in terminals of their own, where no key for a model is found; each is ended after the test that
 * opened it (end-programs.ts).
 */
import path from 'node:path';
import {inProcess} from './in-process.ts';
import {TerminalApp, type TerminalOptions, type TerminalProgram} from './term.ts';

export const program = path.resolve('bin/rostrum.js');
/** Milliseconds that something may take on a busy machine. */
export const patient = 40_000;
export const noKeys = {OPENROUTER_API_KEY: '', OPENAI_API_KEY: '', OPENAI_BASE_URL: '', NO_COLOR: ''};

const apps: TerminalApp[] = [];

/** `kill -9` for every one that is open. */
export async function killAll(): Promise<void> {
	for (const app of apps.splice(0)) await app.end();
}

/** Any program, with this folder for what is the user's. */
export function openTerminal(
	home: string,
	options: TerminalOptions,
	start?: (options: TerminalOptions) => TerminalProgram,
): TerminalApp {
	const app = new TerminalApp({cwd: home, ...options, env: {ROSTRUM_HOME: home, ...noKeys, ...options.env}}, start);
	apps.push(app);
	return app;
}

export const openRostrum = (home: string, args: readonly string[] = [], options: TerminalOptions = {}): TerminalApp =>
	openTerminal(home, {...options, args: [program, ...args]});

/** The same in the test process, a tenth of the work: for all but what only a program can show, as being killed. */
export const openHere = (home: string, args: readonly string[] = [], options: TerminalOptions = {}): TerminalApp =>
	openTerminal(home, {...options, args}, inProcess);

/** The command line of a debate of two rehearsal voices that always goes the same way. */
export const classicClash = (out: string, ...more: readonly string[]): readonly string[] => [
	'run',
	'duelogic',
	'--preset',
	'classic_clash',
	'--topic',
	'Voting should be compulsory.',
	'--voice',
	'rehearsal',
	'--seed',
	'7',
	'--out',
	out,
	...more,
];
