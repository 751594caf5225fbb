/** Which of a judge's answers stand, so that what they rest on may be quoted as a merit or shown as a fault. */
import {asksForFault, dependsOn} from './checklist.ts';
import type {ChecklistItem, EvaluationEvent} from './events.ts';

/**
 * What became of an answer of rules 2: `found` counts for or against the speaker, `nothing` is no find, and the
 * others were given and do not count: by the judge's own mistake, refused at the second look, or for want of what they
 * depend on.
 */
export type ItemFinding = 'found' | 'nothing' | 'void' | 'refused' | 'set-aside';

export function findingOf({id, answer, grade, state}: ChecklistItem): ItemFinding {
	if (state !== undefined) return state;
	// Of C5 the exception is proven: that the admission was made before.
	if (id === 'C5') return answer === 'yes' ? 'found' : grade === 'yes' ? 'nothing' : 'set-aside';
	if (answer === 'yes') return 'found';
	return grade === undefined || grade === 'none' || grade === 'no' ? 'nothing' : 'set-aside';
}

/** Items whose question was not open, since what they depend on was not found, are left out. */
export const itemsInQuestion = (items: readonly ChecklistItem[]): readonly ChecklistItem[] =>
	items.filter(item => {
		const parent = dependsOn(item.id);
		const open = parent === undefined || items.some(one => one.id === parent && findingOf(one) === 'found');
		return open || item.state !== undefined || (findingOf(item) === 'set-aside' && item.note !== undefined);
	});

const dimensions: Readonly<Record<string, string>> = {S: 'steelManning', C: 'selfCritique', F: 'frameworkConsistency'};
/** The item that takes back what a dimension's other items found. */
const spoilers: Readonly<Record<string, string>> = {S: 'S3', C: 'C4'};

/**
 * The item as a merit that may be quoted, or undefined: it stands with a quotation, was not bent or taken back, most
 * judges uphold it, and the bench does not contest its dimension.
 */
export function quotableMerit(evaluation: EvaluationEvent, id: string): ChecklistItem | undefined {
	const {items, rules = 1, contested = [], verdicts = []} = evaluation;
	const item = items.find(one => one.id === id);
	if (!item || item.answer !== 'yes') return undefined;
	if (rules === 1) return item.match === 'exact' || item.match === 'fuzzy' ? item : undefined;
	const letter = id.slice(0, 1);
	const spoiled = items.some(one => one.id === spoilers[letter] && findingOf(one) === 'found');
	const usable = verdicts.filter(({score}) => score !== null);
	const upholding = usable.filter(one => one.items.some(other => other.id === id && findingOf(other) === 'found'));
	const stands = findingOf(item) === 'found' && upholding.length * 2 > usable.length;
	const isContested = contested.includes(dimensions[letter] ?? '');
	return stands && !asksForFault(id) && !spoiled && !isContested && item.quote !== undefined ? item : undefined;
}
