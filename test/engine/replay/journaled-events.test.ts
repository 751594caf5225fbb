/** What a debate was before it goes on, on the disk. */
import {appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from 'vitest';
import {shown} from '../../../src/app/session/start-session.ts';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {checkpointOf, readJournaledEvents} from '../../../src/engine/replay/history.ts';

const samples = ['sample-liberty-vs-community', 'sample-three-way-ethics'].map(name =>
	path.join('transcripts', name, 'debate.jsonl'),
);

it.each(samples)('%s is the same events and the same state as the whole journal in memory', file => {
	const {events} = readJournal(file);
	const {past, problem, torn, bytes} = readJournaledEvents(file);
	expect([...past]).toEqual(events);
	expect(past.length).toBe(events.length);
	expect([-1, 0, 1, 150, events.length - 1, events.length].map(place => past.at(place))).toEqual([
		undefined,
		events[0],
		events[1],
		events[150],
		events.at(-1),
		undefined,
	]);
	expect(past.checkpoint).toEqual(checkpointOf(events));
	expect([problem, torn, bytes]).toEqual([undefined, '', statSync(file).size]);
});

it('ends before a fault, and knows a last line that was cut short', () => {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-past-')), 'debate.jsonl');
	const lines = readFileSync(samples[0] ?? '', 'utf8')
		.split('\n')
		.slice(0, 220);
	writeFileSync(file, `${lines.join('\n')}\n{"type":"turn-de`);
	expect(readJournaledEvents(file)).toMatchObject({torn: '{"type":"turn-de', problem: undefined, past: {length: 220}});
	appendFileSync(file, 'lta"}\n');
	expect(readJournaledEvents(file)).toMatchObject({torn: '', problem: {line: 221}, past: {length: 220}});
});

it('is shown event by event, and one that is longer than any format makes by what it came to, which nobody folds again', () => {
	const {past} = readJournaledEvents(samples[0] ?? '');
	expect([...shown(past)]).toEqual([...past]);
	const read: number[] = [];
	const at = (place: number): JournalEvent | undefined => {
		read.push(place);
		return past.at(place % past.length);
	};
	const long = {[Symbol.iterator]: () => past[Symbol.iterator](), checkpoint: past.checkpoint, length: 200_000, at};
	expect([...shown(long)].map(({type}) => type)).toEqual(['debate-start', 'jump']);
	expect(fold(shown(long))).toBe(past.checkpoint.state);
	expect(new Set(read)).toEqual(new Set([0]));
});
