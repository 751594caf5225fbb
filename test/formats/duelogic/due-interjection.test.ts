/** Whom the host calls, about which turn, and when it waits. */
import {expect, it} from 'vitest';
import type {EvaluationEvent, Violation} from '../../../src/debate/evaluation.ts';
import {emptyState, type Turn} from '../../../src/debate/state.ts';
import {duelogicConfig} from '../../../src/formats/duelogic/config.ts';
import {dueInterjection, verdictToWaitFor} from '../../../src/formats/duelogic/due-interjection.ts';
import {createDebate} from '../../../src/formats/duelogic/seats.ts';
import {turn} from './judging/turn.ts';

const debate = createDebate({
	config: duelogicConfig.parse({arbiter: {accountabilityLevel: 'strict'}}),
	subject: {text: 'The town should buy benches.'},
	participants: ['chair_1', 'chair_2', 'arbiter'].map(id => ({
		id,
		name: id,
		role: id.startsWith('chair') ? 'chair' : 'arbiter',
		voice: `test:${id}`,
	})),
});

const evaluation = (...violations: readonly [Violation, boolean][]): EvaluationEvent => ({
	type: 'evaluation',
	turnId: 't',
	judge: 'judge',
	adherenceScore: 50,
	requiresInterjection: violations.some(([, major]) => major),
	violations: violations.map(([violation, major]) => ({violation, major})),
	items: [],
	working: [],
});

const called = (...turns: readonly Turn[]) => {
	const due = dueInterjection(debate, {...emptyState, segment: 'exchange', turns});
	return due && [due.turn.id, due.due.target, due.due.violation];
};

const dropped = turn('t7', 'chair_1', 'I pass over it.', {evaluation: evaluation(['rhetorical_evasion', true])});
const straw = (judged?: EvaluationEvent) => turn('t9', 'chair_2', 'She says nobody owes.', {evaluation: judged});
const hosts = turn('t8', 'arbiter', 'One moment.', {kind: 'interjection', replyTo: 't5'});

it('waits while the turn just heard is not judged, whatever the one before it did', () => {
	expect(called(dropped, hosts, straw())).toBeUndefined();
});

it('names the gravest finding of the last two turns, and the chair that it was', () => {
	expect(called(dropped, straw(evaluation(['straw_manning', true])))).toEqual(['t9', 'chair_2', 'straw_manning']);
	expect(called(dropped, straw(evaluation(['unsound_argument', false])))).toEqual([
		't7',
		'chair_1',
		'rhetorical_evasion',
	]);
});

const misquoting = (judged: EvaluationEvent, putRight: boolean): Turn => {
	const at = {turnId: 't9', sentence: 1} as const;
	return turn('t9', 'chair_2', 'The report says “nobody pays”.', {
		evaluation: judged,
		citations: [
			{type: 'citation', ...at, offset: 29, named: ['S1.1'], passage: null, quote: 'nobody pays', standing: 'absent'},
		],
		cut: putRight
			? {
					type: 'interruption',
					...at,
					interrupter: 'chair_1',
					interrupted: 'chair_2',
					reason: 'factual_correction',
					trigger: '',
					urgency: 0.9,
					atMs: 0,
					opener: '',
					line: '',
				}
			: undefined,
	});
};

it('names a false citation before what only bends a claim, unless an opponent has put it right', () => {
	const bent = turn('t7', 'chair_1', 'She says nobody owes.', {evaluation: evaluation(['misstatement', true])});
	const untrue = evaluation(['false_citation', true], ['unsound_argument', true]);
	expect(called(bent, misquoting(untrue, false))).toEqual(['t9', 'chair_2', 'false_citation']);
	expect(called(misquoting(untrue, true))).toEqual(['t9', 'chair_2', 'unsound_argument']);
});

it('knows a false citation of an earlier version, which called it an unsound argument', () => {
	const earlier: EvaluationEvent = {
		...evaluation(['unsound_argument', true]),
		items: [{id: 'invented_source', answer: 'yes', note: 'held against the documents: these words stand nowhere'}],
	};
	expect(called(misquoting(earlier, false))).toEqual(['t9', 'chair_2', 'false_citation']);
	expect(called(misquoting(earlier, true))).toBeUndefined();
});

it('lets a slight finding pass, however strict it is', () => {
	const found = (slight?: true): EvaluationEvent => ({
		...evaluation(),
		violations: [{violation: 'unsound_argument', major: false, ...(slight && {slight})}],
	});
	expect(called(straw(found(true)))).toBeUndefined();
	expect(called(straw(found()))).toEqual(['t9', 'chair_2', 'unsound_argument']);
});

it('has a verdict waited for only where there is something to say about the turn before', () => {
	const waited = (...turns: readonly Turn[]) =>
		verdictToWaitFor(debate, {...emptyState, segment: 'exchange', turns})?.id;
	expect(waited(dropped, straw())).toBe('t9');
	expect(waited(dropped, straw(evaluation()))).toBeUndefined();
	expect(waited(turn('t7', 'chair_1', 'Fair.', {evaluation: evaluation()}), straw())).toBeUndefined();
});

it('waits for no verdict on a turn in which nothing was said', () => {
	const silent = turn('t9', 'chair_2', '', {finish: 'failed'});
	expect(called(dropped, silent)).toEqual(['t7', 'chair_1', 'rhetorical_evasion']);
});

it('says nothing of an older turn', () => {
	const fine = turn('t11', 'chair_1', 'That is fair.', {evaluation: evaluation()});
	expect(called(dropped, straw(evaluation()), fine)).toBeUndefined();
});
