/** Figures as the screens write them. */
import type {EvaluationEvent, Violation} from '../debate/events.ts';
import {signs} from './theme.ts';

/** Milliseconds as `m:ss`, or `h:mm:ss` from an hour on. */
export function clock(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000));
	const two = (value: number) => String(value).padStart(2, '0');
	const hours = Math.floor(seconds / 3600);
	const minutes = Math.floor(seconds / 60) % 60;
	return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A count in at most four characters or so: 950, 1.2k, 41k, 1.3M. */
export function compact(count: number): string {
	if (count < 1000) return String(Math.round(count));
	const [value, unit] = count < 999_500 ? [count / 1000, 'k'] : [count / 1_000_000, 'M'];
	return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${unit}`;
}

/** A count in full, with thousands set apart. */
export const grouped = (count: number): string => Math.round(count).toLocaleString('en-US');

/** US dollars; small sums keep the digits that say something. */
export const money = (dollars: number): string => (dollars > 0 && dollars < 0.01 ? `$${dollars.toFixed(4)}` : `$${dollars.toFixed(2)}`);

/** A share of 0 to 1 in whole percent, or a dash where nothing was counted. */
export const percent = (share: number | undefined): string => (share === undefined ? signs.none : `${Math.round(share * 100)} %`);

const BARS = '▁▂▃▄▅▆▇█';

/** The course of scores (0 to 100) as small bars, the latest `width` of them; a turn without a score is a dot. */
export function spark(scores: readonly (number | null)[], width: number): string {
	return scores.slice(-Math.max(0, width)).map(score => (score === null ? signs.separator : BARS[Math.min(7, Math.floor(score / 12.5))])).join('');
}

const LEVELS: Readonly<Record<string, number>> = {strong: 3, adequate: 2, weak: 1, absent: 0, high: 3, medium: 2, low: 1};

/** A level as three dots: strong or high ●●●, adequate or medium ●●○, weak or low ●○○, absent ○○○. */
export function dots(level: string | undefined): string {
	const filled = level === undefined ? undefined : LEVELS[level];
	return filled === undefined ? signs.none : signs.full.repeat(filled) + signs.empty.repeat(3 - filled);
}

const FRAMES: Readonly<Record<string, string>> = {consistent: signs.yes, minor_drift: signs.drift, major_drift: signs.no, abandoned: signs.no};

/** A level of any dimension as its sign. */
export const levelSign = (level: string): string => FRAMES[level] ?? dots(level);

/** The four dimensions of one evaluation as signs; a dimension that was not due is a dash. */
export function dimensions(evaluation: EvaluationEvent): {readonly steel: string; readonly self: string; readonly frame: string; readonly honest: string} {
	const {steelManning, selfCritique, frameworkConsistency, intellectualHonesty} = evaluation;
	return {
		steel: dots(steelManning?.applicable ? steelManning.quality : undefined),
		self: dots(selfCritique?.applicable ? selfCritique.quality : undefined),
		frame: frameworkConsistency ? levelSign(frameworkConsistency.level) : signs.none,
		honest: dots(intellectualHonesty?.score),
	};
}

/** An id such as `straw_man_detected` in words. */
export const inWords = (id: string): string => id.replaceAll(/[_-]+/gu, ' ');

/** What an arbiter calls out, in words. */
export const violations: Readonly<Record<Violation, string>> = {
	straw_manning: 'straw man', missing_self_critique: 'missing self-critique', framework_inconsistency: 'left its framework', rhetorical_evasion: 'evasion',
};

/** `1 turn`, `2 turns`. */
export const plural = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
