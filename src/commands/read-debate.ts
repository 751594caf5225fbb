/** A journal as the user means it: what can be read of it, with a word on what cannot. */
import type {JournalEvent} from '../debate/events.ts';
import {readJournal} from '../engine/journal.ts';
import {UsageError} from './usage-error.ts';

/** What a journal holds up to its first fault, which `notice` names. Throws `UsageError` where that is nothing. */
export function readDebate(file: string): {readonly events: readonly JournalEvent[]; readonly notice?: string} {
	const {events, problems} = readJournal(file);
	const [fault] = problems;
	if (!fault) return {events};
	if (events.length === 0) throw new UsageError({what: `This is no journal of a debate: line ${fault.line} ${fault.what}`, from: file, todo: 'Name a debate.jsonl, or the folder that holds one.'});
	return {events, notice: `${file}: line ${fault.line} ${fault.what}; only what comes before it counts. "rostrum verify" lists every fault.`};
}
