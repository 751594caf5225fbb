/** What several reviewers' votes come to, and how that is put in words. Pure. */
import {WorkDecision, type DecisionVote} from '../../../debate/formats/builder-reviewer/events.ts';

/** The middle vote, the graver one of two. */
export const middleOf = (votes: readonly DecisionVote[]): WorkDecision => {
	const ranks = votes.map(({decision}) => WorkDecision.options.indexOf(decision)).toSorted((one, other) => one - other);
	return WorkDecision.options[ranks[Math.floor(ranks.length / 2)] ?? 0] ?? 'accept';
};

/** What was voted and decided, in words: `Of 3 reviewers, 2 accept, 1 asks for a revision.` */
export function tallyOf(votes: readonly DecisionVote[], decision: WorkDecision): string {
	const isVetoed = decision !== 'accept' && middleOf(votes) === 'accept';
	const counts = WorkDecision.options.flatMap(each => {
		const count = votes.filter(vote => vote.decision === each).length;
		return count === 0 ? [] : [`${count} ${wording[each][count === 1 ? 0 : 1]}`];
	});
	return `Of ${votes.length} reviewers, ${counts.join(', ')}${isVetoed ? '; a critical finding rules an acceptance out' : ''}.`;
}

const wording: Readonly<Record<WorkDecision, readonly [string, string]>> = {
	accept: ['accepts', 'accept'],
	revise: ['asks for a revision', 'ask for a revision'],
	abort: ['aborts', 'abort'],
};
