/** A debate's verdicts as rows that a ranking is made from. */
import type {MotionSide} from '../formats/motion/events.ts';
import {type Seat, isPerson, personLabel} from '../seats.ts';
import {countWords} from '../text/words.ts';
import type {DebateState} from '../state.ts';
import {teamOf} from './motion.ts';

/** One judge's verdict: `winner` is a debater's name or `tie`, `margin` above 0 for the motion. */
export type JudgementRow = {
	/** The motion, the seed and who met: the same with sides swapped. */
	readonly group: string;
	/** The same whatever the seed, for debates that have no counterpart with theirs. */
	readonly motion: string;
	readonly debate: string;
	readonly pro: string;
	readonly con: string;
	readonly judge: string;
	readonly winner: string;
	readonly margin: number;
	readonly pro_words: number;
	readonly con_words: number;
};

/**
 * One row a judge with a verdict, none for debates without any. `debate` names the debate where its id, which differs
 * from run to run, should not.
 */
export function judgementRows(state: DebateState, debate = state.start?.debateId ?? ''): JudgementRow[] {
	const {start, formats} = state;
	if (!start || formats.motion.panel === undefined) return [];
	const [pro, con] = [debaterName(teamOf(state, 'for')), debaterName(teamOf(state, 'against'))];
	const pair = [pro, con].sort();
	const group = [start.subject.text, `seed ${start.seed}`, ...pair].join(' | ');
	const motion = [start.subject.text, ...pair].join(' | ');
	return formats.motion.verdicts.flatMap(({judge, winner, margin}) =>
		winner === null || margin === null
			? []
			: [
					{
						group,
						motion,
						debate,
						pro,
						con,
						judge: judgeModel(state, judge),
						winner: winner === 'tie' ? 'tie' : winner === 'for' ? pro : con,
						margin,
						pro_words: wordsOf(state, 'for'),
						con_words: wordsOf(state, 'against'),
					},
				],
	);
}

/** A judge's model, with its seat where another judge of the debate has the same model. */
function judgeModel({seats, formats}: DebateState, judge: string): string {
	const nameOf = (id: string): string => modelName(seats.find(seat => seat.id === id)) ?? id;
	const isShared = formats.motion.verdicts.some(
		other => other.judge !== judge && nameOf(other.judge) === nameOf(judge),
	);
	return isShared ? `${nameOf(judge)} (${judge.replaceAll('_', ' ')})` : nameOf(judge);
}

/** A side by its models, each with its persona: what is ranked. */
const debaterName = (team: readonly Seat[]): string =>
	[
		...new Set(
			team.map(seat => `${modelName(seat) ?? seat.id}${seat.persona === undefined ? '' : ` (${seat.persona})`}`),
		),
	].join(' + ');

function modelName(seat: Seat | undefined): string | undefined {
	if (!seat) return undefined;
	return isPerson(seat) ? `${seat.name} (${personLabel})` : (seat.model ?? seat.voice);
}

const wordsOf = ({turns}: DebateState, side: MotionSide): number =>
	turns.filter(({speaker}) => speaker.startsWith(`${side}_`)).reduce((sum, {text}) => sum + countWords(text), 0);
