/** What a recording opens with, and what is heard of its introduction. */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {editedOpening, openingOf} from '../../../src/app/session/debate-session.ts';
import type {SessionEvent} from '../../../src/debate/state.ts';
import {countWords} from '../../../src/debate/text/words.ts';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {readRecording, replay, type Recording} from '../../../src/engine/replay/replay.ts';

const shipped = join(packageRoot, 'transcripts');
const recordingOf = (name: string): Recording => readRecording(join(shipped, name, 'debate.jsonl')).recording;
const second = 250 / 60;
const wordsOf = (events: readonly ({readonly type: string; readonly text?: string} | undefined)[]): number =>
	events.reduce((sum, event) => sum + (event?.type === 'turn-delta' ? countWords(event.text ?? '') : 0), 0);

/** Where nobody is in another's way, in a council and while something is built, a recording opens with its beginning. */
const calm = ['sample-objection-deadline', 'sample-failing-test'];
const samples = readdirSync(shipped).filter(name => name.startsWith('sample-') && !calm.includes(name));

test.each(samples)('%s opens with 25 seconds at most, and a cut in the first 20 where it has one', name => {
	const recording = recordingOf(name);
	const [hook] = openingOf(recording)?.parts ?? [];
	expect(hook).toBeDefined();
	if (!hook) return;
	const events = Array.from({length: recording.length}, (_, place) => recording.at(place));
	const part = events.slice(hook.from, hook.to);
	const seats = events.flatMap(event => (event?.type === 'debate-start' ? event.participants : []));
	const isChairs = (id: string) => seats.some(seat => seat.id === id && seat.role === 'chair');
	const cut = part.findIndex(event => event?.type === 'interruption');
	expect(wordsOf(part) / second).toBeLessThanOrEqual(25);
	if (events.some(event => event?.type === 'interruption' && isChairs(event.interrupter)))
		expect(cut).toBeGreaterThan(0);
	expect(wordsOf(part.slice(0, Math.max(0, cut))) / second).toBeLessThanOrEqual(20);
});

/** Plays at once up to a place; gives what was told. */
async function played(recording: Recording, upto: (told: readonly SessionEvent[]) => boolean, skip = false) {
	const leaving = new AbortController();
	const opening = openingOf(recording);
	const player = replay(recording, {rhythm: {speed: Infinity}, signal: leaving.signal, opening});
	const told: SessionEvent[] = [];
	for await (const event of player.events) {
		told.push(event);
		if (skip && told.length === 3) player.seek({unit: 'turn', by: 1});
		if (upto(told)) break;
	}
	leaving.abort();
	return {told, opening, player};
}

test.each([false, true])('behind the hook it begins from its beginning; skipped: %s', async skip => {
	const recording = recordingOf('sample-private-cars');
	const jumps = (told: readonly SessionEvent[]) => told.filter(({type}) => type === 'jump').length;
	const {told, opening, player} = await played(recording, now => jumps(now) === 2, skip);
	const hook = opening?.parts[0] ?? {from: 0, to: 0};
	expect(told).toHaveLength(skip ? 4 : hook.to - hook.from + 2);
	expect(player.place()).toMatchObject({turn: 0});
	expect(player.place().opening).toBeUndefined();
});

test('of the introduction at most 60 words are heard at their pace, and all of it is there', async () => {
	const recording = recordingOf('sample-private-cars');
	const leaving = new AbortController();
	const opening = {parts: [{from: 0, to: 1}], introduction: 60};
	const player = replay(recording, {rhythm: {pace: 100_000}, signal: leaving.signal, opening});
	let [heard, whole] = ['', ''];
	for await (const event of player.events) {
		if (event.type === 'turn-token') heard += event.text;
		if (event.type === 'turn-delta') whole += event.text;
		if (event.type === 'turn-end') break;
	}
	leaving.abort();
	expect(countWords(heard)).toBeGreaterThan(20);
	expect(countWords(heard)).toBeLessThanOrEqual(60);
	expect(countWords(whole)).toBeGreaterThan(200);
});

test('a recording opens with its editor’s hook between two lines for the host, the cut within 20 seconds', async () => {
	const recording = recordingOf('sample-private-cars');
	const opening = editedOpening(recording, join(shipped, 'sample-private-cars', 'debate.jsonl'));
	expect(opening?.lines?.before.text).toMatch(/^Should cities close their centres to cars\? Mara .* Tomas/u);
	expect(recording.at(opening?.parts[0]?.from ?? 0)?.type).toBe('interruption');
	const player = replay(recording, {rhythm: {speed: Infinity}, signal: new AbortController().signal, opening});
	const shown: string[][] = [];
	for await (const event of player.events) {
		if (event.type === 'jump') shown.push(event.state.turns.map(({id}) => id));
		if (shown.length === 3) break;
	}
	expect(shown.map(ids => ids.includes('hook'))).toEqual([true, false, false]);
	// Behind the turn that is cut: a long one would have it out of sight.
	expect(shown[0]?.at(-1)).toBe('hook');
	expect(shown[1]?.at(-1)).toBe('hook-2');
	expect(shown[2]?.length).toBeLessThanOrEqual(1);
	expect(editedOpening(recording, join(shipped, 'sample-three-way-ethics', 'debate.jsonl'))).toBeUndefined();
});
