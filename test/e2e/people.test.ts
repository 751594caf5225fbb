/** People in formats that ask for more than turns: answers typed one thing after the other, in a real terminal against the built program. */
import {mkdtempSync, readdirSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {fold} from '../../src/debate/state.ts';
import {readJournal} from '../../src/engine/journal.ts';
import {TerminalApp, type TerminalOptions} from './term.ts';

const program = path.resolve('bin/rostrum.js');
const patient = 40_000;
const apps: TerminalApp[] = [];

type Place = {readonly out: string; readonly home: string};

function open(args: readonly string[], {home}: Place, options: TerminalOptions = {}): TerminalApp {
	const app = new TerminalApp({columns: 100, rows: 30, ...options, args: [program, ...args], cwd: home, env: {ROSTRUM_HOME: home, OPENROUTER_API_KEY: '', OPENAI_API_KEY: '', OPENAI_BASE_URL: '', NO_COLOR: '', ...options.env}});
	apps.push(app);
	return app;
}

const newPlace = (): Place => ({out: mkdtempSync(path.join(tmpdir(), 'rostrum-out-')), home: mkdtempSync(path.join(tmpdir(), 'rostrum-home-'))});
const folderIn = ({out}: Place): string => path.join(out, readdirSync(out)[0] ?? 'none');
const stateIn = (place: Place) => fold(readJournal(path.join(folderIn(place), 'debate.jsonl')).events);

afterEach(async () => {
	for (const app of apps.splice(0)) await app.end();
});

/** Types what is asked for once it is, and goes on. */
async function type(app: TerminalApp, asked: string, text: string): Promise<void> {
	await app.waitFor(asked, patient);
	app.write(text);
	await app.waitFor(text);
	await app.press('enter');
}

async function choose(app: TerminalApp, asked: string, number: string): Promise<void> {
	await app.waitFor(asked, patient);
	await app.press(number);
}

async function mark(app: TerminalApp): Promise<void> {
	for (const name of ['correctness', 'feasibility', 'risk', 'clarity', 'testability']) await choose(app, `${name} of`, '4');
}

const duel = (more: readonly string[], {out}: Place): readonly string[] => ['run', 'model-duel', '--task', 'Write a retry policy.', '--voice', 'rehearsal', '--seed', '7', '--pace', 'instant', '--out', out, ...more];

describe('a Model Duel of two people', () => {
	it('is typed one thing after the other, goes on after a kill where it was, and ends like any duel', async () => {
		const place = newPlace();
		const app = open(duel(['--seat', 'codex=human:Ann', '--seat', 'antigravity=human:Ben'], place), place);
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
		await app.end();
		apps.splice(0);
		const again = open(['resume', folderIn(place), '--pace', 'instant'], place);
		await type(again, 'issue 1, evidence', '“every request”');
		await type(again, 'issue 1, fix', 'Leave payments out.');
		await again.waitFor('issue 2');
		await again.press('esc');
		await again.waitFor('t your turn');
		await again.press('t');
		await again.waitFor('issue 2');
		await again.press('enter');
		await mark(again);
		await choose(again, 'issue 1 of 1', '1');
		await type(again, 'issue 1 of 1, accepted', 'Payments are out.');
		await choose(again, 'the critique as a whole', '1');
		await type(again, 'the revised text', ' Not payments.');
		await mark(again);
		await again.waitFor('enter results', patient);
		await again.press('q');
		expect((await again.exited).exitCode).toBe(0);
		const state = stateIn(place);
		expect(state.turns.map(({by, kind, text}) => [by?.name, kind, text])).toEqual([
			['Ann', 'draft', 'Retry every request five times.'], ['Ben', 'critique', 'It is unsafe under load.'], ['Ann', 'revision', 'Retry every request five times. Not payments.'],
		]);
		expect(state.records).toMatchObject([{type: 'critique', issues: [{claim: 'It repeats\npayments.', evidence: '“every request”'}], rubric: {risk: 4}}, {type: 'revision', decision: 'accepted'}]);
		expect(readFileSync(path.join(folderIn(place), 'debate.md'), 'utf8')).toMatch(/Ben.*a person/u);
		const verified = open(['verify', path.join(folderIn(place), 'model_duel.jsonl')], place);
		expect((await verified.exited).exitCode).toBe(0);
	}, 120_000);
});

describe('a seat of a Model Duel', () => {
	it('is taken while the duel runs, answered from, and given back in the middle of an answer', async () => {
		const place = newPlace();
		const app = open(duel(['--pace', '300'], place), place);
		await app.waitFor('r reseat', patient);
		await app.press('r');
		await app.waitFor('Whose seat?');
		await app.press('down');
		await app.waitFor('❯ Rehearsal B');
		await app.press('enter');
		await app.waitFor('❯ take it yourself');
		await app.press('enter');
		await app.waitFor('r reseat');
		await app.press('.', '.', '.', '.', '.', '.', '.', '.');
		await type(app, 'your judgement', 'I would not ship it.');
		await app.waitFor('issue 1', patient);
		await app.press('esc');
		await app.waitFor('t your turn');
		await app.press('r');
		await app.waitFor('Whose seat?');
		await app.press('down');
		await app.waitFor('❯ Guest');
		await app.press('enter');
		await app.waitFor('give it back to Rehearsal B');
		await app.press('enter');
		await app.waitFor('enter results', patient);
		const state = stateIn(place);
		expect(state.outcome).toBe('completed');
		expect(state.turns.map(({kind, by}) => [kind, by?.name])).toEqual([['draft', 'Rehearsal A'], ['critique', 'Rehearsal B'], ['revision', 'Rehearsal A']]);
	}, 120_000);
});
