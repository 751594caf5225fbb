/**
 * Merges several judges' checklists: the majority decides each item, a tie means no, and a void yes is not counted.
 */
import type {ChecklistItem} from '../../../debate/formats/duelogic/events.ts';
import {isProvenYes, isVerified, type Checklist} from './checklist.ts';

/** The merged checklist of the panel; a single judge's is returned as it is. */
export function majority(panel: readonly Checklist[]): Checklist | undefined {
	const [first] = panel;
	if (!first || panel.length === 1) return first;
	const ids = [...new Set(panel.flatMap(({items}) => items.map(({id}) => id)))];
	const kinds = [...new Set(panel.flatMap(({violations}) => violations.map(({id}) => id)))];
	return {
		items: ids.map(id =>
			majorityAnswer(
				id,
				panel.flatMap(({items}) => items.filter(item => item.id === id)),
			),
		),
		violations: kinds.flatMap(id =>
			majorityViolations(panel.map(({violations}) => violations.filter(item => item.id === id))),
		),
		owed: first.owed,
	};
}

function majorityAnswer(id: string, answers: readonly ChecklistItem[]): ChecklistItem {
	const votes = answers.filter(answer => answer.answer !== 'yes' || isVerified(answer));
	const voided = answers.find(answer => !votes.includes(answer));
	if (votes.length === 0 && voided) return voided;
	const yes = votes.filter(isProvenYes);
	if (yes.length * 2 > votes.length) return yes[0] ?? {id, answer: 'no'};
	const abstained = votes.filter(({answer}) => answer === 'na').length;
	return abstained * 2 > votes.length ? {id, answer: 'na'} : {id, answer: 'no'};
}

/** A violation stands if most judges found one; it is major if most of them say so. */
function majorityViolations(listed: readonly (readonly ChecklistItem[])[]): ChecklistItem[] {
	const found = listed.map(violations => violations.filter(isProvenYes));
	const finders = found.filter(violations => violations.length > 0);
	if (finders.length * 2 <= listed.length)
		return listed.flat().map(item => ({...item, answer: 'no' as const, note: 'not the majority’s view'}));
	const grave =
		finders.filter(violations => violations.some(({severity}) => severity === 'major')).length * 2 > listed.length;
	return (finders[0] ?? []).map(item => ({...item, severity: grave ? (item.severity ?? 'minor') : 'minor'}));
}
