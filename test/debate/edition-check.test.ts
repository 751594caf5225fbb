import {describe, expect, it} from 'vitest';
import {hasFallen} from '../../src/debate/attribution.ts';
import type {EditionAnswer} from '../../src/debate/edition.ts';
import {checkedEdition} from '../../src/debate/edition-check.ts';
import {fold} from '../../src/debate/reduce.ts';
import {Recording, start} from '../exports/sample.ts';

const given = 'I give up that a ballot of twelve questions is short.';
const fallen = 'A ballot of twelve questions is short.';

const told = new Recording();
told.emit(start);
told.emit({type: 'segment-start', segment: 'opening'});
const first = told.say('chair_1', 'opening', `Every voter owes the parliament a ballot. ${fallen} Nobody pays for it.`);
const second = told.say('chair_2', 'opening', 'A duty is no duty in Antwerp. Who asked the voter of 1893?');
const ledger = (turnId: string, speaker: string) => ({
	type: 'ledger' as const,
	turnId,
	speaker,
	new: [],
	answered: [],
	conceded: [],
	withdrawn: [],
});
told.emit({...ledger(first, 'chair_1'), new: [{id: 'A1', claim: 'A ballot is short.', sentence: fallen}]});
told.emit({type: 'segment-start', segment: 'exchange', round: 1});
const third = told.say('chair_1', 'reply', `${given} The duty stands.`);
told.emit({...ledger(third, 'chair_1'), withdrawn: [{claim: 'A1', sentence: given}]});
const fourth = told.say('chair_2', 'reply', 'So nobody asked.');
const state = fold(told.events);

const whole: EditionAnswer = {
	title: 'Who owes a ballot to whom',
	standfirst: 'One voter is owed a ballot, and another is not asked. It turned on twelve questions.',
	hook: {
		before: 'A voter in Antwerp is asked for a ballot.',
		quotes: [
			{turn: first, from: 1, to: 1},
			{turn: second, from: 1, to: 2},
		],
		after: 'The answer of 1893 comes later.',
	},
	moments: [{turn: third, sentence: 1, says: 'One chair gives up that a ballot is short.'}],
	lines: [
		{turn: first, sentence: 3},
		{turn: second, sentence: 1},
	],
	chapters: [{part: 1, title: 'A duty, or none'}],
	settled: [{says: 'A ballot of twelve questions is not short.', shows: [{turn: third, sentence: 1}]}],
	open: [{says: 'Whether a duty stands.', shows: [{turn: third, sentence: 2}]}],
	question: 'Who asked the voter?',
	untrue: [{turn: second, sentence: 2, why: 'Nobody voted then.'}],
};

describe('an edition', () => {
	it('that keeps to what was said holds as a whole', () => {
		const {refused, ...held} = checkedEdition(state, whole, 'en');
		expect(refused).toBeUndefined();
		expect(held).toMatchObject({...whole, chapters: [{segment: 'opening', title: 'A duty, or none'}]});
	});

	it.each<[string, Partial<EditionAnswer>, string, string]>([
		['quotes by words', {title: 'The “duty” of a voter'}, 'title', 'it quotes by words'],
		['names somebody whom nobody named', {title: 'Who owes a ballot in Brussels'}, 'title', 'nobody named Brussels'],
		['has a figure that nobody said', {question: 'Who asked 4,000 voters?'}, 'question', 'nobody said 4,000'],
		['has no question to ask', {question: 'Ask the voter.'}, 'question', 'it is no question'],
		['tells it in one sentence', {standfirst: 'A voter is owed a ballot.'}, 'standfirst', 'it is not two sentences'],
		['settles what no turn shows', {settled: [{says: 'A duty stands.', shows: []}]}, 'settled', 'it points at no turn'],
		[
			'points at a sentence that is not there',
			{open: [{says: 'A duty stands.', shows: [{turn: second, sentence: 9}]}]},
			'open',
			'there is no such sentence',
		],
		[
			'begins with a sentence that leans on another',
			{hook: {...whole.hook, quotes: [{turn: fourth, from: 1, to: 1}]}},
			'hook',
			'its first sentence leans on the one before it',
		],
		[
			'begins with what was taken back',
			{hook: {...whole.hook, quotes: [{turn: first, from: 1, to: 2}]}},
			'hook',
			'the sentence was taken back, or found untrue',
		],
		[
			'answers before it asks',
			{hook: {...whole.hook, quotes: whole.hook.quotes.toReversed()}},
			'hook',
			'its passages are not in the order in which they were said',
		],
		[
			'praises what fell',
			{lines: [{turn: first, sentence: 2}]},
			'line',
			'the sentence was taken back, or found untrue',
		],
	])('that %s loses that, and keeps the rest', (_how, change, what, because) => {
		const {refused, ...held} = checkedEdition(state, {...whole, ...change}, 'en');
		expect(refused).toEqual([{what, because}]);
		expect(held.moments).toEqual(whole.moments);
	});

	it('tells a change of mind before a clash, in the order of the debate', () => {
		const clash = (turn: string) => ({turn, sentence: 1, says: 'They clash over a duty.'});
		const moments = [clash(first), clash(second), clash(second), ...whole.moments];
		expect(checkedEdition(state, {...whole, moments}, 'en').moments).toEqual([
			clash(first),
			clash(second),
			...whole.moments,
		]);
	});
});

describe('a sentence that the editor holds to be untrue', () => {
	const doubted = (upheld?: boolean) => ({
		...state,
		edition: {
			type: 'edition' as const,
			editor: 'arbiter',
			by: {name: 'E', voice: 'e'},
			untrue: [{turn: second, sentence: 2, why: 'No.', ...(upheld !== undefined && {upheld})}],
		},
	});

	it.each([
		[undefined, false],
		[false, false],
		[true, true],
	])('falls where the bench upholds it: %s', (upheld, falls) => {
		const edited = doubted(upheld);
		const turn = edited.turns.find(({id}) => id === second);
		expect(turn && hasFallen(edited, turn, 'Who asked the voter of 1893?')).toBe(falls);
	});
});
