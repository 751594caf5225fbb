/**
 * Merges agreed issues into the text. If the result does not validate, it is discarded and the last valid text stays.
 */
import type {SpecGroup, SpecRefinement} from '../../../debate/formats/adversarial-spec/events.ts';
import type {Floor} from '../../../debate/protocol.ts';
import {changesBetween} from '../document/lines.ts';
import {merge, type Merged} from './merge.ts';
import {synthesisPrompt} from '../queries/prompts.ts';
import {query} from '../queries/query.ts';
import {SynthesisAnswer} from '../queries/answers.ts';
import {replaceText, unmergedGroups, synthesisId, type SpecState} from '../state/spec-state.ts';
import {validationMessage} from '../document/validation.ts';

/**
 * Merges the agreed issues that are not in the text yet. Returns undefined if there are none or the merging voice
 * fails.
 */
export async function refine(state: SpecState, floor: Floor, round: number): Promise<SpecRefinement | undefined> {
	const agreed = unmergedGroups(state);
	if (agreed.length === 0) return undefined;
	const prompt = synthesisPrompt({about: state.systemMessage, temperature: state.config.temperature}, round, agreed);
	const reply = await query(state, floor, {
		agent: synthesisId,
		persona: '',
		purpose: 'synthesis',
		round,
		prompt,
		schema: SynthesisAnswer,
	});
	if (!reply.ok) {
		await floor.record({
			type: 'notice',
			level: 'error',
			participant: synthesisId,
			text: `What was agreed in round ${round} is not in the text: ${reply.reason}`,
		});
		return undefined;
	}
	const {text, merged} = merge(state.text, reply.value.edits);
	const faults = state.faultsOf(text);
	const fellBack = faults.length > 0;
	const refinement: SpecRefinement = {
		type: 'spec-refinement',
		round,
		changes: fellBack ? [] : changesBetween(state.text, text),
		faults,
		fellBack,
		merged: [
			...merged.map(each => (fellBack ? {...each, done: false} : each)),
			...reply.value.left.map(({issue, reason}) => ({groups: [issue], reason, done: false})),
		],
	};
	await floor.say(synthesisId, refinementText(agreed, merged, refinement), {kind: 'synthesis'});
	await floor.record(refinement);
	const [fault] = faults;
	if (fault)
		await floor.record({
			type: 'notice',
			level: 'error',
			text: `${validationMessage(fault)} The text of round ${round} was put away, and the last valid one stands.`,
		});
	else applyRefinement(state, text, merged);
	return refinement;
}

function applyRefinement(state: SpecState, text: string, merged: Merged['merged']): void {
	replaceText(state, text);
	for (const {groups, done} of merged) if (done) for (const id of groups) state.mergedIds.add(id);
}

function refinementText(
	agreed: readonly SpecGroup[],
	merged: Merged['merged'],
	{fellBack, merged: all}: SpecRefinement,
): string {
	if (fellBack) return 'The text that came of this round does not validate, so the last valid one stands.';
	const titled = (id: string): string => agreed.find(group => group.id === id)?.title ?? id;
	const made = merged
		.filter(({done}) => done)
		.map(({groups, reason}) => `- ${groups.map(titled).join('; ')}: ${reason}`);
	const left = all.filter(({done}) => !done).map(({groups, reason}) => `- ${groups.map(titled).join('; ')}: ${reason}`);
	return [
		made.length > 0 ? `Worked in:\n${made.join('\n')}` : 'Nothing was worked in.',
		...(left.length > 0 ? [`Left out:\n${left.join('\n')}`] : []),
	].join('\n\n');
}
