/** Whole evaluations, from what was said to the score: who sits where and what they are called must not count. */
import {describe, expect, it} from 'vitest';
import * as fc from 'fast-check';
import type {EvaluationEvent} from '../../../../src/debate/evaluation.ts';
import type {Participant} from '../../../../src/debate/events.ts';
import {emptyState, type Turn} from '../../../../src/debate/state.ts';
import {duelogicConfig} from '../../../../src/formats/duelogic/config.ts';
import {judgingOf, type JudgeAnswers} from '../../../../src/formats/duelogic/judging.ts';
import {itemsOwed} from '../../../../src/debate/rubric.ts';
import {createDebate} from '../../../../src/formats/duelogic/seats.ts';
import {looksOf} from '../verdict.ts';
import {turn} from './turn.ts';

const owed = {steelManning: true, selfCritique: true};
const frameworks = ['utilitarian', 'virtue_ethics', 'deontological', 'libertarian'];
const called = ['Claude Sonnet 4', 'Grok 3', 'Gemini Pro', 'Ann', 'Llama 3', 'o3', 'Chair 2', 'Mistral Large'];
const openings = [
	'We all pay for',
	'Nobody ever asked for',
	'It may well ruin',
	'I grant you that',
	'My way overlooks often',
];

/** What a sentence says: how it begins, and whom it names. */
const sentence = fc.record({opening: fc.constantFrom(...openings), names: fc.nat(3)});
const speech = fc.array(sentence, {minLength: 3, maxLength: 6});

const answer = ([first = '', ...others]: readonly string[]) =>
	fc.record({
		// A verdict that finds everything is rarely of use.
		answer: fc.constantFrom(first, first, ...others),
		sentence: fc.integer({min: 1, max: 7}),
		opening: fc.constantFrom(...openings),
		other_turn: fc.constantFrom('t1', 't2', 't3', 't9'),
		other_sentence: fc.integer({min: 1, max: 7}),
	});
const checklist = fc.record(Object.fromEntries(itemsOwed(owed).map(({id, answers}) => [id, answer(answers)])));

/** People, in the order in which they speak, what each says, and what each judge makes of the last turn. */
const debates = fc.integer({min: 2, max: 4}).chain(people =>
	fc.record({
		people: fc.constant(people),
		speeches: fc.array(speech, {minLength: people + 1, maxLength: people + 1}),
		cutBy: fc.option(fc.constant(people - 1)),
		judges: fc.array(checklist, {minLength: 1, maxLength: 3}),
		affirmed: fc.boolean(),
		seats: fc.shuffledSubarray([0, 1, 2, 3].slice(0, people), {minLength: people}),
		names: fc.shuffledSubarray(called, {minLength: people, maxLength: people}),
		cached: fc.constantFrom(0, 1),
	}),
);
type Drawn = typeof debates extends fc.Arbitrary<infer T> ? T : never;

/** The same debate with people on these seats, under these names. */
function judged(drawn: Drawn, seats: readonly number[], names: readonly string[]) {
	const {people, speeches, judges, affirmed, cutBy, cached} = drawn;
	const seatOf = (person: number): string => `chair_${(seats[person % people] ?? 0) + 1}`;
	const nameOf = (person: number): string => names[person % people] ?? '';
	const said = (part: Drawn['speeches'][number] = []): string =>
		part.map(({opening, names: whom}) => `${opening} what ${nameOf(whom)} wants.`).join(' ');
	const chairs = Array.from({length: people}, (_, person) => person).toSorted((one, other) =>
		seatOf(one).localeCompare(seatOf(other)),
	);
	const participants: Participant[] = [
		...chairs.map(person => ({
			id: seatOf(person),
			role: 'chair',
			name: nameOf(person),
			voice: `voice ${person}`,
			framework: frameworks[person] ?? '',
		})),
		{id: 'arbiter', role: 'arbiter', name: 'Host', voice: 'host'},
		...judges.map((_, place) => ({
			id: `judge_${place + 1}`,
			role: 'judge',
			name: `J${place}`,
			voice: `judge ${place}`,
		})),
	];
	const debate = createDebate({
		config: duelogicConfig.parse({
			chairs: chairs.map(person => ({position: seatOf(person), framework: frameworks[person]})),
			contextTokens: 1_000_000,
		}),
		subject: {text: 'We should wait.'},
		participants,
		cachedShares: Object.fromEntries(judges.map((_, place) => [`judge_${place + 1}`, cached])),
	});
	const earlier: readonly Turn[] = speeches
		.slice(0, people)
		.map((part, person) => turn(`t${person + 1}`, seatOf(person), said(part)));
	const last = turn('t7', seatOf(0), said(speeches[people]), cutBy === null ? {} : {finish: 'interrupted'});
	const rest = cutBy === null ? [] : [turn('t8', seatOf(0), 'And so I end here.', {kind: 'resumption'})];
	const judging = judgingOf(debate, {...emptyState, turns: [...earlier, last, ...rest]}, last, owed, rest);
	const answers: JudgeAnswers = new Map(
		judges.map((raw, place) => [
			`judge_${place + 1}`,
			{
				ok: true,
				value: Object.fromEntries(
					Object.entries(raw).map(([id, {opening, ...each}]) => [id, {...each, phrase: opening}]),
				),
			},
		]),
	);
	const second = judging.second(answers).map(
		({judge, prompt}) =>
			[
				judge,
				{
					ok: true as const,
					value: looksOf(prompt.messages.at(-1)?.content ?? '', () => (affirmed ? 'yes' : 'no')),
				},
			] as const,
	);
	return {
		prompts: judging.first.map(({prompt}) => prompt.messages),
		evaluation: judging.evaluation(answers, new Map(second)),
	};
}

const counted = ({adherenceScore, reason, range, contested, working, cap}: EvaluationEvent) => ({
	adherenceScore,
	reason,
	range,
	contested,
	working,
	cap,
});

describe('a whole evaluation', () => {
	it('is the same whatever the speakers are called, and its judges read the same', () => {
		let scored = 0;
		fc.assert(
			fc.property(debates, drawn => {
				const plain = judged(drawn, drawn.seats, ['North', 'East', 'South', 'West']);
				const named = judged(drawn, drawn.seats, drawn.names);
				expect(named.prompts).toEqual(plain.prompts);
				expect(counted(named.evaluation)).toEqual(counted(plain.evaluation));
				if (named.evaluation.adherenceScore !== null) scored += 1;
			}),
			{numRuns: 40},
		);
		expect(scored).toBeGreaterThan(0);
	});

	it('is the same on whichever seats they sit', () => {
		fc.assert(
			fc.property(debates, drawn => {
				const there = judged(drawn, [0, 1, 2, 3], drawn.names);
				const exchanged = judged(drawn, drawn.seats, drawn.names);
				expect(counted(exchanged.evaluation)).toEqual(counted(there.evaluation));
			}),
			{numRuns: 40},
		);
	});
});
