/**
 * What a listener does with the stage besides listening, on a terminal: votes, panes, moments, turns, exports,
 * replays.
 */
import {mkdtempSync, readdirSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {votesOf} from '../../src/debate/views/judgements.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {openHere, patient} from './rostrum.ts';
import type {TerminalApp, TerminalOptions} from './term.ts';

const sample = path.resolve('transcripts/sample-three-way-ethics');
const temporary = (name: string): string => mkdtempSync(path.join(tmpdir(), `rostrum-${name}-`));

const open = (args: readonly string[], options: TerminalOptions = {}): TerminalApp =>
	openHere(temporary('home'), args, options);

/** A debate of three rehearsal voices, and the folder that it is kept under. */
function debating(pace: string, options: TerminalOptions = {}): {app: TerminalApp; journal: () => string} {
	const out = temporary('out');
	const app = open(
		[
			'run',
			'duelogic',
			'--preset',
			'three_way_ethics',
			'--topic',
			'Voting should be compulsory.',
			'--voice',
			'rehearsal',
			'--seed',
			'7',
			'--pace',
			pace,
			'--set',
			'flow.maxExchanges=3',
			'--out',
			out,
		],
		options,
	);
	return {app, journal: () => path.join(out, readdirSync(out)[0] ?? 'none', 'debate.jsonl')};
}

describe('listeners', () => {
	it('vote before and after, by keys in one burst and by a pasted name; the journal, its check and the exports have it', async () => {
		const {app, journal} = debating('600', {columns: 100, rows: 30});
		await app.waitFor('v vote', patient);
		app.write('v');
		await app.waitFor('before you have heard them?');
		app.write('\u001B[C\u001B[C\r');
		await app.waitFor('Listener 1 +2');
		app.write('\u001B[200~Ann\r\u001B[201~');
		app.write('\u001B[D\r');
		await app.waitFor('Ann −1');
		await app.press('esc');
		await app.waitFor('space pause');
		app.write('I');
		await app.waitFor('▸ instant');
		await app.waitFor(text => !text.includes('v vote'), patient);
		app.write('q');
		await app.waitFor('End this debate?');
		await app.press('down', 'enter');
		await app.waitFor('enter results', patient);
		await app.press('enter');
		await app.waitFor('v vote');
		app.write('v');
		await app.waitFor('Where do you stand now?');
		app.write('\u001B[D\u001B[D\u001B[D\r');
		await app.waitFor('Listener 1 +2 → −1');
		app.write('\r');
		await app.waitFor('Ann −1 → −1');
		await app.press('esc');
		await app.waitFor(text => !text.includes('Where do you stand now?'));
		await app.press('pageDown', 'pageDown');
		await app.waitFor('moved by −3');
		const {events, problems} = readJournal(journal());
		expect(problems).toEqual([]);
		expect(events.at(-1)?.type).toBe('user-action');
		expect(votesOf(fold(events))).toEqual([
			{listener: 'Listener 1', before: 2, after: -1, shift: -3},
			{listener: 'Ann', before: -1, after: -1, shift: 0},
		]);
		expect(readFileSync(path.join(path.dirname(journal()), 'debate.md'), 'utf8')).toMatch(
			/\| Listener 1 \| \+2 \| −1 \| −3 \|/u,
		);
		await app.press('q');
		expect((await app.exited).exitCode).toBe(0);
		const check = open(['verify', journal()]);
		expect((await check.exited).exitCode).toBe(0);
	}, 120_000);

	it('mute a chair, resize and hide panes, go from moment to moment, and open a turn while words stream', async () => {
		const {app, journal} = debating('3000', {columns: 120, rows: 36});
		await app.waitFor('cuts in', patient);
		app.write('1');
		await app.waitFor(/muted · \d+ words/u);
		app.write('1');
		await app.waitFor(text => !text.includes('muted'));
		const side = (text: string) =>
			text
				.split('\n')
				.find(line => line.includes('── Chairs'))
				?.indexOf('── Chairs') ?? -1;
		const before = side(app.text());
		app.write('[[');
		await app.waitFor(text => side(text) === before + 8);
		app.write(']]]]');
		await app.waitFor(text => side(text) === before - 8);
		app.write('c');
		await app.waitFor(text => !text.includes('── Chairs'));
		app.write('o');
		await app.waitFor('[transcript]');
		app.resize(90, 24);
		await app.waitFor(/\[transcript\].*tab/u);
		app.write('z');
		app.resize(120, 36);
		await app.waitFor('── Chairs');
		app.write('M');
		await app.waitFor(/❯ .*· \d+ of \d+ ──/su);
		app.write('w');
		await app.waitFor(/Turn \d+ of \d+/u);
		await app.waitFor('rehearsal, no model');
		const number = /Turn (\d+) of/u.exec(app.text())?.[1];
		app.write('\u001B[D');
		await app.waitFor(`Turn ${Number(number) - 1} of`);
		await app.press('esc');
		await app.waitFor('space pause');
		expect(fold(readJournal(journal()).events).actions).toEqual([]);
	}, 120_000);
});

describe('a replay', () => {
	it('is gone through by turns and segments both ways, while it plays, paused, and after its end', async () => {
		const words = readFileSync(path.join(sample, 'debate.jsonl'), 'utf8');
		const app = open(['replay', sample], {columns: 140, rows: 30});
		await app.waitFor(/turn 1 of 27/u, patient);
		app.write('\u001B[C\u001B[C\u001B[C');
		await app.waitFor(/turn 4 of 27/u);
		await app.press(' ');
		await app.waitFor('‖ paused');
		app.write('}');
		await app.waitFor('exchange 1/5');
		app.write('\u001B[D');
		await app.waitFor(/turn 4 of 27/u);
		app.write('{{{');
		await app.waitFor('introduction');
		await app.waitFor(/[01] of 27/u);
		app.write('}'.repeat(12));
		await app.waitFor('enter results');
		app.write('\u001B[D');
		await app.waitFor('‖ paused');
		expect(app.text()).toContain('turn 27 of 27');
		app.write('{');
		await app.waitFor('space resume');
		await app.press(' ');
		const at = app.text();
		await app.waitFor(text => text !== at && text.includes('▍'));
		expect(readFileSync(path.join(sample, 'debate.jsonl'), 'utf8')).toBe(words);
		await app.press('q');
		expect((await app.exited).exitCode).toBe(0);
	}, 120_000);
});

describe('an export', () => {
	it('is looked at before it is written', async () => {
		const {app, journal} = debating('instant', {columns: 80, rows: 24});
		await app.waitFor('enter results', patient);
		const folder = path.dirname(journal());
		const before = readdirSync(folder);
		await app.press('e');
		await app.waitFor('[share]');
		await app.waitFor('index.html');
		await app.press('right');
		await app.waitFor('[Markdown]');
		await app.waitFor('Voting should be compulsory');
		await app.press('pageDown');
		await app.waitFor(/▴ \d+ of \d+ lines ▾/u);
		await app.press('right');
		await app.waitFor('[highlights]');
		await app.press('right');
		await app.waitFor('[podcast script]');
		expect(readdirSync(folder)).toEqual(before);
		await app.press('enter');
		await app.waitFor('written to');
		expect(readdirSync(folder)).toEqual([...before, 'podcast.md'].toSorted());
		await app.press('esc');
		await app.waitFor('enter results');
	}, 120_000);
});
