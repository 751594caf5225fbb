/** Debates on a server that answers one request at a time: speakers go first, and what is asked about a turn waits. */
import {expect, it} from 'vitest';
import type {DebateState} from '../../src/debate/state.ts';
import {owedIn, verdictOf} from '../formats/duelogic/verdict.ts';
import {scriptedDebate, type ScriptedDebate} from './scripted.ts';

/** Milliseconds of the debate that nobody takes for a wait. */
const breath = 2_500;

const held = (pace: number, queueing?: 'said' | 'unsaid'): Promise<ScriptedDebate> =>
	scriptedDebate(({kind, task}) => (kind === 'judge' ? JSON.stringify(verdictOf({}, owedIn(task))) : undefined), {
		pace,
		...(queueing && {queueing}),
		config: {interruptions: {enabled: true}},
	});

const judgedIn = ({evaluations}: ScriptedDebate): number =>
	evaluations.filter(({adherenceScore}) => adherenceScore !== null).length;
const told = ({notices}: DebateState): string => notices.map(({text}) => text).join('\n');

/** Milliseconds between one turn and the next, in the order in which they were heard. */
const waitsIn = ({turns}: DebateState): number[] =>
	turns.slice(1).map(({startedAt}, place) => startedAt - (turns[place]?.endedAt ?? 0));

it('has nobody wait at twice a reading pace, and judges every turn', {timeout: 120_000}, async () => {
	const debate = await held(500, 'said');
	expect(debate.state.outcome).toBe('completed');
	expect(new Set(debate.sent.map(({atOnce}) => atOnce))).toEqual(new Set([1]));
	expect(Math.max(...waitsIn(debate.state))).toBeLessThan(breath);
	expect(told(debate.state)).not.toContain('Turns waited');
	expect(judgedIn(debate)).toBe(6);
});

it.each(['said', 'unsaid'] as const)(
	'answers at instant what is asked between turns, which is told: %s',
	async known => {
		const debate = await held(0, known);
		expect(told(debate.state)).toMatch(/^Turns waited \d+ s in all for judges and the ledger/mu);
		expect(judgedIn(debate)).toBe(judgedIn(await held(0)));
		const learned = /^server answers one request at a time: turns go first from here on\./mu;
		if (known === 'unsaid') return expect(told(debate.state)).toMatch(learned);
		expect(told(debate.state)).not.toMatch(learned);
		expect(told(debate.state)).toContain('Nobody cuts in at instant: the server answers one request at a time');
		expect(new Set(debate.sent.map(({atOnce}) => atOnce))).toEqual(new Set([1]));
		const order = debate.sent.map(({kind}) => kind).join(' ');
		expect(order).toMatch(/reply (?:judge|ledger) (?:judge |ledger |cross_check )*(?:question|interjection|reply)/u);
	},
);
