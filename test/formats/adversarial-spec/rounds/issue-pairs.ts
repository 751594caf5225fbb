/** The labelled pairs of issues: 30 of one fault in two reviewers' words, 30 of two faults in words that are alike. */
import {readFileSync} from 'node:fs';
import {z} from 'zod';
import {SpecIssue} from '../../../../src/debate/formats/adversarial-spec.ts';

const Pairs = z.array(z.object({same: z.boolean(), one: SpecIssue, other: SpecIssue}));
export type Pair = z.infer<typeof Pairs>[number];

export const issuePairs: readonly Pair[] = Pairs.parse(
	JSON.parse(readFileSync(new URL('../../../fixtures/adversarial-spec/issue-pairs.json', import.meta.url), 'utf8')),
);

/** Shares of the pairs called the same that are, and of those that are that were called so. */
export function marksOf(called: (pair: Pair) => boolean): {readonly precision: number; readonly recall: number} {
	const positives = issuePairs.filter(called);
	const right = positives.filter(({same}) => same).length;
	return {precision: right / Math.max(1, positives.length), recall: right / issuePairs.filter(({same}) => same).length};
}
