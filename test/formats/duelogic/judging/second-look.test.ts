/** What moves a score is proven: by code where code can see it, and by a second look where it cannot. */
import {describe, expect, it} from 'vitest';
import * as fc from 'fast-check';
import type {Answer} from '../../../../src/debate/protocol.ts';
import {emptyState, type DebateState} from '../../../../src/debate/state.ts';
import {
	checkAnswers,
	readVerdict,
	verdictFor,
	type CheckedAnswer,
	type RawAnswers,
} from '../../../../src/formats/duelogic/check-answers.ts';
import {duelogicConfig} from '../../../../src/formats/duelogic/config.ts';
import {judgingOf, type JudgeAnswers} from '../../../../src/formats/duelogic/judging.ts';
import {itemsOwed, rubricItem} from '../../../../src/debate/rubric.ts';
import {scoreFault} from '../../../../src/formats/duelogic/turn-score.ts';
import {createDebate} from '../../../../src/formats/duelogic/seats.ts';
import {looksOf, type LookAnswer} from '../verdict.ts';
import {turn} from './turn.ts';

const owed = {steelManning: true, selfCritique: true};
const theirs = turn('t1', 'chair_2', 'A bench in the sun costs little. Would you rather have the old stand up, Ann?');
const before = turn('t2', 'chair_1', 'My ledger never counts the hours that a widow sits alone by a window.');
const parts = [
	'A bench, you say, costs little, and the old may sit on it.',
	'I would add that children rest there too.',
	'What my count leaves out is the shade that nobody pays for.',
	'The baker’s mother is the case that I get wrong.',
	'What matters is how much good each coin does.',
];
const none = Object.fromEntries(itemsOwed(owed).map(({id, answers}) => [id, {answer: answers[0] ?? ''}]));
const at = (answer: string, sentence: number, phrase: string, other?: readonly [string, number]) => ({
	answer,
	sentence,
	phrase,
	other_turn: other?.[0] ?? null,
	other_sentence: other?.[1] ?? null,
});
const fair: RawAnswers = {
	...none,
	S1: at('exact', 1, 'costs little, and the old', ['t1', 1]),
	S5: at('yes', 2, 'children rest there too'),
	C1: at('framework', 3, 'my count leaves out'),
	C2: at('concrete', 4, 'The baker’s mother is'),
	F1: at('carries', 5, 'how much good each coin'),
};
const judged = (text: string) => ({text, opponents: [theirs], earlier: [before], owed, inCopy: (one: string) => one});
const found = (raw: RawAnswers, id: string, text = parts.join(' ')): CheckedAnswer | undefined =>
	checkAnswers(raw, judged(text)).find(({item}) => item.id === id);

describe('code decides what code can see', () => {
	it('takes no admission out of quotation marks, over however many sentences they go', () => {
		const text = `${parts[0]} As you put it yourself: “We count too slowly. What our side leaves out is the shade.” ${parts[4]}`;
		const raw = {
			...none,
			C1: at('framework', 3, 'our side leaves out'),
			F1: at('carries', 4, 'how much good each coin'),
		};
		expect(found(raw, 'C1', text)).toMatchObject({state: 'nothing', why: expect.stringContaining('quoted')});
	});

	it('has an admission taken back only by what comes behind it', () => {
		expect(found({...fair, C4: at('yes', 2, 'children rest there too')}, 'C4')?.state).toBe('nothing');
		expect(found({...fair, C4: at('yes', 5, 'how much good each coin')}, 'C4')?.state).toBe('standing');
	});

	it('knows an admission that was made word for word before', () => {
		const text = `${parts[0]} ${before.text} ${parts[4]}`;
		const raw = {...none, C1: at('framework', 2, 'My ledger never counts'), C5: {answer: 'yes', other_turn: null}};
		expect(found(raw, 'C5', text)).toMatchObject({answer: 'no', state: 'standing', other: {turnId: 't2'}});
	});

	it('gives one sentence one bonus', () => {
		const raw = {...fair, C3: at('yes', 4, 'the case that I get'), S4: at('yes', 4, 'The baker’s mother is')};
		expect(['C2', 'C3', 'S4'].map(id => found(raw, id)?.state)).toEqual(['standing', 'nothing', 'nothing']);
	});

	it.each([
		[1, 'nothing'],
		[2, 'standing'],
	])('calls sentence %i of the other evaded only where it is a question: %s', (sentence, state) => {
		const raw = {...fair, evaded_direct_question: {answer: 'major', other_turn: 't1', other_sentence: sentence}};
		expect(found(raw, 'evaded_direct_question')?.state).toBe(state);
	});

	it('knows a sentence of another’s turn by its number and by its words', () => {
		const verdict = (other: string) =>
			readVerdict({
				S1: {answer: 'exact', sentence: 1, phrase: 'costs little, and the old', other},
				C1: 'none',
				F1: 'none',
				found: [],
			}) ?? {};
		for (const other of ['t1 1', 't1 A bench in the sun', 't1: [1]'])
			expect([other, found(verdict(other), 'S1')?.other?.sentence?.text]).toEqual([
				other,
				'A bench in the sun costs little.',
			]);
		expect(found(verdict('t1 A chair in the sun'), 'S1')?.state).toBe('void');
	});

	it('takes what a verdict does not list for not found, and what it must answer for void where it is not there', () => {
		const verdict = {
			C1: 'none',
			F1: 'none',
			found: [{item: 'V minor', sentence: 2, phrase: 'children rest there', other: ''}],
		};
		const raw = readVerdict(verdict) ?? {};
		expect(found(raw, 'X1')?.state).toBe('nothing');
		expect(found(raw, 'V')).toMatchObject({state: 'standing', answer: 'minor'});
		expect(found(raw, 'S1')?.state).toBe('void');
	});

	it('reads verdicts with an answer to every item as journals of earlier versions hold them', () => {
		const schema = verdictFor(owed);
		const read = readVerdict(schema.parse(fair)) ?? {};
		for (const id of ['S1', 'S5', 'C1', 'C2', 'F1']) expect(found(read, id)).toEqual(found(fair, id));
		expect(schema.safeParse({...fair, S1: {answer: 'perfect', sentence: 1, phrase: 'x'}}).success).toBe(false);
	});

	it('keeps whose words a verdict names that leaves out the list of what else it found', () => {
		const {S5: _kind, C2: _case, ...due} = fair;
		const S1 = {answer: 'exact', sentence: 1, phrase: 'costs little, and the old', other: 't1 1'};
		const read = readVerdict(verdictFor(owed).parse({...due, S1})) ?? {};
		expect(found(read, 'S1')).toEqual(found(fair, 'S1'));
	});

	it('finds nothing false in a quotation that is true', () => {
		const text = `You told us: “A bench in the sun costs little.” ${parts.slice(1).join(' ')}`;
		const raw = {...fair, X2: at('major', 1, 'You told us', ['t1', 1])};
		expect(found(raw, 'X2', text)?.state).toBe('nothing');
		expect(found(raw, 'X2', text.replace('little', 'nothing'))?.state).toBe('standing');
	});
});

describe('words that no opponent said', () => {
	const quoted = 'You told us “a bench belongs to whoever has paid for it,” so you would charge the widow.';
	const text = [...parts, quoted, 'You never did say that, and I take it back.'].join(' ');
	const words = (answer: string) => at(answer, 6, 'so you would charge the', ['t1', 1]);
	const plain = text.replaceAll(/[“”]/gu, '');

	it('are a false quotation in quotation marks, also where they are argued against', () => {
		const {evaluation} = evaluated(new Map([['judge', {...fair, X1: words('major')}]]), undefined, {text});
		expect(evaluation.violations.map(({violation}) => violation)).toEqual(['false_quotation']);
		expect(evaluation.adherenceScore).toBe(60);
		const without = evaluated(new Map([['judge', {...fair, X1: words('major')}]]), undefined, {text: plain});
		expect(without.evaluation.violations.map(({violation}) => violation)).toEqual(['straw_manning']);
		expect(without.evaluation.adherenceScore).toBe(30);
	});

	it('are one fault, by whatever names they were found', () => {
		const more = {
			invented_source: at('major', 6, 'belongs to whoever has'),
			cherry_picked: at('minor', 6, 'You told us'),
		};
		const {evaluation} = evaluated(new Map([['judge', {...fair, X2: words('major'), ...more}]]), undefined, {text});
		expect(evaluation.violations.map(({violation}) => violation)).toEqual(['false_quotation']);
		expect(evaluation.items.filter(({id, answer}) => rubricItem(id)?.finds === 'lapse' && answer === 'yes')).toEqual(
			[],
		);
	});

	it('leave a fault of its own where the second look refuses them', () => {
		const more = {cherry_picked: at('minor', 6, 'You told us')};
		const {evaluation} = evaluated(
			new Map([['judge', {...fair, X1: words('major'), ...more}]]),
			(_, key) => key !== keyOf('straw_man', {...fair, X1: words('major'), ...more}, plain),
			{text: plain},
		);
		expect(evaluation.violations.map(({violation}) => violation)).toEqual(['unsound_argument']);
	});

	it.each(['X1', 'X2'])('count as %s once they are taken back in the same turn, and are called by nobody', id => {
		const {evaluation} = evaluated(new Map([['judge', {...fair, [id]: words('taken_back')}]]), undefined, {
			text: plain,
		});
		expect(evaluation.adherenceScore).toBe(75);
		expect(evaluation.requiresInterjection).toBe(false);
		expect(evaluation.violations).toMatchObject([{major: false, slight: true}]);
		expect(scoreFault(evaluation)).toBeUndefined();
	});

	it('are not taken back by anything before them', () => {
		const last = [...parts.slice(0, 5), quoted].join(' ').replaceAll(/[“”]/gu, '');
		const {evaluation} = evaluated(new Map([['judge', {...fair, X1: words('taken_back')}]]), undefined, {text: last});
		expect(evaluation.adherenceScore).toBe(30);
	});

	it('are taken back where half of those who affirm them say so', () => {
		const say = (first: string, second: LookAnswer) => {
			const last = turn('t3', 'chair_1', plain);
			const judging = judgingOf(debateOf({}, 1), {...emptyState, turns: [theirs, before, last]}, last, owed);
			const given = new Map([['judge', {ok: true as const, value: {...fair, X1: words(first)}}]]);
			const looks = new Map(
				judging.second(given).map(({judge, schema, prompt}): [string, Answer<unknown>] => {
					const task = prompt.messages.at(-1)?.content ?? '';
					expect(task).toContain('[7] You never did say that');
					const look = schema.parse(looksOf(task, (_, kind) => (kind === 'straw_man' ? second : 'yes')));
					return [judge, {ok: true as const, value: look}];
				}),
			);
			return judging.evaluation(given, looks).adherenceScore;
		};
		expect([say('major', 'yes'), say('major', 'taken_back'), say('taken_back', 'yes')]).toEqual([30, 75, 75]);
		expect(say('taken_back', 'no')).toBeGreaterThan(75);
	});
});

const seats = ['chair_1', 'chair_2', 'arbiter', 'judge', 'judge_2'];
const debateOf = (names: Readonly<Record<string, string>> = {}, judges = 2) =>
	createDebate({
		config: duelogicConfig.parse({}),
		subject: {text: 'The town should buy benches.'},
		participants: seats.slice(0, 3 + judges).map(id => ({
			id,
			name: names[id] ?? id,
			role: id.startsWith('chair') ? 'chair' : id.startsWith('judge') ? 'judge' : 'arbiter',
			voice: `test:${id}`,
		})),
	});

/** `look` is what a judge answers at the second look; undefined where it fails. */
function evaluated(
	given: ReadonlyMap<string, RawAnswers | undefined>,
	look: (judge: string, key: string) => boolean | undefined = () => true,
	{names, text = parts.join(' ')}: {readonly names?: Readonly<Record<string, string>>; readonly text?: string} = {},
) {
	const last = turn('t3', 'chair_1', text);
	const heard: DebateState = {...emptyState, turns: [theirs, before, last]};
	const judging = judgingOf(debateOf(names, given.size), heard, last, owed);
	const failed = {ok: false as const, reason: 'no answer'};
	const first: JudgeAnswers = new Map(
		[...given].map(([judge, value]) => [judge, value ? {ok: true as const, value} : failed]),
	);
	const again = (requests: ReturnType<typeof judging.second>): JudgeAnswers =>
		new Map(
			requests.map(({judge, schema, prompt}): [string, Answer<unknown>] => {
				const task = prompt.messages.at(-1)?.content ?? '';
				const keys = [...task.matchAll(/^- (?<key>q\d+): /gmu)].map(({groups}) => groups?.['key'] ?? '');
				if (keys.some(key => look(judge, key) === undefined)) return [judge, failed];
				const answers = looksOf(task, part => (look(judge, /^- (q\d+)/u.exec(part)?.[1] ?? '') ? 'yes' : 'no'));
				return [judge, {ok: true as const, value: schema.parse(answers)}];
			}),
		);
	const second = again(judging.second(first));
	const third = again(judging.third(first, second));
	return {evaluation: judging.evaluation(first, second, third), asked: judging.second(first), third};
}

/** The number of the question of this kind at the second look of one judge. */
function keyOf(kind: string, raw: RawAnswers, text: string): string {
	const {asked} = evaluated(new Map([['judge', raw]]), undefined, {text});
	const task = asked[0]?.prompt.messages.at(-1)?.content ?? '';
	return new RegExp(`^- (q\\d+): ${kind}`, 'mu').exec(task)?.[1] ?? '';
}

const scoreBy = (judge: string, {evaluation}: ReturnType<typeof evaluated>) =>
	evaluation.verdicts?.find(verdict => verdict.judge === judge)?.score;

const grade = (id: string, answers: readonly string[]) =>
	fc.constantFrom(...answers).map(answer => [id, answer] as const);
const anyVerdict = fc
	.tuple(grade('S1', ['none', 'loose', 'exact']), grade('C2', ['none', 'concrete']), grade('F1', ['named', 'carries']))
	.map((grades): RawAnswers => {
		const answers = grades.map(([id, answer]): [string, RawAnswers[string]] => {
			const shown = fair[id];
			return [id, answer === 'none' || !shown ? {answer: 'none'} : {...shown, answer}];
		});
		return {...fair, ...Object.fromEntries(answers)};
	});

describe('the second look', () => {
	it('is taken at every merit and at every fault that costs five points, and at no other', () => {
		const minor = at('minor', 2, 'children rest there too');
		const {asked} = evaluated(
			new Map([['judge', {...fair, V: at('major', 2, 'children rest there too'), cherry_picked: minor}]]),
		);
		const kinds = asked.flatMap(({prompt}) =>
			[...(prompt.messages.at(-1)?.content ?? '').matchAll(/^- q\d+: (\w+):/gmu)].map(([, kind]) => kind),
		);
		expect(kinds).toEqual(['restatement', 'added', 'admission', 'tied', 'framework', 'foreign']);
	});

	it('shows what stands around a sentence, and the opponent’s own words', () => {
		const {asked} = evaluated(new Map([['judge', fair]]));
		const text = asked[0]?.prompt.messages.at(-1)?.content ?? '';
		expect(text).toContain('Before it: I would add that children rest there too.');
		expect(text).toContain('After it: The baker’s mother is the case that I get wrong.');
		expect(text).toContain('The opponent said: A bench in the sun costs little.');
	});

	it('looks through the whole turn for what was not found, and takes what it finds there at the lowest grade', () => {
		const raw = {...fair, C1: {answer: 'none'}, C2: {answer: 'none'}};
		const last = turn('t3', 'chair_1', parts.join(' '));
		const judging = judgingOf(debateOf({}, 1), {...emptyState, turns: [theirs, before, last]}, last, owed);
		const first: JudgeAnswers = new Map([['judge', {ok: true as const, value: raw}]]);
		const [request] = judging.second(first);
		const task = request?.prompt.messages.at(-1)?.content ?? '';
		const key = /^- (?<key>q\d+): no_admission/mu.exec(task)?.groups?.['key'] ?? '';
		expect(task).toContain(`[3] ${parts[2]}`);
		const value = {
			looks: Array.from(task.matchAll(/^- (?<q>q\d+):/gmu), ({groups}) => ({
				q: groups?.['q'],
				a: groups?.['q'] === key ? 3 : 'yes',
			})),
		};
		const evaluation = judging.evaluation(first, new Map([['judge', {ok: true as const, value}]]));
		expect(evaluation.items.find(({id}) => id === 'C1')).toMatchObject({grade: 'plan', answer: 'yes', sentence: 3});
		expect(evaluation.violations).toEqual([]);
	});

	it('of a judge that fails leaves every other judge’s vote what it is alone', () => {
		fc.assert(
			fc.property(anyVerdict, anyVerdict, fc.boolean(), (raw, other, atOnce) => {
				const alone = evaluated(new Map([['judge', raw]]));
				const beside = evaluated(
					new Map([
						['judge', raw],
						['judge_2', atOnce ? undefined : other],
					]),
					judge => (judge === 'judge_2' ? undefined : true),
				);
				expect(scoreBy('judge', beside)).toBe(scoreBy('judge', alone));
				expect(scoreBy('judge', beside)).not.toBeNull();
			}),
		);
	});

	it('goes to the judge itself, in a request of its own, where every other one failed', () => {
		const both = new Map([
			['judge', fair],
			['judge_2', fair],
		]);
		const {third, evaluation} = evaluated(both, judge => (judge === 'judge_2' ? undefined : false));
		expect([...third.keys()]).toContain('judge');
		expect(evaluation.verdicts?.find(({judge}) => judge === 'judge')?.items.find(({id}) => id === 'C1')?.state).toBe(
			'refused',
		);
	});
});

describe('a score', () => {
	it('is the same with a sentence more that is nobody’s merit', () => {
		const sentences = fc.constantFrom('And so it goes.', 'Thank you all.', '“You said so.”', 'Who knows?', 'Ann!');
		fc.assert(
			fc.property(anyVerdict, sentences, (raw, more) => {
				const plain = evaluated(new Map([['judge', raw]]));
				const longer = evaluated(new Map([['judge', raw]]), undefined, {text: `${parts.join(' ')} ${more}`});
				expect(longer.evaluation.adherenceScore).toBe(plain.evaluation.adherenceScore);
			}),
		);
	});

	it('is the same whatever a chair is called', () => {
		const said = [theirs.text, before.text, ...parts].join(' ').match(/\p{L}+/gu) ?? [];
		const words = fc.oneof(
			fc.constantFrom('Not', 'What', 'The', 'I', 'And', 'bench', 'Costs Little', 'may', 'No', 'Kein'),
			fc.constantFrom(...said),
			fc.lorem({maxCount: 2}),
		);
		fc.assert(
			fc.property(anyVerdict, words, words, (raw, ann, bob) => {
				const named = evaluated(new Map([['judge', raw]]), undefined, {names: {chair_1: ann, chair_2: bob}});
				const plain = evaluated(new Map([['judge', raw]]));
				expect(named.evaluation.adherenceScore).toBe(plain.evaluation.adherenceScore);
				expect(named.evaluation.verdicts?.map(({items}) => items)).toEqual(
					plain.evaluation.verdicts?.map(({items}) => items),
				);
			}),
		);
	});
});
