/** A recorded debate as a session that plays again. */
import {dirname} from 'node:path';
import type {Recording} from '../../engine/replay/recording.ts';
import {replay} from '../../engine/replay/replay.ts';
import type {Session} from '../../ui/ports/port.ts';
import {shellQuote} from '../../engine/host/shell-quote.ts';
import {exportsOf} from '../files/exports.ts';
import {openRecording} from '../files/read-debate.ts';

/**
 * `speed` is times the real rhythm, `Infinity` for at once; `recording` is the journal's, where it has been opened
 * before.
 */
export function replaySession(
	file: string,
	{
		speed,
		signal,
		recording = openRecording(file).recording,
	}: {speed: number; signal: AbortSignal; recording?: Recording},
): Session {
	const leaving = new AbortController();
	const start = recording.at(0);
	const player = replay(recording, {speed, signal: AbortSignal.any([signal, leaving.signal])});
	return {
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
		leave: async () => leaving.abort(),
		exports: exportsOf(file),
		again: async () => replaySession(file, {speed: 1, signal, recording}),
		...(start?.type === 'debate-start' &&
			start.config !== undefined && {
				setup: async () =>
					(await import('../screens/setup/setup-port.ts')).setupFromJournal(start, {cwd: process.cwd(), signal}),
			}),
	};
}
