/** Where voices cost money, starting takes one more key. */
import {createInterface} from 'node:readline/promises';
import {Interrupted, type Around} from './command.ts';
import {estimate, type Estimate} from './estimate.ts';
import type {Plan} from './prepare.ts';

/** Shows the estimate and waits for Enter; at once where nothing is to pay. Rejects with `Interrupted`. */
export async function confirmCost(plan: Pick<Plan, 'config' | 'voices'>, {stdin, stderr, signal}: Around): Promise<void> {
	const expected = estimate(plan) ?? {minutes: 0, tokens: 0, cost: null};
	if (expected.cost === 0) return;
	const lines = createInterface({input: stdin, output: stderr});
	const interrupted = new AbortController();
	lines.once('SIGINT', () => interrupted.abort());
	const left = AbortSignal.any([signal, interrupted.signal]);
	try {
		await lines.question(`${inWords(expected)} Enter starts it, Ctrl-C leaves. `, {signal: left});
	} catch (error) {
		throw left.aborted ? new Interrupted() : error;
	} finally {
		lines.close();
	}
}

function inWords({minutes, tokens, cost}: Estimate): string {
	const price = cost === null ? 'at a price that is not known here' : `about $${cost.toFixed(2)}`;
	return minutes === 0 ? `This will use voices ${price}.` : `About ${minutes} minutes of debate and at most ${tokens.toLocaleString('en')} tokens, many of them repeated, ${price}.`;
}
