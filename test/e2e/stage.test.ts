/**
 * Whole debates in a terminal: every wait is for something on the screen, none for time.
 */
import {existsSync, mkdtempSync, readdirSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {openHere, openRostrum, patient} from './rostrum.ts';
import type {TerminalApp, TerminalOptions} from './term.ts';

const topic = 'Voting should be compulsory.';

type Stage = {readonly app: TerminalApp; readonly out: string; readonly home: string};

/** On a terminal of its own, with a home and a folder for debates that nobody else has. */
function open(
	args: readonly string[],
	options: TerminalOptions = {},
	at?: Pick<Stage, 'out' | 'home'>,
	opens = openHere,
): Stage {
	const home = at?.home ?? mkdtempSync(path.join(tmpdir(), 'rostrum-home-'));
	const out = at?.out ?? mkdtempSync(path.join(tmpdir(), 'rostrum-out-'));
	const app = opens(home, args, options);
	return {app, out, home};
}

/** A debate of three rehearsal voices, at a pace of so many words a minute. */
function debating(
	pace: string,
	{opens, ...options}: TerminalOptions & {opens?: typeof openHere} = {},
	more: readonly string[] = [],
): Stage {
	const out = mkdtempSync(path.join(tmpdir(), 'rostrum-out-'));
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-home-'));
	return open(
		[
			'run',
			'duelogic',
			'--preset',
			'three_way_ethics',
			'--topic',
			topic,
			'--voice',
			'rehearsal',
			'--seed',
			'7',
			'--pace',
			pace,
			'--out',
			out,
			...more,
		],
		options,
		{out, home},
		opens,
	);
}

const folderIn = (out: string): string => path.join(out, readdirSync(out)[0] ?? 'none');
const stateIn = (out: string) => fold(readJournal(path.join(folderIn(out), 'debate.jsonl')).events);

describe('a debate on the stage', () => {
	it('begins with one key on the home screen', async () => {
		const {app, home} = open([]);
		await app.waitFor('m more', patient);
		await app.press('2');
		await app.waitFor('space pause', patient);
		await app.waitFor('following', patient);
		expect(app.text()).toContain('ROSTRUM  ');
		await app.press('q');
		await app.waitFor('End this debate?');
		await app.press('enter');
		// It stands on top now.
		await app.waitFor('resume · Duelogic', patient);
		await app.press('q');
		expect((await app.exited).exitCode).toBe(0);
		expect(app.text()).toContain('Go on with: rostrum resume');
		expect(existsSync(path.join(home, 'transcripts'))).toBe(true);
	}, 120_000);

	it('is paused, slowed, scrolled, interjected in, ended with a closing, and exported', async () => {
		const {app, out} = debating('12000', {columns: 100, rows: 22});
		await app.waitFor('exchange 1/8', patient);
		await app.press(' ');
		await app.waitFor('‖ paused');
		await app.press('g');
		await app.waitFor(/▾ \d+ newer turns?: G/u);
		await app.press('G');
		await app.waitFor('following');
		await app.press(',');
		await app.press('i');
		await app.waitFor('Ask the arbiter to step in');
		for (const letter of 'Name a cost.') await app.press(letter);
		await app.waitFor('Name a cost.');
		await app.press('enter');
		await app.waitFor('i interject');
		await app.press(' ');
		await app.waitFor(/▸ \d+ words\/min/u);
		await app.waitFor('at your request', patient);
		await app.press('q');
		await app.waitFor('End this debate?');
		await app.press('down');
		await app.waitFor('❯ end with a closing');
		await app.press('enter');
		await app.press('.', '.', '.');
		await app.waitFor('enter results', patient);
		await app.press('enter');
		await app.waitFor('Outcome');
		expect(app.text()).toContain('stopped');
		await app.press('e');
		await app.waitFor('❯ share', patient);
		await app.press('enter');
		await app.waitFor('written to', patient);
		await app.press('right');
		await app.waitFor('❯ card');
		await app.press('right');
		await app.waitFor('❯ Markdown');
		await app.press('enter');
		await app.waitFor(/\.md\b/u, patient);
		const shared = path.join(folderIn(out), 'share');
		for (const file of ['index.html', 'card.svg'])
			expect(readFileSync(path.join(shared, file), 'utf8')).toContain('Voting should be compulsory');
		const state = stateIn(out);
		expect(state.outcome).toBe('stopped');
		expect(state.interjections.filter(({by}) => by === 'user').map(({reason}) => reason)).toEqual(['Name a cost.']);
		expect(state.actions.map(({action}) => action)).toEqual(
			expect.arrayContaining(['pause', 'pace', 'interject', 'resume', 'stop']),
		);
		expect(state.turns.at(-1)?.segment).toBe('synthesis');
		expect(readdirSync(folderIn(out)).filter(file => file.endsWith('.md'))).not.toEqual([]);
		await app.press('esc');
		await app.waitFor(text => !text.includes('❯ Markdown'));
		await app.press('q');
		await app.press('q');
		expect((await app.exited).exitCode).toBe(0);
	}, 120_000);

	it('goes on sentence by sentence while paused, passes over the rest of a turn, and is searched with its matches marked', async () => {
		const {app, out} = debating('6000', {columns: 120, rows: 30});
		const sentences = (): number =>
			readJournal(path.join(folderIn(out), 'debate.jsonl')).events.filter(({type}) => type === 'turn-delta').length;
		await app.waitFor('introduction', patient);
		await app.press(' ');
		await app.waitFor('‖ paused');
		const before = sentences();
		await app.press('n');
		await expect.poll(sentences).toBe(before + 1);
		await app.press('n');
		await expect.poll(sentences).toBe(before + 2);
		await app.press('s', ' ');
		await app.waitFor(/▸ \d+ words\/min/u);
		await app.waitFor('opening', patient);
		expect(stateIn(out).turns[0]).toMatchObject({finish: 'interrupted', reason: expect.stringContaining('skip')});
		await app.waitFor('exchange 1/8', patient);
		await app.press('/');
		await app.waitFor('Search');
		app.write('Compulsory\r');
		await app.waitFor(/▾ \d+ newer turns?: G/u, patient);
		const marked = Array.from({length: 30}, (_, row) => app.terminal.buffer.active.getLine(row))
			.flatMap(line => Array.from({length: 120}, (_, column) => line?.getCell(column)))
			.filter(cell => cell?.isInverse())
			.map(cell => cell?.getChars())
			.join('');
		expect(marked.toLowerCase()).toContain('compulsory');
		await app.press('esc');
		await app.waitFor(text => !text.includes('esc done'));
		await app.press('G');
		await app.waitFor('following');
		await app.press('q');
		await app.waitFor('End this debate?');
		await app.press('down', 'down');
		await app.waitFor(/❯ end now/u);
	}, 120_000);
});

describe('leaving', () => {
	it('by Ctrl+C puts the terminal back, and says how to go on; resume does', async () => {
		const stage = debating('12000', {}, ['--set', 'flow.maxExchanges=3']);
		const {app, out} = stage;
		await app.waitFor('opening', patient);
		expect(app.terminal.buffer.active.type).toBe('alternate');
		await app.press('ctrlC');
		expect((await app.exited).exitCode).toBe(130);
		await app.settle();
		expect(app.terminal.buffer.active.type).toBe('normal');
		expect(app.text()).toMatch(/Go on with: rostrum resume/u);
		const before = stateIn(out);
		expect(before.outcome).toBeUndefined();
		const again = open(['resume', folderIn(out), '--pace', 'instant'], {}, stage);
		await again.app.waitFor('enter results', patient);
		await again.app.press('q');
		expect((await again.app.exited).exitCode).toBe(0);
		const after = stateIn(out);
		expect(after.outcome).toBe('completed');
		const ended = before.turns.filter(({finish}) => finish !== undefined);
		expect(after.turns.slice(0, ended.length).map(({text}) => text)).toEqual(ended.map(({text}) => text));
	}, 120_000);

	it('and a finished debate is replayed from its journal', async () => {
		const stage = debating('instant', {}, ['--set', 'flow.maxExchanges=3']);
		await stage.app.waitFor('enter results', patient);
		const words = readFileSync(path.join(folderIn(stage.out), 'debate.jsonl'), 'utf8');
		await stage.app.press('q');
		expect((await stage.app.exited).exitCode).toBe(0);
		const {app} = open(['replay', folderIn(stage.out), '--speed', '1000'], {}, stage);
		await app.waitFor('enter results', patient);
		expect(app.text()).toContain('completed');
		expect(app.text()).not.toContain('interject');
		await app.press('q');
		expect((await app.exited).exitCode).toBe(0);
		expect(readFileSync(path.join(folderIn(stage.out), 'debate.jsonl'), 'utf8')).toBe(words);
	}, 120_000);
});

describe('while words stream', () => {
	it('resizes, bursts of keys and a bracketed paste leave one whole screen and no action that was not meant', async () => {
		const {app, out} = debating('1000');
		await app.waitFor('introduction', patient);
		for (const [columns, rows] of [
			[60, 20],
			[150, 45],
			[80, 24],
			[58, 15],
			[100, 30],
		] as const) {
			app.resize(columns, rows);
			app.write('\u001B[A\u001B[A\u001B[Bkkjj');
			await app.settle(60, 500);
		}
		app.write('\u001B[200~q\r i s b stop\u001B[201~');
		app.write('G');
		await app.waitFor('following');
		app.write('b');
		await app.waitFor('Barge in');
		app.write('\u001B[200~Who counts\r\nthe cost?\u001B[201~');
		// What was pasted in lines stays in lines.
		await app.waitFor('the cost?');
		app.write('\r');
		await app.waitFor('space pause');
		app.write(' ');
		const text = await app.waitFor('‖ paused');
		const lines = text.split('\n');
		expect(lines).toHaveLength(30);
		expect(lines.filter(line => line.includes('ROSTRUM'))).toHaveLength(1);
		expect(lines.at(-1)).toContain('space resume');
		expect(lines.filter(line => line.includes('── Chairs ─'))).toHaveLength(1);
		expect(stateIn(out).actions.map(({action}) => action)).toEqual(['barge-in', 'pause']);
	}, 120_000);
});

describe('terminals that can do less', () => {
	it('NO_COLOR sends not one colour, and signs and weight remain', async () => {
		const {app} = debating('12000', {env: {NO_COLOR: '1'}, opens: openRostrum});
		await app.waitFor('opening', patient);
		await app.press(' ');
		await app.waitFor('‖ paused');
		const {active} = app.terminal.buffer;
		const cells = Array.from({length: app.terminal.rows}, (_, row) => active.getLine(row)).flatMap(line =>
			Array.from({length: app.terminal.cols}, (_, column) => line?.getCell(column)),
		);
		expect(cells.filter(cell => cell && !(cell.isFgDefault() && cell.isBgDefault()))).toEqual([]);
		expect(cells.some(cell => cell?.isBold())).toBe(true);
		expect(app.text()).toMatch(/[●◆▲]/u);
	}, 120_000);

	it('TERM=linux gets ASCII alone, and no sequence that the Linux console does not know', async () => {
		const {app} = debating('12000', {env: {TERM: 'linux', COLORTERM: ''}, columns: 80, rows: 25});
		let sent = '';
		app.onData(text => (sent += text));
		await app.waitFor('opening', patient);
		await app.press(' ');
		await app.waitFor('paused');
		const text = app.text();
		const shown = sent;
		await app.end();
		expect(text).toMatch(/ROSTRUM .*Duelogic/u);
		expect(text.split('\n').at(-1)).toContain('space resume');
		expect(shown.match(/.{0,30}[^\u0000-\u007F].{0,30}/gu)).toBeNull();
		// console_codes(4): no title, link or clipboard (OSC), no strings (DCS, APC); of CSI what it has, modes apart.
		const others = sent.replaceAll(/\u001B(?:\[\??[\d;]*[A-HJKLMPX@cdefghlmnrsu]|[78])/gu, '');
		expect([...new Set(others.match(/\u001B[^\u001B]{0,12}/gu))]).toEqual([]);
	}, 120_000);

	it('TERM=dumb gets plain lines, and no escape sequence', async () => {
		const {app} = debating('instant', {env: {TERM: 'dumb'}, rows: 400}, ['--set', 'flow.maxExchanges=3']);
		expect((await app.exited).exitCode).toBe(0);
		await app.settle();
		expect(app.terminal.buffer.active.type).toBe('normal');
		expect(app.text()).toContain('== introduction ==');
		expect(app.text()).toContain('== completed');
		expect(app.text()).not.toMatch(/space pause|─/u);
	}, 120_000);
});
