/** A motion debate as panes and exports show it, derived from the debate's state. */
import type {
	MotionSide,
	MotionWinner,
	PointEvent,
	SentenceRef,
	VerdictEvent,
	VerdictPanelEvent,
} from '../formats/motion.ts';
import {holderAt} from '../attribution.ts';
import {isRecord} from '../text/json.ts';
import {capitalised} from '../text/words.ts';
import type {Seat} from '../seats.ts';
import type {DebateState} from '../state.ts';

export const isMotion = ({start}: DebateState): boolean => start?.protocol === 'motion';

/** The speakers of a side, in order. */
export const teamOf = (state: DebateState, side: MotionSide): readonly Seat[] =>
	state.seats.filter(({role}) => role === side);

/** `Ada and Bob`, or just the side where nobody sits there. */
const teamName = (state: DebateState, side: MotionSide): string =>
	teamOf(state, side)
		.map(({name}) => name)
		.join(' and ') || side;

/** The name that whoever offered a point had then. */
export function pointMaker(state: DebateState, point: PointEvent): string | undefined {
	const offered = state.records.find(record => record.type === 'point' && isSamePoint(record, point));
	return offered && holderAt(state, point.by, offered.at)?.name;
}

const isSamePoint = (one: PointEvent, other: PointEvent): boolean =>
	one.turnId === other.turnId && one.by === other.by && one.point === other.point;

type OrderItem = {readonly segment: string; readonly round?: number};

const runningOrders: Readonly<Record<'short' | 'full', readonly OrderItem[]>> = {
	short: [
		{segment: 'introduction'},
		{segment: 'opening'},
		{segment: 'rebuttal', round: 1},
		{segment: 'closing'},
		{segment: 'verdict'},
	],
	full: [
		{segment: 'introduction'},
		{segment: 'opening'},
		{segment: 'rebuttal', round: 1},
		{segment: 'questions'},
		{segment: 'rebuttal', round: 2},
		{segment: 'closing'},
		{segment: 'verdict'},
	],
};

/** The segments of a motion debate in their order, and which of them it is at; -1 before the first. */
export function runningOrder({start, segment, round}: DebateState): {
	readonly items: readonly OrderItem[];
	readonly at: number;
} {
	const config = start?.config;
	const [style, verdict] = isRecord(config) ? [config['style'], config['verdict']] : [];
	const withVerdict = !isRecord(verdict) || verdict['enabled'] !== false;
	const items = runningOrders[style === 'short' ? 'short' : 'full'].filter(
		item => withVerdict || item.segment !== 'verdict',
	);
	const at = items.findIndex(item => item.segment === segment && (item.round === undefined || item.round === round));
	return {items, at};
}

/** Who won, in a few words. */
const winnerText = (state: DebateState, winner: MotionWinner | null): string =>
	winner === null ? 'no verdict' : winner === 'tie' ? 'a tie' : `${teamName(state, winner)}, ${winner} the motion`;

/** `+1.5` for the motion, `−2` against it. */
export const marginText = (margin: number | null): string =>
	margin === null ? '–' : `${margin > 0 ? '+' : margin < 0 ? '−' : ''}${Math.abs(margin)}`;

/** The same beside the winner's name, which says for whom it is. */
export const winningMargin = (margin: number | null): string =>
	marginText(margin === null ? null : Math.abs(margin)).replace('+', '');

/** A judge's name, with its seat where another judge has the same name. */
export function judgeName(state: DebateState, judge: string): string {
	const name = state.seats.find(({id}) => id === judge)?.name ?? judge;
	const isShared = state.formats.motion.verdicts.some(
		other => other.judge !== judge && state.seats.find(({id}) => id === other.judge)?.name === name,
	);
	return isShared ? `${name} (${judge.replaceAll('_', ' ')})` : name;
}

/** What became of a point of information. */
export const pointFate = ({taken, late}: Pick<PointEvent, 'taken' | 'late'>): string =>
	taken ? 'taken' : late ? 'came too late' : 'declined';

/** What one judge found, as a sentence. */
export function verdictText(state: DebateState, {judge, winner, margin, flipped, reason}: VerdictEvent): string {
	const name = judgeName(state, judge);
	if (winner === null) return `${name} gave no verdict: ${reason ?? 'no reason is known'}.`;
	if (flipped) return `${name} named the other side once the labels were swapped: a flip, counted as a tie.`;
	return winner === 'tie'
		? `${name} saw a tie.`
		: `${name}: ${winnerText(state, winner)}, by ${winningMargin(margin)}.`;
}

/** Said where no judge is independent of the speakers. */
export const selfJudgedText = (judges: number): string =>
	`${judges === 1 ? 'The judge' : 'Every judge'} shares a model or a maker with a speaker.`;

/** `The judge`, `Both judges`, `All 3 judges`, or `2 of 3 judges`. */
export function judgesText(some: number, all: number): string {
	if (some < all) return `${some} of ${all} judges`;
	return all === 1 ? 'The judge' : all === 2 ? 'Both judges' : `All ${all} judges`;
}

/** Why a bench has no verdict. */
export const noVerdictText = (usable: number, bench: number): string =>
	usable === 0
		? 'no judge gave a usable verdict'
		: `no verdict: ${usable} of ${bench} judges gave a usable one, and it takes half of them`;

/** The panel's result, as a sentence. */
export function panelText(
	state: DebateState,
	{winner, margin, judges, flipped, selfJudged}: VerdictPanelEvent,
): string {
	if (winner === null) return `${capitalised(noVerdictText(judges, state.formats.motion.verdicts.length))}.`;
	const by = winner === 'tie' ? '' : `, by ${winningMargin(margin)} of 3 points`;
	const flips = flipped === 0 ? '' : ` ${judgesText(flipped, judges)} flipped when the labels were swapped.`;
	const own = selfJudged ? ` ${selfJudgedText(judges)}` : '';
	return `Verdict of ${judges} judge${judges === 1 ? '' : 's'}: ${winnerText(state, winner)}${by}.${flips}${own}`;
}

/** Who won, in one sentence, without how the verdict was checked. */
export function resultText(state: DebateState, {winner, margin, judges}: VerdictPanelEvent): string {
	if (winner === null) return `${capitalised(noVerdictText(judges, state.formats.motion.verdicts.length))}.`;
	if (winner === 'tie') return `A tie, by the verdict of ${judges} judge${judges === 1 ? '' : 's'}.`;
	return `${teamName(state, winner)} won, ${winner} the motion, by ${winningMargin(margin)} of 3 points.`;
}

/** The sentences that decided it for the judges who found as the panel did, each once. */
export function decisiveSentences({formats: {motion}}: DebateState): SentenceRef[] {
	const found = motion.verdicts
		.filter(({winner}) => winner !== null && winner === motion.panel?.winner)
		.flatMap(({readings}) => readings.flatMap(reading => reading.decisive ?? []));
	return found.filter((one, at) => found.findIndex(other => other.text === one.text) === at);
}
