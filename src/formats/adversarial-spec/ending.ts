/** How the rounds end, in words: who did not speak comes first, then what was found. */
import type {SpecConsensus, SpecGroup} from '../../debate/formats/adversarial-spec.ts';
import type {Floor, Ending} from '../../debate/protocol.ts';
import {isOut, synthesisId, undecidedGroups, unmergedGroups, type SpecState} from './spec-state.ts';
import {approvalFlaw, type Critique, critiqueOf, passagesFor, recordCritique} from './rounds.ts';
import {hiddenIssues} from './issues.ts';
import {checkPrompt} from './prompts.ts';
import {askAgent, CritiqueAnswer} from './queries.ts';

/** `contested`: issues are left for the user to decide. */
export type SpecEnding = {
	readonly outcome: 'consensus' | 'deadlock' | 'degraded' | 'failed';
	readonly reason: string;
	readonly contested?: true;
};

/** Agents that were invited to a round and did not answer. */
export const missedBy = ({invited, answered}: Pick<SpecConsensus, 'invited' | 'answered'>): string[] =>
	invited.filter(id => !answered.includes(id));

export async function tooFew(floor: Floor, round: number, left: number): Promise<SpecEnding> {
	const reason = `${left === 0 ? 'None' : `Only ${left}`} of the agents answered in round ${round}, and a debate needs two: it ends here, and the original stands.`;
	await floor.record({type: 'notice', level: 'error', text: reason});
	return {outcome: 'failed', reason};
}

/**
 * Consensus requires that the last round heard everybody and found nothing with support, that everything is decided,
 * and enough critiques with issues or a valid approval.
 */
export function roundEnding(
	state: SpecState,
	floor: Floor,
	consensus: SpecConsensus,
	critiques: readonly Critique[],
): SpecEnding {
	const isDegraded = missedBy(consensus).length > 0 || isOut(floor, synthesisId);
	const {outcome, reason} = contentEnding(state, consensus, critiques);
	const {thin, answered, invited} = consensus;
	const said = [
		...(thin ? [`a thin quorum: ${answered.length} of ${invited.length} agents answered`] : []),
		...notHeard(floor),
		...(isDegraded && outcome === 'consensus'
			? ['those who were heard found nothing more that got support']
			: [reason]),
	].join('; ');
	if (isDegraded) return {outcome: 'degraded', reason: said};
	return {
		outcome,
		reason: said,
		...(undecidedGroups(state).length + unmergedGroups(state).length > 0 && {contested: true as const}),
	};
}

/** What the rounds found, whoever spoke. */
function contentEnding(
	state: SpecState,
	{round}: SpecConsensus,
	critiques: readonly Critique[],
): {readonly outcome: 'consensus' | 'deadlock'; readonly reason: string} {
	const [open, unmerged] = [undecidedGroups(state), unmergedGroups(state)];
	const parts = [
		titled('still contested', open),
		titled(
			`found in round ${round}, which was the last, and not in the text`,
			unmerged.filter(group => group.round === round && !group.changeRejected && !group.forAuthor),
		),
		titled(
			`found in round ${round}, which was the last, and nobody has read what was made of it`,
			state.groups.filter(({id}) => state.edits.some(({unread, issues}) => unread && issues.includes(id))),
		),
		titled(
			'agreed, and not in the text',
			unmerged.filter(group => group.round !== round && !group.changeRejected && !group.forAuthor),
		),
		titled(
			'the fault is agreed and its change rejected',
			unmerged.filter(({changeRejected}) => changeRejected),
		),
	].flat();
	// What is the author's to choose divides nobody.
	const choices = titled(
		'for the author to decide',
		unmerged.filter(({forAuthor, changeRejected}) => forAuthor && !changeRejected),
	);
	if (parts.length > 0) return {outcome: 'deadlock', reason: [...parts, ...choices].join('; ')};
	const counting = critiques.filter(critique => critique.issues.length > 0 || approvalFlaw(critique) === undefined);
	if (counting.length < state.config.consensusThreshold * critiques.length)
		return {
			outcome: 'deadlock',
			reason: `${critiques.length - counting.length} of ${critiques.length} approvals name too little that was checked to count`,
		};
	const found =
		state.groups.length === 0
			? 'nobody found fault with the text'
			: choices.length > 0
				? 'the agents agree'
				: `in round ${round} nobody raised anything against the text as it is that enough critics agreed with`;
	return {outcome: 'consensus', reason: [found, ...choices].join('; ')};
}

const titled = (what: string, groups: readonly SpecGroup[]): string[] =>
	groups.length === 0 ? [] : [`${what}: ${groups.map(({title}) => title).join('; ')}`];

/** Who did not speak, and in which rounds. */
function notHeard(floor: Floor): string[] {
	const rounds = floor.heard.records.flatMap(record => (record.type === 'spec-consensus' ? [record] : []));
	const missed = Map.groupBy(
		rounds.flatMap(record => missedBy(record).map(id => ({id, round: record.round}))),
		({id}) => id,
	);
	const absent = [...missed].map(
		([id, times]) => `${id} (round${times.length === 1 ? '' : 's'} ${times.map(({round}) => round).join(', ')})`,
	);
	const silent = [...absent, ...(isOut(floor, synthesisId) ? [synthesisId] : [])];
	return silent.length === 0 ? [] : [`not heard: ${silent.join(', ')}`];
}

// The check by a single agent: one pass, pass or fail, no changes.

/** Passes a text without critical or major issues. Throws if no agent was cast. */
export async function verify(state: SpecState, floor: Floor): Promise<Ending> {
	const [agent] = state.agents;
	if (!agent) throw new Error('no agent was cast for the check');
	await floor.segment('critique', 1);
	const passages = await passagesFor(state, floor, agent, []);
	const prompt = checkPrompt({about: state.systemMessage, temperature: state.config.temperature}, agent, passages);
	const reply = await askAgent(state, floor, {
		agent: agent.id,
		persona: agent.persona,
		purpose: 'critique',
		round: 1,
		prompt,
		schema: CritiqueAnswer,
	});
	if (!reply.ok) return {outcome: 'failed', reason: reply.reason};
	const own = critiqueOf(state, agent, reply.value, reply.cached);
	const critique = {...own, issues: [...hiddenIssues(state), ...own.issues]};
	await recordCritique(floor, critique, 1);
	const grave = critique.issues.filter(({severity}) => severity !== 'minor');
	const found = `${critique.issues.length} issue${critique.issues.length === 1 ? '' : 's'}, ${grave.length} of them critical or major`;
	return grave.length === 0
		? {outcome: 'completed', reason: `pass: ${found}`}
		: {outcome: 'failed', reason: `fail: ${found}`};
}
