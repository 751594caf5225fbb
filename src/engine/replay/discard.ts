/** Ends an unfinished debate without resuming it. */
import type {RunEvent} from '../../debate/events.ts';
import {realClock} from '../context/clock.ts';
import {closeLostTurns, statsOf} from '../journal/closing.ts';
import {recorder} from '../journal/recorder.ts';
import type {Resumed} from './resume.ts';
import {stream} from '../journal/stream.ts';

/**
 * Records the ending of a stop by the user: what was said can still be read, and the debate is no longer offered to be
 * resumed. Throws if the journal cannot be written.
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
