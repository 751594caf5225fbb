import {describe, expect, it} from 'vitest';
import {tag, turnMessage} from '../../../../src/debate/prompt.ts';
import {JudgeAnswer} from '../../../../src/protocols/duelogic/config/answers.ts';
import {findQuote} from '../../../../src/protocols/duelogic/judging/quotes.ts';
import {rehearse} from '../../../../src/voices/rehearsal/rehearse.ts';
import {before, labelled} from '../judged-turns.ts';
import {judgeLines, seatsOf, systemMessage} from '../table.ts';

const system = systemMessage({proposition: 'Voting should be compulsory'}, seatsOf(['utilitarian', 'libertarian']));
const turns = before.map(turn => turnMessage({...turn, segment: turn.kind === 'opening' ? 'opening' : 'exchange'}));

/** Asked a second time, so that the answer is never one of those that come out broken. */
const judged = (
	text: string,
	options: {cut?: boolean; lines?: readonly string[]; history?: typeof turns} = {},
): JudgeAnswer => {
	const turn = {id: 't5', speaker: 'chair_2', name: 'Grok 3', kind: 'reply', segment: 'exchange', text};
	const repeated = options.cut
		? [tag('turn', {id: 't5', speaker: 'chair_2', name: 'Grok 3', kind: 'reply'}, text)]
		: [];
	const task = tag(
		'task',
		{kind: 'judge', speaker: 'arbiter', turn: 't5'},
		[...(options.lines ?? judgeLines), ...repeated].join('\n'),
	);
	const shown = options.cut ? {...turn, finish: 'interrupted', text: 'Only this much was heard.'} : turn;
	const messages = [
		system,
		...(options.history ?? turns),
		turnMessage(shown),
		{role: 'user', content: task},
		{role: 'assistant', content: '{'},
		{role: 'user', content: 'Not valid JSON.'},
	] as const;
	return JudgeAnswer.parse(
		JSON.parse(rehearse(messages, {seed: 3, schema: {name: 'judge', json: {type: 'object'}}}).text),
	);
};

describe('the rehearsal judge looks at the turn', () => {
	it.each(labelled)('$is', ({text, yes, no, listed}) => {
		const {items, violations} = judged(text);
		const answers = Object.fromEntries(items.map(({id, answer}) => [id, answer]));
		for (const id of yes) expect([id, answers[id]]).toEqual([id, 'yes']);
		for (const id of no) expect([id, answers[id]]).toEqual([id, 'no']);
		expect([...new Set(violations.map(({id, severity}) => `${severity} ${id}`))].sort()).toEqual([...listed].sort());
	});

	it.each(labelled)('quotes what stands in the turn, and the opponent’s own words: $is', ({text}) => {
		const {items, violations} = judged(text);
		const quotes = [...items.filter(({answer}) => answer === 'yes'), ...violations];
		for (const {quote} of quotes) expect([quote, findQuote(quote ?? '', text).match]).toEqual([quote, 'exact']);
		for (const {id, target_quote, target_turn} of quotes.filter(({id}) =>
			['S1', 'X1', 'misrepresented_opponent'].includes(id),
		)) {
			const target = before.find(turn => turn.id === target_turn);
			expect([id, target?.speaker, findQuote(target_quote ?? '', target?.text ?? '').match]).toEqual([
				id,
				'chair_1',
				'exact',
			]);
		}
	});

	it('answers only what is asked', () => {
		expect(
			judged(labelled[0]?.text ?? '', {lines: ['- C1: admits a weakness', '- F1: rests on its framework']}).items.map(
				({id}) => id,
			),
		).toEqual(['C1', 'F1']);
	});

	it('judges a cut turn as it is repeated in the task', () => {
		expect(judged(labelled[0]?.text ?? '', {cut: true}).items.find(({id}) => id === 'C1')?.answer).toBe('yes');
	});

	it('has no steel-man to ask for where no opponent has spoken', () => {
		expect(judged(labelled[0]?.text ?? '', {history: []}).items.find(({id}) => id === 'S1')?.answer).toBe('na');
	});
});
