/** A recorded debate as a session that plays again. */
import {dirname} from 'node:path';
import type {EventOf} from '../../debate/events.ts';
import {shellQuote} from '../../debate/text/words.ts';
import {type Recording, replay} from '../../engine/replay/replay.ts';
import type {Session} from './session.ts';
import type {Configure} from '../../settings/settings.ts';
import type {AudibleSpeech} from '../sound/live-speech.ts';
import type {StageRecorder} from '../files/exports.ts';
import {exportsOf} from '../files/debate-exports.ts';
import {openRecording} from '../files/read-debate.ts';
import {turnCalls} from './turn-calls.ts';

export type ReplayOptions = {
	/** Times the real rhythm; `Infinity` for at once. */
	readonly speed: number;
	readonly signal: AbortSignal;
	readonly configure: Configure;
	/** The recording of the journal, if it was opened before. */
	readonly recording?: Recording;
	readonly recorder?: StageRecorder | undefined;
	/** Speaks it. */
	readonly speech?: AudibleSpeech | undefined;
};

/** `start` is the first event, if the journal begins as it should. */
export function replaySession(
	file: string,
	{speed, signal, configure, speech, recorder, recording = openRecording(file).recording}: ReplayOptions,
): Session & {readonly start: EventOf<'debate-start'> | undefined} {
	const leaving = new AbortController();
	const start = recording.at(0);
	const player = replay(recording, {speed, signal: AbortSignal.any([signal, leaving.signal]), speech});
	return {
		start: start?.type === 'debate-start' ? start : undefined,
		events: player.events,
		live: false,
		initialPace: 0,
		...(Number.isFinite(speed) && {initialSpeed: speed}),
		folder: dirname(file),
		replayWith: `rostrum replay ${shellQuote(dirname(file))}`,
		act({action}) {
			if (action === 'pause') player.pause();
			if (action === 'resume') player.resume();
			if (action === 'step') player.step();
		},
		setSpeed: player.setSpeed,
		seek: (by, unit) => player.seek({by, unit}),
		place: player.place,
		...(speech && {speech}),
		leave: async () => leaving.abort(),
		calls: turnId => turnCalls(file, turnId),
		exports: exportsOf(file, start?.type === 'debate-start' ? start.protocol : undefined, {
			configure: () => configure(),
			recorder,
		}),
	};
}
