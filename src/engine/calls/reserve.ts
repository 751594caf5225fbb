/** Room in the budget for a request; where there is none, the user is asked, or the debate comes to its end. */
import {costOf, estimatedUsage} from '../../voices/usage.ts';
import type {Voice, VoiceRequest} from '../../voices/voice.ts';
import {totalSpending} from '../../debate/spending.ts';
import type {Reservation} from './budget.ts';
import {DebateOver, OverBudget} from '../context/ending.ts';
import type {RunContext} from '../context/run-context.ts';

/** The longest closing that is kept room for, in tokens. */
const closingTokens = 1600;

/**
 * Rejects with `DebateOver` where the debate is to end at once, and with `OverBudget` where only its closing may still
 * be spoken.
 */
export async function reserve(world: RunContext, request: VoiceRequest, price: Voice['price']): Promise<Reservation> {
	const isTurn = request.schema === undefined;
	if (isTurn) keepBack(world, request);
	const begunClosed = world.overBudget !== undefined;
	for (;;) {
		if (world.overBudget !== undefined && (!begunClosed || !isTurn)) throw new OverBudget(world.overBudget);
		const reservation = world.account.reserve(
			request,
			price,
			totalSpending(world.recorder.state),
			world.budgetReserve.keepsClosing && !begunClosed ? world.budgetReserve.kept : undefined,
		);
		if (!('lacking' in reservation)) return reservation;
		if (begunClosed) return over(world, reservation.lacking);
		world.budgetReserve.asking ??= decide(world, reservation.lacking).finally(
			() => (world.budgetReserve.asking = undefined),
		);
		await world.budgetReserve.asking;
	}
}

/**
 * A closing tells of all that was said: it takes what the longest turn took in, and what that turn added, at the
 * dearest price.
 */
function keepBack({budgetReserve: purse, voices}: RunContext, request: VoiceRequest): void {
	const input = estimatedUsage(request.messages, 0).input + (request.maxTokens ?? 1000);
	const tokens = Math.max(purse.kept.tokens, input + closingTokens);
	const prices = [...voices.values()].flatMap(({price}) => price ?? []);
	purse.kept = {
		tokens,
		usd: Math.max(0, ...prices.map(price => costOf({input: tokens - closingTokens, output: closingTokens}, price))),
	};
}

const close = 'close it with what is left';
const stop = 'end it at once';

/**
 * Raised, closed or ended. Nothing is recorded but what the user does, so that a debate cut off meanwhile asks again.
 */
async function decide(world: RunContext, lacking: string): Promise<void> {
	const first = world.recorder.state.start?.budget ?? world.account.budget;
	const answer = await world.questions?.ask({
		id: `budget ${world.recorder.state.seq}`,
		text: sentence(lacking),
		options: [close, stop],
		budget: first,
	});
	if (answer?.action === 'raise' || answer?.action === 'stop') return;
	const closes =
		answer === undefined ? world.budgetReserve.keepsClosing : answer.action === 'choose' && answer.choice === close;
	if (!closes) return over(world, lacking);
	world.overBudget = lacking;
	world.stopping = true;
	world.emit({type: 'notice', level: 'warning', text: `${sentence(lacking)} It goes to its closing.`});
}

function over(world: RunContext, reason: string): never {
	const ending = new DebateOver('budget', reason);
	world.over.abort(ending);
	throw ending;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
