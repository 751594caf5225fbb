/** One process at a time writes a journal: two would tear each other's lines apart. */
import {LockHeld, lockFile} from '../host/append-lock.ts';
import {NotResumable} from './resume.ts';

/** A debate may take an evening; only after a day must a living process's number be another one's by now. */
const deadAfterMs = 86_400_000;

/**
 * Takes the journal for this process and gives the function that gives it back. Throws `NotResumable` where another
 * live process has it.
 */
export async function lockJournal(file: string): Promise<() => void> {
	try {
		return await lockFile(`${file}.lock`, {waitMs: 0, deadAfterMs});
	} catch (error) {
		if (error instanceof LockHeld)
			throw new NotResumable(
				`${file} is being written by another process, which holds this very debate: ${error.message}`,
				{cause: error},
			);
		throw error;
	}
}
