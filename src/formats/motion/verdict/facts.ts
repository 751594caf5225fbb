/** The verdict in sentences, for the moderator and for listeners. */
import type {MotionWinner, VerdictEvent} from '../../../debate/formats/motion/events.ts';
import type {DebateState} from '../../../debate/state.ts';
import {judgesText, selfJudgedText} from '../../../debate/views/motion.ts';
import {teamNames} from '../prompts/moderator-prompts.ts';
import type {MotionDebate} from '../seating/seating.ts';
import type {PanelVerdict} from './ask-judges.ts';

/** Each a sentence; the first is the result. */
export function verdictFacts(debate: MotionDebate, heard: DebateState, {verdicts, panel}: PanelVerdict): string[] {
	const won = (winner: MotionWinner): string =>
		winner === 'tie' ? 'a tie' : `${teamNames(debate, heard, winner)}, ${winner} the motion`;
	const result =
		panel.winner === null
			? 'No judge gave a usable verdict.'
			: panel.winner === 'tie'
				? tieText(panel.margin)
				: `The verdict goes to ${won(panel.winner)}, by a margin of ${size(panel.margin)} of 3.`;
	const decisive = verdicts.flatMap(({winner, readings}) =>
		winner === panel.winner ? readings.flatMap(reading => reading.decisive ?? []) : [],
	)[0];
	return [
		result,
		...(panel.winner === null ? [] : whoFound(verdicts, panel.winner)),
		...(decisive ? [`What decided it: “${decisive.text.replaceAll(/\s+/gu, ' ')}”`] : []),
		...(panel.selfJudged ? [selfJudgedText(panel.judges)] : []),
	];
}

const tieText = (margin: number | null): string =>
	margin === null || margin === 0
		? 'The verdict is a tie.'
		: `The verdict is a tie: a margin of ${size(margin)} is below half a point.`;

/** How many judges found what, in one paragraph; nothing where the only judge found as the panel did. */
function whoFound(verdicts: readonly VerdictEvent[], result: MotionWinner): string[] {
	const firm = verdicts.filter(({flipped}) => !flipped);
	const found = (winner: MotionWinner | null): number => firm.filter(verdict => verdict.winner === winner).length;
	if (verdicts.length === 1 && found(result) === 1) return [];
	const lines: readonly (readonly [what: string, judges: number])[] = [
		['found for the motion', found('for')],
		['found against it', found('against')],
		['saw a tie', found('tie')],
		['named the other side once the labels were swapped, which counts as a tie', verdicts.length - firm.length],
		['gave no usable verdict', found(null)],
	];
	const told = lines.flatMap(([what, judges]) =>
		judges === 0 ? [] : [`${judgesText(judges, verdicts.length)} ${what}.`],
	);
	return [told.join(' ')];
}

const size = (margin: number | null): string => String(Math.abs(margin ?? 0));
