/** A debate played by strong models, judged again by a judge that answers as the player did. */
import {expect, it} from 'vitest';
import {meanOf} from './label-scores.ts';
import {scoreFault} from '../../../../src/formats/duelogic/turn-score.ts';
import {planted, rejudged} from './played.ts';

it('scores lie within six points of the player’s marks, and a straw man is the lowest of them', () => {
	const scores = rejudged.map(({turn, mark, evaluation}) => ({turn, mark, score: evaluation.adherenceScore ?? -1}));
	expect(meanOf(scores.map(({mark, score}) => Math.abs(mark - score)))).toBeLessThanOrEqual(6);
	expect(scores.find(({turn}) => turn === 't9')?.score).toBeLessThanOrEqual(30);
	expect(scores.find(({turn}) => turn === 't11')?.score).toBeLessThanOrEqual(60);
});

it('calls each fault by what was found', () => {
	const called = rejudged.map(({turn, evaluation}) => [turn, evaluation.violations.map(({violation}) => violation)]);
	expect(called).toEqual([
		['t4', ['unsound_argument']],
		['t5', ['missing_self_critique', 'unsound_argument']],
		['t7', ['rhetorical_evasion', 'missing_steel_man', 'misstatement']],
		['t9', ['straw_manning', 'misstatement', 'missing_steel_man']],
		['t11', ['false_quotation', 'misstatement']],
		['t13', []],
	]);
});

it('scores of a debate with planted faults follow from its items, and lie within six points of the marks', () => {
	const scores = planted.map(({mark, evaluation}) => ({mark, score: evaluation.adherenceScore ?? -1}));
	expect(meanOf(scores.map(({mark, score}) => Math.abs(mark - score)))).toBeLessThanOrEqual(6);
	expect(planted.map(({evaluation}) => scoreFault(evaluation))).toEqual(planted.map(() => undefined));
	const capped = planted.flatMap(({turn, evaluation}) => (evaluation.cap ? [[turn, evaluation.cap.at]] : []));
	expect(capped).toEqual([
		['t11', 75],
		['t14', 60],
	]);
});
