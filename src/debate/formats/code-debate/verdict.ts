/** What the points of a Code Debate come to: a verdict on the change, and whether a threshold is met. */
import type {PointSeverity} from './events.ts';
import {isAtLeast, outcomeOf, severityOf, type PointOutcome} from './state.ts';

/** What to do with the change. */
export const verdicts = ['merge', 'merge after fixes', 'do not merge', 'undecided'] as const;
export type MergeVerdict = (typeof verdicts)[number];

export type JudgedPoint = Parameters<typeof outcomeOf>[0] & Parameters<typeof severityOf>[0];

const isSo = (point: JudgedPoint, outcome: PointOutcome, least: PointSeverity): boolean =>
	outcomeOf(point) === outcome && isAtLeast(severityOf(point), least);

/**
 * An upheld blocker forbids it, a disputed blocker or major point leaves it open, and an upheld major or minor point
 * wants a fix first.
 */
export function verdictOf(points: readonly JudgedPoint[]): MergeVerdict {
	const has = (outcome: PointOutcome, least: PointSeverity): boolean =>
		points.some(point => isSo(point, outcome, least));
	if (has('upheld', 'blocker')) return 'do not merge';
	if (has('disputed', 'major')) return 'undecided';
	return has('upheld', 'minor') ? 'merge after fixes' : 'merge';
}

/** When a debate counts as failed: an upheld point of this severity or graver, or one that stays disputed. */
export type Threshold = {readonly failOn?: PointSeverity | undefined; readonly failOnDisputed?: boolean | undefined};

/** The points that meet a threshold. A disputed one counts from the same severity on; without one, whatever it is. */
export const pointsOver = <P extends JudgedPoint>(points: readonly P[], {failOn, failOnDisputed}: Threshold): P[] =>
	points.filter(
		point =>
			(failOn !== undefined && isSo(point, 'upheld', failOn)) ||
			(failOnDisputed === true && isSo(point, 'disputed', failOn ?? 'note')),
	);
