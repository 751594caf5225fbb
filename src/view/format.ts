/** Figures, levels and paces as only the screens write them; what exports write too is in `languages/wording.ts`. */
import type {EvaluationEvent} from '../debate/evaluation.ts';
import {percent as percentOr, plural} from '../languages/wording.ts';
import {signs} from './theme.ts';

/** A count in at most four characters or so: 950, 1.2k, 41k, 1.3M. */
export function compact(count: number): string {
	if (count < 1000) return String(Math.round(count));
	const [value, unit] = count < 999_500 ? [count / 1000, 'k'] : [count / 1_000_000, 'M'];
	return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${unit}`;
}

/** A share of 0 to 1 in whole percent, or the sign for nothing where nothing was counted. */
export const percent = (share: number | undefined): string => percentOr(share, signs.none);

const BARS = '▁▂▃▄▅▆▇█';

/** The course of scores (0 to 100) as small bars, the latest `width` of them; a turn without a score is a dot. */
export function spark(scores: readonly (number | null)[], width: number): string {
	return scores
		.slice(-Math.max(0, width))
		.map(score => (score === null ? signs.separator : BARS[Math.min(7, Math.floor(score / 12.5))]))
		.join('');
}

const LEVELS: Readonly<Record<string, number>> = {
	strong: 3,
	adequate: 2,
	weak: 1,
	absent: 0,
	high: 3,
	medium: 2,
	low: 1,
};

/** A level as three dots: strong or high ●●●, adequate or medium ●●○, weak or low ●○○, absent ○○○. */
export function dots(level: string | undefined): string {
	const filled = level === undefined ? undefined : LEVELS[level];
	return filled === undefined ? signs.none : signs.full.repeat(filled) + signs.empty.repeat(3 - filled);
}

const FRAMES: Readonly<Record<string, string>> = {
	consistent: signs.yes,
	minor_drift: signs.drift,
	major_drift: signs.no,
	abandoned: signs.no,
};

/** A level of any dimension as its sign. */
export const levelSign = (level: string): string => FRAMES[level] ?? dots(level);

/** The four dimensions of one evaluation as signs; a dimension that was not due is a dash. */
export function dimensions(evaluation: EvaluationEvent): {
	readonly steel: string;
	readonly self: string;
	readonly frame: string;
	readonly honest: string;
} {
	const {steelManning, selfCritique, frameworkConsistency, intellectualHonesty} = evaluation;
	return {
		steel: dots(steelManning?.applicable ? steelManning.quality : undefined),
		self: dots(selfCritique?.applicable ? selfCritique.quality : undefined),
		frame: frameworkConsistency ? levelSign(frameworkConsistency.level) : signs.none,
		honest: dots(intellectualHonesty?.score),
	};
}

// The steps of the pace keys, and how far a replay is.

/** Words a minute, slow to fast; as fast as they come is a key of its own. */
const paces = [90, 110, 130, 150, 175, 200, 250, 350, 500, 800] as const;
/** How many times as fast a replay can run. */
const speeds = [0.25, 0.5, 1, 2, 4, 8, 16, 64] as const;

const rank = (pace: number): number => (pace === 0 ? Infinity : pace);

/** The next step from a pace; one that is no step itself goes to its neighbour, and at an end it stays. */
function stepFrom(steps: readonly number[], pace: number, direction: -1 | 1): number {
	const next =
		direction > 0 ? steps.find(step => rank(step) > rank(pace)) : steps.findLast(step => rank(step) < rank(pace));
	return next ?? pace;
}

export const nextPace = (pace: number, direction: -1 | 1): number => stepFrom(paces, pace, direction);
export const nextSpeed = (speed: number, direction: -1 | 1): number => stepFrom(speeds, speed, direction);

export const paceText = (pace: number): string => (pace === 0 ? 'instant' : `${pace} words/min`);
export const speedText = (speed: number): string => (Number.isFinite(speed) ? `replay × ${speed}` : 'replay at once');

type ReplayPosition = {readonly turn: number; readonly turns: number};

/** Where a replay is, in as much room as there is. How far that is of the whole is seen in the bar of the header. */
export function replayPositionText({turn, turns}: ReplayPosition, pace: string, width: number): string {
	// At the end, the turn that is read is named at the other side of the rule.
	if (pace === 'over' && turn === turns) return `over · ${plural(turns, 'turn')}`;
	return (
		[`${pace} · turn ${turn} of ${turns}`, `${pace} · ${turn}/${turns}`].find(text => text.length <= width) ??
		`${turn}/${turns}`
	);
}
