/** Votes that are cast when a debate is over: the only facts that a journal takes behind its end. */
import {endingIn} from '../../debate/ending.ts';
import type {JournalEvent, UserAction} from '../../debate/events.ts';
import {openJournal, readJournal} from '../journal/journal.ts';
import {stampAfter} from '../journal/recorder.ts';
import {lockJournal} from './journal-lock.ts';

type CastVote = Extract<UserAction, {action: 'vote'}>;

/**
 * Adds a vote to the journal of a debate that has ended, at the hour at which its clock stopped, and gives it as it was
 * written. Throws in words for the user where the journal is damaged or unfinished, another process has it, or the disk
 * refuses.
 */
export async function appendVote(file: string, vote: CastVote): Promise<JournalEvent> {
	const lock = await lockJournal(file);
	try {
		const {
			events,
			problems: [fault],
			torn,
		} = readJournal(file);
		const last = events.at(-1);
		if (fault || torn !== undefined)
			throw new Error(
				`${file} takes no vote: ${fault ? `line ${fault.line} ${fault.what}` : 'its last line is cut short'}; see "rostrum verify"`,
			);
		if (!last || !endingIn(events)) throw new Error(`${file} takes no vote behind its end, which it has not come to`);
		const journal = openJournal(file, last.hash, lock.isOurs);
		const {event} = journal.append({type: 'user-action', data: vote, ...stampAfter(last, last.at)});
		journal.close();
		return event;
	} finally {
		lock.release();
	}
}
