import {expect, it} from 'vitest';
import {checkEvents, notChecked} from '../../../src/app/files/check-journal.ts';
import type {JournalEvent} from '../../../src/debate/events.ts';
import type {EvaluationEvent} from '../../../src/debate/evaluation.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {rulesVersion} from '../../../src/debate/rubric.ts';
import {pointScore, valuesOf} from '../../../src/formats/duelogic/turn-score.ts';

const recorded = readJournal('transcripts/sample-three-way-ethics/debate.jsonl').events;
const firstScored = recorded.findIndex(event => event.type === 'evaluation' && event.adherenceScore !== null);

const changed = (
	at: number,
	change: (evaluation: EvaluationEvent) => Partial<EvaluationEvent>,
): readonly JournalEvent[] =>
	recorded.map((event, place) => (place === at && event.type === 'evaluation' ? {...event, ...change(event)} : event));

/** An evaluation of today's rules: an exact restatement, an admission, and the whole framework. */
function graded(): Pick<EvaluationEvent, 'rules' | 'weights' | 'owed' | 'verdicts' | 'adherenceScore' | 'items'> {
	const weights = {steelManning: 25, selfCritique: 25, frameworkConsistency: 25, intellectualHonesty: 25};
	const owed = {steelManning: true, selfCritique: true};
	const items = [
		{id: 'S1', answer: 'yes' as const, grade: 'exact'},
		{id: 'C1', answer: 'yes' as const, grade: 'framework'},
		{id: 'C5', answer: 'no' as const, grade: 'yes'},
		{id: 'F1', answer: 'yes' as const, grade: 'carries'},
	];
	const values = valuesOf(new Map(items.map(({id, grade}) => [id, grade])), owed);
	const {score} = pointScore(values, weights, new Map());
	return {rules: rulesVersion, weights, owed, items, adherenceScore: score, verdicts: [{judge: 'judge', score, items}]};
}

it('finds the scores of today sound', () => {
	expect(checkEvents(changed(firstScored, graded))).toEqual([]);
	expect(notChecked(changed(firstScored, graded).filter(({seq}) => seq <= firstScored + 1))).toBeUndefined();
});

it('names turn, number and what the items come to where a score does not follow from them', () => {
	const {turnId} = recorded.flatMap(event => (event.type === 'evaluation' ? [event] : []))[0] ?? {};
	const better = () => {
		const {verdicts, ...rest} = graded();
		return {...rest, adherenceScore: 99, verdicts};
	};
	expect(checkEvents(changed(firstScored, better))).toEqual([
		{line: firstScored + 1, what: `the score of ${turnId} is 99, but its items come to 78 (rules ${rulesVersion})`},
	]);
});

it('finds a verdict whose items were changed after it was counted', () => {
	const withoutItem = () => {
		const {verdicts = [], ...rest} = graded();
		return {...rest, verdicts: verdicts.map(one => ({...one, items: one.items.filter(({id}) => id !== 'S1')}))};
	};
	expect(checkEvents(changed(firstScored, withoutItem))).toHaveLength(1);
});

it.each([undefined, 2, 3, rulesVersion + 1])(
	'takes scores by other rules, as %s, as they were recorded, and says so',
	rules => {
		const other = changed(firstScored, () => ({adherenceScore: 12, rules}));
		expect(checkEvents(other)).toEqual([]);
		expect(notChecked([other[firstScored]].flatMap(event => event ?? []))).toBe(
			`1 score was not worked out again: made by rules ${rules ?? 1}, and this Rostrum has rules ${rulesVersion}`,
		);
	},
);

it('holds nothing against the events of other formats', () => {
	const better = changed(firstScored, () => ({...graded(), adherenceScore: 99}));
	expect(checkEvents(better)).toHaveLength(1);
	const other = better.map(event => (event.type === 'debate-start' ? {...event, protocol: 'model-duel'} : event));
	expect(checkEvents(other)).toEqual([]);
});
