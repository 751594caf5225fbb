import {describe, test} from 'vitest';
import {thorough} from '../hunt/every.ts';
import {halted, sampleDebate} from './support/sample-debate.ts';
import {brokenOff, samplePort, sampleReplay, sampleSession} from './support/sample-port.ts';
import {expectToFit} from './support/expect-to-fit.ts';
import {show} from './support/show.tsx';
import {stopClock} from './support/stopped-clock.ts';

const sizes = [
	[60, 20],
	[80, 24],
	[120, 40],
	[200, 60],
] as const;
const enter = '\r';
const left = '\u001B[D';
const right = '\u001B[C';
const down = '\u001B[B';
const ended = () => sampleSession(sampleDebate({claims: true}));

const spoken = sampleDebate({words: true, claims: true});

/** The debate until so many words and facts of it have come; what the ledger and stances add is not counted. */
function until(count: number): number {
	const added = new Set(['ledger', 'user-action', 'judge-stance']);
	let left = count;
	return spoken.findIndex(({type}) => !added.has(type) && left-- === 0);
}

const screens = {
	home: {port: true, keys: [], sees: 'Three-Way'},
	'home, a debate held before': {port: true, keys: ['m', down, down, down], sees: 'enter replay'},
	'home, an unfinished debate': {port: true, unfinished: true, keys: [], sees: 'enter resume'},
	'home, a topic that is just typed': {port: true, keys: ['Cities should ban private cars'], sees: 'private cars'},
	'home, a topic of one’s own': {port: true, keys: ['t', 'Cities should ban private cars'], sees: 'private cars'},
	'home, what it costs': {port: true, keys: [down, down, enter], sees: 'start it'},
	'home, watch': {port: true, keys: ['w'], sees: 'esc back'},
	settings: {port: true, keys: ['s', down], sees: 'ROSTRUM_PACE'},
	'settings, one is changed': {port: true, keys: ['s', enter, 'ollama:qwen3'], sees: 'enter save'},
	'settings, one is chosen': {port: true, keys: ['s', down, down, enter], sees: 'enter confirm'},
	'settings, a key is typed': {port: true, keys: ['s', down, down, down, enter, 'sk-or-secret'], sees: '●●●'},
	'settings, a value that does not fit': {port: true, keys: ['s', enter, 'nonsense', enter], sees: 'does not fit'},
	'settings, help': {port: true, keys: ['s', '?'], sees: 'esc close'},
	'health, help': {port: true, keys: ['c', '?'], sees: 'esc close'},
	health: {port: true, keys: ['c'], sees: 'not work'},
	'home, which voices were found': {port: true, keys: ['v'], sees: 'Who speaks'},
	'home, help': {port: true, keys: ['?'], sees: 'esc close'},
	'stage, an opening': {at: 300, keys: [], sees: 'engineers know'},
	'stage, an exchange': {at: 1400, keys: [], sees: 'seconds,'},
	'stage, waiting': {at: 3, keys: [], sees: 'waiting for GPT-4o'},
	'stage, scrolled back': {at: 1400, keys: ['\u001B[5~', '\u001B[A'], sees: 'newer turn'},
	'stage, interject': {at: 700, keys: ['i', down, 'You have not answered her'], sees: 'answered her'},
	'stage, barge in': {
		at: 700,
		keys: ['b', 'Let me put it another way: nobody in this hall would step into that car.'],
		sees: 'that car.',
	},
	'stage, stop': {at: 700, keys: ['q'], sees: 'keep going'},
	'stage, search': {at: 1400, keys: ['/', 'ledger', enter], sees: 'newer turn'},
	'stage, the topic whole': {at: 700, keys: ['T'], sees: 'esc close'},
	'stage, a turn opened': {keys: ['w', left, left], sees: 'What the judge answered'},
	'stage, a turn opened that is being said': {at: 300, keys: ['w'], sees: 'Not judged yet'},
	'stage, help on a turn opened': {keys: ['w', '?'], sees: 'previous turn'},
	'results, help on an export': {keys: [enter, 'e', '?'], sees: 'previous format'},
	'stage, a vote before': {at: 3, keys: ['v', right, 'Ann', enter, right, right], sees: '[+2]'},
	'stage, a chair muted': {at: 1400, keys: ['1'], sees: 'muted · speaking'},
	'stage, a moment': {at: 1400, keys: ['M', 'M'], sees: 'of '},
	'stage, make the side panes larger': {at: 1400, keys: [']', ']'], sees: 'seconds,'},
	'stage, without the chairs': {at: 1400, keys: ['c'], sees: 'seconds,'},
	'stage, the transcript alone': {at: 1400, keys: ['z'], sees: '[transcript]'},
	'replay, gone back to a segment': {replay: true, keys: [' ', '}', '}', '}', '}', '{'], sees: '3:57 aloud'},
	'results, charts and costs': {keys: [enter, '\u001B[6~', '\u001B[6~'], sees: ' '},
	'results, run again': {keys: [enter, 'r'], sees: 'run it again'},
	'results, a vote': {keys: [enter, 'v', right, enter], sees: 'Listener 3 — → +1'},
	'stage, help': {at: 700, keys: ['?'], sees: 'esc close'},
	'stage, over': {keys: [], sees: 'enter results'},
	results: {keys: [enter], sees: 'Outcome'},
	'results, read on': {keys: [enter, '\u001B[6~'], sees: 'Gemini'},
	'results, export': {keys: [enter, 'e', '\u001B[6~'], sees: 'podcast script'},
	'results, exported': {keys: [enter, 'e', enter], sees: 'written to'},
} as const;

type Screen = {
	readonly port?: true;
	/** Whether the debate held last broke off. */
	readonly unfinished?: true;
	readonly replay?: true;
	readonly at?: number;
	readonly keys: readonly string[];
	readonly sees: string;
};

/** What stands on the screen once it has been led there. */
async function shown(screen: Screen, columns: number, rows: number): Promise<string> {
	const {at, port, replay, unfinished} = screen;
	const session = replay
		? sampleReplay(sampleDebate())
		: at === undefined
			? ended()
			: {...ended(), events: halted(spoken, until(at))};
	const app = show({columns, rows, ...(port ? {port: samplePort(ended, unfinished && brokenOff)} : {session})});
	await app.sees(
		unfinished ? 'enter resume' : port ? 'enter start' : at === undefined && !replay ? 'enter results' : 'space pause',
	);
	await app.settle();
	for (const key of screen.keys) await app.press(key);
	await app.sees(screen.sees);
	const text = app.text();
	app.close();
	return text;
}

describe.each(sizes)('at %i columns and %i rows', (columns, rows) => {
	stopClock();
	test.skipIf(columns > 120 && !thorough).concurrent.for(Object.entries(screens))(
		'%s',
		async ([, screen], {expect}) => {
			const text = await shown(screen, columns, rows);
			expectToFit(text, columns, rows);
			expect(text).toMatchSnapshot();
		},
	);
});

test.for([
	[60, 15],
	[300, 100],
] as const)('every screen fits %i columns and %i rows', {timeout: 120_000}, async ([columns, rows], {skip}) => {
	skip(columns > 120 && !thorough);
	const left = Object.values(screens);
	while (left.length > 0) {
		// What one looks for on a screen may be scrolled out of so few rows.
		const some = left.splice(0, 4).map(screen => shown(rows > 15 ? screen : {...screen, sees: ' '}, columns, rows));
		for (const text of await Promise.all(some)) expectToFit(text, columns, rows);
	}
});

const narrow = [
	{columns: 50, rows: 15},
	{columns: 40, rows: 12},
	{columns: 60, rows: 15},
	{columns: 100, rows: 15},
];

test.concurrent.for(narrow)(
	'a stage of $columns columns and $rows rows has what is said, and the rest a key away',
	async ({columns, rows}, {expect}) => {
		const app = show({columns, rows, session: {...ended(), events: halted(spoken, until(1400))}});
		await app.sees('seconds,');
		await app.settle();
		const transcript = app.text();
		await app.press('\t');
		const next = app.text();
		app.close();
		expect(transcript.split('\n').length).toBeLessThanOrEqual(rows);
		expect(`${transcript}\n\n${next}`).toMatchSnapshot();
	},
);
