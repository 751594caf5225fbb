import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import type {DebateState} from '../../src/debate/state.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {wordsOf} from '../../src/debate/judged-text.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {parseDuelogicConfig} from '../../src/formats/duelogic/config.ts';
import {createDebate, questionsByName} from '../../src/formats/duelogic/seats.ts';

/** Debates in which one strong model answered every request by hand: test/fixtures/by-hand/README.md. */
const held = (name: string): DebateState =>
	fold(readJournal(path.resolve(`test/fixtures/by-hand/${name}.jsonl`)).events);
const bedside = held('bedside');
const tipping = held('tipping');

describe.each([
	[
		'bedside',
		{
			state: bedside,
			asked: ['chair_2 chair_1', 'arbiter chair_1'],
			claimed: ['A1', 'A2', 'B1', 'B2', 'B3', 'A3', 'A4', 'B4', 'B5', 'B6', 'A5'],
		},
	],
	[
		'tipping',
		{
			state: tipping,
			asked: ['arbiter chair_1'],
			claimed: ['A1', 'A2', 'B1', 'B2', 'B3', 'A3', 'A4', 'B4', 'A5', 'B5'],
		},
	],
])('%s', (_, {state, asked, claimed}) => {
	it('was cut at its cause', () => {
		expect(state.interruptions).toHaveLength(1);
		for (const {turnId, trigger} of state.interruptions) {
			const heard = state.turns.find(({id}) => id === turnId)?.text ?? '';
			expect(splitSentences(heard).slice(-2).join(' ')).toContain(trigger);
		}
	});

	it('has no two turns of a chair that end alike', () => {
		for (const chair of ['chair_1', 'chair_2']) {
			const endings = state.turns
				.filter(({speaker, kind}) => speaker === chair && kind !== 'interruption')
				.map(({text}) => new Set(wordsOf(splitSentences(text).at(-1) ?? '').filter(word => word.length > 4)));
			for (const [index, ending] of endings.entries())
				for (const other of endings.slice(index + 1))
					expect([...ending].filter(word => other.has(word)).length).toBeLessThan(Math.max(2, ending.size / 2));
		}
	});

	it('has no question put by name without its answer', () => {
		const {start} = state;
		if (!start) throw new Error('the journal has no beginning');
		const config = parseDuelogicConfig(start.config);
		const debate = createDebate({config, subject: start.subject, participants: start.participants});
		const questions = questionsByName(debate, state);
		expect(questions.map(({from, to}) => `${from} ${to}`)).toEqual(asked);
		expect(questions.filter(question => question.state !== 'answered')).toEqual([]);
	});

	it('kept its ledger, and ended no turn of a chair past its words', () => {
		const {claims} = state.formats.ledger;
		expect(claims.map(({id}) => id)).toEqual(claimed);
		expect(claims.filter(({status}) => status === 'open')).toEqual([]);
		for (const {kind, text} of state.turns)
			if (kind === 'opening' || kind === 'reply') expect(text.split(/\s+/u).length).toBeLessThanOrEqual(301);
	});
});

it.each([
	['by-hand/tipping', [92, 94, 89, 87, 87, 88]],
	['strong-models/rescored', [92, 84, 86, 88, 83, 98]],
])('scores of strong models spread, at most one turn in five with 100: %s', (name, expected) => {
	const {events} = readJournal(path.resolve(`test/fixtures/${name}.jsonl`));
	const scores = events
		.flatMap(event => (event.type === 'evaluation' ? [event] : []))
		.toSorted((one, other) => Number(one.turnId.slice(1)) - Number(other.turnId.slice(1)))
		.flatMap(({adherenceScore}) => adherenceScore ?? []);
	expect(scores).toEqual(expected);
	expect(scores.filter(score => score === 100).length).toBeLessThanOrEqual(scores.length / 5);
});
