/**
 * What the screens do for a debate must go by the screen and not by the debate: counted, so that no clock is needed.
 */
import {afterEach, expect, test, vi} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import type {DebateState} from '../../src/debate/state.ts';
import {resultsRows} from '../../src/ui/results/results-rows.ts';
import {Transcript} from '../../src/ui/transcript/transcript.ts';
import {WrapCache} from '../../src/view/markdown.ts';
import {latestRows, momentRows} from '../../src/ui/board/moments.ts';
import {indexedDebate} from '../ui/support/heard.ts';
import {sampleDebate} from '../ui/support/sample-debate.ts';
import {watched} from '../ui/support/watched.ts';

const short = fold(sampleDebate({rounds: 4, ending: false}));
const long = fold(sampleDebate({rounds: 2800, ending: false}));
const height = 30;

afterEach(() => vi.restoreAllMocks());

/** How many texts are wrapped for each thing that one does, one after the other. */
function wraps(state: DebateState, doings: readonly ((transcript: Transcript) => void)[]): readonly number[] {
	const transcript = new Transcript(indexedDebate(state).index, state);
	const wrap = vi.spyOn(WrapCache.prototype, 'wrap');
	return doings.map(act => {
		wrap.mockClear();
		act(transcript);
		return wrap.mock.calls.length;
	});
}

test('a resize wraps what is on the screen again, at the end and where one has scrolled to', () => {
	const doings = (state: DebateState) => [
		(transcript: Transcript) => void transcript.view(state, 100, height),
		(transcript: Transcript) => void transcript.view(state, 60, height),
		(transcript: Transcript) => transcript.scroll(-40),
		(transcript: Transcript) => void transcript.view(state, 90, height),
		(transcript: Transcript) => void transcript.view(state, 50, height),
	];
	const [few, many] = [wraps(short, doings(short)), wraps(long, doings(long))];
	expect(long.turns.length).toBeGreaterThan(10_000);
	expect(Math.max(...many)).toBeLessThanOrEqual(Math.max(...few) + 4);
	expect(Math.max(...many)).toBeLessThanOrEqual(2 * height);
});

test('a search wraps the turn that it finds and those around it, however many have been searched', () => {
	const sought = (state: DebateState): readonly number[] =>
		wraps(state, [
			transcript => void transcript.view(state, 80, height),
			transcript => transcript.toStart(),
			transcript => expect(transcript.find('arithmetic', 1)).toBe(true),
			transcript => expect(transcript.find('no such words', 1)).toBe(false),
		]);
	const [many, few] = [sought(long), sought(short)];
	expect(many.at(-1)).toBe(0);
	// The windows that they come to hold turns of other lengths.
	expect(many[2]).toBeLessThanOrEqual((few[2] ?? 0) + 4);
});

test('a search that goes on reads what it has come to, and no other turn again', () => {
	const transcript = new Transcript(indexedDebate(long).index, long);
	transcript.view(long, 80, height);
	const read = vi.spyOn(String.prototype, 'toLowerCase');
	const reads = (act: () => void): number => {
		read.mockClear();
		act();
		return read.mock.calls.length;
	};
	const further = () => {
		expect(transcript.find('arithmetic', -1)).toBe(true);
		expect(transcript.tally('arithmetic').of).toBeGreaterThan(100);
	};
	expect(reads(further)).toBeGreaterThan(10_000);
	for (let n = 0; n < 5; n++) expect(reads(further)).toBeLessThan(200);
});

test('moments and results are as many rows for ten thousand turns as for a few', {timeout: 120_000}, () => {
	expect(momentRows(indexedDebate(long), 40, 12).length).toBeLessThanOrEqual(12);
	expect(resultsRows(long, indexedDebate(long).index, undefined, 100, false).length).toBeLessThanOrEqual(
		resultsRows(short, indexedDebate(short).index, undefined, 100, false).length + 12,
	);
});

test('the latest moments are looked at, and none before them', () => {
	const {of, taken} = watched();
	const heard = indexedDebate(long, of(long));
	for (const [draw, most] of [
		[() => momentRows(heard, 40, 12), 36],
		[() => latestRows(heard, 1), 3],
		[() => latestRows(heard, 0), 0],
	] as const) {
		draw();
		expect(taken()).toBeLessThanOrEqual(most);
	}
	expect(momentRows(heard, 40, 12).every((row, place) => row === momentRows(heard, 40, 12)[place])).toBe(true);
});

test('results are counted once, however often they are drawn', () => {
	const {of, taken} = watched();
	const state = of(long);
	const {index} = indexedDebate(long);
	const first = resultsRows(state, index, undefined, 100, false);
	expect(taken()).toBeGreaterThan(10_000);
	expect(resultsRows(state, index, undefined, 100, false)).toBe(first);
	expect(taken()).toBe(0);
});
