/** Figures and levels as only the screens write them; what exports write too is in `transcripts/wording.ts`. */
import type {EvaluationEvent} from '../../debate/formats/duelogic/events.ts';
import {percent as percentOr} from '../../exports/wording.ts';
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
