/** The steps of the pace keys, and how far a replay is. */
import {plural} from '../../exports/wording.ts';

/** Words a minute, slow to fast; 0, as fast as they come, is the fastest. */
const paces = [90, 110, 130, 150, 175, 200, 250, 350, 500, 800, 0] as const;
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

/** Turns that a replay is at, from 1, and has. */
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
