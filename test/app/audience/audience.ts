/** A debate, event by event, and a room of listeners on it. */
import type {AudienceEvent} from '../../../src/debate/audience.ts';
import type {DebateEvent, JournalEvent} from '../../../src/debate/events.ts';
import {AudienceRoom} from '../../../src/app/audience/room.ts';

/** Stands in every field that no listener may be sent. */
export const secret = 'SECRET';

let seq = 0;
export const stamped = (event: DebateEvent): JournalEvent => ({
	...event,
	seq: ++seq,
	at: seq,
	step: secret,
	hash: secret,
});

const chair = (id: string, name: string) => ({
	id,
	name,
	role: 'chair',
	voice: secret,
	model: secret,
	provider: secret,
	framework: 'utilitarian',
	persona: secret,
});

/** The first events of a debate, up to its first chair's opening, which is open. */
export function beginning(): JournalEvent[] {
	seq = 0;
	const facts: DebateEvent[] = [
		{
			type: 'debate-start',
			v: 1,
			debateId: secret,
			startedAt: '2026-11-28T12:00:00.000Z',
			protocol: 'toy',
			title: 'Voting',
			subject: {text: 'Voting should be compulsory.', context: secret, source: secret, hash: secret, code: secret},
			config: {key: secret},
			participants: [chair('chair_1', 'Ada'), chair('chair_2', 'Ben'), {...chair('arbiter', 'Host'), role: 'arbiter'}],
			seed: 7,
			preset: secret,
			app: {name: secret, version: secret, protocolVersion: 1},
		},
		{type: 'segment-start', segment: 'opening'},
		{type: 'turn-start', turnId: 't1', speaker: 'chair_1', kind: 'opening', segment: 'opening'},
		{type: 'turn-delta', turnId: 't1', text: 'Everybody should vote. '},
		{type: 'turn-delta', turnId: 't1', text: 'It is <b>cheap</b>.'},
		{type: 'notice', level: 'info', text: secret},
		{type: 'step-end', value: secret},
		{
			type: 'voice-call',
			call: secret,
			participant: 'chair_1',
			voice: secret,
			purpose: secret,
			tries: 1,
			ms: 1,
			error: secret,
		},
		{
			type: 'interruption',
			turnId: 't1',
			interrupter: 'chair_2',
			interrupted: 'chair_1',
			reason: 'direct_challenge',
			trigger: secret,
			urgency: 1,
			atMs: 1,
			opener: secret,
			line: secret,
			unheard: secret,
		},
		{type: 'user-action', data: {action: 'interject', reason: secret}},
		{type: 'user-action', data: {action: 'vote', listener: secret, when: 'before', stance: 1}},
	];
	return facts.map(stamped);
}

export const openingEnds = (): JournalEvent =>
	stamped({
		type: 'turn-end',
		turnId: 't1',
		text: 'Everybody should vote. It is <b>cheap</b>.',
		finish: 'interrupted',
		reason: secret,
		contentHash: secret,
		totalMs: 1,
	});

export const ending = (): JournalEvent =>
	stamped({
		type: 'debate-end',
		outcome: 'completed',
		reason: secret,
		stats: {
			turns: 1,
			words: 1,
			interruptions: 0,
			interjections: 0,
			notScored: 0,
			calls: 1,
			input: 1,
			cached: 0,
			output: 1,
			cost: null,
			ms: 1,
		},
	});

/** A room on those events; what its listeners do is written as the engine does, and kept in `written`. */
export function openRoom(events = beginning()) {
	const written: AudienceEvent[] = [];
	const room = new AudienceRoom(
		'0'.repeat(64),
		error => {
			throw error;
		},
		async said => {
			written.push(said);
			return stamped(said);
		},
	);
	for (const event of events) room.hear(event);
	return {room, written};
}

export const token = (number: number): string => number.toString(16).padStart(32, '0');
