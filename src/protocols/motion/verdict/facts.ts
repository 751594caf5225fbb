/** The verdict in sentences, for the moderator and for listeners. */
import type {MotionWinner, VerdictEvent} from '../../../debate/formats/motion/events.ts';
import type {DebateState} from '../../../debate/state.ts';
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
				? `The verdict is a tie, by a margin of ${size(panel.margin)}.`
				: `The verdict goes to ${won(panel.winner)}, by a margin of ${size(panel.margin)} of 3.`;
	const count = (holds: (verdict: VerdictEvent) => boolean): number => verdicts.filter(holds).length;
	const found = (
		[
			['found for it', count(({winner, flipped}) => winner === panel.winner && !flipped)],
			['saw a tie', panel.winner === 'tie' ? 0 : count(({winner, flipped}) => winner === 'tie' && !flipped)],
			[
				'found for the other side',
				panel.winner === 'tie'
					? 0
					: count(({winner}) => winner !== null && winner !== 'tie' && winner !== panel.winner),
			],
			['named the other side once the labels were swapped, which counts as a tie', count(({flipped}) => flipped)],
			['gave no usable verdict', count(({winner}) => winner === null)],
		] as const
	).flatMap(([what, judges]) => (judges === 0 ? [] : [`${judges} of ${verdicts.length} judges ${what}.`]));
	const decisive = verdicts.flatMap(({winner, readings}) =>
		winner === panel.winner ? readings.flatMap(reading => reading.decisive ?? []) : [],
	)[0];
	return [
		result,
		...(panel.winner !== null && found.length > 0 ? [found.join(' ')] : []),
		...(decisive ? [`What decided it: “${decisive.text.replaceAll(/\s+/gu, ' ')}”`] : []),
		...(panel.selfJudged ? ['Every judge shares a model or a maker with a speaker.'] : []),
	];
}

const size = (margin: number | null): string => String(Math.abs(margin ?? 0));
