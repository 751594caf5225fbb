/** Interruptions, interjections and attempts to sway the judges by the time at which they were heard. */
import type {DebateState} from '../../debate/state.ts';
import type {Segment} from './segments.ts';
import {humanize, speakerOf, swayerOf, violationNames} from '../wording.ts';

/** `at` is milliseconds of the episode; `text` is plain, of one line. */
type EpisodeMoment = {readonly at: number; readonly text: string};

export function momentsOf(state: DebateState, segments: readonly Segment[]): EpisodeMoment[] {
	const name = (id: string | undefined) => (id === undefined ? 'everyone' : speakerOf(state, id));
	const last = new Map(segments.map(segment => [segment.turn.id, segment]));
	return [
		...state.interruptions.map(({turnId, interrupter, interrupted, reason, trigger}) => ({
			at: last.get(turnId)?.end ?? 0,
			text: `${name(interrupter)} cut in on ${name(interrupted)}, ${humanize(reason)}: “${trigger}”`,
		})),
		...state.interjections.map(({turnId, target, violation, reason, by}) => ({
			at: last.get(turnId)?.start ?? 0,
			text: `The arbiter called on ${name(target)}${by === 'user' ? ', as a listener asked' : ''}: ${[violation === undefined ? undefined : violationNames[violation], reason].filter(part => part !== undefined).join(', ')}`,
		})),
		...state.swayAttempts.map(({turnId, text}) => ({
			at: last.get(turnId)?.end ?? 0,
			text: `${swayerOf(state, turnId)} tried to sway the judge: “${text}”`,
		})),
	].toSorted((a, b) => a.at - b.at);
}
