/** A debate that another process is holding, or that other programs write, as a session to watch. */
import {existsSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {StringDecoder} from 'node:string_decoder';
import {setTimeout as wait} from 'node:timers/promises';
import {UsageError} from '../../debate/usage-error.ts';
import {expandPath} from '../../engine/host/expand-path.ts';
import {shellQuote} from '../../debate/text/words.ts';
import {nativeFilesAt} from '../../formats/index.ts';
import {withAudience} from '../audience/with-audience.ts';
import {editionKeeper} from '../judging/edition-beside.ts';
import type {Session} from './session.ts';
import {findJournal, journalName, newestJournal} from '../files/debate-folders.ts';
import {DebateEvent, Stamp, type JournalEvent} from '../../debate/events.ts';
import {journalJsonIfAny} from '../../engine/journal/journal.ts';

type WatchPlaces = {readonly cwd: string; readonly folder: string};

/**
 * `named` is a file or a folder, looked for in `cwd` and then among the debates in `folder`; of a folder with several
 * debates, the newest is watched. If it is empty, it is the debate in `cwd`, or else the newest in `folder`. Throws
 * `UsageError`.
 */
export async function watchSession(
	named: string,
	{cwd, folder, signal}: WatchPlaces & {readonly signal: AbortSignal},
): Promise<Session> {
	const path = expandPath(cwd, named);
	const nativeFolder = await nativeFilesAt(path, 'folder');
	const file = nativeFolder ? path : watchedFile(named, {cwd, folder});
	const native = nativeFolder ?? (await nativeFilesAt(file, 'file'));
	const leaving = new AbortController();
	const session: Session = {
		events: (native?.follow ?? followJournal)(file, AbortSignal.any([signal, leaving.signal])),
		act: () => undefined,
		live: false,
		initialPace: 0,
		folder: dirname(file),
		replayWith: nativeFolder ? `rostrum watch ${shellQuote(file)}` : `rostrum replay ${shellQuote(dirname(file))}`,
		leave: async () => leaving.abort(),
	};
	// Who holds the debate writes its journal: here listeners can only follow it.
	return native ? session : withAudience({...session, edited: editionKeeper(file)}, {journal: () => file});
}

function watchedFile(named: string, {cwd, folder}: WatchPlaces): string {
	if (named === '' && !existsSync(join(cwd, journalName))) return newestJournal(folder) ?? refuseNone(folder);
	return newestJournal(expandPath(cwd, named)) ?? findJournal(named, cwd, folder);
}

function refuseNone(folder: string): never {
	throw new UsageError({
		what: 'There is no debate to be watched',
		value: folder,
		from: 'the folder of debates',
		todo: 'Name one, or the folder that it is kept in.',
	});
}

// Streams the events of a journal that another process is writing.

const restMs = 100;
const chunkBytes = 65_536;

/**
 * All events up to and including `debate-end` and what already follows it. Waits for lines to be completed. Throws
 * `UsageError` for an invalid line, or the signal's reason.
 */
export async function* followJournal(file: string, signal: AbortSignal): AsyncGenerator<JournalEvent> {
	const handle = await open(file);
	try {
		const decoder = new StringDecoder('utf8');
		const buffer = Buffer.alloc(chunkBytes);
		let offset = 0;
		let line = 0;
		// Of the line that has not ended yet; joined once, at its end.
		let begun: string[] = [];
		let ended = false;
		for (;;) {
			const {bytesRead} = await handle.read(buffer, 0, chunkBytes, offset);
			offset += bytesRead;
			const parts = decoder.write(buffer.subarray(0, bytesRead)).split('\n');
			const last = parts.pop() ?? '';
			const lines = parts.map((part, at) => (at === 0 ? [...begun, part].join('') : part));
			if (lines.length > 0) begun = [];
			if (last !== '') begun.push(last);
			for (const text of lines) {
				const event = eventOf(text, ++line, file);
				yield event;
				ended ||= event.type === 'debate-end';
			}
			// Votes cast after the end have already been read.
			if (ended) return;
			signal.throwIfAborted();
			if (bytesRead === 0) await wait(restMs, undefined, {signal});
		}
	} finally {
		await handle.close();
	}
}

function eventOf(text: string, line: number, file: string): JournalEvent {
	const json = journalJsonIfAny(text);
	const [fact, stamp] = [DebateEvent.safeParse(json), Stamp.safeParse(json)];
	if (fact.success && stamp.success) return {...fact.data, ...stamp.data};
	throw new UsageError({
		what: `Line ${line} is not a debate event`,
		value: text,
		from: file,
		todo: 'See "rostrum verify" on it.',
	});
}
