/**
 * People in formats that ask for more than turns: answers typed one thing after the other.
 */
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {serveRehearsal, type RehearsalServer} from '../../src/rehearsal/server.ts';
import {killAll, openHere, openRostrum, patient} from './rostrum.ts';
import type {TerminalApp, TerminalOptions} from './term.ts';

const servers: RehearsalServer[] = [];

type Place = {readonly out: string; readonly home: string};

const open = (args: readonly string[], {home}: Place, options: TerminalOptions = {}): TerminalApp =>
	openHere(home, args, {columns: 100, rows: 30, ...options});

/** A program of its own: one that can be killed, or that starts itself anew for the sides of a Code Debate. */
const openProgram = (args: readonly string[], {home}: Place, options: TerminalOptions = {}): TerminalApp =>
	openRostrum(home, args, {columns: 100, rows: 30, ...options});

const newPlace = (): Place => ({
	out: mkdtempSync(path.join(tmpdir(), 'rostrum-out-')),
	home: mkdtempSync(path.join(tmpdir(), 'rostrum-home-')),
});
const folderIn = ({out}: Place): string => path.join(out, readdirSync(out)[0] ?? 'none');
const stateIn = (place: Place) => fold(readJournal(path.join(folderIn(place), 'debate.jsonl')).events);

afterEach(async () => {
	for (const server of servers.splice(0)) await server.close();
});

/** Types what is asked for once it is, and goes on. */
async function type(app: TerminalApp, asked: string, text: string): Promise<void> {
	await app.waitFor(asked, patient);
	app.write(text);
	await app.waitFor(text);
	await app.press('enter');
}

/** Once it is over. */
async function leave(app: TerminalApp): Promise<void> {
	await app.waitFor('enter results', patient);
	await app.press('q');
	expect((await app.exited).exitCode).toBe(0);
}

async function choose(app: TerminalApp, asked: string, number: string): Promise<void> {
	await app.waitFor(asked, patient);
	await app.press(number);
}

async function mark(app: TerminalApp): Promise<void> {
	for (const name of ['correctness', 'feasibility', 'risk', 'clarity', 'testability'])
		await choose(app, `${name} of`, '4');
}

const duel = (more: readonly string[], {out}: Place): readonly string[] => [
	'run',
	'model-duel',
	'--task',
	'Write a retry policy.',
	'--voice',
	'rehearsal',
	'--seed',
	'7',
	'--pace',
	'instant',
	'--out',
	out,
	...more,
];

describe('a Model Duel of two people', () => {
	it('is typed one thing after the other, changed by going back, goes on after a kill where it was, and ends like any duel', async () => {
		const place = newPlace();
		const app = openProgram(duel(['--seat', 'codex=human:Ann', '--seat', 'antigravity=human:Ben'], place), place);
		await type(app, 'Ann, your turn', 'Retry every request five times.');
		await type(app, 'Ben, your turn', 'It is unsafe under load.');
		await app.waitFor('issue 1', patient);
		app.write('\u001B[200~It repeats\npayments.\u001B[201~');
		await app.waitFor('payments.');
		app.resize(60, 20);
		await app.waitFor('payments.');
		await app.press('enter');
		await app.waitFor('issue 1, evidence', patient);
		app.write('half a thou');
		await app.waitFor('half a thou');
		const draft = path.join(folderIn(place), 'draft.json');
		await vi.waitFor(() => expect(readFileSync(draft, 'utf8')).toContain('half a thou'), patient);
		await killAll();
		const again = openProgram(['resume', folderIn(place), '--pace', 'instant'], place);
		await again.waitFor('issue 1, evidence', patient);
		await again.waitFor('half a thou');
		again.write('\u0015');
		await type(again, 'issue 1, evidence', '“every request”');
		await type(again, 'issue 1, fix', 'Leave payments out.');
		await again.waitFor('issue 2');
		await again.press('esc');
		await again.waitFor('t your turn');
		await again.press('t');
		await again.waitFor('issue 2');
		// Back by a burst of keys, past what was said before the kill: the claim is changed, what came after it stands.
		again.write('never mind\u001B[Z\u001B[Z\u001B[Z');
		await again.waitFor('part 2 of 5');
		again.write(' twi');
		await vi.waitFor(() => expect(readFileSync(draft, 'utf8')).toMatch(/never mind.*payments\. twi"/u), patient);
		// Killed before the draft knows what was said: the answer stands, not how far it had come.
		again.write('ce');
		await again.waitFor('payments. twice');
		await again.press('enter');
		await again.waitFor('part 3 of 5');
		await killAll();
		const last = open(['resume', folderIn(place), '--pace', 'instant'], place);
		await last.waitFor('issue 2', patient);
		await last.press('shiftTab', 'shiftTab', 'shiftTab');
		await last.waitFor('payments. twice');
		await last.press('tab', 'enter');
		await last.waitFor('Leave payments out.');
		await last.press('enter');
		await last.waitFor('never mind');
		last.write('\u0015');
		await last.waitFor('What else is wrong?');
		await last.press('enter');
		for (const name of ['correctness', 'feasibility']) await choose(last, `${name} of`, '1');
		await last.waitFor('risk of', patient);
		await last.press('shiftTab', 'shiftTab');
		await last.waitFor('correctness of');
		await last.press('4');
		await last.waitFor('feasibility of');
		await last.press('down', 'down', 'down', 'enter');
		for (const name of ['risk', 'clarity', 'testability']) await choose(last, `${name} of`, '4');
		await choose(last, 'issue 1 of 1', '1');
		await type(last, 'issue 1 of 1, accepted', 'Payments are out.');
		await choose(last, 'the critique as a whole', '1');
		await type(last, 'the revised text', ' Not payments.');
		await mark(last);
		await leave(last);
		const state = stateIn(place);
		expect(state.turns.map(({by, kind, text}) => [by?.name, kind, text])).toEqual([
			['Ann', 'draft', 'Retry every request five times.'],
			['Ben', 'critique', 'It is unsafe under load.'],
			['Ann', 'revision', 'Retry every request five times. Not payments.'],
		]);
		expect(state.records).toMatchObject([
			{
				type: 'critique',
				issues: [{claim: 'It repeats\npayments. twice', evidence: '“every request”'}],
				rubric: {correctness: 4, feasibility: 4, risk: 4},
			},
			{type: 'revision', decision: 'accepted'},
		]);
		expect(readFileSync(path.join(folderIn(place), 'debate.md'), 'utf8')).toMatch(/Ben.*a person/u);
		const verified = open(['verify', path.join(folderIn(place), 'model_duel.jsonl')], place);
		expect((await verified.exited).exitCode).toBe(0);
	}, 120_000);
});

describe('a seat of a Model Duel', () => {
	it('is taken while the duel runs, answered from, and given back in the middle of an answer', async () => {
		const place = newPlace();
		const app = open(duel(['--pace', '300'], place), place);
		await app.waitFor('r voices', patient);
		await app.press('r');
		await app.waitFor('Which seat?');
		await app.press('down');
		await app.waitFor('❯ Rehearsal B');
		await app.press('enter');
		await app.waitFor('❯ take it yourself');
		await app.press('enter');
		await app.waitFor('r voices');
		await app.press('.', '.', '.', '.', '.', '.', '.', '.');
		await type(app, 'your judgement', 'I would not ship it.');
		await app.waitFor('issue 1', patient);
		await app.press('esc');
		await app.waitFor('t your turn');
		await app.press('r');
		await app.waitFor('Which seat?');
		await app.press('down');
		await app.waitFor('❯ Guest');
		await app.press('enter');
		await app.waitFor('give it back to Rehearsal B');
		await app.press('enter');
		await leave(app);
		const state = stateIn(place);
		expect(state.outcome).toBe('completed');
		expect(state.turns.map(({kind, by}) => [kind, by?.name])).toEqual([
			['draft', 'Rehearsal A'],
			['critique', 'Rehearsal B'],
			['revision', 'Rehearsal A'],
		]);
	}, 120_000);
});

/** A repository with one commit, in which a debate is begun. */
function repository({home}: Place): void {
	for (const args of [
		['init', '-q'],
		['-c', 'user.name=X', '-c', 'user.email=x@example.org', 'commit', '-q', '--allow-empty', '-m', 'Begin'],
	])
		execFileSync('git', args, {cwd: home});
	writeFileSync(path.join(home, 'retry.ts'), 'for (;;) {\n\tawait ask();\n}\n');
	execFileSync('git', ['add', '.'], {cwd: home});
	execFileSync(
		'git',
		['-c', 'user.name=X', '-c', 'user.email=x@example.org', 'commit', '-q', '-m', 'Retry failed requests'],
		{cwd: home},
	);
}

const overCode = (more: readonly string[], {out}: Place): readonly string[] => [
	'run',
	'code-debate',
	'--commit',
	'HEAD',
	'--voice',
	'rehearsal',
	'--seed',
	'7',
	'--pace',
	'instant',
	'--out',
	out,
	...more,
];
const debateIn = (place: Place): string => readFileSync(path.join(folderIn(place), 'DEBATE.md'), 'utf8');

/** Waits for a question; B's own review, which may be asked for in between, finds nothing. */
async function asked(app: TerminalApp, question: string): Promise<void> {
	await app.waitFor(new RegExp(`· review|${question}`, 'u'), patient);
	if (app.text().includes('· review')) await app.press('enter');
	await app.waitFor(question, patient);
}

/** Agent A's opening. */
async function openDebate(app: TerminalApp): Promise<void> {
	// What is debated can be read while one answers.
	await app.waitFor('1 + for (;;) {', patient);
	await asked(app, 'summary');
	app.write('It is nearly right.\r');
	await asked(app, 'The gravest point');
	app.write('Retries never stop\r');
	await asked(app, 'point 1: Retries never stop');
	await type(app, 'point 1: Retries never stop', 'It asks for ever; give it a ceiling.');
	await asked(app, 'point 1, severity');
	await app.press('2');
	await asked(app, 'point 1, place');
	await type(app, 'point 1, place', 'retry.ts:1');
	await asked(app, 'point 1, resolution');
	await app.press('enter');
	await asked(app, 'point 2');
	await app.press('enter');
}

describe('a Code Debate of two people at one keyboard', () => {
	it('is typed point by point into the shared file, goes on after a kill, and ends in a consensus', async () => {
		const place = newPlace();
		repository(place);
		const app = openProgram(overCode(['--seat', 'a=human:Ann', '--seat', 'b=human:Ben'], place), place);
		await openDebate(app);
		await asked(app, 'P1, Retries never stop');
		await app.press('1');
		await app.waitFor('what convinced you?', patient);
		expect(app.text()).toContain('● 1 + for (;;) {');
		await app.press('ctrlO');
		await app.waitFor('[diff]');
		expect(app.text()).toContain(' 1 + for (;;) {');
		// Between two processes: back to the first part, and another answer to it.
		await app.press('shiftTab');
		await app.waitFor('❯ Agreed');
		await app.press('2');
		await type(app, 'Which part of it do you accept?', 'That it never ends');
		await app.waitFor('Which part do you not?', patient);
		app.write('half a thou');
		await app.waitFor('half a thou');
		const draft = path.join(folderIn(place), 'draft.json');
		await vi.waitFor(() => expect(readFileSync(draft, 'utf8')).toContain('half a thou'), patient);
		await killAll();
		const again = openProgram(['resume', folderIn(place), '--pace', 'instant'], place);
		await again.waitFor('● 1 + for (;;) {', patient);
		await again.waitFor('half a thou');
		again.write('\u0015');
		await type(again, 'Which part do you not?', 'That the loop is the place');
		await type(again, 'Why? Name the file', 'no');
		await type(again, 'A reason has 4 words at least', ', the caller has a deadline');
		await again.waitFor('finding 1');
		await again.press('enter');
		await choose(again, 'Agent B:', '1');
		await type(again, 'what convinced you?', 'The deadline is known there.');
		await again.waitFor('finding 1');
		await again.press('enter');
		// What was partly agreed goes back once.
		await choose(again, 'Agent A:', '1');
		await type(again, 'what convinced you?', 'That settles it between us.');
		await again.waitFor('finding 1');
		await again.press('enter');
		await leave(again);
		const state = stateIn(place);
		expect(state.outcome).toBe('consensus');
		expect(state.turns.map(({by, kind}) => [by?.name, kind])).toEqual([
			['Ann', 'opening'],
			['Ben', 'response'],
			['Ann', 'follow-up'],
			['Ben', 'response'],
			['Ann', 'consensus'],
		]);
		expect(
			state.actions
				.flatMap(action => (action.action === 'say' ? [action.text] : []))
				.filter(text => text === 'Retries never stop'),
		).toHaveLength(1);
		expect(debateIn(place)).toMatch(/Agent A \(Ann, a person\)[\s\S]*Agent B \(Ben, a person\)/u);
		const verified = open(['verify', path.join(folderIn(place), 'DEBATE.md')], place);
		expect((await verified.exited).exitCode).toBe(0);
	}, 120_000);
});

/** Takes the first seat. */
async function take(app: TerminalApp): Promise<void> {
	await app.waitFor('r voices', patient);
	await app.press('r');
	await app.waitFor('Which seat?');
	await app.press('enter');
	await app.waitFor('❯ take it yourself');
	await app.press('enter');
	// Where it is its turn already, it is asked for it at once.
	await app.waitFor(/r voices|your turn/u);
}

describe('a side of a Code Debate', () => {
	it('is taken while its voice is at work, typed for, and given back in the middle of a section', async () => {
		const place = newPlace();
		repository(place);
		const server = await serveRehearsal({rehearse, ttft: 4000});
		servers.push(server);
		const app = openProgram(overCode(['--seat', `a=${server.url}#model-1`], place), place);
		await take(app);
		await type(app, 'Guest, your turn', 'I have doubts.');
		await app.waitFor('point 1', patient);
		await app.press('esc');
		await app.waitFor('t your turn');
		await app.press('r');
		await app.waitFor('Which seat?');
		await app.press('enter');
		await app.waitFor('give it back to Model');
		await app.press('enter');
		await leave(app);
		const state = stateIn(place);
		expect(['consensus', 'deadlock']).toContain(state.outcome);
		expect(new Set(state.turns.map(({by}) => by?.name))).toEqual(
			new Set([state.start?.participants[0]?.name, state.start?.participants[1]?.name]),
		);
		expect(debateIn(place)).not.toContain('a person');
	}, 120_000);

	it('that is taken when its voice has written all is still told as that voice’s', async () => {
		const place = newPlace();
		repository(place);
		const app = openProgram(overCode(['--pace', '60'], place), place);
		await app.waitFor(
			() => existsSync(path.join(folderIn(place), 'DEBATE.md')) && debateIn(place).includes('## CONSENSUS'),
			patient,
		);
		await take(app);
		await app.waitFor('Agent A Guest');
		await app.press('.', '.', '.', '.', '.', '.', '.', '.', '.', '.');
		await leave(app);
		const {seats, turns} = stateIn(place);
		expect(seats.find(({id}) => id === 'a')?.name).toBe('Guest');
		expect(new Set(turns.map(({by}) => by?.name))).toEqual(new Set(['Rehearsal A', 'Rehearsal B']));
	}, 120_000);

	it('is taken with join, by a person in one terminal against a model in another; not without a screen', async () => {
		const place = newPlace();
		repository(place);
		const file = path.join(place.home, 'DEBATE.md');
		const refused = open(['join', file, '--commit', 'HEAD', '--voice', 'human', '--headless'], place);
		expect((await refused.exited).exitCode).toBe(2);
		expect(existsSync(file)).toBe(false);
		const app = open(
			[
				'join',
				file,
				'--side',
				'A',
				'--commit',
				'HEAD',
				'--voice',
				'human:Ann',
				'--pace',
				'instant',
				'--set',
				'settleSeconds=0',
			],
			place,
		);
		await openDebate(app);
		const other = openProgram(
			['join', file, '--side', 'B', '--headless', '--voice', 'rehearsal', '--set', 'settleSeconds=0'],
			place,
		);
		await app.waitFor(() => readFileSync(file, 'utf8').includes('## Response 1'), patient);
		// What was agreed at once needs no more words of anybody.
		await app.waitFor(/Ann, your turn|1 of 1 points agreed/u, patient);
		expect(readFileSync(file, 'utf8')).toMatch(/Agent A \(Ann, a person\)[\s\S]*Agent B \(Rehearsal B, no model\)/u);
		await app.press('ctrlC');
		await app.exited;
		await other.end();
	}, 120_000);
});

describe('a reviewer who is a person', () => {
	it('scores the plan, looks at each step, sends the work back and then accepts it', async () => {
		const place = newPlace();
		const app = open(
			[
				'run',
				'builder-reviewer',
				'--goal',
				'Document the sums',
				'--check',
				'true',
				'--voice',
				'rehearsal',
				'--reviewer',
				'human:Rae',
				'--seed',
				'7',
				'--pace',
				'instant',
				'--out',
				place.out,
			],
			place,
		);
		for (const decision of ['2', '1']) {
			await choose(app, 'How risky is this plan?', '2');
			for (const asked of ['to mind, 1', 'to check, 1', 'another plan']) {
				await app.waitFor(asked, patient);
				await app.press('enter');
			}
			for (;;) {
				const seen = await app.waitFor(/Is there something about|What becomes of this work\?/u, patient);
				if (seen.includes('What becomes of this work?')) break;
				const step = /Is there something about (\S+)/u.exec(seen)?.[1] ?? '';
				await app.press('1');
				await app.waitFor(text => !text.includes(`something about ${step} `), patient);
			}
			await app.press(decision);
			if (decision === '2') await type(app, 'to change, 1', 'Say who checks the sums.');
			await app.waitFor(decision === '2' ? 'to change, 2' : 'Why? Nothing to add', patient);
			await app.press('enter');
		}
		await leave(app);
		const state = stateIn(place);
		expect(state.outcome).toBe('completed');
		expect(state.formats.builderReviewer.decisions).toMatchObject([
			{decision: 'revise', comments: ['Say who checks the sums.']},
			{decision: 'accept'},
		]);
		expect(state.turns.filter(({speaker}) => speaker === 'reviewer').every(({by}) => by?.name === 'Rae')).toBe(true);
	}, 120_000);
});
