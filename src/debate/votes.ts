/** What listeners thought before a debate and after it. */
import type {DebateState} from './state.ts';

/** A listener's stance before and after, −3 to 3; `shift` where both are known. */
export type Vote = {readonly listener: string; readonly before: number | undefined; readonly after: number | undefined; readonly shift: number | undefined};

/** A vote a listener, in the order in which they first voted; of several the last one counts. */
export function votesOf({actions}: Pick<DebateState, 'actions'>): Vote[] {
	const cast = actions.filter(action => action.action === 'vote');
	return [...new Set(cast.map(({listener}) => listener))].map(listener => {
		const stance = (when: 'before' | 'after') => cast.findLast(vote => vote.listener === listener && vote.when === when)?.stance;
		const [before, after] = [stance('before'), stance('after')];
		return {listener, before, after, shift: before === undefined || after === undefined ? undefined : after - before};
	});
}
