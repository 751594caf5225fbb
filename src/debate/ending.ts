/** Where a debate's own facts end: what may come after `debate-end` are the votes of those who have heard it. */
import type {EventOf, JournalEvent} from './events.ts';

/** Whether an event may stand after the end. */
export const mayFollowEnd = (event: JournalEvent): boolean =>
	event.type === 'user-action' && event.data.action === 'vote';

/** How the debate ended; undefined where it has not, and can be resumed. */
export function endingIn(events: Iterable<JournalEvent>): EventOf<'debate-end'> | undefined {
	let last: JournalEvent | undefined;
	for (const event of events) if (!mayFollowEnd(event)) last = event;
	return last?.type === 'debate-end' ? last : undefined;
}
