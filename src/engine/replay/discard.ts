/** Ends a debate that was cut off without going on with it. */
import type {RunEvent} from '../../debate/events.ts';
import {realClock} from '../context/clock.ts';
import {closeLostTurns, statsOf} from '../journal/closing.ts';
import {recorder} from '../journal/recorder.ts';
import type {Resumed} from './resume.ts';
import {stream} from '../journal/stream.ts';

/**
 * Writes the end that a user's stop has: what was said stays and can be read, and the debate is offered no more. Throws
 * where the disk refuses.
 */
export function discard({past, journal}: Resumed): void {
	const record = recorder(
		journal,
		realClock(past.checkpoint.state.at),
		past.checkpoint.state,
		stream<RunEvent>(),
		() => undefined,
	);
	closeLostTurns(record, 'the debate was cut off here, and discarded');
	record.emit({type: 'user-action', data: {action: 'stop', closing: false}});
	record.emit({
		type: 'debate-end',
		outcome: 'stopped',
		reason: 'discarded by the user',
		stats: statsOf(record.state, record.state.at),
	});
	journal.close();
}
