/** The end of a journal: after `debate-end`, only listeners' votes may follow. */
import type {EventOf, JournalEvent} from './events.ts';

/** Whether an event may stand after the end. */
export const mayFollowEnd = (event: JournalEvent): boolean =>
	event.type === 'user-action' && event.data.action === 'vote';

/** The `debate-end` event; undefined for a debate that has not ended and can be resumed. */
export function endingIn(events: Iterable<JournalEvent>): EventOf<'debate-end'> | undefined {
	let last: JournalEvent | undefined;
	for (const event of events) if (!mayFollowEnd(event)) last = event;
	return last?.type === 'debate-end' ? last : undefined;
}
