import {existsSync, globSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {RunEvent} from '../../src/debate/events.ts';
import {emptyState, type SessionEvent} from '../../src/debate/state.ts';
import {fold, reduce} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {recordingOf, replay} from '../../src/engine/replay/replay.ts';
import {makeExport} from '../../src/app/files/exports.ts';
import {exportKinds} from '../../src/app/files/export-formats.ts';

const journals = globSync('transcripts/sample-*/debate.jsonl');

/** Live words strewn between the facts, as panes get them. */
function withWords(events: readonly RunEvent[], cuts: readonly number[]): RunEvent[] {
	return events.flatMap((event, index): RunEvent[] => {
		if (event.type !== 'turn-delta') return [event];
		const at = (cuts[index % cuts.length] ?? 0) % (event.text.length + 1);
		return [
			{type: 'turn-token', turnId: event.turnId, text: event.text.slice(0, at)},
			{type: 'turn-token', turnId: event.turnId, text: event.text.slice(at)},
			event,
		];
	});
}

it('there are eight samples', () => expect(journals).toHaveLength(8));

describe.each(journals)('%s', file => {
	const {events, problems} = readJournal(file);
	const whole = fold(events);

	it('is sound and finished, and says whether it was rehearsed', () => {
		expect(problems).toEqual([]);
		expect(whole.outcome).toBe('completed');
		const rehearsed = readFileSync(join(dirname(file), 'debate.md'), 'utf8').includes('rehearsal, no model');
		expect(rehearsed).toBe(!/smartphones|private-cars|flood-wall|objection-deadline|failing-test/u.test(file));
		if (!rehearsed) return;
		expect(whole.interruptions.length).toBeGreaterThan(0);
		if (whole.start?.protocol === 'duelogic') expect(whole.interjections.length).toBeGreaterThan(0);
	});

	it('comes to the same state without its deltas', () => {
		expect({...fold(events.filter(({type}) => type !== 'turn-delta')), seq: 0, at: 0}).toEqual({
			...whole,
			seq: 0,
			at: 0,
		});
	});

	it('comes to the same state with live words between its facts, wherever they are cut', () => {
		fc.assert(
			fc.property(fc.array(fc.nat(500), {minLength: 1, maxLength: 20}), cuts => {
				expect(fold(withWords(events, cuts))).toEqual(whole);
			}),
			{numRuns: 20},
		);
	});

	it('comes to the same state in two parts, from any place', () => {
		fc.assert(
			fc.property(fc.nat(events.length), place => {
				expect(events.slice(place).reduce(reduce, fold(events.slice(0, place)))).toEqual(whole);
			}),
			{numRuns: 20},
		);
		expect(fold([])).toBe(emptyState);
	});

	it('replays to the same state', async () => {
		const seen: SessionEvent[] = [];
		for await (const event of replay(recordingOf(events), {
			rhythm: {speed: Infinity},
			signal: new AbortController().signal,
		}).events)
			seen.push(event);
		expect(fold(seen)).toEqual(whole);
	});

	it('has the exports beside it that are made of it now', async () => {
		for (const kind of Object.values(exportKinds)) {
			const written = join(dirname(file), kind.file(whole));
			if (kind.protocol === undefined && existsSync(written))
				expect(readFileSync(written, 'utf8')).toBe(await makeExport(file, kind));
		}
		for (const name of ['debate.md', 'podcast.md']) expect(existsSync(join(dirname(file), name))).toBe(true);
	});

	it('says no sentence of more than eight words twice', () => {
		// What was done and decided is reported as it was said.
		if (whole.start?.protocol === 'builder-reviewer') return;
		const sentences = whole.turns
			.flatMap(({text}) => text.match(/[^.!?]+[.!?]+/gu) ?? [])
			.map(sentence => sentence.trim())
			.filter(sentence => sentence.split(/\s+/u).length > 8);
		expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
	});
});
