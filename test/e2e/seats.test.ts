/**
 * People at the keyboard, seats that change hands, and the budget's cap, in a terminal; the built program where it is killed.
 */
import {mkdtempSync, readdirSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {checkEvents} from '../../src/app/files/check-journal.ts';
import {runningDebates} from '../../src/app/setup/debate-look.ts';
import type {FaultName, ServerFault} from '../../src/rehearsal/faults.ts';
import {serveRehearsal, type RehearsalServer} from '../../src/rehearsal/server.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {killAll, openHere, openRostrum, patient} from './rostrum.ts';
import type {TerminalApp, TerminalOptions} from './term.ts';

const servers: RehearsalServer[] = [];

type Place = {readonly out: string; readonly home: string};

const size = {columns: 100, rows: 30};

const open = (args: readonly string[], {home}: Place, options: TerminalOptions = {}): TerminalApp =>
	openHere(home, args, {...size, ...options});

/** A program of its own, that can be killed. */
const openProgram = (args: readonly string[], {home}: Place, options: TerminalOptions = {}): TerminalApp =>
	openRostrum(home, args, {...size, ...options});

const newPlace = (): Place => ({
	out: mkdtempSync(path.join(tmpdir(), 'rostrum-out-')),
	home: mkdtempSync(path.join(tmpdir(), 'rostrum-home-')),
});
const debate = (more: readonly string[], {out}: Place): readonly string[] => [
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
	'--pace',
	'instant',
	'--out',
	out,
	'--set',
	'flow.maxExchanges=3',
	'--set',
	'interruptions.enabled=false',
	...more,
];

const folderIn = ({out}: Place): string => path.join(out, readdirSync(out)[0] ?? 'none');
const stateIn = (place: Place) => fold(readJournal(path.join(folderIn(place), 'debate.jsonl')).events);
const turnsIn = (place: Place) => stateIn(place).turns.map(({by, text}) => [by?.name, text] as const);

async function serveFaults(...faults: ServerFault[]): Promise<RehearsalServer> {
	const server = await serveRehearsal({faults, rehearse, burst: 8});
	servers.push(server);
	return server;
}
const serve = async (...faults: FaultName[]): Promise<string> =>
	(await serveFaults(...faults.map(name => ({name})))).url;

afterEach(async () => {
	for (const server of servers.splice(0)) await server.close();
});

describe('two people at one keyboard', () => {
	const people = ['--seat', 'chair_1=human:Ann', '--seat', 'chair_2=human:Ben'];

	it('are called by name, keep what they have written while they look around, and debate to the end', async () => {
		const place = newPlace();
		const app = open(debate(people, place), place);
		await app.waitFor('Ann, your turn', patient);
		// A burst of keys, a paste of two lines as one piece, a resize, a look around.
		app.write('A vote is a duty, and ');
		app.write('\u001B[200~a parliament hears\nonly those who turn up.\u001B[201~');
		await app.waitFor('only those who turn up.');
		app.resize(60, 20);
		await app.waitFor('only those who turn up.');
		expect(app.text()).toMatch(/14 of 71 words · \d:\d\d/u);
		await app.press('esc');
		await app.waitFor('t your turn');
		expect(app.text()).toContain('Ann is to speak, here at the keyboard');
		await app.press('?');
		await app.waitFor('esc close');
		await app.press('esc');
		await app.waitFor(text => !text.includes('esc close'));
		await app.press('t');
		await app.waitFor('only those who turn up.');
		app.resize(100, 30);
		await app.press('enter');
		await app.waitFor('Ben, your turn', patient);
		expect(turnsIn(place).at(-1)).toEqual(['Ann', 'A vote is a duty, and a parliament hears\nonly those who turn up.']);
		for (let turn = 1; turn <= 9; turn++) {
			await app.waitFor(turn % 2 === 1 ? 'Ben, your turn' : 'Ann, your turn', patient);
			app.write(`This is what I have to say as number ${turn}.`);
			await app.waitFor(`as number ${turn}.`);
			await app.press('enter');
		}
		await app.waitFor('enter results', patient);
		await app.press('q');
		expect((await app.exited).exitCode).toBe(0);
		const state = stateIn(place);
		expect(state.outcome).toBe('completed');
		const said = state.turns.filter(({by}) => by?.voice.startsWith('human:'));
		expect(said).toHaveLength(10);
		// People sit here, whom a rehearsal does not judge, and that is said.
		expect(state.turns.every(({evaluation}) => evaluation === undefined)).toBe(true);
		const written = readFileSync(path.join(folderIn(place), 'debate.md'), 'utf8');
		expect(written).toMatch(/\*\*Ann\*\* · utilitarian · \d:\d\d · \*a person\*/u);
		expect(written).toMatch(/\| Ben \| chair \| virtue ethics \| a person \|/u);
		expect(written).toContain('No scores: Ann is no rehearsal, and only a rehearsal judges here.');
	}, 120_000);

	it('are asked again after a kill, and what was said stands', async () => {
		const place = newPlace();
		const app = openProgram(debate(people, place), place);
		await app.waitFor('Ann, your turn', patient);
		app.write('Once is enough.');
		await app.waitFor('Once is enough.');
		await app.press('enter');
		await app.waitFor('Ben, your turn', patient);
		app.write('This will be ');
		await app.waitFor('This will be');
		const draft = path.join(folderIn(place), 'draft.json');
		await vi.waitFor(() => expect(readFileSync(draft, 'utf8')).toContain('This will be '), patient);
		await killAll();
		const again = open(['resume', folderIn(place), '--pace', 'instant'], place);
		await again.waitFor('Ben, your turn', patient);
		expect(turnsIn(place).filter(([name]) => name === 'Ann')).toEqual([['Ann', 'Once is enough.']]);
		await again.waitFor('This will be');
		again.write('twice then.');
		await again.press('enter');
		await again.waitFor('Ann, your turn', patient);
		expect(turnsIn(place).at(-1)).toEqual(['Ben', 'This will be twice then.']);
	}, 120_000);

	it('say what is written at the end of their time, and may be passed over; the debate can be stopped', async () => {
		const place = newPlace();
		const app = open(debate([...people, '--turn-time', '5'], place), place);
		await app.waitFor('Ann, your turn', patient);
		app.write('So far and no further');
		await app.waitFor('Ben, your turn', patient);
		expect(turnsIn(place).at(-1)).toEqual(['Ann', 'So far and no further']);
		await app.press('esc');
		await app.waitFor('t your turn');
		await app.press('s');
		await app.waitFor('Ann, your turn', patient);
		expect(stateIn(place).turns.at(-1)).toMatchObject({finish: 'failed', reason: 'skipped by the user'});
		await app.press('esc');
		await app.waitFor('t your turn');
		await app.press('q');
		await app.waitFor('End this debate?');
		await app.press('down');
		await app.waitFor('❯ end with a closing');
		await app.press('enter');
		await app.waitFor('enter results', patient);
		expect(stateIn(place)).toMatchObject({outcome: 'stopped'});
		expect(stateIn(place).turns.at(-1)?.segment).toBe('synthesis');
	}, 120_000);

	it('pause, barge in and have the arbiter step in like anybody', async () => {
		const place = newPlace();
		const app = open(debate(people, place), place);
		await app.waitFor('Ann, your turn', patient);
		await app.press('esc');
		await app.waitFor('t your turn');
		await app.press(' ');
		await app.waitFor('‖ paused');
		await app.press(' ');
		await app.waitFor('▸');
		await app.press('b');
		await app.waitFor('Barge in');
		app.write('A word from the floor.');
		await app.waitFor('A word from the floor.');
		await app.press('enter');
		await app.waitFor('✎ You', patient);
		await app.waitFor('i interject');
		await app.press('i');
		await app.waitFor('Ask the arbiter to step in');
		app.write('Name a cost.');
		await app.waitFor('Name a cost.');
		await app.press('enter');
		await app.waitFor('at your request', patient);
		await app.press('t');
		await app.waitFor('Ann, your turn');
		app.write('It costs an hour.');
		await app.waitFor('It costs an hour.');
		await app.press('enter');
		await app.waitFor('Ben, your turn', patient);
		const {turns} = stateIn(place);
		expect(turns.map(({kind}) => kind)).toEqual(['introduction', 'barge-in', 'interjection', 'opening']);
	}, 120_000);

	it('cannot sit where values are asked for, nor where nobody can type', async () => {
		const place = newPlace();
		for (const [args, told] of [
			[
				debate(['--arbiter', 'human'], place),
				/A person cannot sit as arbiter: "human" \(from the voice for arbiter\)\. In Duelogic people may sit as chair_1, chair_2/u,
			],
			[
				debate(['--seat', 'chair_1=human', '--headless'], place),
				/Without a screen nobody can type the turns of Guest/u,
			],
			[
				['run', 'builder-reviewer', '--goal', 'Name a cache.', '--builder', 'human', '--out', place.out],
				/In Builder and Reviewer people may sit as reviewer; the others are asked for structured answers/u,
			],
			[
				['run', 'adversarial-spec', '--topic', 'A cache.', '--agents', 'human,rehearsal', '--out', place.out],
				/In Adversarial Spec every seat is asked for structured answers/u,
			],
			[
				['run', 'model-duel', '--task', 'Name a cache.', '--draft-voice', 'human', '--headless', '--out', place.out],
				/Without a screen nobody can type the turns of Guest/u,
			],
		] as const) {
			const app = open(args, place, {columns: 200});
			expect((await app.exited).exitCode).toBe(2);
			await app.settle();
			expect(app.text()).toMatch(told);
		}
		expect(readdirSync(place.out)).toEqual([]);
	}, 60_000);
});

describe('a chair', () => {
	it('is taken, spoken from, and given back', async () => {
		const place = newPlace();
		const app = open(debate(['--pace', '4000'], place), place);
		await app.waitFor('r voices', patient);
		await app.waitFor('opening', patient);
		await app.press('r');
		await app.waitFor('Which seat?');
		await app.press('down');
		await app.waitFor('❯ Rehearsal B');
		await app.press('enter');
		await app.waitFor('take it yourself');
		await app.press('enter');
		await app.waitFor('Guest takes the seat');
		await app.waitFor('Guest, your turn', patient);
		app.write('Now I speak here.');
		await app.waitFor('Now I speak here.');
		await app.press('enter');
		await app.waitFor('r voices', patient);
		await app.press('r');
		await app.waitFor('❯ Rehearsal A');
		await app.press('down');
		await app.waitFor('❯ Guest');
		await app.press('enter');
		await app.waitFor('give it back to Rehearsal B');
		await app.press('enter');
		await app.waitFor('has the seat back');
		await app.press('.', '.', '.', '.', '.', '.', '.', '.');
		await app.waitFor('enter results', patient);
		const spoken = stateIn(place)
			.turns.filter(({speaker}) => speaker === 'chair_2')
			.map(({by}) => by?.name);
		expect(spoken.filter(name => name === 'Guest')).toHaveLength(1);
		expect(spoken.at(-1)).toBe('Rehearsal B');
	}, 120_000);

	it('that was taken is still its person’s after a kill', async () => {
		const place = newPlace();
		const app = openProgram(debate(['--pace', '6000'], place), place);
		await app.waitFor('opening', patient);
		await app.press('r');
		await app.waitFor('Which seat?');
		await app.press('down');
		await app.waitFor('❯ Rehearsal B');
		await app.press('enter');
		await app.waitFor('take it yourself');
		await app.press('enter');
		await app.waitFor('Guest, your turn', patient);
		await killAll();
		const again = open(['resume', folderIn(place), '--pace', 'instant'], place);
		await again.waitFor('Guest, your turn', patient);
		again.write('Still here.');
		await again.waitFor('Still here.');
		await again.press('enter');
		await again.waitFor('reply', patient);
		const spoken = stateIn(place).turns.filter(({speaker}) => speaker === 'chair_2');
		expect(spoken.at(-1)).toMatchObject({text: 'Still here.', by: {name: 'Guest', voice: 'human:Guest'}});
	}, 120_000);

	it('whose server refuses the key is given to another voice, and the debate goes on', async () => {
		const place = newPlace();
		const dead = await serve('401');
		const live = await serve();
		const app = open(debate(['--seat', `chair_2=${dead}#model-2`], place), place);
		await app.waitFor('❯ retry: ask it once more', patient);
		// Who and why are the title, once; what the server said is below.
		expect(app.text()).toMatch(/cannot go on: .*401\) ─/u);
		expect(app.text().match(/cannot go on/gu)).toHaveLength(1);
		expect(app.text()).toContain('Incorrect API key provided.');
		expect(runningDebates([place.out])).toMatchObject([{state: 'waiting for an answer'}]);
		expect(app.text()).toContain('speak yourself');
		await app.press('down');
		await app.waitFor('❯ switch');
		await app.press('enter');
		await app.waitFor('Who is to speak instead');
		app.write('nobody:x');
		await app.waitFor('❯ “nobody:x”, as written');
		await app.press('enter');
		await app.waitFor('is not a provider');
		for (let key = 0; key < 8; key++) await app.press('backspace');
		app.write(`${live}#model-3`);
		await app.waitFor(`❯ “${live}#model-3”, as written`);
		await app.press('enter');
		await app.waitFor('enter results', patient);
		const state = stateIn(place);
		expect(state.outcome).toBe('completed');
		expect(state.seats.find(({id}) => id === 'chair_2')).toMatchObject({voice: `${live}#model-3`, out: undefined});
		expect(state.turns.filter(({speaker, finish}) => speaker === 'chair_2' && finish === 'complete')).toHaveLength(5);
		expect(state.turns.some(({finish}) => finish === 'failed')).toBe(false);
	}, 120_000);
});

describe('the card of a failed voice', () => {
	/** A debate of three whose second voice's server refuses the key, the first time or always. */
	async function refused(fault: ServerFault) {
		const place = newPlace();
		const {url} = await serveFaults(fault);
		const three = ['--preset', 'three_way_ethics', '--seat', `chair_2=${url}#model-2`];
		const app = open(debate(three, place), place);
		await app.waitFor('❯ retry: ask it once more', patient);
		return {place, app};
	}
	const ofChair2 = (state: ReturnType<typeof stateIn>) => state.seats.find(({id}) => id === 'chair_2');
	const faultsIn = (place: Place) => checkEvents(readJournal(path.join(folderIn(place), 'debate.jsonl')).events);

	it('asks the voice once more where the user retries', async () => {
		const {place, app} = await refused({name: '401', nth: 1});
		await app.press('enter');
		await app.waitFor('enter results', patient);
		const state = stateIn(place);
		expect(state.outcome).toBe('completed');
		expect(ofChair2(state)?.out).toBeUndefined();
		expect(state.turns.some(({speaker, finish}) => speaker === 'chair_2' && finish === 'complete')).toBe(true);
		expect(faultsIn(place)).toEqual([]);
		expect(runningDebates([place.out])).toEqual([]);
	}, 60_000);

	it('goes on without it where the user skips it', async () => {
		const {place, app} = await refused({name: '401'});
		await app.press('4');
		await app.waitFor('enter results', patient);
		const state = stateIn(place);
		expect(state.outcome).toBe('degraded');
		expect(ofChair2(state)?.out).toContain('401');
		expect(faultsIn(place)).toEqual([]);
	}, 60_000);

	it('stops the debate where the user ends it', async () => {
		const {place, app} = await refused({name: '401'});
		await app.press('5');
		await app.waitFor('enter results', patient);
		expect(stateIn(place)).toMatchObject({outcome: 'stopped', reason: expect.stringContaining('ended by the user')});
		expect(faultsIn(place)).toEqual([]);
	}, 60_000);
});

describe('the budget', () => {
	it('asks at its cap, survives a kill, is raised by any amount, and closes the debate within what is left', async () => {
		const place = newPlace();
		const app = openProgram(debate(['--budget', '30000tok'], place), place);
		await app.waitFor('raise it by 30,000 tokens', patient);
		await killAll();
		const again = open(['resume', folderIn(place), '--pace', 'instant'], place);
		await again.waitFor('raise it by 30,000 tokens', patient);
		await again.press('down');
		await again.waitFor('❯ raise it by a different amount');
		await again.press('enter');
		await again.waitFor('by how much?');
		again.write('lots');
		await again.waitFor('lots');
		await again.press('enter');
		await again.waitFor('Write an amount such as');
		for (let key = 0; key < 4; key++) await again.press('backspace');
		again.write('20000tok');
		await again.waitFor('20000tok');
		await again.press('enter');
		await again.waitFor(/The budget of 50,000 tokens leaves too little/u, patient);
		await again.press('down', 'down');
		await again.waitFor('❯ close it with what is left');
		await again.press('enter');
		await again.waitFor('enter results', patient);
		await again.press('q');
		expect((await again.exited).exitCode).toBe(4);
		const state = stateIn(place);
		expect(state).toMatchObject({outcome: 'budget', start: {budget: {tokens: 30_000}}});
		expect(state.turns.at(-1)).toMatchObject({kind: 'synthesis', finish: 'complete'});
		expect((state.stats?.input ?? 0) + (state.stats?.output ?? 0)).toBeLessThanOrEqual(50_000);
	}, 120_000);
});
