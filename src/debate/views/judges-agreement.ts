/** How far the judges of a debate agree, whatever they judge. */
import {benchAgreement} from '../formats/duelogic/agreement.ts';
import type {DebateState} from '../state.ts';

/**
 * Of the answers on which judges can be compared, how many were the same: the items of a bench's scores, or the winners
 * that each two judges of a motion named. Undefined where one judge, or one voice, sat.
 */
export function judgesAgreement(state: DebateState): {readonly same: number; readonly answers: number} | undefined {
	const {turns, seats, formats} = state;
	const voiceOf = (judge: string): string => {
		const seat = seats.find(({id}) => id === judge);
		return seat?.model ?? seat?.voice ?? judge;
	};
	const bench = benchAgreement(
		turns.flatMap(({evaluation}) => evaluation ?? []),
		voiceOf,
	);
	if (bench) return {same: Math.round(bench.percent * bench.items), answers: bench.items};
	const verdicts = formats.motion.verdicts.filter(({winner}) => winner !== null);
	const pairs = verdicts.flatMap((one, at) => verdicts.slice(at + 1).map(other => [one, other] as const));
	if (pairs.length === 0 || new Set(verdicts.map(({judge}) => voiceOf(judge))).size < 2) return undefined;
	return {same: pairs.filter(([one, other]) => one.winner === other.winner).length, answers: pairs.length};
}
