/** A recorded debate as a session that plays again. */
import {dirname} from 'node:path';
import type {JournalEvent} from '../debate/events.ts';
import {readJournal} from '../engine/journal.ts';
import {replay} from '../engine/replay.ts';
import type {Session} from '../ui/port.ts';
import {exportFormats} from './export-formats.ts';
import {writeExport} from './exports.ts';
import {quoted} from './quoted.ts';
import {UsageError} from './usage-error.ts';

/** What a journal holds up to its first fault, which `notice` names. Throws `UsageError` where that is nothing. */
export function readDebate(file: string): {readonly events: readonly JournalEvent[]; readonly notice?: string} {
	const {events, problems} = readJournal(file);
	const [fault] = problems;
	if (!fault) return {events};
	if (events.length === 0) throw new UsageError({what: `This is no journal of a debate: line ${fault.line} ${fault.what}`, from: file, todo: 'Name a debate.jsonl, or the folder that holds one.'});
	return {events, notice: `${file}: line ${fault.line} ${fault.what}; only what comes before it counts. "rostrum verify" lists every fault.`};
}

/** `speed` is times the real rhythm, `Infinity` for at once. */
export function playBack(file: string, {speed, signal}: {speed: number; signal: AbortSignal}): Session {
	const leaving = new AbortController();
	const player = replay(readDebate(file).events, {speed, signal: AbortSignal.any([signal, leaving.signal])});
	return {
		events: player.events, live: false, initialPace: 0, ...(Number.isFinite(speed) && {initialSpeed: speed}), folder: dirname(file), replayWith: `rostrum replay ${quoted(dirname(file))}`,
		act({action}) {
			if (action === 'pause') player.pause();
			if (action === 'resume') player.resume();
		},
		setSpeed: player.setSpeed,
		leave: async () => leaving.abort(),
		exports: {formats: exportFormats(), write: async format => writeExport(file, format)},
		again: async () => playBack(file, {speed: 1, signal}),
	};
}
