import {mkdtempSync, renameSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {emptyState} from '../../../src/debate/state.ts';
import {fold} from '../../../src/debate/reduce.ts';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {openJournal} from '../../../src/engine/journal/journal.ts';
import {readRecording, recordingOf, statesOf} from '../../../src/engine/replay/replay.ts';
import {runToy} from '../toy.ts';

const {events: toy} = await runToy();

/** A journal of several pages, with characters of more than one byte, and the events in it. */
function writeLong(): {readonly file: string; readonly events: readonly JournalEvent[]} {
	const file = join(mkdtempSync(join(tmpdir(), 'rostrum-recording-')), 'debate.jsonl');
	const journal = openJournal(file);
	const [start, ...rest] = toy.filter(({type}) => type !== 'debate-end');
	if (!start) throw new Error('the toy debate is empty');
	const events = [start, ...Array.from({length: Math.ceil(2600 / rest.length)}, () => rest).flat()].map(
		(event, place) => {
			const {hash: _hash, ...fact} = event;
			return journal.append({
				...fact,
				...(fact.type === 'notice' && {text: `${fact.text} – „später“ 🗣`}),
				seq: place + 1,
				at: place * 3,
			}).event;
		},
	);
	journal.close();
	return {file, events};
}

describe('a recording on the disk', () => {
	const {file, events} = writeLong();

	it('has the events at their places, whichever are wanted and in whatever order', () => {
		const {recording, problem} = readRecording(file);
		expect(problem).toBeUndefined();
		expect(events.length).toBeGreaterThan(2500);
		const places = [0, 1, 498, 499, 500, 501, 2499, 3, 1500, 1499, 1500, events.length - 1, 0];
		expect(places.map(recording.at)).toEqual(places.map(place => events[place]));
		expect([-1, events.length].map(recording.at)).toEqual([undefined, undefined]);
	});

	it('knows its length and its beginnings as one in memory does', () => {
		const {at: _disk, ...onDisk} = readRecording(file).recording;
		const {at: _memory, ...inMemory} = recordingOf(events);
		expect(onDisk).toEqual(inMemory);
		expect(onDisk.beginnings.turn.length).toBeGreaterThan(10);
	});

	it('has the state at any place that a fold over the events has', () => {
		const states = statesOf(readRecording(file).recording);
		for (const told of [2200, 999, events.length, 1000, 0])
			expect(states.after(told)).toEqual(fold(events.slice(0, told), emptyState));
	});

	it('ends before the first fault, and tells which', () => {
		const broken = join(mkdtempSync(join(tmpdir(), 'rostrum-recording-')), 'debate.jsonl');
		writeFileSync(broken, readFileSync(file, 'utf8').split('\n').with(700, '{}').join('\n'));
		const {recording, problem} = readRecording(broken);
		expect(problem?.line).toBe(701);
		expect(recording.length).toBe(700);
		expect([699, 700].map(recording.at)).toEqual([events[699], undefined]);
	});

	it('names the file where it is taken away meanwhile', () => {
		const other = join(mkdtempSync(join(tmpdir(), 'rostrum-recording-')), 'debate.jsonl');
		writeFileSync(other, readFileSync(file));
		const {recording} = readRecording(other);
		renameSync(other, `${other}.gone`);
		expect(() => recording.at(0)).toThrow(`${other} was changed or taken away`);
	});
});
