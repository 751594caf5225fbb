/** The critique of a draft: its weaknesses, quoted, with a fix each, and the marks that follow from them. */
import {shuffled} from '../language/random.ts';
import type {Composer} from '../request/composer.ts';
import {firstWords, sentencesOf} from '../language/text.ts';
import {numberWord} from '../language/grammar.ts';
import {readDuelTask, type DuelTask} from './duel-task.ts';
import {weaknessesOf, type RubricCriterion, type Weakness} from './weaknesses.ts';

const mostIssues = 4;

export const critique: Composer = ({prompt, random}) => {
	const text = prompt.turns.findLast(({kind}) => kind === 'draft')?.text ?? '';
	const commission = readDuelTask(prompt);
	const found = weaknessesOf(text, commission);
	// Weaknesses of the whole text are graver and come first; the others are picked at random.
	const inSentences = shuffled(
		found.filter(({sentence}) => sentence !== undefined),
		random,
	);
	const oneEach = inSentences.filter(
		({sentence}, place) => inSentences.findIndex(other => other.sentence === sentence) === place,
	);
	const chosen = [...found.filter(({sentence}) => sentence === undefined), ...oneEach].slice(0, mostIssues);
	const issues = chosen.length > 0 ? chosen : [unfounded(text, commission)];
	return {
		content: judgement(issues, commission),
		rubric: rubricOf(found),
		issues: issues.map(({claim, evidence, suggestedFix}) => ({claim, evidence, suggestedFix})),
	};
};

/** Five, less one per weakness of the criterion, and at least one. */
export function rubricOf(found: readonly Weakness[]): Readonly<Record<RubricCriterion, number>> {
	const given = (mark: RubricCriterion): number =>
		Math.max(1, 5 - found.filter(weakness => weakness.mark === mark).length);
	return {
		correctness: given('correctness'),
		feasibility: given('feasibility'),
		risk: given('risk'),
		clarity: given('clarity'),
		testability: given('testability'),
	};
}

/** An objection that fits any text: a claim without evidence. */
function unfounded(text: string, {thing}: DuelTask): Weakness {
	const [sentence = thing] = sentencesOf(text);
	return {
		mark: 'correctness',
		claim: 'Its first claim stands without a reason.',
		evidence: `“${sentence}”`,
		suggestedFix: 'Follow it with one sentence that says why, and what would show it to be wrong.',
		sentence,
	};
}

function judgement(issues: readonly Weakness[], {thing}: DuelTask): string {
	const [gravest] = issues;
	const rest = issues.length - 1;
	const more =
		rest === 0
			? 'I found nothing else of weight.'
			: `${numberWord(rest)[0]?.toUpperCase() ?? ''}${numberWord(rest).slice(1)} more ${rest === 1 ? 'point needs' : 'points need'} an answer.`;
	return `The draft is a fair start on ${firstWords(thing, 12)}, and I would not hand it over as it stands. ${gravest?.claim ?? ''} ${more}`;
}
