/** How listeners voted before and after a debate, and where judges who were asked stood. */
import type {JudgeStanceEvent} from '../formats/duelogic/events.ts';
import type {DebateState} from '../state.ts';

/** A stance before and after, −3 to 3; `shift` where both are known. */
export type StanceShift = {
	readonly before: number | undefined;
	readonly after: number | undefined;
	readonly shift: number | undefined;
};

export type ListenerVote = StanceShift & {readonly listener: string};

/**
 * A judge's own stance. `name` is the model that judges, with its seat if several judges have the same name; `answers`
 * hold its reasons, or why it gave none.
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

/** One vote a listener, in the order of their first votes; a later vote replaces an earlier one. */
export function votesOf({actions}: Pick<DebateState, 'actions'>): ListenerVote[] {
	const cast = actions.filter(action => action.action === 'vote');
	return [...new Set(cast.map(({listener}) => listener))].map(listener => {
		const stance = (when: 'before' | 'after') =>
			cast.findLast(vote => vote.listener === listener && vote.when === when)?.stance;
		return {listener, ...stanceShift(stance('before'), stance('after'))};
	});
}

/** One stance a judge, in the order in which they were asked. */
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
