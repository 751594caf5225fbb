/** A judge that cannot fill the checklist in is asked a few plain questions. */
import {describe, expect, it} from 'vitest';
import {duelogicConfig} from '../../../../src/formats/duelogic/config.ts';
import {judgingOf} from '../../../../src/formats/duelogic/judging.ts';
import {createDebate} from '../../../../src/formats/duelogic/seats.ts';
import {scoreFault} from '../../../../src/formats/duelogic/turn-score.ts';
import {emptyState} from '../../../../src/debate/state.ts';
import {debate as debated, type Asked} from '../run-duelogic.ts';
import {looksOf} from '../verdict.ts';
import {turn} from './turn.ts';

const seats = [
	{id: 'chair_1', role: 'chair', name: 'Ann', voice: 'a:x', model: 'x'},
	{id: 'chair_2', role: 'chair', name: 'Bo', voice: 'a:y', model: 'y'},
	{id: 'arbiter', role: 'arbiter', name: 'Cy', voice: 'a:z', model: 'z'},
] as const;
const debate = createDebate({
	config: duelogicConfig.parse({}),
	subject: {text: 'Towns should set up benches.'},
	participants: [...seats],
});
const owed = {steelManning: true, selfCritique: true};
const theirs = turn('t1', 'chair_2', 'A bench in the sun costs little. The old would sit on it.');
const own = turn(
	't2',
	'chair_1',
	'Bo holds that a bench in the sun costs little. What matters is how much good each coin does. My count leaves out the shade. Bo wants all children gone.',
);
const judging = judgingOf(debate, {...emptyState, turns: [theirs, own]}, own, owed);
const answered = {ok: false as const, reason: 'it does not fit', raw: 'S1 is exact, I think.'};
const nothing = {
	restates: 0,
	restated: 'gist',
	theirs: '',
	admits: 0,
	admitted: 'cost',
	argues: 0,
	fault: 'none',
	fault_sentence: 0,
	fault_theirs: '',
};
const full = {...nothing, restates: 1, restated: 'exactly', theirs: 't1 1', admits: 3, admitted: 'thinking', argues: 2};

function evaluated(plain: object, look: 'yes' | 'no' = 'yes') {
	const [request] = judging.plain(new Map([['arbiter', answered]]));
	const value = request?.schema.parse(plain) ?? expect.fail('nothing was asked plainly');
	const first = judging.withPlain(new Map(), new Map([['arbiter', {ok: true as const, value}]]));
	const second = judging.second(first).map(({judge, prompt}) => {
		const looks = looksOf(prompt.messages.at(-1)?.content ?? '', () => look);
		return [judge, {ok: true as const, value: looks}] as const;
	});
	const evaluation = judging.evaluation(first, new Map(second));
	expect(scoreFault(evaluation)).toBeUndefined();
	const found = evaluation.items.filter(({answer, grade}) => answer === 'yes' && grade !== 'yes');
	return {score: evaluation.adherenceScore, found: found.map(({id, grade, sentence}) => [id, grade, sentence])};
}

describe('plain questions', () => {
	it('are put to a judge that answered in no form, and to none that did not answer or filled it in', () => {
		const asked = (answer: Parameters<typeof judging.plain>[0] extends ReadonlyMap<string, infer A> ? A : never) =>
			judging.plain(new Map([['arbiter', answer]])).length;
		expect([asked(answered), asked({ok: false, reason: 'away'}), asked({ok: true, value: {}})]).toEqual([1, 0, 0]);
	});

	it('show the turn and what it may be held against, each sentence with its number', () => {
		const [request] = judging.plain(new Map([['arbiter', answered]]));
		const task = request?.prompt.messages.at(-1)?.content ?? '';
		expect(task).toContain('[3] My count leaves out the shade.');
		expect(task).toContain('[1] A bench in the sun costs little.');
	});

	it.each([
		['nothing', nothing, 'yes', [], 25],
		[
			'a fair turn',
			full,
			'yes',
			[
				['S1', 'exact', 1],
				['C1', 'framework', 3],
				['F1', 'carries', 2],
			],
			78,
		],
		[
			'a straw man',
			{...full, fault: 'straw_man', fault_sentence: 4, fault_theirs: 't1 2'},
			'yes',
			[
				['S1', 'exact', 1],
				['C1', 'framework', 3],
				['F1', 'carries', 2],
				['X1', 'major', 4],
			],
			30,
		],
		['what a second look refuses', full, 'no', [], 25],
	] as const)('come to a verdict that is looked at again as any other: %s', (_, plain, look, found, score) => {
		const result = evaluated(plain, look);
		expect(result.found).toEqual(found);
		expect(result.score).toBe(score);
	});

	it('give a debate its scores whose only judge never fills the form in', async () => {
		const numberIn = (task: string, words: RegExp): number =>
			Number([...task.matchAll(/^\[(\d+)\] (.*)$/gmu)].findLast(([, , text = '']) => words.test(text))?.[1] ?? 0);
		const {state, prompts} = await debated({
			config: {flow: {maxExchanges: 3}, interruptions: {enabled: false}},
			answers: ({kind, attribute, task}: Asked) =>
				kind !== 'judge'
					? undefined
					: attribute('form') === 'plain'
						? JSON.stringify({...nothing, argues: numberIn(task, /\w/u)})
						: 'It argues well, and I would give it eight of ten.',
		});
		const scores = state.turns.flatMap(({evaluation}) => (evaluation ? [evaluation.adherenceScore] : []));
		expect(scores).toHaveLength(6);
		expect(scores).not.toContain(null);
		expect(prompts('judge').some(prompt => prompt.includes('form="plain"'))).toBe(true);
	});
});
