import {describe, expect, it} from 'vitest';
import type {Vote} from '../../../../src/debate/formats/adversarial-spec.ts';
import {countedVote, countIssue, isThin, approvalFlaw} from '../../../../src/formats/adversarial-spec/rounds.ts';

/** `rrad-` is five agents: two raised it, one agrees, one disagrees, one abstains; `x` did not answer at all. */
function count(
	who: string,
	{threshold = 0.5, weights = {}}: {threshold?: number; weights?: Record<string, number>} = {},
) {
	const agents = Array.from(who, (what, place) => ({id: `a${place + 1}`, what}));
	const votes: Record<string, Vote> = {a: 'agree', d: 'disagree', '-': 'abstain'};
	return countIssue(
		{
			raisedBy: agents.filter(({what}) => what === 'r' || what === 'x').map(({id}) => id),
			votes: agents.flatMap(({id, what}) => {
				const vote = votes[what];
				return vote === undefined ? [] : [{agent: id, vote}];
			}),
		},
		{threshold, weights, answered: agents.filter(({what}) => what !== 'x').map(({id}) => id)},
	);
}

describe('consensus', () => {
	it.each([
		// Five of ten, however they came to agree.
		['raaaa-----', 0.5, 'agreed', 0.5],
		['rrrrr-----', 0.5, 'agreed', 0.5],
		['raaa------', 0.5, 'undecided', 0.4],
		['raaaaddddd', 0.5, 'agreed', 0.5],
		['raaaa-----', 0.6, 'undecided', 0.5],
		['raaaaa----', 0.6, 'agreed', 0.6],
		['raaaaaa---', 0.7, 'agreed', 0.7],
		// Thresholds at their ends.
		['rrrrr', 1, 'agreed', 1],
		['rrrr-', 1, 'undecided', 0.8],
		['r----', 0.2, 'agreed', 0.2],
		['r----', 0.21, 'undecided', 0.2],
		['rra', 0.6666, 'agreed', 1],
		['rr-', 0.6666, 'agreed', 2 / 3],
		['rr-', 0.67, 'undecided', 2 / 3],
		// Against: more than those for it, and the threshold.
		['rdd', 0.5, 'rejected', 1 / 3],
		['rdd-', 0.5, 'rejected', 0.25],
		['rdd---', 0.5, 'undecided', 1 / 6],
		['rddd-', 0.7, 'undecided', 0.2],
		// More against than for it, but the threshold is met.
		['rraddddddd', 0.3, 'agreed', 0.3],
		// Who did not answer is not counted, nor is what they raised.
		['rx', 0.5, 'agreed', 0.5],
		['r-xxx', 0.5, 'agreed', 0.5],
		['r--xxxxxxx', 0.5, 'undecided', 1 / 3],
		['x--', 0.5, 'undecided', 0],
		// Never a share of fewer than two.
		['r', 0.6, 'undecided', 0.5],
	] as const)('%s at %d is %s', (who, threshold, standing, support) => {
		const result = count(who, {threshold});
		expect(result.standing).toBe(standing);
		expect(result.support).toBeCloseTo(support, 10);
	});

	it.each([
		['rd', {a1: 2}, 'agreed', 'weights'],
		['rd', {a2: 2}, 'rejected', 'weights'],
		['rd', {}, 'agreed', 'threshold'],
		['rd---', {}, 'undecided', 'threshold'],
		// Abstentions make no tie, and break none.
		['rd---', {a1: 1.5}, 'agreed', 'weights'],
		['rd---', {a2: 1.5}, 'rejected', 'weights'],
		['rd-', {a3: 9}, 'undecided', 'threshold'],
		// Sums, not single weights; nothing weighs nothing.
		['rradd-', {a4: 5}, 'agreed', 'threshold'],
		['rrdd', {a1: 3, a3: 1.5, a4: 1.5}, 'agreed', 'weights'],
		['rrdd', {a1: 1, a2: 1, a3: 3}, 'rejected', 'weights'],
		['rd', {a1: 0}, 'rejected', 'weights'],
		['rrdd', {a1: 2, a3: 2}, 'agreed', 'threshold'],
		// No tie: weights say nothing.
		['rraa-ddd', {a6: 99}, 'agreed', 'threshold'],
	] as const)('of %s with weights %j is %s by %s', (who, weights, standing, by) => {
		expect(count(who, {weights})).toMatchObject({standing, by});
	});

	it.each([
		[1, 2, false],
		[2, 5, true],
		[2, 4, false],
		[5, 10, false],
		[4, 10, true],
		[3, 3, false],
	])('%d of %d answering is thin: %s', (answered, invited, thin) => {
		expect(isThin(answered, invited)).toBe(thin);
	});
});

describe('an approval', () => {
	const check = (quote: string, found = true) => ({quote, found});
	const three = [check('the first words'), check('the second words'), check('the third words')];

	it.each([
		[three, 'It is slow.', undefined],
		[three, '  ', 'names no strongest remaining objection'],
		[three, undefined, 'names no strongest remaining objection'],
		[three.slice(1), 'It is slow.', 'names 2 of the 3 checks that an approval needs'],
		[[...three.slice(1), check('the third words')], 'It is slow.', 'names 2 of the 3 checks that an approval needs'],
		[
			[...three.slice(1), check('words that are not there', false)],
			'It is slow.',
			'names 2 of the 3 checks that an approval needs',
		],
	])('%#', (checks, strongestObjection, lack) => {
		expect(approvalFlaw({checks, strongestObjection})).toBe(lack);
	});

	it('without its checks is an abstention, and other votes stand', () => {
		const vote = (vote: Vote) => ({agent: 'a1', vote, reason: 'Because.'});
		expect(countedVote(vote('agree'), 'names nothing')).toEqual({
			agent: 'a1',
			vote: 'abstain',
			reason: 'Because.',
			void: 'names nothing',
		});
		expect(countedVote(vote('agree'), undefined)).toEqual(vote('agree'));
		expect(countedVote(vote('disagree'), 'names nothing')).toEqual(vote('disagree'));
	});
});
