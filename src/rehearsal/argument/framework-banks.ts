/** The banks of the ten built-in frameworks, and one for any other, filled from its card. */
import type {ChairCard} from '../notation.ts';
import {withoutStop, verbs} from '../text.ts';
import {decapitalise, type Slots} from '../sentence-writer.ts';
import type {FrameworkBank} from './frameworks/bank.ts';
import {autonomyCentered} from './frameworks/autonomy-centered.ts';
import {careEthics} from './frameworks/care-ethics.ts';
import {communitarian} from './frameworks/communitarian.ts';
import {cosmopolitan} from './frameworks/cosmopolitan.ts';
import {deontological} from './frameworks/deontological.ts';
import {libertarian} from './frameworks/libertarian.ts';
import {ownFramework, termsOf} from './frameworks/own-framework.ts';
import {pragmatic} from './frameworks/pragmatic.ts';
import {precautionary} from './frameworks/precautionary.ts';
import {utilitarian} from './frameworks/utilitarian.ts';
import {virtueEthics} from './frameworks/virtue-ethics.ts';

export const banks: Readonly<Record<string, FrameworkBank>> = {
	utilitarian,
	virtue_ethics: virtueEthics,
	deontological,
	pragmatic,
	libertarian,
	communitarian,
	cosmopolitan,
	precautionary,
	autonomy_centered: autonomyCentered,
	care_ethics: careEthics,
};

/** A chair's bank: its framework's, or for a custom framework one that is filled from the card. */
export const bankOf = (card: ChairCard): FrameworkBank =>
	banks[card.framework ?? ''] ?? {...ownFramework, terms: termsOf(card)};

/** The contents of a card, in forms that fit into sentences. */
export function cardSlots(card: ChairCard): Slots {
	const does = doesOf(card);
	const strengths = card.strengths.map(asClause);
	return {
		does,
		aim: `a view that ${does}`,
		label: labelOf(card),
		core: `${decapitalise(withoutStop(card.question ?? 'what would this chair have us do').replace(/\?+$/u, ''))}?`,
		strength: strengths.length > 0 ? strengths : ['it asks what the others do not'],
	};
}

/**
 * What a framework does, starting with a verb: `weighs every option …`, or `argues from …` if its card names a thing.
 */
export function doesOf({argues}: ChairCard): string {
	const text = decapitalise(withoutStop(argues ?? '')).replace(/^argues from /iu, '');
	if (text === '') return 'has a question of its own';
	return startsWithVerb(text) ? text : `argues from ${text}`;
}

/** `Utilitarian Chair`, or the framework's name if it has no label. */
export const labelOf = (card: ChairCard): string => card.label ?? (card.framework ?? 'unnamed').replaceAll('_', ' ');

/**
 * `Can justify sacrificing minorities.` becomes `it can justify sacrificing minorities`; nouns and clauses stay as
 * they are.
 */
export function asClause(text: string): string {
	const clause = decapitalise(withoutStop(text));
	const [first = '', second = ''] = clause.split(' ');
	if (/^(?:can|may|might|could|will|would|must|cannot|has|is|does|needs|tends)$/u.test(first)) return `it ${clause}`;
	if (
		/^(?:difficult|hard|easy|prone|slow|quick|blind|silent|weak|apt|likely|liable|open)$/u.test(first) &&
		/^(?:to|in|on|at|about)$/u.test(second)
	)
		return `it is ${clause}`;
	return startsWithVerb(clause) ? `it ${clause}` : clause;
}

/**
 * Whether a text starts with a verb in the third person, as in `makes us look`, and not with a noun, as in `virtues
 * differ`.
 */
function startsWithVerb(text: string): boolean {
	const [first = '', second = ''] = text.split(' ');
	if (
		!/^[a-z]{3,}s$/u.test(first) ||
		/(?:ss|us|is|ous)$/u.test(first) ||
		/^(?:this|its|his|hers|theirs|sometimes|others|always|what's)$/u.test(first)
	)
		return false;
	if (
		/^(?:and|or|of|can|may|might|are|do|have|get|be|who|which|will|often|were|differ\w*)$/u.test(second) ||
		second === ''
	)
		return false;
	return (
		[first.slice(0, -1), first.replace(/es$/u, ''), first.replace(/ies$/u, 'y')].some(base => verbs.has(base)) ||
		!/^(?:for|in|on|without|always|that)$/u.test(second)
	);
}
