/**
 * Setting up a debate on a terminal: every format from the home screen to a debate that runs.
 */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {every} from '../hunt/every.ts';
import {openHere, patient} from './rostrum.ts';
import type {TerminalApp} from './term.ts';

type Room = {readonly app: TerminalApp; readonly home: string; readonly cwd: string; readonly out: string};

/** The program on a terminal of its own, with folders that nobody else has; `cwd` is a small git repository. */
function open(before?: Room, args: readonly string[] = [], key = ''): Room {
	const [home, cwd, out] = [before?.home, before?.cwd, before?.out].map(
		(folder, index) => folder ?? mkdtempSync(path.join(tmpdir(), `rostrum-${['home', 'cwd', 'out'][index] ?? ''}-`)),
	);
	if (home === undefined || cwd === undefined || out === undefined) throw new Error('there is no folder');
	if (!before) makeRepository(cwd);
	const app = openHere(home, args, {
		cwd,
		env: {ROSTRUM_OUT: out, ROSTRUM_PACE: 'instant', OPENROUTER_API_KEY: key},
		columns: 110,
		rows: 34,
	});
	return {app, home, cwd, out};
}

function makeRepository(cwd: string): void {
	const git = (...args: readonly string[]) =>
		execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {cwd, stdio: 'ignore'});
	git('init', '-q');
	writeFileSync(path.join(cwd, 'tea.js'), 'export const minutes = 3;\n');
	writeFileSync(
		path.join(cwd, 'spec.md'),
		'# Logging in\n\nUsers log in quickly. Failed tries are handled gracefully.\n',
	);
	git('add', '.');
	git('commit', '-qm', 'Tea takes three minutes');
}

const startIn = (out: string) => {
	const [folder = 'none'] = readdirSync(out);
	const [start] = readJournal(path.join(out, folder, 'debate.jsonl')).events;
	if (start?.type !== 'debate-start') throw new Error('the journal does not begin with debate-start');
	return start;
};

async function setUp(app: TerminalApp, downs: number): Promise<void> {
	await app.waitFor('m more', patient);
	await app.press('n');
	await app.waitFor('Choose a format', patient);
	for (let press = 0; press < downs; press++) await app.press('down');
	await app.press('enter');
	await app.waitFor('What is it about?', patient);
}

/** From the topic to the summary, and into the debate. */
async function goOnAndStart(app: TerminalApp, seats: string): Promise<void> {
	await app.press('right');
	await app.waitFor('Who takes part?', patient);
	await app.waitFor(seats);
	await app.press('right');
	await app.waitFor('Set the options');
	await app.press('right');
	await app.waitFor('The same as a command:');
	await app.press('enter');
	await app.waitFor(/space pause|enter results/u, patient);
}

/** What is pressed at the topic, who must then be seen, and what the journal begins with. */
const formats = [
	{
		protocol: 'duelogic',
		downs: 0,
		says: ['Tea before coffee.', 'enter'],
		waits: 'Topic           Tea before coffee.',
		seats: 'Virtue Ethics Chair',
		subject: 'Tea before coffee.',
		config: {flow: {maxExchanges: 8}},
	},
	{
		protocol: 'adversarial-spec',
		downs: 1,
		says: ['enter', 'spec', 'tab', 'enter'],
		waits: 'A file          spec.md',
		seats: 'Performance',
		subject: 'Logging in',
		config: {maxRounds: 3},
	},
	{
		protocol: 'builder-reviewer',
		downs: 2,
		says: ['Write the rules of a shared kitchen.', 'enter'],
		waits: 'Goal            Write the rules',
		seats: 'Reviews and decides',
		subject: 'Write the rules of a shared kitchen.',
		config: {maxCycles: 3},
	},
	{
		protocol: 'code-debate',
		downs: 3,
		says: ['enter', 'HEAD', 'enter'],
		waits: 'A commit        HEAD',
		seats: 'Agent B',
		subject: expect.stringMatching(/^commit [0-9a-f]{12}: /u),
		config: {request: {kind: 'commit', revision: 'HEAD'}},
	},
	{
		protocol: 'model-duel',
		downs: 4,
		says: ['Draft a plan for a move.', 'enter'],
		waits: 'Task            Draft a plan',
		seats: 'Attacks the draft',
		subject: 'Draft a plan for a move.',
		config: {stageTimeoutMs: 120_000},
	},
] as const;

describe('a setup', () => {
	it.each(formats.filter((_, place) => place % every(2) === 0))(
		'of $protocol leads to a debate',
		async ({protocol, downs, says, waits, seats, subject, config}) => {
			const {app, out} = open();
			await setUp(app, downs);
			for (const key of says) await app.press(key);
			await app.waitFor(waits);
			await goOnAndStart(app, seats);
			expect(startIn(out)).toMatchObject({protocol, subject: {text: subject}, config});
			await app.press('ctrlC');
			await app.exited;
		},
		120_000,
	);

	it('goes back without losing anything, refuses what is not allowed, takes a paste and a resize, and is saved and started as a preset', async () => {
		const room = open();
		const {app, home, out} = room;
		await setUp(app, 0);
		app.write('\u001B[200~Tea should\r\ncome before coffee.\u001B[201~');
		await app.waitFor('Tea should come before coffee.');
		await app.press('enter');
		app.resize(60, 20);
		await app.press('right');
		await app.waitFor('Who takes part?');
		await app.press('a');
		await app.waitFor('A framework for the new seat');
		for (const letter of 'libert') await app.press(letter);
		await app.press('enter');
		await app.waitFor('❯ ▲ Libertarian Chair');
		app.resize(110, 34);
		app.write('\u001B[C');
		await app.waitFor('Set the options');
		await app.waitFor('❯ Exchanges, at most');
		await app.press('enter', '9', 'enter');
		await app.waitFor('got 89, expected 3 to 30');
		await app.press('backspace', 'backspace', '3', 'enter');
		await app.waitFor(/❯ Exchanges, at most +3 ●/u);
		app.write('\u001B[D\u001B[D');
		await app.waitFor('What is it about?');
		expect(app.text()).toContain('Tea should come before coffee.');
		await app.press('q');
		await app.waitFor('m more');
		await app.press('n');
		await app.waitFor('What is it about?', patient);
		await app.press('right', 'right', 'right');
		await app.waitFor('The same as a command:');
		expect(app.text().replaceAll(/\s+/gu, ' ')).toContain('--set flow.maxExchanges=3');
		await app.press('s');
		for (const letter of 'Tea time') await app.press(letter);
		await app.press('enter');
		await app.waitFor('--preset tea_time');
		expect(JSON.parse(readFileSync(path.join(home, 'presets', 'duelogic', 'tea_time.json'), 'utf8'))).toMatchObject({
			propositions: ['Tea should come before coffee.'],
			config: {flow: {maxExchanges: 3}},
		});
		await app.press('q');
		await app.waitFor(/\d Tea time/u, patient);
		await app.press('G');
		await app.waitFor(/❯ \d Tea time/u);
		await app.press('enter');
		await app.waitFor(/space pause|enter results/u, patient);
		expect(startIn(out)).toMatchObject({
			subject: {text: 'Tea should come before coffee.'},
			participants: expect.arrayContaining([expect.objectContaining({framework: 'libertarian'})]),
		});
		await app.press('ctrlC');
		await app.exited;
		const headless = open({...room, out: mkdtempSync(path.join(tmpdir(), 'rostrum-out-'))}, [
			'run',
			'duelogic',
			'--preset',
			'tea_time',
			'--headless',
		]);
		expect((await headless.app.exited).exitCode).toBe(0);
		expect(startIn(headless.out)).toMatchObject({
			subject: {text: 'Tea should come before coffee.'},
			config: {flow: {maxExchanges: 3}},
		});
	}, 180_000);

	it('opens again from the results, with that debate’s seats, and holds it with another voice', async () => {
		const {app, out} = open(undefined, [
			'run',
			'duelogic',
			'--topic',
			'Tea before coffee.',
			'--voice',
			'rehearsal',
			'--seed',
			'7',
			'--set',
			'flow.maxExchanges=3',
			'--pace',
			'instant',
		]);
		await app.waitFor('enter results', patient);
		await app.press('enter');
		await app.waitFor('c voices');
		await app.press('c');
		await app.waitFor('Who takes part?', patient);
		await app.press('p');
		await app.waitFor('How Utilitarian Chair speaks');
		for (const letter of 'dry') await app.press(letter);
		await app.press('enter', 'right', 'right');
		await app.waitFor('The same as a command:');
		expect(app.text()).toContain('Exchanges, at most · 3');
		await app.press('enter');
		await app.waitFor('enter results', patient);
		expect(readdirSync(out)).toHaveLength(2);
		await app.press('ctrlC');
		await app.exited;
	}, 120_000);
});
