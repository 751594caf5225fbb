/** Weaknesses that can be detected in a text, and how to fix them, as data and small tests. */
import {contentWords, countWords, firstWords, sentencesOf, stem, withoutStop, wordsOf} from '../language/text.ts';
import type {DuelTask} from './duel-task.ts';

export type RubricCriterion = 'correctness' | 'feasibility' | 'risk' | 'clarity' | 'testability';

/** A weakness, with the `sentence` it is in unless it concerns the whole text. */
export type Weakness = {
	readonly mark: RubricCriterion;
	readonly claim: string;
	readonly evidence: string;
	readonly suggestedFix: string;
	readonly sentence: string | undefined;
};

/** Ambiguous words, and what to replace them with. */
export const vagueWords: Readonly<Record<string, string>> = {
	'a few times': 'at most three times',
	'as needed': 'whenever a check fails',
	'if necessary': 'whenever a check fails',
	'where appropriate': 'in the cases listed above',
	appropriate: 'agreed',
	quickly: 'within one working day',
	soon: 'within a week',
	regularly: 'every Monday',
	properly: 'as the checks below say',
	reasonable: 'written-down',
	'in good time': 'two days ahead',
	several: 'three',
	somebody: 'the owner named above',
};

/** Absolute words, and weaker ones to replace them with. */
export const absolutes: Readonly<Record<string, string>> = {
	always: 'in the cases covered here',
	never: 'not, in the cases covered here,',
	'in every case': 'in the cases covered here',
	guarantees: 'makes likely',
	nobody: 'no one whom we asked',
	everything: 'all that is listed here',
};

const wordIn = (words: Readonly<Record<string, string>>): RegExp =>
	new RegExp(
		String.raw`\b(?:${Object.keys(words)
			.sort((one, other) => other.length - one.length)
			.join('|')})\b`,
		'iu',
	);
const vague = wordIn(vagueWords);
const absolute = wordIn(absolutes);
export const ownerless =
	/\b(?:will|is to|are to|should|must|can) be (?:\w+ly )?(?:\w+ed|done|made|kept|written|set|chosen|told)\b(?![^.]*\bby\b)/iu;

const quote = (text: string): string => `“${text.trim()}”`;
const says = (text: string, word: string): boolean => wordsOf(text).some(other => stem(other) === stem(word));

/** All weaknesses, in text order; those of the whole text come last. */
export function weaknessesOf(text: string, commission: DuelTask): Weakness[] {
	return [...sentencesOf(text).flatMap(inSentence), ...missing(text, commission)];
}

function inSentence(sentence: string): Weakness[] {
	const found: Weakness[] = [];
	const add = (mark: RubricCriterion, claim: string, suggestedFix: string): void =>
		void found.push({mark, claim, evidence: quote(sentence), suggestedFix, sentence});
	const [loose] = vague.exec(sentence) ?? [];
	if (loose !== undefined)
		add(
			'clarity',
			`${quote(loose)} can be read in more than one way.`,
			`Say ${quote(vagueWords[loose.toLowerCase()] ?? '')} in place of ${quote(loose)}, or give a number of your own.`,
		);
	const [sweeping] = absolute.exec(sentence) ?? [];
	if (sweeping !== undefined)
		add(
			'correctness',
			`${quote(sweeping)} promises more than the draft shows.`,
			`Put ${quote(absolutes[sweeping.toLowerCase()] ?? '')} for ${quote(sweeping)}, or show why it holds without exception.`,
		);
	const [orphan] = ownerless.exec(sentence) ?? [];
	if (orphan !== undefined && loose === undefined)
		add(
			'feasibility',
			`Nobody is named for what ${quote(orphan)}.`,
			`Name who does it: add ${quote('by the owner of this plan')} there.`,
		);
	if (countWords(sentence) > 34)
		add(
			'clarity',
			'One sentence carries too many thoughts to be checked one by one.',
			'Make two sentences of it, one thing to do in each.',
		);
	return found;
}

function missing(text: string, {doneWhen, target, thing}: DuelTask): Weakness[] {
	const found: Weakness[] = [];
	const lacks = (words: string): boolean => !words.split(' ').some(word => says(text, word));
	const add = (mark: RubricCriterion, claim: string, evidence: string, suggestedFix: string): void =>
		void found.push({mark, claim, evidence, suggestedFix, sentence: undefined});
	if (lacks('fail fails failure error wrong undo rollback back'))
		add(
			'risk',
			`It does not say what happens when ${thing} goes wrong.`,
			'None of the words fail, error, wrong or undo stands in the draft.',
			'Add a last step: when a step fails, go back to the state before it and say so.',
		);
	const absent = contentWords(doneWhen ?? '').filter(word => !says(text, word));
	if (doneWhen !== undefined && absent.length > 0)
		add(
			'testability',
			`It cannot be held against its own mark of being done, ${quote(firstWords(withoutStop(doneWhen), 10))}.`,
			`${absent.slice(0, 3).map(quote).join(', ')} ${absent.length === 1 ? 'does' : 'do'} not occur in the draft.`,
			`Close with a check: done means ${withoutStop(doneWhen)}.`,
		);
	else if (doneWhen === undefined && lacks('check test measure verify done'))
		add(
			'testability',
			'Nothing in it tells when the work is done.',
			'None of the words check, test, measure or done stands in the draft.',
			`Close with a check: a stranger must be able to tell whether ${thing} is done.`,
		);
	if (target !== undefined && contentWords(target).every(word => !says(text, word)))
		add(
			'correctness',
			`It loses sight of whom it is for, ${quote(withoutStop(target))}.`,
			`${quote(withoutStop(target))} is not mentioned in the draft.`,
			`Say in the first sentence that this is for ${withoutStop(target)}.`,
		);
	if (!/\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/iu.test(text))
		add(
			'feasibility',
			'It names no figure to plan by.',
			'There is no number in the draft.',
			'Give the first step a limit: two days, and one person.',
		);
	return found;
}
