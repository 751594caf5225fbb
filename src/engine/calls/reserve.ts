/** Reserves budget for a request. When there is none left, the user is asked, or the debate ends. */
import {costOf, estimatedUsage} from '../../voices/usage.ts';
import type {Voice, VoiceRequest} from '../../voices/voice.ts';
import {totalSpending} from '../../debate/spending.ts';
import type {Reservation} from './budget.ts';
import {DebateOver, OverBudget} from '../context/ending.ts';
import type {CallContext} from './call-context.ts';
import {capitalised} from '../../debate/text/words.ts';

/** Tokens held back for the words of the closing. */
const closingTokens = 1600;

/**
 * Rejects with `DebateOver` if the debate is to end at once, and with `OverBudget` if only its closing may still be
 * spoken.
 */
export async function reserve(
	context: CallContext,
	request: VoiceRequest,
	price: Voice['price'],
): Promise<Reservation> {
	const isTurn = request.schema === undefined;
	if (isTurn) holdBackClosing(context, request);
	const wasClosing = context.control.overBudget !== undefined;
	for (;;) {
		if (context.control.overBudget !== undefined && (!wasClosing || !isTurn))
			throw new OverBudget(context.control.overBudget);
		const reservation = context.budget.account.reserve(
			request,
			price,
			totalSpending(context.log.state),
			context.budget.keepsClosing && !wasClosing ? context.budget.closing : undefined,
		);
		if (!('lacking' in reservation)) return reservation;
		if (wasClosing) return over(context, reservation.lacking);
		context.budget.asking ??= decide(context, reservation.lacking).finally(() => (context.budget.asking = undefined));
		await context.budget.asking;
	}
}

/**
 * The closing's prompt covers everything said: as much as the longest turn's prompt and answer so far, at the highest
 * price of any voice.
 */
function holdBackClosing({budget, voices}: CallContext, request: VoiceRequest): void {
	const input = estimatedUsage(request.messages, 0).input + (request.maxTokens ?? 1000);
	const tokens = Math.max(budget.closing.tokens, input + closingTokens);
	const prices = [...voices.values()].flatMap(({price}) => price ?? []);
	budget.closing = {
		tokens,
		usd: Math.max(0, ...prices.map(price => costOf({input: tokens - closingTokens, output: closingTokens}, price))),
	};
}

const close = 'close it with what is left';
const stop = 'end it at once';

/**
 * Raises the budget, goes to the closing or ends the debate. Only what the user does is recorded, so that a debate that
 * is cut off while it asks will ask again.
 */
async function decide(context: CallContext, lacking: string): Promise<void> {
	const first = context.log.state.start?.budget ?? context.budget.account.budget;
	const answer = await context.questions?.ask({
		id: `budget ${context.log.state.seq}`,
		text: sentence(lacking),
		options: [close, stop],
		budget: first,
	});
	if (answer?.action === 'raise' || answer?.action === 'stop') return;
	const closes =
		answer === undefined ? context.budget.keepsClosing : answer.action === 'choose' && answer.choice === close;
	if (!closes) return over(context, lacking);
	context.control.overBudget = lacking;
	context.control.stopping = true;
	context.log.emit({type: 'notice', level: 'warning', text: `${sentence(lacking)} It goes to its closing.`});
}

function over(context: CallContext, reason: string): never {
	const ending = new DebateOver('budget', reason);
	context.over.abort(ending);
	throw ending;
}

const sentence = (text: string): string => `${capitalised(text)}.`;
