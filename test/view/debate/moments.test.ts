import {expect, test} from 'vitest';
import type {RunEvent} from '../../../src/debate/events.ts';
import {emptyState, type DebateState} from '../../../src/debate/state.ts';
import {fold, reduce} from '../../../src/debate/reduce.ts';
import {latestMoments, momentsIn} from '../../../src/view/moments.ts';
import {Transcript} from '../../../src/ui/transcript/transcript.ts';
import {TurnIndex} from '../../../src/view/turn-index.ts';
import {thorough} from '../../hunt/every.ts';
import {sampleDebate} from '../../ui/support/sample-debate.ts';
import {shownEvents} from '../../../src/formats/index.ts';

function held(rounds: number) {
	const state = fold(sampleDebate({rounds}));
	const index = new TurnIndex();
	index.update(state.turns);
	return {state, index, moments: momentsIn(state, index, shownEvents)};
}

test('every cut, interjection and notice is found, in the order of the transcript', () => {
	const {state, index, moments} = held(12);
	expect(moments).toHaveLength(state.interruptions.length + state.interjections.length + state.notices.length);
	expect(moments.map(({place}) => place)).toEqual(moments.map(({place}) => place).toSorted((a, b) => a - b));
	const [cut] = state.interruptions;
	const found = moments.find(({at, who}) => at === cut?.at && who.length > 0);
	expect(index.get(found?.turnId ?? '')).toMatchObject({kind: 'interruption', speaker: cut?.interrupter});
});

test('a turn that failed, what a listener called out, and an agreement are moments too', () => {
	const {state} = held(1);
	const stamp = (seq: number) => ({seq: state.seq + seq, at: state.at + seq, hash: ''});
	const later: RunEvent[] = [
		{type: 'turn-start', turnId: 'lost', speaker: 'chair_1', kind: 'reply', segment: 'exchange', ...stamp(1)},
		{type: 'turn-end', turnId: 'lost', text: '', finish: 'failed', contentHash: '', totalMs: 1, ...stamp(2)},
		{type: 'turn-start', turnId: 'mine', speaker: 'user', kind: 'barge-in', segment: 'exchange', ...stamp(3)},
		{type: 'turn-end', turnId: 'mine', text: 'Wait.', finish: 'complete', contentHash: '', totalMs: 1, ...stamp(4)},
		{type: 'section', turnId: 'mine', heading: 'CONSENSUS', line: 9, role: 'A', points: [], ...stamp(5)},
	];
	const more = later.reduce<DebateState>(reduce, state);
	const index = new TurnIndex();
	index.update(more.turns);
	expect(
		momentsIn(more, index, shownEvents)
			.slice(-3)
			.map(({what, turnId}) => [what, turnId]),
	).toEqual([
		['no answer', 'lost'],
		['from the floor', 'mine'],
		['consensus', 'mine'],
	]);
	expect(latestMoments(more, 1, shownEvents).map(({what}) => what)).toEqual(['consensus']);
});

test('the transcript goes to a moment and marks it, at thousands of turns as at ten', () => {
	const {state, index, moments} = held(thorough ? 2500 : 500);
	expect(state.turns.length).toBeGreaterThan(thorough ? 10_000 : 2_000);
	const transcript = new Transcript(index, emptyState);
	transcript.view(state, 80, 20);
	for (const {turnId} of [moments[0], moments[moments.length >> 1], moments.at(-1)].flatMap(moment => moment ?? [])) {
		transcript.mark(turnId);
		const rows = transcript.view(state, 80, 20);
		const marked = rows.filter(({spans}) => spans.some(({tone}) => tone === 'found'));
		expect(marked).toHaveLength(1);
		expect(marked[0]?.spans[0]?.text).toBe('❯ ');
		expect(transcript.marked).toBe(turnId);
	}
	transcript.scroll(-1);
	expect(transcript.marked).toBeUndefined();
	expect(
		transcript
			.view(state, 80, 20)
			.flatMap(({spans}) => spans)
			.some(({tone}) => tone === 'found'),
	).toBe(false);
});

test('a muted speaker takes one line a turn, and the words come back unchanged', () => {
	const {state, index} = held(3);
	const transcript = new Transcript(index, emptyState);
	transcript.toStart();
	const all = (height: number) =>
		transcript.view(state, 80, height).map(({spans}) => spans.map(({text}) => text).join(''));
	const whole = all(400);
	transcript.muted = new Set(['chair_2']);
	transcript.toStart();
	const less = all(400);
	expect(less.filter(text => text.startsWith('◆ Grok 3'))).toEqual(
		state.turns
			.filter(turn => turn.speaker === 'chair_2')
			.map(() => expect.stringMatching(/^◆ Grok 3 · muted · \d+ words$/u)),
	);
	expect(less.length).toBeLessThan(whole.length);
	transcript.muted = new Set();
	transcript.toStart();
	expect(all(400)).toEqual(whole);
});
