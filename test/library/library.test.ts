/** The index: that it says what the journals say, whatever became of them, and of it. */
import * as fc from 'fast-check';
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {Worker} from 'node:worker_threads';
import {describe, expect, it} from 'vitest';
import {syncLibrary} from '../../src/app/library/library-sync.ts';
import {openLibrary, type Library} from '../../src/library/library.ts';
import {thorough} from '../hunt/every.ts';
import {writeJournal, type Held, type Said} from './journals.ts';

const fresh = (): string => mkdtempSync(join(tmpdir(), 'rostrum-library-'));
const never = new AbortController().signal;
const bring = (library: Library, ...folders: string[]) => syncLibrary(library, {folders, signal: never});

/** An index made of these folders alone. */
async function rebuilt(...folders: string[]): Promise<Library> {
	const library = await openLibrary(':memory:');
	await bring(library, ...folders);
	return library;
}

/** Everything that can be asked of it. */
const contents = (library: Library, words: readonly string[]) => ({
	debates: library.debates({}).map(debate => ({...debate, passages: library.passages(debate.path)})),
	counts: library.statistics({}),
	choices: library.choices(),
	found: words.map(word => library.search(word, {}).map(({path, hits}) => [path, hits])),
});

describe('incremental indexing', () => {
	const words = ['alpha', 'beta', 'gamma', '義務', 'AND', '"quoted', 'NEAR(x)', 'column:', '-minus', '\u001B[31m'];
	const text = fc.array(fc.constantFrom(...words), {minLength: 1, maxLength: 6}).map(parts => parts.join(' '));
	const held = fc.record({
		topic: text,
		said: fc.array(
			fc
				.record({
					by: fc.constantFrom('chair_1' as const, 'chair_2' as const),
					text,
					score: fc.constantFrom(undefined, null, 0, 55, 100),
				})
				.map(({score, ...one}): Said => ({...one, ...(score !== undefined && {score})})),
			{maxLength: 3},
		),
		ended: fc.boolean(),
		startedAt: fc.constantFrom('2026-11-20T12:00:00.000Z', '2026-01-02T03:04:05Z'),
	});
	const folder = fc.constantFrom('a', 'b', 'c', 'deeper/d');
	const change = fc.oneof(
		fc.record({kind: fc.constant('write' as const), folder, held}),
		fc.record({
			kind: fc.constantFrom('delete' as const, 'tear' as const, 'spoil' as const, 'foreign' as const, 'empty' as const),
			folder,
		}),
	);

	it('equals a rebuilt index after journals are written, changed, truncated, damaged and deleted', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(change, {minLength: 1, maxLength: 3}), {minLength: 1, maxLength: 4}),
				async rounds => {
					const [shelf, home] = [fresh(), fresh()];
					const library = await openLibrary(join(home, 'index.sqlite'));
					for (const changes of rounds) {
						for (const one of changes) make(join(shelf, one.folder, 'debate.jsonl'), one);
						await bring(library, shelf);
						expect(contents(library, words)).toEqual(contents(await rebuilt(shelf), words));
					}
					library.close();
				},
			),
			{numRuns: 25},
		);
	}, 60_000);
});

type Change =
	{readonly kind: 'write'; readonly held: Held} | {readonly kind: 'delete' | 'tear' | 'spoil' | 'foreign' | 'empty'};

function make(file: string, change: Change): void {
	const there = existsSync(file);
	if (change.kind === 'write') {
		rmSync(dirname(file), {recursive: true, force: true});
		writeJournal(file, change.held);
	}
	if (change.kind === 'delete') rmSync(dirname(file), {recursive: true, force: true});
	if (change.kind === 'tear' && there) truncateSync(file, Math.floor(readFileSync(file).length * 0.7));
	if (change.kind === 'spoil' && there)
		writeFileSync(file, readFileSync(file, 'utf8').replace('"argument"', '"argumend"'));
	if (change.kind === 'foreign' || change.kind === 'empty') {
		mkdirSync(dirname(file), {recursive: true});
		writeFileSync(file, change.kind === 'empty' ? '' : '{"event":"something else"}\n\u0000\u001B]0;x\u0007\n');
	}
}

describe('the library', () => {
	it('reads a journal again only if it has changed', async () => {
		const shelf = fresh();
		const file = join(shelf, 'one', 'debate.jsonl');
		writeJournal(file, {said: [{by: 'chair_1', text: 'alpha'}], ended: false});
		writeJournal(join(shelf, 'two', 'debate.jsonl'));
		const library = await openLibrary(join(fresh(), 'index.sqlite'));
		expect(await bring(library, shelf)).toEqual({read: 2, gone: 0, all: 2});
		expect(await bring(library, shelf)).toEqual({read: 0, gone: 0, all: 2});
		appendFileSync(file, 'half a li');
		expect(await bring(library, shelf)).toEqual({read: 1, gone: 0, all: 2});
		rmSync(dirname(file), {recursive: true});
		expect(await bring(library, shelf)).toEqual({read: 0, gone: 1, all: 1});
		expect(library.search('alpha', {})).toEqual([]);
	});

	it('lists damaged and foreign files as such, with their readable part, and all other debates', async () => {
		const shelf = fresh();
		const file = (name: string) => join(shelf, name, 'debate.jsonl');
		writeJournal(file('spoilt'), {
			said: [
				{by: 'chair_1', text: 'alpha before'},
				{by: 'chair_2', text: 'beta after'},
			],
		});
		make(file('spoilt'), {kind: 'tear'});
		writeFileSync(file('spoilt'), `${readFileSync(file('spoilt'), 'utf8')}\n{"type":"turn-start"}\n`);
		make(file('foreign'), {kind: 'foreign'});
		make(file('empty'), {kind: 'empty'});
		writeJournal(file('sound'));
		mkdirSync(join(shelf, 'folder', 'debate.jsonl'), {recursive: true});
		const library = await rebuilt(shelf);
		expect(
			library
				.debates({})
				.map(({path, state, fault}) => [dirname(path).slice(shelf.length + 1), state, fault])
				.sort(([one = ''], [other = '']) => one.localeCompare(other)),
		).toEqual([
			['empty', 'unreadable', 'line 1 the journal is empty'],
			['foreign', 'unreadable', 'line 1 has no hash'],
			['sound', 'finished', undefined],
			['spoilt', 'damaged', expect.stringContaining('line ')],
		]);
		expect(library.search('alpha', {}).map(({hits}) => hits)).toEqual([1]);
	});

	it('filters by protocol, framework, model, day and resumable debates', async () => {
		const shelf = fresh();
		const file = (name: string) => join(shelf, name, 'debate.jsonl');
		writeJournal(file('old'), {topic: 'old', startedAt: '2026-01-01T12:00:00.000Z'});
		writeJournal(file('local'), {topic: 'local', voices: ['ollama:qwen3', 'rehearsal'], ended: false});
		writeJournal(file('duel'), {
			topic: 'duel',
			protocol: 'model-duel',
			voices: ['http://127.0.0.1:8080/v1#llama', 'agent:claude'],
		});
		const library = await rebuilt(shelf);
		const topics = (filter: Parameters<Library['debates']>[0]) =>
			library
				.debates(filter)
				.map(({topic = ''}) => topic)
				.sort();
		expect(topics({})).toEqual(['duel', 'local', 'old']);
		expect(topics({protocol: 'model-duel'})).toEqual(['duel']);
		expect(topics({framework: 'LIBERT'})).toEqual(['duel', 'local', 'old']);
		expect(topics({framework: 'utilitarian'})).toEqual([]);
		expect(topics({model: 'claude-sonnet'})).toEqual(['old']);
		expect(topics({model: 'qwen'})).toEqual(['local']);
		expect(topics({since: Date.parse('2026-06-01')})).toEqual(['duel', 'local']);
		expect(topics({until: Date.parse('2026-06-01')})).toEqual(['old']);
		expect(topics({unfinished: true})).toEqual(['local']);
		expect(topics({unfinished: true, model: '%'})).toEqual(['local']);
		expect(library.choices()).toEqual({
			protocols: ['duelogic', 'model-duel'],
			frameworks: ['communitarian', 'libertarian'],
			models: ['agent:claude', 'anthropic/claude-sonnet-4', 'llama', 'qwen3', 'rehearsal', 'x-ai/grok-3'],
		});
	});

	it('finds words in topics and turns, every one of them in the same passage', async () => {
		const shelf = fresh();
		writeJournal(join(shelf, 'one', 'debate.jsonl'), {
			topic: '投票は義務であるべきだ。',
			said: [
				{by: 'chair_1', text: 'A duty is a duty.'},
				{by: 'chair_2', text: 'Or a right, Émile?', score: 70},
			],
		});
		const library = await rebuilt(shelf);
		const hits = (text: string) => library.search(text, {}).map(debate => debate.hits);
		const path = library.debates({})[0]?.path ?? '';
		expect([
			hits('義務'),
			hits('emile'),
			hits('duty right'),
			hits('dut'),
			hits('"dut"'),
			hits('a'),
			hits('??'),
		]).toEqual([[1], [1], [], [1], [], [2], []]);
		expect(library.passages(path, 'right')).toEqual([
			{
				place: 2,
				turn: 't2',
				speaker: 'chair_2',
				name: 'Speaker 2',
				kind: 'argument',
				segment: 'exchange',
				round: 2,
				text: 'Or a right, Émile?',
				score: 70,
				marks: [[5, 10]],
			},
		]);
		expect(library.passages(path).map(({place, score}) => [place, score])).toEqual([
			[0, undefined],
			[1, undefined],
			[2, 70],
		]);
	});

	it('never reads a search text as an operator', async () => {
		const shelf = fresh();
		writeJournal(join(shelf, 'one', 'debate.jsonl'), {said: [{by: 'chair_1', text: 'alpha AND beta'}]});
		const library = await rebuilt(shelf);
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string({unit: 'binary'}),
					fc
						.array(
							fc.constantFrom(
								'"',
								'*',
								'AND',
								'OR',
								'NOT',
								'NEAR(',
								')',
								'^',
								':',
								'-',
								'{',
								'text',
								"'",
								' ',
								'alpha',
							),
						)
						.map(parts => parts.join(' ')),
				),
				text => {
					expect(Array.isArray(library.search(text, {}))).toBe(true);
					expect(Array.isArray(library.debates({model: text, framework: text, protocol: text}))).toBe(true);
				},
			),
		);
	});
});

const turns: readonly Said[] = [
	{by: 'chair_1', text: 'one'},
	{by: 'chair_2', text: 'two'},
];
const verdictOf = (judge: string) => ({
	type: 'verdict' as const,
	judge,
	winner: 'for' as const,
	margin: 1,
	flipped: false,
	readings: [],
});
/** Debates with what is counted apart from their turns, each of one kind. */
const counted = {
	interruptions: {
		more: [
			{
				type: 'interruption',
				turnId: 't1',
				interrupter: 'chair_2',
				interrupted: 'chair_1',
				reason: 'direct_challenge',
				trigger: '',
				urgency: 1,
				atMs: 0,
				opener: '',
				line: '',
			},
		],
	},
	votes: {
		more: [
			{type: 'user-action', data: {action: 'vote', listener: 'me', when: 'before', stance: -1}},
			{type: 'user-action', data: {action: 'vote', listener: 'me', when: 'after', stance: 2}},
		],
	},
	'a review': {
		protocol: 'builder-reviewer',
		roles: ['builder', 'reviewer'],
		more: [
			{
				type: 'effectiveness',
				truePositives: 1,
				falsePositives: 2,
				trueNegatives: 3,
				falseNegatives: 4,
				unknown: 5,
			},
		],
	},
	'the agreement of judges': {protocol: 'motion', more: [verdictOf('judge_1'), verdictOf('judge_2')]},
} satisfies Readonly<Record<string, Held>>;

describe.each(Object.entries(counted))('a debate with %s', (_what, held: Held) => {
	/** An index with this debate alone. */
	async function indexed() {
		const shelf = fresh();
		const file = join(shelf, 'one', 'debate.jsonl');
		writeJournal(file, {...held, said: turns});
		const library = await rebuilt(shelf);
		return {library, shelf, file, figures: library.statistics({})};
	}
	/** Writes the debate anew and takes it in. */
	async function rewrite({library, shelf, file}: Awaited<ReturnType<typeof indexed>>, change: Held) {
		rmSync(dirname(file), {recursive: true});
		writeJournal(file, {...held, said: turns, ...change});
		await bring(library, shelf);
		return library.statistics({});
	}

	it('is counted once, however often it is indexed', async () => {
		const debate = await indexed();
		const {figures, library, shelf} = debate;
		await rewrite(debate, {said: [...turns, {by: 'chair_1', text: 'three'}]});
		expect(library.statistics({})).toEqual((await rebuilt(shelf)).statistics({}));
		expect(await rewrite(debate, {})).toEqual(figures);
	});

	it('is counted without them once its journal has none', async () => {
		const debate = await indexed();
		const without = await rewrite(debate, {more: []});
		expect(without).not.toEqual(debate.figures);
		expect(without).toEqual((await rebuilt(debate.shelf)).statistics({}));
	});

	it('leaves nothing behind, when it is deleted, that a later debate is counted with', async () => {
		const {library, shelf, file, figures} = await indexed();
		rmSync(dirname(file), {recursive: true});
		await bring(library, shelf);
		writeJournal(join(shelf, 'later', 'debate.jsonl'), {...held, said: turns, more: []});
		await bring(library, shelf);
		expect(library.statistics({})).not.toEqual(figures);
		expect(library.statistics({})).toEqual((await rebuilt(shelf)).statistics({}));
	});
});

describe('statistics', () => {
	it('count only what was measured, by whoever really spoke', async () => {
		const shelf = fresh();
		writeJournal(join(shelf, 'one', 'debate.jsonl'), {
			said: [
				{by: 'chair_1', text: 'one', score: 80},
				{by: 'chair_2', text: 'two', score: null},
				{by: 'chair_1', text: 'three', score: 60},
			],
			more: [
				{
					type: 'interruption',
					turnId: 't2',
					interrupter: 'chair_1',
					interrupted: 'chair_2',
					reason: 'direct_challenge',
					trigger: '',
					urgency: 1,
					atMs: 0,
					opener: '',
					line: '',
				},
				{type: 'user-action', data: {action: 'vote', listener: 'me', when: 'before', stance: -1}},
				{type: 'user-action', data: {action: 'vote', listener: 'me', when: 'after', stance: 2}},
			],
		});
		writeJournal(join(shelf, 'two', 'debate.jsonl'), {protocol: 'model-duel', said: [{by: 'chair_1', text: 'one'}]});
		const {totals, protocols, models, frameworks, matchups, shift} = (await rebuilt(shelf)).statistics({});
		expect(totals).toMatchObject({debates: 2, finished: 2, turns: 4, words: 4, cost: 0.5, unpriced: 0});
		expect(
			protocols.map(({name, score, scored, unscored, steelManning}) => [name, score, scored, unscored, steelManning]),
		).toEqual([
			['duelogic', 70, 2, 1, 70],
			['model-duel', undefined, 0, 0, undefined],
		]);
		expect(
			models.map(({name, score, unscored, cutsMade, cutsSuffered}) => [name, score, unscored, cutsMade, cutsSuffered]),
		).toEqual([
			['anthropic/claude-sonnet-4', 70, 0, 1, 0],
			['x-ai/grok-3', undefined, 1, 0, 1],
		]);
		expect(frameworks.map(({name, selfCritique}) => [name, selfCritique])).toEqual([
			['libertarian', undefined],
			['communitarian', undefined],
		]);
		expect(matchups).toEqual([
			{
				debates: 2,
				cuts: 1,
				sides: [
					{name: 'anthropic/claude-sonnet-4 (libertarian)', scored: 2, score: 70},
					{name: 'x-ai/grok-3 (communitarian)', scored: 0, score: undefined},
				],
			},
		]);
		expect(shift).toEqual({listeners: 1, mean: 3});
	});

	it('attribute turns to the user or model that took them over', async () => {
		const shelf = fresh();
		const turn = (turnId: string) => [
			{type: 'turn-start' as const, turnId, speaker: 'chair_1', kind: 'argument', segment: 'exchange'},
			{type: 'turn-end' as const, turnId, text: 'words', finish: 'complete' as const, contentHash: '', totalMs: 0},
		];
		writeJournal(join(shelf, 'one', 'debate.jsonl'), {
			more: [
				...turn('a'),
				{type: 'user-action', data: {action: 'take', participant: 'chair_1', name: 'Ada'}},
				...turn('b'),
				{type: 'user-action', data: {action: 'give-back', participant: 'chair_1'}},
				{type: 'user-action', data: {action: 'replace', participant: 'chair_1', voice: 'ollama:qwen3'}},
				...turn('c'),
				...turn('d'),
			],
		});
		const library = await rebuilt(shelf);
		expect(library.statistics({}).models.map(({name, turns}) => [name, turns])).toEqual([
			['anthropic/claude-sonnet-4', 1],
			['human', 1],
			['qwen3', 2],
		]);
		expect(library.passages(join(shelf, 'one', 'debate.jsonl')).map(({name}) => name)).toEqual([
			'',
			'Speaker 1',
			'Ada',
			'ollama:qwen3',
			'ollama:qwen3',
		]);
		// By every model that sat there.
		expect(['claude', 'ada', 'qwen3', 'gpt'].map(model => library.debates({model}).length)).toEqual([1, 1, 1, 0]);
	});

	it('compare a reviewer’s objections and acceptances with the checks, over all its runs', async () => {
		const shelf = fresh();
		const review = (truePositives: number, falseNegatives: number) => ({
			type: 'effectiveness' as const,
			truePositives,
			falsePositives: 1,
			trueNegatives: 2,
			falseNegatives,
			unknown: 0,
		});
		for (const [name, counts] of [
			['one', review(2, 0)],
			['two', review(1, 1)],
		] as const)
			writeReviewed(join(shelf, name, 'debate.jsonl'), counts);
		writeJournal(join(shelf, 'three', 'debate.jsonl'));
		expect((await rebuilt(shelf)).statistics({}).reviewers).toEqual([
			{
				model: 'x-ai/grok-3',
				runs: 2,
				truePositives: 3,
				falsePositives: 2,
				trueNegatives: 4,
				falseNegatives: 1,
				unknown: 0,
			},
		]);
	});
});

function writeReviewed(file: string, counts: NonNullable<Held['more']>[number]): void {
	writeJournal(file, {protocol: 'builder-reviewer', roles: ['builder', 'reviewer'], more: [counts]});
}

describe('the index file', () => {
	it('is rebuilt, with a notice, if it is damaged, not a database, or of another version', async () => {
		const shelf = fresh();
		writeJournal(join(shelf, 'one', 'debate.jsonl'), {topic: 'alpha'});
		const file = join(fresh(), 'index.sqlite');
		const damages: readonly ((path: string) => void)[] = [
			path => writeFileSync(path, 'this is no database, whatever its name says. '.repeat(100)),
			path => truncateSync(path, 5000),
			path => {
				const base = new DatabaseSync(path);
				base.exec('PRAGMA user_version = 99');
				base.close();
			},
			path =>
				writeFileSync(
					path,
					Buffer.concat([readFileSync(path).subarray(0, 4096), Buffer.alloc(readFileSync(path).length - 4096, 7)]),
				),
		];
		for (const damage of damages) {
			const before = await openLibrary(file);
			await bring(before, shelf);
			before.close();
			damage(file);
			const library = await openLibrary(file);
			await bring(library, shelf);
			expect(library.search('alpha', {}).map(({hits}) => hits)).toEqual([1]);
			expect(library.notices().join(' ')).toMatch(/rebuilt from the journals/u);
			library.close();
		}
	});

	it('is kept in memory if it cannot be stored', async () => {
		const home = fresh();
		writeFileSync(join(home, 'library'), 'in the way');
		const library = await openLibrary(join(home, 'library', 'index.sqlite'));
		expect(library.debates({})).toEqual([]);
		expect(library.notices().join(' ')).toMatch(/for this run only/u);
	});

	it('can be used by two processes at once', async () => {
		const shelf = fresh();
		for (let place = 0; place < 20; place++)
			writeJournal(join(shelf, String(place), 'debate.jsonl'), {topic: `alpha ${place}`});
		const file = join(fresh(), 'index.sqlite');
		const [one, other] = await Promise.all([openLibrary(file), openLibrary(file)]);
		await Promise.all([bring(one, shelf), bring(other, shelf)]);
		expect(one.search('alpha', {})).toHaveLength(20);
		expect(contents(one, ['alpha'])).toEqual(contents(await rebuilt(shelf), ['alpha']));
		one.clear();
		expect(other.debates({})).toEqual([]);
		await bring(other, shelf);
		expect(one.search('alpha', {})).toHaveLength(20);
	});
});

it('gives consistent results while another process replaces debates', async () => {
	const [shelf, file] = [fresh(), join(fresh(), 'index.sqlite')];
	writeJournal(join(shelf, 'one', 'debate.jsonl'), {
		id: 'aaaa1111',
		topic: 'Voting.',
		said: [{by: 'chair_1', text: 'It is a duty.'}],
	});
	const library = await openLibrary(file);
	await bring(library, shelf);
	const seats = library.debates({})[0]?.seats.length;
	expect(seats).toBeGreaterThan(1);
	const other = new Worker(
		"const {workerData: {file}} = require('node:worker_threads'); const base = new (require('node:sqlite').DatabaseSync)(file); for (;;) base.exec('BEGIN IMMEDIATE; UPDATE debates SET id = id + 1; UPDATE seats SET debate = debate + 1; COMMIT');",
		{eval: true, workerData: {file}},
	);
	try {
		const moved = (): unknown =>
			new DatabaseSync(file, {readOnly: true}).prepare('SELECT id FROM debates').get()?.['id'];
		const before = moved();
		await expect.poll(moved).not.toEqual(before);
		for (let reading = 0; reading < (thorough ? 300 : 150); reading++)
			expect(library.debates({}).map(debate => debate.seats.length)).toEqual([seats]);
	} finally {
		await other.terminate();
		library.close();
	}
}, 60_000);
