/**
 * A monkey at the keyboard: whatever is pressed wherever, the program does not crash, does not hang, and gives the
 * terminal back as it was.
 */
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {some} from '../hunt/every.ts';
import {openRostrum, patient} from './rostrum.ts';
import type {TerminalApp} from './term.ts';

const bursts = 20;
const seed = 1;
/** How it may end: left, ended badly as the monkey chose, or by the last Ctrl+C. */
const endings = [0, 3, 130];

const letters = Array.from('abcdefghijklmnoprstuvwxyzAGMR0123456789/?<>,.[]{}+- @');
const others = [
	'\r',
	'\u001B',
	'\t',
	'\u007F',
	'\u001B[A',
	'\u001B[B',
	'\u001B[C',
	'\u001B[D',
	'\u001B[5~',
	'\u001B[6~',
	'\u001B[H',
	'\u001B[F',
	'\u001B[3~',
	'\u001B\r',
	'\u0001',
	'\u0005',
	'\u000B',
	'\u000C',
	'\u0015',
	'\u0017',
	'\u001A',
];
const pastes = [
	'\u001B[200~two\r\nlines\u001B[201~',
	'\u001B[200~\u001B[2J\u001B]0;stolen\u0007\u202Eevil\u001B[201~',
	`\u001B[200~${'long '.repeat(2000)}\u001B[201~`,
	'\u001B[200~\u001B[201~',
];
const sizes = [
	[60, 15],
	[80, 24],
	[120, 40],
	[200, 60],
	[20, 5],
] as const;

/** Numbers from 0 to 1, the same again for a seed. */
function dice(state: number): () => number {
	return () => {
		state = (state + 0x6d_2b_79_f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** What is reviewed: the program may write it anew. */
const spec = Array.from(
	{length: 30},
	(_, place) =>
		`# Part ${place + 1}\n\nThe server should answer fast and store it somewhere. Errors are handled appropriately.\n`,
).join('\n');

/** One of several; throws where there is none. */
function oneOf<T>(from: readonly T[], roll: () => number): T {
	const one = from[Math.floor(roll() * from.length)];
	if (one === undefined) throw new Error('nothing to choose from');
	return one;
}

type Played = {readonly app: TerminalApp; readonly sent: () => string};

function open(args: readonly string[], columns: number, rows: number): Played {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-home-'));
	writeFileSync(path.join(home, 'spec.md'), spec);
	const app = openRostrum(home, args, {columns, rows, env: {EDITOR: 'true', VISUAL: ''}});
	let all = '';
	app.onData(text => (all += text));
	return {app, sent: () => all};
}

const start = {
	home: {args: [], sees: 'm more', keys: []},
	setup: {args: [], sees: 'm more', keys: ['n']},
	library: {args: [], sees: 'm more', keys: ['l']},
	settings: {args: [], sees: 'm more', keys: ['s']},
	watch: {args: [], sees: 'm more', keys: ['w']},
	stage: {
		args: [
			'run',
			'duelogic',
			'--voice',
			'rehearsal',
			'--seed',
			'3',
			'--pace',
			'3000',
			'--topic',
			'Voting should be compulsory.',
		],
		sees: 'space pause',
		keys: [],
	},
	'typing a turn': {
		args: [
			'run',
			'duelogic',
			'--voice',
			'rehearsal',
			'--seat',
			'chair_1=human:Ann',
			'--seed',
			'3',
			'--pace',
			'instant',
			'--topic',
			'Voting should be compulsory.',
		],
		sees: 'your turn',
		keys: [],
	},
	review: {
		args: ['run', 'adversarial-spec', '--voice', 'rehearsal', '--seed', '3', '--pace', 'instant', 'spec.md'],
		sees: 'accept',
		keys: [],
	},
	results: {
		args: [
			'run',
			'duelogic',
			'--voice',
			'rehearsal',
			'--seed',
			'3',
			'--pace',
			'instant',
			'--topic',
			'Voting should be compulsory.',
		],
		sees: 'enter results',
		keys: ['\r'],
	},
	'a task': {
		args: [
			'run',
			'model-duel',
			'--voice',
			'rehearsal',
			'--seed',
			'3',
			'--pace',
			'3000',
			'--topic',
			'Write a haiku about rain.',
		],
		sees: 'space pause',
		keys: [],
	},
} as const;

/** The terminal is the shell's again: its own buffer, a cursor, no paste marks. */
function isGivenBack({app, sent}: Played): void {
	expect(app.terminal.buffer.active.type).toBe('normal');
	expect(app.terminal.modes.bracketedPasteMode).toBe(false);
	expect(app.terminal.modes.mouseTrackingMode).toBe('none');
	expect(sent().lastIndexOf('\u001B[?25h')).toBeGreaterThan(sent().lastIndexOf('\u001B[?25l'));
	expect(app.text()).not.toMatch(/rror:|\n\s+at /u);
}

/** What a promise comes to, if it does in so many milliseconds. */
const within = <T>(ms: number, what: Promise<T>): Promise<T | undefined> =>
	Promise.race([what, wait(ms, undefined, {ref: false})]);

describe('a monkey at the keyboard breaks nothing', () => {
	it.each(some(Object.entries(start), 5))(
		'%s',
		async (name, {args, sees, keys}) => {
			const roll = dice(seed + name.length * 7919);
			const played = open(args, 100, 30);
			const {app} = played;
			const pressed: string[] = [];
			await app.waitFor(sees, patient);
			await app.press(...keys);
			let ended: {exitCode: number} | undefined;
			for (let burst = 0; burst < bursts && !ended; burst++) {
				const dies = roll();
				const keysNow =
					dies < 0.05
						? oneOf(pastes, roll)
						: Array.from({length: 1 + Math.floor(roll() * 20)}, () =>
								oneOf(roll() < 0.6 ? letters : others, roll),
							).join('');
				if (roll() < 0.1) {
					const [columns, rows] = oneOf(sizes, roll);
					app.resize(columns, rows);
				}
				pressed.push(keysNow);
				app.write(keysNow);
				ended = await within(20 + roll() * 60, app.exited);
			}
			const story = JSON.stringify(pressed.slice(-4));
			if (!ended) {
				app.resize(100, 30);
				app.write('\u0003');
				ended = await within(15_000, app.exited);
				if (!ended) throw new Error(`hangs after ${story}:\n${app.text()}`);
			}
			expect(endings, `${story}\n${app.text()}`).toContain(ended.exitCode);
			await app.settle();
			isGivenBack(played);
		},
		120_000,
	);
});
