import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {groupIssues} from '../../../../src/formats/adversarial-spec/issues.ts';
import {issuePairs, marksOf} from './issue-pairs.ts';

const issue = (title: string, claim: string, suggestedChange: string, line?: number) => ({
	title,
	claim,
	suggestedChange,
	severity: 'major' as const,
	evidence: 'See there.',
	...(line === undefined ? {} : {lines: {from: line, to: line}}),
});

const bruteForce = [
	issue(
		'No limit on login attempts',
		'An attacker can guess passwords for as long as they like.',
		'Lock the account after five failed attempts.',
		12,
	),
	issue(
		'Brute force is possible',
		'Nothing throttles repeated sign-in failures, so credentials can be guessed.',
		'Throttle sign-in after five failures.',
		12,
	),
	issue(
		'Guessing passwords is not stopped',
		'Failed logins may be repeated without end.',
		'Block a login for a while after five failed attempts.',
		13,
	),
];

const sameIssue = (...pair: Parameters<typeof groupIssues>[0]): boolean => groupIssues(pair).length === 1;

describe('grouping by rules', () => {
	it('puts the same fault in the words of three agents into one group, and leaves others alone', () => {
		const others = [
			issue('No limit on uploads', 'A file of any size can be uploaded.', 'Refuse files above 10 MB.', 30),
			issue('Login page is not translated', 'The text of the login page is in English only.', 'Translate it.', 14),
		];
		expect(groupIssues([...bruteForce, ...others])).toEqual([[0, 1, 2], [3], [4]]);
	});

	it('tells most labelled pairs apart, and never merges two faults into one', () => {
		expect(issuePairs).toHaveLength(60);
		const {precision, recall} = marksOf(({one, other}) => sameIssue(one, other));
		expect(precision).toBe(1);
		expect(recall).toBeGreaterThanOrEqual(0.8);
	});

	it('does not care which of the two comes first', () => {
		for (const {one, other} of issuePairs) expect(sameIssue(one, other)).toBe(sameIssue(other, one));
	});

	it('has every issue in exactly one group', () => {
		const all = issuePairs.flatMap(({one, other}) => [one, other]);
		fc.assert(
			fc.property(fc.shuffledSubarray(all, {maxLength: 30}), issues => {
				expect(
					groupIssues(issues)
						.flat()
						.toSorted((a, b) => a - b),
				).toEqual([...issues.keys()]);
			}),
		);
	});
});
