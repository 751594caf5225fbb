/** What several reviewers come to, none of whom has read another: one message of their side. Pure. */
import {
	WorkDecision,
	type DecisionVote,
	Risk,
	Severity,
	type AlertVote,
	type BodyOf,
	type FeedbackVote,
} from '../../debate/formats/builder-reviewer.ts';

// What several reviewers' votes come to, and how that is put in words. Pure.

/** The middle vote, the graver one of two. */
const middleOf = (votes: readonly DecisionVote[]): WorkDecision => {
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

/** What one reviewer answered, by its seat. */
export type ReviewerAnswer<T> = {readonly reviewer: string; readonly value: T};

type Decided = Pick<BodyOf['review.decision'], 'decision' | 'rationale' | 'comments' | 'remarks'>;

/**
 * The middle one of the votes, the graver one of two; but a critical finding of any reviewer makes an acceptance a
 * revision. What those said who were outvoted stays: as remarks, or as comments where the work goes back anyway.
 */
export function mergeDecisions(votes: readonly DecisionVote[]): Decided {
	const middle = middleOf(votes);
	const findings = votes.flatMap(({critical}) => critical ?? []);
	const decision = middle === 'accept' && findings.length > 0 ? 'revise' : middle;
	const objections = distinct([
		...findings,
		...votes.flatMap(({comments}) => comments),
		...votes.flatMap(vote => (vote.decision === 'abort' && decision !== 'abort' ? (vote.rationale ?? []) : [])),
	]);
	const remarks = votes.flatMap(vote => vote.remarks);
	const reasons = votes.flatMap(vote => (vote.decision === decision ? (vote.rationale ?? []) : []));
	return {
		decision,
		rationale: [tallyOf(votes, decision), ...distinct(reasons)].join(' '),
		comments: decision === 'revise' ? objections : [],
		remarks: decision === 'accept' ? distinct([...remarks, ...objections]) : [],
	};
}

/** What a vote says to listeners; comments and remarks are in the message that follows. */
export const voteText = ({decision, critical, rationale}: DecisionVote): string =>
	[
		{accept: 'I accept it.', revise: 'I ask for a revision.', abort: 'I would abort it.'}[decision],
		critical === undefined ? '' : `It must not be accepted: ${critical}`,
		rationale ?? '',
	]
		.filter(part => part !== '')
		.join(' ');

/** A vote with the steps of the plan that it proposes, where it does. */
type FeedbackAnswered<Steps> = Omit<FeedbackVote, 'alternative'> & {
	readonly other?: {readonly summary: string; readonly steps: Steps} | undefined;
};

/**
 * The gravest risk; at most `most` notes and requests each, of all in turns. Another plan is proposed where half
 * of them want one, by the first of these; else it is a note.
 */
export function mergeFeedback<Steps>(votes: readonly FeedbackAnswered<Steps>[], most: number) {
	const plans = votes.flatMap(({other}) => other ?? []);
	const isWanted = plans.length * 2 >= votes.length;
	const [first] = plans;
	const notes = inTurns(
		votes.map(vote => vote.notes),
		most,
	);
	return {
		risk: Risk.options.findLast(risk => votes.some(vote => vote.risk === risk)) ?? 'low',
		risks: inTurns(
			votes.map(({risks}) => risks),
			most,
		),
		notes: isWanted
			? notes
			: [...notes, ...plans.map(({summary}) => `One reviewer would plan it otherwise: ${summary}`)],
		additional_checks: inTurns(
			votes.map(vote => vote.additional_checks),
			most,
		),
		...(isWanted && first ? {alternative: first} : {}),
	};
}

/** An alert as grave as the gravest, with what each has to say, the gravest first; undefined where nobody has. */
export function mergeAlerts<T extends AlertVote>(
	votes: readonly T[],
): {readonly severity: Severity; readonly reason: string; readonly worst: T} | undefined {
	const raised = votes
		.filter(({severity}) => severity !== 'none')
		.toSorted((one, other) => rankOf(other) - rankOf(one));
	const [worst] = raised;
	if (!worst || worst.severity === 'none') return undefined;
	return {severity: worst.severity, reason: distinct(raised.map(({reason}) => reason)).join(' '), worst};
}

const rankOf = ({severity}: AlertVote): number => (severity === 'none' ? -1 : Severity.options.indexOf(severity));

/** The first entry of each list, then the second of each, and so on. */
const inTurns = (lists: readonly (readonly string[])[], most: number): string[] =>
	distinct(
		Array.from({length: Math.max(0, ...lists.map(({length}) => length))}, (_, place) =>
			lists.flatMap(list => list[place] ?? []),
		).flat(),
	).slice(0, most);

/** Without those that differ from an earlier one in case, space and full stops alone. */
function distinct(texts: readonly string[]): string[] {
	const known = new Set<string>();
	return texts.filter(text => {
		const key = text
			.toLowerCase()
			.replaceAll(/[\s.]+/gu, ' ')
			.trim();
		if (key === '' || known.has(key)) return false;
		known.add(key);
		return true;
	});
}
