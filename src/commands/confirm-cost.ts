/** Where voices cost money, starting takes one more key. */
import {createInterface} from 'node:readline/promises';
import {Interrupted, type Around} from './command.ts';
import {estimate, type Estimate} from './estimate.ts';
import type {Plan} from './prepare.ts';

/** Shows the estimate and waits for Enter; at once where nothing is to pay. Rejects with `Interrupted`. */
export async function confirmCost({config, voices}: Pick<Plan, 'config' | 'voices'>, {stdin, stderr, signal}: Around): Promise<void> {
	const free = [...voices.values()].every(({price}) => price?.input === 0 && price.output === 0);
	if (free) return;
	const expected = estimate({config, free}) ?? {minutes: 0, tokens: 0, cost: null};
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

const inWords = ({minutes, tokens}: Estimate): string =>
	(minutes === 0 ? 'These voices cost money.' : `These voices cost money: about ${minutes} minutes of debate, and at most ${tokens.toLocaleString('en')} tokens, many of them repeated.`);
