/** The labels of the set as a judge would have answered. */
import {readLabelledSet} from '../../../../src/app/judging/judge-results.ts';
import {numberedSentences} from '../../../../src/debate/judged-text.ts';
import type {RawAnswer, RawAnswers} from '../../../../src/formats/duelogic/check-answers.ts';
import {itemsOwed} from '../../../../src/debate/rubric.ts';
import type {LabelledTurn} from '../../../../src/formats/duelogic/figures.ts';

export const labelledTurns = readLabelledSet().turns;

/** With the whole sentence as the phrase. */
const answersOf = ({labels, text}: Pick<LabelledTurn, 'labels' | 'text'>): RawAnswers => {
	const sentences = numberedSentences(text);
	return Object.fromEntries(
		Object.entries(labels).map(([id, label]): [string, RawAnswer] => [
			id,
			{...label, phrase: sentences[(label.sentence ?? 0) - 1]?.text ?? null},
		]),
	);
};

/** The same for every item, as the schema wants it. */
export const allAnswersOf = (labelled: Pick<LabelledTurn, 'labels' | 'text'>): RawAnswers => {
	const given = answersOf(labelled);
	const nothing = {sentence: null, phrase: null, other_turn: null, other_sentence: null};
	return Object.fromEntries(
		itemsOwed({steelManning: true, selfCritique: true}).map(({id, answers}) => [
			id,
			{...nothing, answer: answers[0], ...given[id]},
		]),
	);
};
