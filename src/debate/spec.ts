/** An Adversarial Spec debate as its records tell it: one fold for panes, transcripts and the review. */
import type {SpecChange, SpecConsensus, SpecCritique, SpecGroup, SpecOutcome, SpecQuery, SpecRefinement, SpecReview} from './spec-events.ts';
import type {DebateState} from './state.ts';

/** What an agent is doing. Times are of the debate's clock, in milliseconds. */
export type AgentView = {
	readonly id: string;
	readonly status: 'waiting' | 'thinking' | 'done' | 'failed';
	readonly purpose: string | undefined;
	readonly since: number | undefined;
	/** Why it is out. */
	readonly reason: string | undefined;
	readonly critique: SpecCritique | undefined;
};

export type Spec = {
	readonly round: number;
	readonly agents: readonly AgentView[];
	/** Every issue as the latest round left it. */
	readonly issues: readonly SpecGroup[];
	/** Issues that most agents raised, by id: at least two, and as many as the one that was raised most. */
	readonly key: ReadonlySet<string>;
	readonly consensus: SpecConsensus | undefined;
	readonly refinement: SpecRefinement | undefined;
	/** The review that waits for the user. */
	readonly review: SpecReview | undefined;
	readonly outcome: SpecOutcome | undefined;
	/** Answers that came from the cache, of how many. */
	readonly kept: number;
	readonly queries: number;
};

const known = new WeakMap<DebateState['records'], {readonly seats: DebateState['seats']; readonly spec: Spec}>();

/** What the records of a debate come to; undefined for debates of other kinds. */
export function specOf(state: DebateState): Spec | undefined {
	if (state.start?.protocol !== 'adversarial-spec') return undefined;
	const before = known.get(state.records);
	if (before && before.seats === state.seats) return before.spec;
	const spec = made(state);
	known.set(state.records, {seats: state.seats, spec});
	return spec;
}

function made({records, seats, actions}: DebateState): Spec {
	const queries = new Map<string, SpecQuery & {readonly at: number}>();
	const critiques = new Map<string, SpecCritique>();
	const issues = new Map<string, SpecGroup>();
	let [asked, kept] = [0, 0];
	for (const record of records) {
		if (record.type === 'spec-query') {
			queries.set(record.agent, record);
			asked += Number(record.state !== 'waiting');
			kept += Number(record.state === 'kept');
		}
		if (record.type === 'spec-critique') critiques.set(record.agent, record);
		if (record.type === 'spec-consensus') for (const group of record.groups) issues.set(group.id, group);
	}
	const latest = records.findLast(record => record.type === 'spec-consensus');
	const review = records.findLast(record => record.type === 'spec-review');
	const outcome = records.findLast(record => record.type === 'spec-outcome');
	const answered = actions.some(action => action.action === 'choose' && action.question === review?.question);
	const round = Math.max(1, ...[...queries.values()].map(query => query.round));
	const all = [...issues.values()];
	const most = Math.max(0, ...all.map(supporters));
	return {
		round, issues: all, key: new Set(all.filter(group => most > 1 && supporters(group) === most).map(({id}) => id)), consensus: latest, outcome, kept, queries: asked,
		agents: seats.filter(({role}) => role === 'agent').map(({id, out}) => agentView(id, out, queries.get(id), critiques.get(id), latest?.round ?? 0)),
		refinement: records.findLast(record => record.type === 'spec-refinement'), review: outcome || answered ? undefined : review,
	};
}

const supporters = ({raised}: SpecGroup): number => new Set(raised.map(({agent}) => agent)).size;

/** An agent works until its critique of the round, or the round's count, is there. */
function agentView(id: string, out: string | undefined, query: (SpecQuery & {readonly at: number}) | undefined, critique: SpecCritique | undefined, counted: number): AgentView {
	const idle = query === undefined || query.state === 'kept' || (query.purpose === 'critique' ? critique?.round === query.round : counted >= query.round);
	const status = out !== undefined ? 'failed' : !query ? 'waiting' : idle ? 'done' : query.state === 'waiting' ? 'waiting' : 'thinking';
	return {id, status, purpose: query?.purpose, since: query?.at, reason: out, critique};
}

/** The text of a debate before any change. */
export const originalOf = ({start}: DebateState): string => start?.subject.context ?? start?.subject.text ?? '';

/** Lines that a list of changes touches: removed and added. */
export const sizeOfChanges = (changes: readonly SpecChange[]): number => changes.reduce((sum, {removed, added}) => sum + removed.length + added.length, 0);
