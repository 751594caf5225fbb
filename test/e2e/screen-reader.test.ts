/** The app as a screen reader is given it: every screen by ear. */
import {mkdirSync, mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from 'vitest';
import {journalsUnder} from '../../src/app/files/debate-folders.ts';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {wrapText} from '../../src/view/wrap.ts';
import {classicClash, openHere, openRostrum, patient} from './rostrum.ts';

const fresh = (what: string): string => mkdtempSync(path.join(tmpdir(), `rostrum-${what}-`));

/** Signs that are only to be seen, and no word for anybody who listens. */
const unheard = /[\u2190-\u21FF\u2500-\u25FF❯‖⚖✎✓✗]/u;

/** A key for each letter. */
const typed = (text: string): readonly string[] => text.split('');

/**
 * At this pace the first openings may be over before the keys are told, and the one to vote comes wherever the closing
 * is drawn: it is put where it is told at the pace of speech.
 */
const withVoteFirst = (text: string): string =>
	text
		.replace(/^Keys: v: vote\.\n/mu, '')
		.replace(/^Keys: (?:v: vote; )?(?<others>space:[^.]*\.)/mu, (_keys, others: string) =>
			wrapText(`Keys: v: vote; ${others.replaceAll('\n', ' ')}`, 100).join('\n'),
		);

/** What was said, and nothing of what is only for the terminal. */
function listen(args: readonly string[], home = fresh('home'), opens = openHere) {
	// The recorded debate is one of voices that talk at their own speed: what is cut in where depends on it.
	const env = {ROSTRUM_SCREENREADER: 'on', ROSTRUM_REHEARSAL_SPEED: ''};
	const app = opens(home, args, {columns: 100, rows: 24, cwd: fresh('cwd'), env});
	app.terminal.options.scrollback = 10_000;
	const sent: string[] = [];
	app.onData(text => sent.push(text));
	const everything = (): string => {
		const {active} = app.terminal.buffer;
		return Array.from({length: active.length}, (_, line) => active.getLine(line)?.translateToString(true) ?? '')
			.join('\n')
			.trimEnd();
	};
	/** Lines that were said, before the one that is being written. */
	let heard = 0;
	const since = (): string => everything().split('\n').slice(heard).join('\n');
	return {
		app,
		everything,
		sent: () => sent.join(''),
		/** Presses keys; gives what is said until these words have come and it is quiet, none of it for the eye alone. */
		async hears(keys: readonly string[], words: string): Promise<string> {
			await app.press(...keys);
			const until = Date.now() + patient;
			while (!since().includes(words)) {
				if (Date.now() > until) throw new Error(`"${words}" was never said; since the last key it was:\n${since()}`);
				await new Promise(resolve => setTimeout(resolve, 20));
			}
			await app.settle();
			const said = since();
			const lines = everything().split('\n');
			heard = lines.at(-1)?.startsWith('>') ? lines.length - 1 : lines.length;
			expect(said).not.toMatch(unheard);
			return said;
		},
		/** Nothing more is said by itself. */
		async isQuiet(): Promise<void> {
			const before = everything();
			await new Promise(resolve => setTimeout(resolve, 1500));
			expect(everything()).toBe(before);
		},
	};
}

it('a debate comes as lines one after the other, from the first word to the figures', async () => {
	const out = fresh('out');
	const {app, everything, hears, sent} = listen(classicClash(out, '--pace', 'instant'));
	await app.waitFor('Keys: enter: results', patient);
	const text = everything();
	expect(app.terminal.buffer.active.type).toBe('normal');
	const state = fold(readJournal(journalsUnder(out)[0] ?? '').events);
	const heard = text.replaceAll(/\s+/gu, ' ');
	for (const turn of state.turns) expect(heard).toContain(turn.text.slice(0, 60).replaceAll(/\s+/gu, ' '));
	// Nothing is drawn over: no line is cleared, and the cursor never goes up.
	expect(sent()).not.toMatch(/\u001B\[\d*[AJK]/u);
	await expect(`${withVoteFirst(text)}\n`).toMatchFileSnapshot(path.resolve('docs/screen-reader.txt'));
	// All of the results at once, not a window on them.
	const results = await hears(['enter'], 'c: voices');
	for (const heading of ['Outcome', 'Scores over the turns', 'scores: 15, 72', 'Moments', 'Cost'])
		expect(results).toContain(heading);
	const detail = await hears(['enter', 'w'], 'colon: commands; escape:');
	expect(detail).toContain('steel-man adequate two of three 18 of 25');
	expect(await hears(['esc'], 'Closed.')).not.toContain('Keys');
}, 120_000);

it('a setup says what has the focus, what a key has done, and where it stands', async () => {
	const {app, everything, hears, isQuiet} = listen([]);
	await hears([], 'Keys: enter: watch');
	const start = everything().length;
	expect(await hears(['n'], '0: start over')).toContain(
		'New debate, step 1 of 5: format\nChoose a format\nDuelogic, 1 of 7',
	);
	expect(await hears(['down'], '2 of 7')).toMatch(/^Adversarial Spec, 2 of 7\n/u);
	await hears(['up'], 'Duelogic, 1 of 7');
	const topic = await hears(['enter'], 'Write here: Voting should be compulsory.');
	expect(topic).toContain(
		'New debate, step 2 of 5: topic\nDuelogic, What is it about?\nTopic — enter fills it in, 1 of 5\n',
	);
	await hears([...typed('Cats rule')], '> Cats rule');
	await hears(['enter'], 'On to who takes part, 5 of 5');
	expect(await hears(['right'], 'Utilitarian Chair, rehearsal, no model, 1 of 6')).toContain(
		'New debate, step 3 of 5: seats',
	);
	await hears(['f'], 'Another framework');
	expect(await hears(['\u001B[200~libert\u001B[201~'], 'Libertarian Chair, libertarian, 1 of 1')).toContain('> libert');
	await hears(['enter'], 'Libertarian Chair, rehearsal, no model, 1 of 6');
	expect(await hears(['right'], 'Exchanges, at most, 8, 1 of')).toContain('New debate, step 4 of 5: options');
	await hears(['down', 'down', 'down'], 'Tone, spirited, 4 of');
	expect(await hears(['enter'], 'Tone, heated, set here, 4 of')).not.toContain('spirited, 4 of');
	expect(await hears(['G', 'up'], 'folded away')).toContain('Advanced, 18 options, folded away, 11 of 12');
	const summary = await hears(['right'], 'Keys: enter: start; s: save as preset.');
	expect(summary).toContain('Topic Cats rule\n');
	await isQuiet();
	const setup = everything().slice(start).trim();
	await expect(`${setup}\n`).toMatchFileSnapshot(path.resolve('docs/screen-reader-setup.txt'));
	await hears(['enter'], 'Introduction.');
	expect(app.terminal.buffer.active.type).toBe('normal');
}, 120_000);

it('the dialogs of a debate say what they ask, what is chosen and that they are closed, and the debate is heard above what is typed', async () => {
	const {hears, everything} = listen(classicClash(fresh('out'), '--pace', '90'));
	expect(await hears([], 'Rehearsal Host:')).toMatch(/Pace: 90 words\/min\.\nKeys: .*space: pause/u);
	await hears([' '], 'Paused.');
	await hears(['>'], 'Pace: 110 words/min.');
	expect(await hears(['v'], '> Listener 1')).toContain(
		'Where do you stand, before you have heard them?\nWrite here: the name of a listener\nstance: 0, undecided\ncast no vote yet\n',
	);
	expect(await hears(['right'], 'stance: +1, in favour')).toBe('stance: +1, in favour\n> Listener 1');
	await hears([...typed('Ann'), 'enter'], 'cast Ann +1');
	await hears(['esc'], 'Closed.');
	expect(await hears(['i'], '\n>')).toContain('Ask the arbiter to step in\nto everyone, 1 of 3\n');
	await hears(['down'], 'to Rehearsal A, 2 of 3');
	await hears([...typed('why'), 'enter'], 'It is passed on.');
	await hears(['b'], 'Barge in\nWrite here: what you want to say');
	await hears([...typed('Hear me')], '> Hear me');
	// What is being written stays below what is said meanwhile, whole.
	await hears(['esc'], 'Closed.');
	await hears(['r'], 'Which seat?\nRehearsal A, utilitarian, 1 of 4');
	await hears(['down', 'enter'], 'take it yourself from the next turn, 1 of 3');
	await hears(['enter'], 'Closed.');
	await hears(['m'], 'moment.');
	await hears(['1'], 'Rehearsal A is muted.');
	await hears(['1'], 'Rehearsal A is heard again.');
	await hears([' '], 'Going on.');
	await hears(['?'], 'question mark: this help');
	expect(everything()).not.toContain('make the side panes smaller');
	await hears(['esc'], 'Closed.');
	await hears(['q'], 'End this debate?\nquit and keep for later, 1 of 4');
	await hears(['down'], 'end with a closing, 2 of 4');
	await hears(['down', 'enter'], 'Stopped');
}, 120_000);

it('library, replay, exports, settings, health check and watching say what they find and what went wrong', async () => {
	const home = fresh('home');
	mkdirSync(path.join(home, 'transcripts'));
	const first = listen(
		classicClash(path.join(home, 'transcripts'), '--pace', 'instant', '--set', 'flow.maxExchanges=3'),
		home,
	);
	await first.hears([], 'Keys: enter: results');
	await first.app.press('q');
	await first.app.exited;
	const {hears, isQuiet} = listen([], home);
	await hears([], 'Keys: enter: start');
	expect(await hears(['l'], 'Rehearsal Host, introduction, turn 1')).toContain('Voting should be compulsory.,');
	await hears(['/', ...typed('doctor')], 'Nothing was found');
	await hears([...Array.from({length: 6}, () => 'backspace'), ...typed('character')], 'times');
	await hears(['esc'], 'Found for “character”');
	await hears(['f'], 'Which debates\nformat, any, 1 of 6');
	await hears(['down'], 'framework, any, 2 of 6');
	await hears(['esc'], 'Closed.');
	expect(await hears(['d'], 'keep it, 1 of 2')).toContain('Move to the trash? Voting should be compulsory.');
	await hears(['esc'], 'Closed.');
	expect(await hears(['e'], 'index.html')).toContain('share, 1 of');
	expect(await hears(['right'], 'lines more')).toContain('Markdown, 2 of');
	await hears(['enter'], 'written to');
	await hears(['esc'], 'Voting should be compulsory.,');
	await hears(['p'], 'Introduction.');
	await hears([' '], 'Paused.');
	await hears(['right'], 'Turn 2 of');
	await hears(['left'], 'Turn 1 of');
	await hears(['q'], 'Library, 1 debate');
	expect(await hears(['esc'], 'Hear a live debate')).toMatch(/Hear a live debate[^\n]* rehearsed/u);
	expect(await hears(['s'], 'Not set.')).toContain('Keys: Key for OpenRouter, none, 1 of');
	await hears(['down', 'down', 'down', 'enter'], 'Write here');
	await hears(['esc'], 'Closed.');
	await hears(['esc'], 'Hear a live debate');
	const health = await hears(['c'], 'works.');
	expect(health.match(/Checking/gu)).toHaveLength(1);
	await isQuiet();
	await hears(['esc'], 'Hear a live debate');
	await hears(['w'], 'Write here: the newest debate');
	await hears([...typed('/nowhere'), 'enter'], 'Error: There is no debate here');
	await hears(['esc'], 'Hear a live debate');
	expect(readdirSync(path.join(home, 'transcripts'))).toHaveLength(1);
}, 120_000);

it('an answer of several parts is given by ear: what is debated can be heard, and a part be gone back to', async () => {
	// The other side of a Code Debate is this program, started again.
	const {hears} = listen(
		[
			'run',
			'code-debate',
			'--topic',
			'Should retries ever stop?',
			'--voice',
			'rehearsal',
			'--seat',
			'a=human:Ann',
			'--seed',
			'7',
			'--pace',
			'instant',
			'--out',
			fresh('out'),
		],
		fresh('home'),
		openRostrum,
	);
	expect(await hears([], 'Write here: What do you make of it?')).toContain('Ann, your turn, agent, opening');
	await hears(['ctrlO'], 'Should retries ever stop?');
	expect(await hears(['enter'], 'Type something first.')).not.toContain('Your turn is said.');
	expect(await hears([...typed('Nearly.'), 'enter'], 'The gravest point')).toContain('shift+tab: back');
	const back = await hears(['shiftTab'], 'Part 1 of 2, as it was answered.');
	expect(back).toContain('What do you make of it?');
	expect(back).toContain('> Nearly.');
	expect(await hears(['tab'], 'The gravest point')).not.toContain('Your turn is said.');
}, 60_000);
