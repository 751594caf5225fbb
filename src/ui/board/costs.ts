/** What a debate cost. */
import {isPerson, isRehearsal} from '../../debate/seats.ts';
import {totalSpending, type DebateState} from '../../debate/state.ts';
import {money, rehearsalLabel, spentText} from '../../languages/wording.ts';

export const isAllRehearsal = (state: DebateState): boolean => state.seats.length > 0 && state.seats.every(isRehearsal);

/** What it cost, and honestly so where a price is not known. */
export function costText(state: DebateState): string {
	const {calls, cost, unpriced} = totalSpending(state);
	if (isAllRehearsal(state)) return rehearsalLabel;
	if (unpriced === 0) {
		const budget = budgetText(state);
		return budget === '' && calls > 0 ? spentText(cost) : `${money(cost)}${budget}`;
	}
	return unpriced === calls || cost === 0 ? 'cost unknown' : `${money(cost)} + unknown`;
}

/** ` of $1.00`, with what was added to the budget since; empty where there is no limit in dollars. */
function budgetText({start, actions}: DebateState): string {
	const initial = start?.budget?.usd;
	if (initial === undefined) return '';
	const raised = actions.reduce((sum, action) => sum + (action.action === 'raise' ? (action.usd ?? 0) : 0), 0);
	return ` of ${money(initial + raised)}`;
}

/** Whether holding it cost money, or may have. */
export function mayHaveCost(state: DebateState): boolean {
	const {cost, unpriced} = totalSpending(state);
	return !isAllRehearsal(state) && (cost > 0 || unpriced > 0);
}

/** Whether holding it further may cost money: where nobody was asked yet, nothing is known of that. */
export const mayCost = (state: DebateState): boolean =>
	mayHaveCost(state) ||
	(!state.seats.every(seat => isRehearsal(seat) || isPerson(seat)) && totalSpending(state).calls === 0);
