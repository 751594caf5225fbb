/** What a motion debate has recorded so far. */
import type {
	AnswerCheckEvent,
	MotionEvent,
	NewClaimEvent,
	PointEvent,
	VerdictEvent,
	VerdictPanelEvent,
} from './events.ts';

export type MotionState = {
	readonly points: readonly PointEvent[];
	readonly checks: readonly AnswerCheckEvent[];
	readonly newClaims: readonly NewClaimEvent[];
	/** One a judge. */
	readonly verdicts: readonly VerdictEvent[];
	readonly panel: VerdictPanelEvent | undefined;
};

export const emptyMotion: MotionState = {points: [], checks: [], newClaims: [], verdicts: [], panel: undefined};

export function reduceMotion(motion: MotionState, event: MotionEvent): MotionState {
	switch (event.type) {
		case 'point':
			return {...motion, points: [...motion.points.filter(point => !isSame(point, event)), event]};
		case 'answer-check':
			return {...motion, checks: [...motion.checks, event]};
		case 'new-claim':
			return {...motion, newClaims: [...motion.newClaims, event]};
		case 'verdict':
			return {...motion, verdicts: [...motion.verdicts.filter(({judge}) => judge !== event.judge), event]};
		case 'verdict-panel':
			return {...motion, panel: event};
		default:
			return event satisfies never;
	}
}

/** A turn that is spoken again after a crash may have the same point offered again. */
const isSame = (one: PointEvent, other: PointEvent): boolean =>
	one.by === other.by && one.trigger === other.trigger && firstName(one.turnId) === firstName(other.turnId);
const firstName = (turnId: string): string => turnId.replace(/\..*$/u, '');
