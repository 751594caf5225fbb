import type {Seat} from '../../../../src/debate/seats.ts';
import {describe, expect, it} from 'vitest';
import {emptyState, type DebateState, type Turn} from '../../../../src/debate/state.ts';
import {parseDuelogicConfig} from '../../../../src/formats/duelogic/config.ts';
import {
	mayBeginExchange,
	nextSpeaker,
	pendingAnswers,
	savedPointNotice,
	savedPoints,
	turnsByEnd,
	spokenMinutes,
	createDebate,
} from '../../../../src/formats/duelogic/seats.ts';
import {participantsOf} from '../run-duelogic.ts';

const turn = (id: string, speaker: string, kind: string, text = 'Some words.', more: Partial<Turn> = {}): Turn => ({
	id,
	speaker,
	by: undefined,
	kind,
	text,
	finish: 'complete',
	segment: 'exchange',
	round: 1,
	step: undefined,
	replyTo: undefined,
	amid: undefined,
	startedAt: Number(id.slice(1)),
	endedAt: 1,
	reason: undefined,
	usage: undefined,
	cost: undefined,
	contentHash: undefined,
	firstTokenMs: undefined,
	totalMs: undefined,
	evaluation: undefined,
	cut: undefined,
	interjection: undefined,
	...more,
});

function scene(turns: Turn[], {style = 'conversational', out = [] as string[], flow = {}} = {}) {
	const config = parseDuelogicConfig({
		chairs: [{framework: 'utilitarian'}, {framework: 'virtue_ethics'}, {framework: 'pragmatic'}],
		flow: {style, ...flow},
	});
	const participants = participantsOf(config);
	const heard: DebateState = {
		...emptyState,
		segment: 'exchange',
		turns,
		seats: participants.map((seat): Seat => ({
			...seat,
			out: out.includes(seat.id) ? 'gone' : undefined,
			formerly: [],
			since: 0,
		})),
	};
	const table = createDebate({config, subject: {text: 'P'}, participants});
	return {table, heard, next: (...spoken: string[]) => nextSpeaker(table, heard, new Set(spoken))?.id};
}

describe('structured order', () => {
	it('is the order of the seats, whoever is named', () => {
		const {next} = scene([turn('t1', 'chair_1', 'reply', 'What do you say, Gemini?')], {style: 'structured'});
		expect([next(), next('chair_1'), next('chair_1', 'chair_2'), next('chair_1', 'chair_2', 'chair_3')]).toEqual([
			'chair_1',
			'chair_2',
			'chair_3',
			undefined,
		]);
	});
});

describe('conversational order', () => {
	it('gives the floor to the chair that was named last, by model or by framework', () => {
		expect(
			scene([turn('t1', 'chair_1', 'reply', 'Grok may smile. What do you say, Gemini 2.5 Pro?')]).next('chair_1'),
		).toBe('chair_3');
		expect(scene([turn('t1', 'chair_1', 'reply', 'Let the pragmatic chair answer that.')]).next('chair_1')).toBe(
			'chair_3',
		);
	});

	it('gives it first to whom the arbiter has just called upon, then to who was cut off, then to who was named', () => {
		const cut = {
			type: 'interruption',
			turnId: 't1',
			interrupter: 'chair_3',
			interrupted: 'chair_2',
			reason: 'direct_challenge',
			trigger: 'x',
			urgency: 0.9,
			atMs: 1,
			opener: 'o',
			line: 'l',
		} as const;
		const turns = [
			turn('t1', 'chair_2', 'reply', 'And Claude?', {cut}),
			turn('t2', 'chair_3', 'interruption', 'No.'),
			turn('t3', 'chair_2', 'resumption', 'Claude, you first.'),
		];
		expect(scene(turns).next()).toBe('chair_2');
		expect(scene(turns).next('chair_2')).toBe('chair_1');
		expect(scene([...turns, turn('t4', 'arbiter', 'interjection', 'Stop.', {replyTo: 't2'})]).next('chair_2')).toBe(
			'chair_3',
		);
	});

	it('lets each chair speak once an exchange, and nobody twice running where another can', () => {
		const {next} = scene([turn('t1', 'chair_2', 'reply', 'Nobody is named.')]);
		expect([next(), next('chair_3'), next('chair_3', 'chair_1'), next('chair_1', 'chair_2', 'chair_3')]).toEqual([
			'chair_3',
			'chair_1',
			'chair_2',
			undefined,
		]);
	});

	it('passes over who is out', () => {
		expect(scene([turn('t1', 'chair_1', 'reply', 'Grok, answer me.')], {out: ['chair_2']}).next('chair_1')).toBe(
			'chair_3',
		);
	});
});

describe('an exchange may begin', () => {
	const after = (words: number, exchange: number, flow: object) => {
		const {table, heard} = scene([turn('t1', 'chair_1', 'reply', 'word '.repeat(words))], {flow});
		return mayBeginExchange(table, exchange, heard);
	};

	it('up to the number set', () => {
		expect([after(0, 3, {maxExchanges: 3}), after(0, 4, {maxExchanges: 3})]).toEqual([true, false]);
	});

	it('until the target duration is passed at 150 words a minute, but never before three', () => {
		expect([
			after(300, 4, {targetDurationMinutes: 2}),
			after(301, 4, {targetDurationMinutes: 2}),
			after(3000, 3, {targetDurationMinutes: 2}),
		]).toEqual([true, false, true]);
	});
});

describe('the order in which turns end', () => {
	it('puts one heard amid another before it, and leaves out what runs or has no words', () => {
		const turns = [
			turn('t1', 'chair_1', 'reply'),
			turn('t2', 'chair_2', 'reply'),
			turn('t3', 'arbiter', 'interjection', 'Stop.', {amid: {turnId: 't2', offset: 4}}),
			turn('t4', 'chair_3', 'reply', '', {finish: 'failed'}),
			turn('t5', 'chair_3', 'reply', '', {finish: undefined}),
			turn('t6', 'user', 'barge-in', 'Oi.', {amid: {turnId: 't5', offset: 1}}),
		];
		expect(turnsByEnd(turns).map(({id}) => id)).toEqual(['t1', 't3', 't2', 't6']);
	});
});

describe('debate time', () => {
	it('is what was said at 150 words a minute', () => {
		expect(spokenMinutes([turn('t1', 'chair_1', 'reply', 'word '.repeat(100))], 50)).toBe(1);
	});
});

describe('what waits for an answer', () => {
	const told = (chair: string, turns: Turn[]) =>
		pendingAnswers(scene(turns).heard, chair).map(({by, text}) => `${by}: ${text}`);

	it('is an interjection, for the chair it was aimed at, until that chair has spoken', () => {
		const turns = [
			turn('t1', 'chair_1', 'reply'),
			turn('t2', 'arbiter', 'interjection', 'Claude!', {replyTo: 't1'}),
			turn('t3', 'chair_2', 'reply'),
		];
		expect([told('chair_1', turns), told('chair_2', turns), told('chair_3', turns)]).toEqual([
			['arbiter: Claude!'],
			[],
			[],
		]);
		expect(told('chair_1', [...turns, turn('t4', 'chair_1', 'reply')])).toEqual([]);
	});

	it('is a listener’s word, and an interjection at nobody, for whoever speaks next', () => {
		const turns = [
			turn('t1', 'chair_1', 'reply'),
			turn('t2', 'user', 'barge-in', 'Why?', {amid: {turnId: 't1', offset: 3}}),
			turn('t3', 'arbiter', 'interjection', 'Shorter, please.'),
		];
		expect(told('chair_2', turns)).toEqual(['listener: Why?', 'arbiter: Shorter, please.']);
		expect(told('chair_3', [...turns, turn('t4', 'chair_2', 'reply')])).toEqual([]);
	});

	it('is not the announcement that opens the debate', () => {
		expect(told('chair_1', [turn('t1', 'arbiter', 'announcement', 'Welcome.', {segment: 'introduction'})])).toEqual([]);
	});

	it('is a point kept from a wish that came too late, once', () => {
		const {heard} = scene([turn('t1', 'chair_1', 'reply'), turn('t5', 'chair_2', 'reply')]);
		const notices = [
			{...savedPointNotice('chair_1', 't2', 'on “The\ncensus”'), at: 3},
			{type: 'notice', level: 'warning', participant: 'chair_1', text: 'trying again', at: 4} as const,
		];
		expect(savedPoints({...heard, notices}, 'chair_1')).toEqual([
			{speaker: heard.turns.find(({id}) => id === 't2')?.speaker, point: 'on “The census”'},
		]);
		expect(savedPoints({...heard, notices}, 'chair_2')).toEqual([]);
		expect(
			savedPoints({...heard, notices, turns: [...heard.turns, turn('t6', 'chair_1', 'reply')]}, 'chair_1'),
		).toEqual([]);
	});
});
