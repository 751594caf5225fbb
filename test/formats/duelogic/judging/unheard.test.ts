/** What a turn owes where a cut or a limit took words away: nothing that was written and not heard raises a score. */
import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {wordsOf} from '../../../../src/debate/judged-text.ts';
import {emptyState, type DebateState, type Turn} from '../../../../src/debate/state.ts';
import type {RawAnswer} from '../../../../src/formats/duelogic/check-answers.ts';
import {duelogicConfig} from '../../../../src/formats/duelogic/config.ts';
import {judgingOf} from '../../../../src/formats/duelogic/judging.ts';
import {scoreFault, turnScore} from '../../../../src/formats/duelogic/turn-score.ts';
import {createDebate} from '../../../../src/formats/duelogic/seats.ts';
import {looksOf, verdictOf} from '../verdict.ts';
import {turn} from './turn.ts';

const owed = {steelManning: true, selfCritique: true};
const theirs = turn('t1', 'chair_2', 'A bench in the sun costs little. Would you rather have the old stand up?');
const seats = [
	{id: 'chair_1', role: 'chair', name: 'Ann', voice: 'a:x', model: 'x'},
	{id: 'chair_2', role: 'chair', name: 'Bo', voice: 'a:y', model: 'y'},
	{id: 'arbiter', role: 'arbiter', name: 'Cy', voice: 'a:z', model: 'z'},
] as const;
const debate = createDebate({
	config: duelogicConfig.parse({}),
	subject: {text: 'Towns should set up benches.'},
	participants: [...seats],
});

/** A sentence, and the items that it bears. */
type Part = {readonly text: string; readonly bears: Readonly<Record<string, string>>};
const part = (text: string, bears: Part['bears'] = {}): Part => ({text, bears});
const filler = [
	'The mayor walks there each morning.',
	'It rained on the square last week.',
	'We count coins, and then trees.',
].map(text => part(text));
const restated = part('A bench, you say, costs little, and the old may sit on it.', {S1: 'exact'});
const added = part('I would add that children rest there too.', {S5: 'yes'});
const admitted = part('What my count leaves out is the shade that nobody pays for.', {C1: 'framework'});
const tied = part('The mother of the baker sits there, and I do not count her.', {C2: 'concrete'});
const wrong = part('The village without a square is the case that I get wrong.', {C3: 'yes'});
const argued = part('What matters is how much good each coin does.', {F1: 'carries'});
const honest = [restated, added, argued, ...filler, admitted, tied, wrong];
const bare = [filler[0], argued, ...filler.slice(1)].filter(one => one !== undefined);

/** Who judges by the labels: the first sentence that bears an item, those that were heard before those that were not. */
const answersTo = (parts: readonly Part[]): Readonly<Record<string, RawAnswer>> =>
	Object.fromEntries(
		parts
			.flatMap(({text, bears}, place) =>
				Object.entries(bears).map(
					([id, answer]) =>
						[
							id,
							{
								answer,
								sentence: place + 1,
								phrase: text.split(' ').slice(0, 4).join(' '),
								...(id === 'S1' && {other_turn: 't1', other_sentence: 1}),
							},
						] as const,
				),
			)
			.toReversed(),
	);

const spoken = (parts: readonly Part[]): string => parts.map(({text}) => text).join(' ');

type Cut = {readonly heard: readonly Part[]; readonly unheard: readonly Part[]; readonly resumed: readonly Part[]};

function scored(parts: readonly Part[], cut?: Cut, asksAgain = true) {
	const interruption = turn('t3', 'chair_2', 'That is not what I said.', {kind: 'interruption', replyTo: 't2'});
	const own: Turn = turn('t2', 'chair_1', spoken(cut ? cut.heard : parts), {
		...(cut && {
			finish: 'interrupted',
			cut: {
				type: 'interruption',
				turnId: 't2',
				interrupted: 'chair_1',
				interrupter: 'chair_2',
				reason: 'direct_challenge',
				trigger: '',
				opener: '',
				line: '',
				urgency: 0.9,
				atMs: 1,
				...(cut.unheard.length > 0 && {unheard: spoken(cut.unheard)}),
			},
		}),
	});
	const resumption = turn('t4', 'chair_1', spoken(cut?.resumed ?? []), {
		kind: 'resumption',
		replyTo: 't3',
		...(asksAgain && {owes: owed}),
	});
	const heard: DebateState = {
		...emptyState,
		turns: cut ? [theirs, own, interruption, resumption] : [theirs, own],
	};
	const judging = judgingOf(debate, heard, own, owed, cut ? [resumption] : []);
	const written = cut ? [...cut.heard, ...cut.resumed, ...cut.unheard] : parts;
	const first = new Map(
		judging.first.map(({judge, schema}) => [
			judge,
			{ok: true as const, value: schema.parse(verdictOf(answersTo(written), owed))},
		]),
	);
	const second = new Map(
		judging.second(first).map(({judge, schema, prompt}) => {
			const looks = looksOf(prompt.messages.at(-1)?.content ?? '', () => 'yes');
			return [judge, {ok: true as const, value: schema.parse(looks)}] as const;
		}),
	);
	const evaluation = judging.evaluation(first, second);
	expect(scoreFault(evaluation)).toBeUndefined();
	return {evaluation, score: evaluation.adherenceScore ?? expect.fail(evaluation.reason), judging};
}

const answer = [part('I hear you, and I go on with what I was saying.')];
const cutAt = (parts: readonly Part[], place: number, written = parts.length): Cut => ({
	heard: parts.slice(0, place),
	unheard: parts.slice(place, written),
	resumed: answer,
});

const mixed = fc
	.shuffledSubarray([restated, added, admitted, tied, wrong, argued, ...filler], {minLength: 4})
	.map(parts => [...parts]);

describe('a turn that is cut', () => {
	it('scores at no sentence above its whole as it was written', () => {
		fc.assert(
			fc.property(mixed, fc.nat(8), (parts, nth) => {
				const place = 1 + (nth % (parts.length - 1));
				expect(scored(parts, cutAt(parts, place)).score).toBeLessThanOrEqual(scored(parts).score);
			}),
			{numRuns: 300},
		);
	});

	it('is not blamed for an admission that it had written', () => {
		const {evaluation, score} = scored(honest, cutAt(honest, 6));
		expect(evaluation.violations).toEqual([]);
		expect(evaluation.items.find(({id}) => id === 'C1')).toMatchObject({answer: 'no', state: 'excused'});
		expect(evaluation.selfCritique).toMatchObject({applicable: false});
		expect(score).toBeGreaterThan(80);
	});

	it('owes what it had not written, where it was asked for it again', () => {
		const {evaluation} = scored(honest, cutAt(honest, 6, 6));
		expect(evaluation.violations.map(({violation}) => violation)).toEqual(['missing_self_critique']);
	});

	it('does not owe what nobody asked of it again', () => {
		const {evaluation, score} = scored(honest, cutAt(honest, 6, 6), false);
		expect(evaluation.violations).toEqual([]);
		expect(score).toBeLessThan(100);
	});

	it('has what was cut off read by its judge, marked as that, and looked at twice', () => {
		const {judging} = scored(honest, cutAt(honest, 6));
		const [request] = judging.first;
		const task = request?.prompt.messages.at(-1)?.content ?? '';
		expect(task).toMatch(/<not_heard turn="t2"[^>]*>\n\[8\] What my count leaves out/u);
	});
});

describe('a source that is turned round', () => {
	const whole = {S1: 'exact', S2: 'concrete', S5: 'yes', C1: 'framework', C2: 'concrete', C3: 'yes', F1: 'carries'};
	it.each([
		['major', 60],
		['minor', undefined],
	])('by a %s alteration caps the score at %s', (answer, at) => {
		const found = new Map(Object.entries({...whole, misrepresented_source: answer}));
		const {score} = turnScore(found, new Map(), owed, debate.config.weights);
		expect(score.cap?.at).toBe(at);
		expect(score.score <= 60).toBe(at === 60);
	});
});

describe('words that are compared', () => {
	it('are the same with look-alike letters and with nothing between that is seen', () => {
		expect(wordsOf('We c\u043Eunt the sh\u0430de')).toEqual(wordsOf('We count the shade'));
		expect(wordsOf('We co\u200Bunt the sha\u2060de')).toEqual(wordsOf('We count the shade'));
		expect(wordsOf('Мы считаем тень')).toEqual(['мы', 'считаем', 'тень']);
	});
});

describe('a turn that runs over its limit', () => {
	/** What is written behind the limit is in no turn: only why it ended tells of it. */
	function limited(parts: readonly Part[]): number | null {
		const own = turn('t2', 'chair_1', spoken(parts), {reason: 'ended at its limit of words'});
		const judging = judgingOf(debate, {...emptyState, turns: [theirs, own]}, own, owed);
		const answered = (requests: typeof judging.first, value: (request: (typeof judging.first)[number]) => unknown) =>
			new Map(requests.map(one => [one.judge, {ok: true as const, value: one.schema.parse(value(one))}] as const));
		const first = answered(judging.first, () => verdictOf(answersTo(parts), owed));
		const second = answered(judging.second(first), ({prompt}) =>
			looksOf(prompt.messages.at(-1)?.content ?? '', () => 'yes'),
		);
		return judging.evaluation(first, second).adherenceScore;
	}

	it('earns what it would without the rest, and no more than with the rest heard', () => {
		fc.assert(
			fc.property(mixed, fc.nat(8), (parts, nth) => {
				const heard = parts.slice(0, 1 + (nth % (parts.length - 1)));
				expect(limited(heard)).toBe(scored(heard).score);
				expect(limited(heard)).toBeLessThanOrEqual(scored(parts).score);
			}),
			{numRuns: 100},
		);
	});

	it('earns half at most with a bare speech', () => {
		expect(limited(bare)).toBeLessThanOrEqual(50);
	});
});
