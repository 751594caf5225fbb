import {expect, test} from 'vitest';
import {emptyState, type DebateState} from '../../../src/debate/state.ts';
import {fold, reduce} from '../../../src/debate/reduce.ts';
import {fillIn, newBallot, stanceOf, typed, voteOf, voteTime, type Ballot} from '../../../src/view/voting.ts';
import {sampleDebate} from '../../ui/support/sample-debate.ts';

const events = sampleDebate();
const upTo = (type: string, more: (event: (typeof events)[number]) => boolean = () => true) =>
	fold(events.slice(0, events.findIndex(event => event.type === type && more(event)) + 1));
const press = (state: Pick<DebateState, 'actions'>, ballot: Ballot, ...keys: readonly string[]) =>
	keys.reduce((filled, key) => fillIn(state, filled, key), ballot);
const after = (state: DebateState, ballot: Ballot): DebateState =>
	reduce(state, {type: 'user-action', data: voteOf(ballot), seq: state.seq + 1, at: state.at, hash: ''});

test('a vote is one before until an opening has been heard, none while they argue, and one after from the closing on', () => {
	expect(voteTime(emptyState)).toBe('before');
	expect(voteTime(upTo('turn-start'))).toBe('before');
	const begun = upTo('turn-start', event => 'speaker' in event && event.speaker === 'chair_1');
	expect(voteTime(begun)).toBe('before');
	const opening = begun.turns.at(-1)?.id;
	expect(voteTime(upTo('turn-end', event => 'turnId' in event && event.turnId === opening))).toBeUndefined();
	expect(voteTime(upTo('segment-start', event => 'segment' in event && event.segment === 'synthesis'))).toBe('after');
	expect(voteTime({...begun, segment: 'verdict'})).toBe('after');
	expect(voteTime(fold(events))).toBe('after');
});

test('listeners vote one after the other, numbered where they give no name', () => {
	const first = newBallot(emptyState, 'before');
	expect(voteOf(press(emptyState, first, 'right', 'right'))).toEqual({
		action: 'vote',
		listener: 'Listener 1',
		when: 'before',
		stance: 2,
	});
	const one = after(emptyState, press(emptyState, first, 'left', 'left', 'left', 'left', 'left'));
	expect(stanceOf(one, 'Listener 1', 'before')).toBe(-3);
	const second = typed(typed(newBallot(one, 'before'), 'A'), 'nn');
	expect(voteOf(second)).toMatchObject({listener: 'Ann', stance: 0});
	const two = after(one, second);
	expect(newBallot(two, 'before')).toMatchObject({name: 'Listener 3', listeners: ['Listener 1', 'Ann'], chosen: 2});
});

test('afterwards those who voted before are asked first, each beginning where they stood', () => {
	const before = after(after(emptyState, press(emptyState, newBallot(emptyState, 'before'), 'left')), {
		...typed(newBallot(emptyState, 'before'), 'Bo'),
		stance: 3,
	});
	const ballot = newBallot(before, 'after');
	expect(ballot).toMatchObject({name: 'Listener 1', stance: -1});
	const next = newBallot(after(before, press(before, ballot, 'right', 'right')), 'after');
	expect(next).toMatchObject({name: 'Bo', stance: 3});
	expect(press(before, next, 'up').name).toBe('Listener 1');
	expect(press(before, next, 'down').name).toBe('Listener 3');
});

test('a name is typed over the suggested one, taken back letter by letter, and never empty', () => {
	const ballot = typed(newBallot(emptyState, 'before'), '\u001B[31mZoë\u0007');
	expect(ballot.name).toBe('Zoë');
	expect(press(emptyState, ballot, 'backspace', 'backspace').name).toBe('Z');
	expect(voteOf(press(emptyState, ballot, 'backspace', 'backspace', 'backspace')).listener).toBe('Listener 1');
	expect(typed(ballot, 'x'.repeat(100)).name).toHaveLength(24);
});
