/** The finished debates in the repository, one of each format and the samples. */
import {statSync} from 'node:fs';
import path from 'node:path';
import type {JournalEvent} from '../../src/debate/events.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';

const fixtures = path.resolve('test/fixtures/journals-0.1.0');

export const recordedJournals: readonly {readonly name: string; readonly journal: string}[] = [
	...['adversarial-spec', 'builder-reviewer', 'code-debate', 'model-duel'].map(name => ({
		name,
		journal: path.join(fixtures, name, 'debate.jsonl'),
	})),
	{name: 'motion', journal: path.resolve('transcripts/sample-four-day-week/debate.jsonl')},
	{name: 'duelogic', journal: path.resolve('transcripts/sample-three-way-ethics/debate.jsonl')},
];

/** The events of a journal, or of the one in a folder. */
export function journalAt(place: string): readonly JournalEvent[] {
	const file = statSync(place).isDirectory() ? path.join(place, 'debate.jsonl') : place;
	return readJournal(file).events;
}
