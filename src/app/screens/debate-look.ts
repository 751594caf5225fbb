/** What the home screen shows of a debate held before, beside its list. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {DebateState} from '../../debate/state.ts';
import {cardOf, type Card} from '../../exports/card.ts';
import {statisticsOf, type Statistics} from '../../exports/statistics.ts';
import {formatOf} from '../../formats/index.ts';
import {journalName} from '../files/debate-folders.ts';
import {foldPatiently, eventsIn} from '../files/read-debate.ts';

/** What was read of a debate held before. `fault` is why a part is missing; `card` is there where it has ended. */
export type DebateLook = {
	readonly state: DebateState;
	readonly statistics: Statistics;
	readonly card?: Card;
	readonly fault?: string;
};

/** Turns beyond which the best exchange is not looked for: that takes long, at once. */
const mostTurns = 300;

/** Rejects with the signal's reason, or with why the journal cannot be read. */
export async function lookAt(folder: string, signal: AbortSignal): Promise<DebateLook> {
	const journal = join(folder, journalName);
	if (!existsSync(journal)) throw new Error('This debate is gone: its folder was moved or deleted.');
	let fault: string | undefined;
	const state = await foldPatiently(
		eventsIn(journal, notice => (fault = notice)),
		signal,
	);
	const quoted = state.outcome !== undefined && state.turns.length <= mostTurns;
	return {
		state,
		statistics: statisticsOf(state),
		...(quoted && {card: cardOf(state, formatOf(state.start?.protocol))}),
		...(fault !== undefined && {fault}),
	};
}
