/** What every export makes of one journal of each format: its length, its hash and how it begins. */
import {createHash} from 'node:crypto';
import {describe, expect, it} from 'vitest';
import type {JournalEvent} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {journalAt, recordedJournals} from './recorded.ts';

const beginning = 160;

/** Ids and the program's version differ from run to run and from release to release. */
function golden(events: readonly JournalEvent[]): Record<string, string> {
	const state = fold(events);
	return Object.fromEntries(
		Object.entries(exportKinds).flatMap(([id, {protocol, write}]) => {
			if (protocol !== undefined && protocol !== state.start?.protocol) return [];
			const text = write(state);
			const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
			return [[id, `${text.length} ${hash} ${JSON.stringify(text.slice(0, beginning))}`]];
		}),
	);
}

describe('the exports of a journal', () => {
	it.each(recordedJournals)('of $name stay what they are', ({journal}) => {
		expect(golden(journalAt(journal))).toMatchSnapshot();
	});
});
