/** Writes the recording of the stage next to a journal, and shows beforehand what it will look like. */
import {dirname, join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import type {JournalEvent} from '../../debate/events.ts';
import {writeWholeInPieces} from '../../engine/host/write-whole.ts';
import type {WatchedWrite} from '../../app/files/exports.ts';
import {eventsIn} from '../../app/files/read-debate.ts';
import {castLines} from './cast.ts';

/** The terminal that is recorded where no other is asked for. */
const usualSize = {columns: 100, rows: 30} as const;
const castFile = 'debate.cast';

/** Returns the path. A recording that is there already is replaced when the new one is whole. */
export async function writeCast(journal: string, writing: WatchedWrite = {}): Promise<string> {
	const path = join(dirname(journal), castFile);
	await writeWholeInPieces(path, async write => {
		for await (const line of castLines(() => eventsIn(journal), usualSize, {}, writing)) write(line);
	});
	return path;
}

const previewSize = {columns: 56, rows: 18} as const;

/** What will be recorded, and an early picture of it on a small terminal. */
export async function previewCast(journal: string): Promise<string> {
	const {columns, rows} = usualSize;
	const {stageFrames} = await import('./stage-frames.tsx');
	let picture: readonly string[] = [];
	for await (const frame of stageFrames(firstTurns(eventsIn(journal)), previewSize)) picture = frame;
	return [
		`The stage from beginning to end, at ${columns} columns and ${rows} rows, in the time that the words take to speak.`,
		`"asciinema play ${castFile}" shows it; "rostrum export --to cast --size 80x24" records another size.`,
		'',
		...picture.slice(0, previewSize.rows).map(text => stripVTControlCharacters(text).trimEnd()),
	].join('\n');
}

/** The events until the second turn has ended, up to each turn's end together. */
function* firstTurns(events: Iterable<JournalEvent>): Generator<readonly JournalEvent[]> {
	let step: JournalEvent[] = [];
	let ended = 0;
	for (const event of events) {
		step.push(event);
		if (event.type !== 'turn-end') continue;
		yield step;
		if (++ended === 2) return;
		step = [];
	}
	yield step;
}
