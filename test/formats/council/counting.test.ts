import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	countVotes,
	decisiveSeats,
	isQuorum,
	middleOf,
	numberIn,
	numberWinner,
	votesIn,
	winnerOf,
	type CouncilVote,
} from '../../../src/formats/council/counting.ts';
import {answered, moved, stateOf} from './council-state.ts';

/** `a>b` is a vote for a that ranks b behind it; `model:` before it names the model, else each seat has its own. */
const votesOf = (...texts: readonly string[]): CouncilVote[] =>
	texts.map((text, place) => {
		const [model, rest = ''] = text.includes(':') ? text.split(':') : [`m${place}`, text];
		const ranking = rest.split('>');
		return {seat: `seat_${place + 1}`, model: model ?? '', position: ranking[0] ?? '', ranking};
	});

describe('votes', () => {
	it.each([
		['each model has one', votesOf('a', 'a', 'b'), {a: 2, b: 1}],
		['seats of one model share it', votesOf('x:a', 'x:a', 'x:b', 'y:b', 'z:a'), {a: 1.666667, b: 1.333333}],
		['one model never outvotes two others', votesOf('x:a', 'x:a', 'x:a', 'y:b', 'z:b'), {b: 2, a: 1}],
	])('%s', (_what, votes, wanted) => {
		expect(Object.fromEntries(countVotes(votes).map(each => [each.position, each.votes]))).toEqual(wanted);
	});
});

describe('the winner', () => {
	it.each([
		['all', votesOf('a', 'a', 'a'), 'a', 'unanimous'],
		['more than half', votesOf('a', 'a', 'b'), 'a', 'majority'],
		[
			'half is no majority, and two positions say nothing of each other',
			votesOf('a>b', 'a>b', 'b>a', 'b>a'),
			null,
			'split',
		],
		[
			'what beats each other one in pairs, by those that hold neither',
			votesOf('a>b>c', 'b>a>c', 'c>a>b'),
			'a',
			'plurality',
		],
		['a circle is split', votesOf('a>b>c', 'b>c>a', 'c>a>b'), null, 'split'],
		['without rankings, three answers of three are split', votesOf('a', 'b', 'c'), null, 'split'],
		['none is a position', votesOf('none', 'none', 'a'), 'none', 'majority'],
		['a vote that is withheld is not counted', votesOf('a', 'a', 'b', 'abstain'), 'a', 'majority'],
		['more than half withheld', votesOf('a', 'abstain', 'abstain'), null, 'split'],
		['half withheld', votesOf('a', 'abstain'), 'a', 'unanimous'],
		['three seats of one model are one vote', votesOf('x:a', 'x:a', 'x:a', 'y:b'), null, 'split'],
		['nobody', votesOf(), null, 'split'],
	])('is %s', (_what, votes, winner, strength) => {
		expect(winnerOf(votes)).toEqual({winner, strength});
	});
});

describe('numbers', () => {
	it.each([
		['the middle one', votesOf('10', '12', '40'), [12], 'split'],
		['near enough', votesOf('100', '102', '104'), [102], 'unanimous'],
		['most near it', votesOf('100', '102', '200'), [102], 'majority'],
		['both middle ones of an even count', votesOf('10', '20'), [10, 20], 'split'],
		['one model, one vote', votesOf('x:1', 'x:1', 'x:1', 'y:50', 'z:51'), [50], 'majority'],
	])('give %s', (_what, votes, middle, strength) => {
		expect([middleOf(votes)?.middle, numberWinner(votes, 5).strength]).toEqual([middle, strength]);
	});

	it.each([
		['12', 12],
		['about 1,200 days', 1200],
		['-3.5', -3.5],
		['some', undefined],
	])('are read out of %s', (text, number) => expect(numberIn(text)).toBe(number));
});

it.each([
	[3, 3, true],
	[2, 3, true],
	[1, 3, false],
	[2, 4, false],
	[1, 1, false],
])('%i answers of %i seats are a quorum: %s', (answers, seats, wanted) => {
	expect(isQuorum(answers, seats)).toBe(wanted);
});

describe('what is held', () => {
	const council = stateOf({
		answers: [answered('seat_1', 'a'), answered('seat_2', 'a'), answered('seat_3', 'b')],
		ballots: [
			moved('seat_1', 'b'),
			moved('seat_2', 'b', 'there is no sentence 9'),
			{type: 'council-ballot', seat: 'seat_3', ballot: 'last', position: 'a', ranking: ['a', 'b']},
		],
	});
	const held = (count: 'blind' | 'counted' | 'raw'): string =>
		votesIn(council, count)
			.map(({position}) => position)
			.join('');

	it('blind is before any talk, counted leaves out moves without ground, raw has all', () => {
		expect([held('blind'), held('counted'), held('raw')]).toEqual(['aab', 'bab', 'bba']);
	});

	it('is looked at again where a move changes the winner, and falls back where it does not stand', () => {
		expect(decisiveSeats(council, {number: false, tolerance: 5})).toEqual(['seat_1']);
		const look = {
			type: 'council-look' as const,
			seat: 'seat_1',
			restated: 'So it is.',
			uncounted: 'it did not move it',
		};
		expect(votesIn({...council, looks: [look]}, 'counted').map(({position}) => position)).toEqual(['a', 'a', 'b']);
	});
});

describe('no result changes', () => {
	const votes = fc.array(
		fc.record({
			model: fc.constantFrom('x', 'y', 'z', 'w', 'v'),
			ranking: fc.shuffledSubarray(['a', 'b', 'c'], {minLength: 1}),
		}),
		{minLength: 1, maxLength: 7},
	);
	const seated = (drawn: readonly {model: string; ranking: string[]}[]): CouncilVote[] =>
		drawn.map(({model, ranking}, place) => ({seat: `s${place}`, model, ranking, position: ranking[0] ?? ''}));

	it('where seats are renamed or reordered', () => {
		fc.assert(
			fc.property(votes, drawn => {
				const given = seated(drawn);
				const renamed = given.toReversed().map((vote, place) => ({...vote, seat: `other_${place}`}));
				expect(winnerOf(renamed)).toEqual(winnerOf(given));
			}),
		);
	});

	it('where a voice is added once more that says the same', () => {
		fc.assert(
			fc.property(votes, drawn => {
				const one = drawn.filter(({model}, place) => drawn.findIndex(other => other.model === model) === place);
				const [first] = one;
				if (!first) return;
				expect(winnerOf(seated([...one, first]))).toEqual(winnerOf(seated(one)));
			}),
		);
	});
});
