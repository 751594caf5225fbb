/** Writes the recording of the stage next to a journal. */
import {closeSync, openSync, writeSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {eventsIn} from '../files/read-debate.ts';
import {castLines} from './cast.ts';

/** The terminal that is recorded where no other is asked for. */
const usualSize = {columns: 100, rows: 30} as const;

export async function writeCast(journal: string): Promise<void> {
	const file = openSync(join(dirname(journal), 'debate.cast'), 'w', 0o600);
	try {
		for await (const line of castLines(() => eventsIn(journal), usualSize)) writeSync(file, line);
	} finally {
		closeSync(file);
	}
}
