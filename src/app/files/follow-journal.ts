/** Streams the events of a journal that another process is writing. */
import {open} from 'node:fs/promises';
import {StringDecoder} from 'node:string_decoder';
import {setTimeout as wait} from 'node:timers/promises';
import {DebateEvent, Stamp, type JournalEvent} from '../../debate/events.ts';
import {journalJsonIfAny} from '../../engine/journal/journal.ts';
import {UsageError} from '../../debate/usage-error.ts';

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
		let rest = '';
		let ended = false;
		for (;;) {
			const {bytesRead} = await handle.read(buffer, 0, chunkBytes, offset);
			offset += bytesRead;
			const lines = (rest + decoder.write(buffer.subarray(0, bytesRead))).split('\n');
			rest = lines.pop() ?? '';
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
