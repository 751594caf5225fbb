/** From readings to a judge's verdict, and from verdicts to the panel's. Pure. */
import {median} from '../../../debate/evidence/agreement.ts';
import type {VerdictEvent, VerdictPanelEvent, VerdictReading} from '../../../debate/formats/motion/events.ts';

/** Below this, from −3 to 3, the panel's verdict is a tie. */
const tieBelow = 0.5;

/** `readings` are all that were made, void ones included. */
export function verdictOf(judge: string, readings: readonly VerdictReading[], failure?: string): VerdictEvent {
	const valid = readings.filter(reading => reading.void === undefined && reading.margin !== null);
	const [first, second] = valid;
	if (!first || !second) {
		const reason = failure ?? readings.findLast(reading => reading.void !== undefined)?.void ?? 'it gave no verdict';
		return {type: 'verdict', judge, winner: null, margin: null, flipped: false, readings: [...readings], reason};
	}
	const flipped = first.winner !== second.winner;
	const margin = flipped ? 0 : ((first.margin ?? 0) + (second.margin ?? 0)) / 2;
	return {
		type: 'verdict',
		judge,
		winner: flipped ? 'tie' : first.winner,
		margin,
		flipped,
		readings: [...readings],
	};
}

export function panelOf(verdicts: readonly VerdictEvent[], selfJudged: boolean): VerdictPanelEvent {
	const given = verdicts.filter(({winner}) => winner !== null);
	const margin = median(given.flatMap(verdict => verdict.margin ?? [])) ?? null;
	const pairs = given.flatMap((one, at) => given.slice(at + 1).map(other => one.winner === other.winner));
	return {
		type: 'verdict-panel',
		winner: margin === null ? null : Math.abs(margin) < tieBelow ? 'tie' : margin > 0 ? 'for' : 'against',
		margin,
		judges: given.length,
		flipped: given.filter(({flipped}) => flipped).length,
		agreement: pairs.length === 0 ? null : pairs.filter(Boolean).length / pairs.length,
		...(selfJudged ? {selfJudged: true as const} : {}),
	};
}
