import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {claimsAgainst, concededClaims, emptyLedger, openClaimsOf, reduceLedger} from '../../../../src/debate/claims.ts';
import {tokensIn} from '../../../../src/debate/text/words.ts';
import {VoiceError} from '../../../../src/voices/voice.ts';
import {debate, honest, type Answers, type Asked, type Debated} from '../run-duelogic.ts';

const short = {flow: {maxExchanges: 3, style: 'structured'}, interruptions: {enabled: false}};
const none = {new: [], answered: [], conceded: [], withdrawn: []};

/** Changes to each turn, by the turn's name. */
const keeping =
	(changes: (turn: string, asked: Asked) => object): Answers =>
	asked =>
		asked.kind === 'ledger' ? JSON.stringify({...none, ...changes(asked.attribute('turn'), asked)}) : undefined;

/** The first words of a sentence that each honest turn has. */
const evidence = 'People who stay at home still live';
const claim = (words: string) => ({
	new: [{sentence: evidence, claim: words, against: null}],
});
const ledgerOf = ({state}: Debated) => state.formats.ledger;
const ledgerIn = (task: string): string => /<ledger>\n([^]*?)\n<\/ledger>/u.exec(task)?.[1] ?? '';

describe('the ledger of claims', () => {
	it('numbers claims by seat, and knows what was answered, granted, given up and taken back', async () => {
		const done = await debate({
			config: short,
			answers: keeping(turn => {
				const by: Readonly<Record<string, object>> = {
					t2: claim('A duty shared is light.'),
					t3: claim('A forced voice is none.'),
					t4: {...claim('Sundays are free.'), answered: [{claim: 'B1', sentence: evidence}]},
					t5: {
						answered: [{claim: 'A1', sentence: evidence, granted: true}],
						withdrawn: [{claim: 'B1', sentence: evidence}],
					},
					t7: {
						conceded: [
							{claim: 'A2', sentence: evidence},
							{claim: 'B1', sentence: evidence},
						],
					},
				};
				return by[turn] ?? {};
			}),
		});
		expect(ledgerOf(done).claims).toMatchObject([
			{id: 'A1', holder: 'chair_1', turnId: 't2', status: 'answered', settled: {by: 'chair_2', granted: true}},
			{id: 'B1', holder: 'chair_2', turnId: 't3', status: 'withdrawn', settled: {turnId: 't5', granted: false}},
			{
				id: 'A2',
				holder: 'chair_1',
				status: 'conceded',
				sentence: 'People who stay at home still live under the laws that others chose for them.',
			},
		]);
		const t7 = done.events.find(event => event.type === 'ledger' && event.turnId === 't7');
		expect(t7).toMatchObject({refused: [{change: 'conceded B1', because: 'it is not the speaker’s own claim'}]});
		expect(ledgerOf(done).read).toEqual(['t2', 't3', 't4', 't5', 't7', 't8', 't9', 't10']);
	});

	it.each([
		[1, ['withdrawn']],
		[2, ['open']],
	])(
		'has a claim taken back that was named up to two sentences before, with %i between: %j',
		async (between, status) => {
			const said = 'Queues at polling stations punish whoever works on Sundays.';
			const parted = Array.from({length: between}, () => 'That is what I told you.').join(' ');
			const {state} = await debate({
				config: short,
				answers: asked => {
					if (asked.kind === 'ledger')
						return JSON.stringify(
							asked.attribute('turn') === 't2'
								? {...none, new: [{sentence: said, claim: 'Queues punish workers.', against: null}]}
								: none,
						);
					if (asked.seat !== 'chair_1' || !/<sentence|reply|opening/u.test(asked.kind)) return undefined;
					return asked.kind === 'reply'
						? `${said} ${parted} I take that back. ${honest('x')}`
						: `${said} ${honest('x')}`;
				},
			});
			expect(state.formats.ledger.claims.map(claim => claim.status)).toEqual(status);
		},
	);

	it('stands at the end of a chair’s prompt: open against it, then its own, then what was conceded', async () => {
		const {prompts} = await debate({
			config: short,
			answers: keeping(turn => {
				if (turn === 't3')
					return {...claim('A forced voice is none.'), answered: [{claim: 'A1', sentence: evidence, granted: true}]};
				return turn === 't2' || turn === 't4' ? claim(`The claim of ${turn}.`) : {};
			}),
		});
		const last = prompts('reply').at(-2) ?? '';
		expect(ledgerIn(last)).toBe(
			'Open against you:\nB1: A forced voice is none.\nYours, still open:\nA2: The claim of t4.\nConceded:\nA1: The claim of t2.',
		);
		expect(last.trimEnd().endsWith('</ledger>\n</task>')).toBe(true);
	});

	it('keeps to twelve claims and 130 tokens there, in any script', async () => {
		for (const words of ['one two three four five six seven', '强制投票会让沉默的人失去他们最后的抗议方式']) {
			let count = 0;
			const {prompts, state} = await debate({
				config: {...short, flow: {maxExchanges: 8, style: 'structured'}},
				answers: keeping(() => ({
					new: [1, 2, 3].map(() => ({sentence: evidence, claim: `${words} ${(count += 1)}`, against: null})),
				})),
			});
			expect(state.formats.ledger.claims.length).toBeGreaterThan(40);
			const ledgers = prompts('reply').map(task => /<ledger>[^]*<\/ledger>/u.exec(task)?.[0] ?? '');
			for (const ledger of ledgers) {
				expect(tokensIn(ledger)).toBeLessThanOrEqual(130);
				expect(ledger.match(/^[A-F]\d+:/gmu)?.length ?? 0).toBeLessThanOrEqual(12);
			}
			expect(ledgers.at(-1)).toContain('Open against you:');
		}
	});

	it('holds up no word, however long it takes; what comes late is said to be late', async () => {
		const course = ({state}: Debated) =>
			state.turns.map(({id, text, startedAt, endedAt}) => ({id, text, startedAt, endedAt}));
		const answers = keeping(turn => claim(`The claim of ${turn}.`));
		const without = await debate({config: short});
		const slow = await debate({config: short, answers, delays: {ledger: 20_000}});
		expect(course(slow).slice(0, -1)).toEqual(course(without).slice(0, -1));
		expect(ledgerOf(slow).claims).toHaveLength(8);
		expect(slow.prompts('reply').some(task => task.includes('<ledger>'))).toBe(false);
		const late = slow.events.filter(event => event.type === 'ledger' && event.late === true);
		expect(late.length).toBeGreaterThan(5);
	});

	it('stands as it was where the arbiter fails, which is said once', async () => {
		const done = await debate({
			config: short,
			answers: asked =>
				asked.kind !== 'ledger'
					? undefined
					: asked.attribute('turn') === 't2'
						? JSON.stringify({...none, ...claim('Before it failed.')})
						: new VoiceError('malformed', 'nonsense came'),
		});
		expect(ledgerOf(done)).toMatchObject({claims: [{id: 'A1', status: 'open'}], read: ['t2']});
		expect(
			done.state.notices.filter(({text}) => text.startsWith('The ledger of claims could not be kept')),
		).toHaveLength(1);
		expect(done.state.outcome).toBe('completed');
	});

	it('decides what is owed: no steel-man where nothing of an opponent’s stands open', async () => {
		const {prompts} = await debate({
			config: short,
			answers: keeping(turn =>
				turn === 't3'
					? claim('A forced voice is none.')
					: turn === 't4'
						? {answered: [{claim: 'B1', sentence: evidence}]}
						: {},
			),
		});
		const [first, , , , last] = prompts('reply');
		expect(first).toContain('- steel_man:');
		expect(last).not.toContain('- steel_man:');
		expect(last).toContain('- self_critique:');
	});

	it('is the same after a debate was cut off anywhere', async () => {
		const answers = keeping(turn =>
			turn === 't4' ? {answered: [{claim: 'B1', sentence: evidence}]} : claim(`The claim of ${turn}.`),
		);
		const setting = {config: short, answers, delays: {ledger: 700}};
		const whole = await debate(setting);
		const lines = readFileSync(whole.file, 'utf8').split('\n').slice(0, -1);
		for (const kept of [0.3, 0.5, 0.7, 0.95].map(part => Math.ceil(part * lines.length))) {
			const file = path.join(mkdtempSync(path.join(tmpdir(), 'ledger-')), 'debate.jsonl');
			writeFileSync(file, `${lines.slice(0, kept).join('\n')}\n`);
			const resumed = await debate({...setting, file});
			const claims = ledgerOf(resumed).claims.map(({id, claim, status}) => [id, claim, status]);
			expect(claims, `cut after line ${kept}`).toEqual(
				ledgerOf(whole).claims.map(({id, claim, status}) => [id, claim, status]),
			);
		}
	});
});

describe('an arbiter that lies', () => {
	it('changes nothing with sentences that nobody said, and fills no prompt with a hundred claims', async () => {
		const done = await debate({
			config: short,
			answers: keeping(turn => ({
				new: Array.from({length: 100}, (_, index) => ({
					sentence: index % 2 === 0 ? 'Nobody ever said these words here' : evidence,
					claim: `claim ${index} of ${turn}`,
					against: 'Z9',
				})),
				answered: [
					{claim: 'A1', sentence: 'words of nobody at all'},
					{claim: 'Q7', sentence: evidence},
				],
			})),
		});
		const {claims} = ledgerOf(done);
		expect(claims).toHaveLength(24);
		expect(new Set(claims.map(({status, against}) => `${status} ${against}`))).toEqual(new Set(['open undefined']));
		const text = honest('x');
		for (const {sentence} of claims) expect(text).toContain(sentence);
		for (const event of done.events) if (event.type === 'ledger') expect(event.refused?.length).toBeLessThanOrEqual(12);
	});
});

describe('an arbiter that guesses numbers', () => {
	it('changes those claims alone that it was shown', async () => {
		let count = 0;
		const done = await debate({
			config: short,
			answers: keeping(() => ({
				new: [1, 2, 3].map(() => ({sentence: evidence, claim: `the claim of number ${(count += 1)}`, against: null})),
				answered:
					count <= 18
						? []
						: ['A', 'B'].flatMap(seat =>
								[1, 2, 3, 4, 5, 6, 7, 8, 9].map(at => ({claim: `${seat}${at}`, sentence: evidence})),
							),
			})),
		});
		const shownAt = new Map(
			done.asked
				.filter(({kind}) => kind === 'ledger')
				.map(({attribute, task}) => [attribute('turn'), [...task.matchAll(/^([AB]\d+): /gmu)].map(([, id]) => id)]),
		);
		const changes = done.events.filter(event => event.type === 'ledger');
		for (const {turnId, answered} of changes)
			for (const {claim} of answered) expect(shownAt.get(turnId)).toContain(claim);
		expect(changes.some(({answered}) => answered.length > 0)).toBe(true);
		// Both eyes: every open claim of the others is among them, however old.
		expect(Math.max(...[...shownAt.values()].map(({length}) => length))).toBeGreaterThan(12);
	});
});

describe('what a chair is shown of it', () => {
	const change = (speaker: string, more: object) => ({...none, type: 'ledger' as const, turnId: 't', speaker, ...more});
	const made = [
		change('chair_1', {new: [{id: 'A1', claim: 'one', sentence: 'One.'}]}),
		change('chair_2', {new: [{id: 'B1', claim: 'two', sentence: 'Two.', against: 'A1'}]}),
		change('chair_3', {new: [{id: 'C1', claim: 'three', sentence: 'Three.', against: 'chair_2'}]}),
	].reduce(reduceLedger, emptyLedger);
	const ids = (claims: readonly {id: string}[]) => claims.map(({id}) => id);

	it('is what names it, one of its claims, or nobody', () => {
		expect(ids(claimsAgainst(made, 'chair_1'))).toEqual(['B1']);
		expect(ids(claimsAgainst(made, 'chair_2'))).toEqual(['C1', 'A1']);
		expect(ids(claimsAgainst(made, 'chair_3'))).toEqual(['A1']);
		expect([ids(openClaimsOf(made, 'chair_3')), ids(concededClaims(made))]).toEqual([['C1'], []]);
	});
});
