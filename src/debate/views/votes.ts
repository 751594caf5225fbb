/** What listeners, and judges where they are asked, thought before a debate and after it. */
import type {JudgeStanceEvent} from '../formats/duelogic/events.ts';
import type {DebateState} from '../state.ts';

/** A stance before and after, −3 to 3; `shift` where both are known. */
type StanceShift = {
	readonly before: number | undefined;
	readonly after: number | undefined;
	readonly shift: number | undefined;
};

export type ListenerVote = StanceShift & {readonly listener: string};

/**
 * A judge's own stance, by the name of the model that judges, with its seat where judges share one; `told` is what it
 * said for it each time, or why there is none.
 */
export type JudgeVote = StanceShift & {
	readonly judge: string;
	readonly name: string;
	readonly answers: readonly JudgeStanceEvent[];
};

const stanceShift = (before: number | undefined, after: number | undefined): StanceShift => ({
	before,
	after,
	shift: before === undefined || after === undefined ? undefined : after - before,
});

/** A vote a listener, in the order in which they first voted; of several the last one counts. */
export function votesOf({actions}: Pick<DebateState, 'actions'>): ListenerVote[] {
	const cast = actions.filter(action => action.action === 'vote');
	return [...new Set(cast.map(({listener}) => listener))].map(listener => {
		const stance = (when: 'before' | 'after') =>
			cast.findLast(vote => vote.listener === listener && vote.when === when)?.stance;
		return {listener, ...stanceShift(stance('before'), stance('after'))};
	});
}

/** A stance a judge, in the order in which they were asked. */
export function judgeVotesOf({records, seats}: Pick<DebateState, 'records' | 'seats'>): JudgeVote[] {
	const all = records.filter(record => record.type === 'judge-stance');
	const asked = Map.groupBy(all, ({judge}) => judge);
	const named = (judge: string) => seats.find(({id}) => id === judge)?.name ?? judge;
	return [...asked].map(([judge, told]) => {
		const stance = (wanted: 'before' | 'after') => told.findLast(({when}) => when === wanted)?.stance ?? undefined;
		const alone = [...asked.keys()].every(other => other === judge || named(other) !== named(judge));
		return {
			judge,
			name: alone ? named(judge) : `${named(judge)} (${judge.replaceAll('_', ' ')})`,
			answers: told,
			...stanceShift(stance('before'), stance('after')),
		};
	});
}
