import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import type {SessionEvent} from '../../../src/debate/state.ts';
import {LiveSigns} from '../../../src/ui/stage/debate-store.ts';

beforeEach(() => void vi.useFakeTimers({toFake: ['performance']}));
afterEach(() => void vi.useRealTimers());

const stamp = {seq: 1, at: 0, hash: ''};
const cut: SessionEvent = {
	...stamp,
	type: 'interruption',
	turnId: 't4',
	interrupter: 'chair_2',
	interrupted: 'chair_1',
	reason: 'direct_challenge',
	trigger: 'never',
	urgency: 0.85,
	atMs: 0,
	opener: '',
	line: '',
};
const word: SessionEvent = {type: 'turn-token', turnId: 't4', text: 'so '};
const speaking = {open: ['t4'], paused: false, question: undefined};
const quiet = {...speaking, open: []};

test('a cut is new for a second', () => {
	const signs = new LiveSigns(true);
	signs.push(cut);
	expect(signs.recentCut).toMatchObject({interrupter: 'chair_2'});
	expect(signs.changesIn(quiet)).toBe(1000);
	vi.advanceTimersByTime(1000);
	expect(signs.recentCut).toBeUndefined();
	expect(signs.changesIn(quiet)).toBe(Infinity);
});

test('a voice that says nothing for three seconds is silent, unless it is paused, only played, or the user is asked', () => {
	const signs = new LiveSigns(true);
	signs.push(word);
	vi.advanceTimersByTime(2900);
	expect(signs.silence(speaking)).toBeUndefined();
	vi.advanceTimersByTime(3100);
	expect(signs.silence(speaking)).toBe(6000);
	expect(signs.silence({...speaking, paused: true})).toBeUndefined();
	expect(signs.silence({...speaking, question: {id: 'voice-x', text: 'X cannot go on', options: []}})).toBeUndefined();
	signs.push(word);
	expect(signs.silence(speaking)).toBeUndefined();
	const played = new LiveSigns(false);
	played.push(word);
	vi.advanceTimersByTime(9000);
	expect(played.silence(speaking)).toBeUndefined();
});
