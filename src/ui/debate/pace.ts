/** The steps of the pace keys, and how far a replay is. */
import {clock} from '../../transcripts/wording.ts';
import type {Session} from '../ports/port.ts';
import {signs} from '../text/theme.ts';

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

type ReplayPosition = ReturnType<NonNullable<Session['place']>>;

/** Where a replay is, in as much room as there is: its pace, a bar of the time that has passed, the time, the turn. */
export function replayPositionText({turn, turns, at, of}: ReplayPosition, pace: string, width: number): string {
	const long = `${clock(at)} of ${clock(of)} · turn ${turn} of ${turns}`;
	const short = `${clock(at)}/${clock(of)} · ${turn}/${turns}`;
	const roomBeside = (words: string) => width - pace.length - words.length - 2;
	const words = roomBeside(long) >= 10 ? long : short;
	if (roomBeside(words) >= 10)
		return `${pace} ${progress(of === 0 ? 1 : at / of, Math.min(roomBeside(words), 40))} ${words}`;
	return [`${pace} · ${long}`, `${pace} · ${short}`, short].find(text => text.length <= width) ?? `${turn}/${turns}`;
}

/** A share of 0 to 1 as a bar of so many columns. */
function progress(share: number, width: number): string {
	const done = Math.round(Math.min(1, share) * (width - 1));
	return signs.passed.repeat(done) + signs.knob + signs.ahead.repeat(width - 1 - done);
}
