/** The banks of the ten built-in frameworks, and one for any other, filled from its card. */
import written from '../../../data/rehearsal/frameworks.json' with {type: 'json'};
import type {ChairCard} from '../notation.ts';
import {contentWords, escapePattern, stem, withoutStop, verbs} from '../text.ts';
import {decapitalise, type Slots} from '../sentence-writer.ts';

/** An argument: a claim, its reason and an example, as patterns with the slots of a topic. */
export type Argument = {readonly claim: string; readonly reason: string; readonly example: string};

/** What a framework contributes to any debate: arguments, creed, weaknesses, and how others challenge it. */
export type FrameworkBank = {
	/** Its point of view, to open a sentence: `counted in lives`. */
	readonly lens: readonly string[];
	/** What it believes: a clause after "that". */
	readonly creed: readonly string[];
	/** Why one might believe it: a clause after "because". */
	readonly reasons: readonly string[];
	/** What it overlooks: a noun phrase after "loses sight of". */
	readonly overlooks: readonly string[];
	/** A question to its supporters (to "you", after a name and a colon) and their answer, a clause. */
	readonly probes: readonly {readonly ask: string; readonly answer: string}[];
	/** Where it goes wrong: a clause starting with "when". */
	readonly cases: readonly string[];
	/** What would change its mind: a clause after "if". */
	readonly change: readonly string[];
	/** What its supporters never say but opponents attribute to them: follows "we should simply". */
	readonly straw: readonly string[];
	/** What decides a question for it: a noun phrase. From another chair, it is a switch of frameworks. */
	readonly settles: readonly string[];
	/** What it contributed, for the closing: a noun phrase. */
	readonly gift: readonly string[];
	/** Words that identify its arguments. */
	readonly terms: RegExp;
	readonly arguments: readonly Argument[];
};

/** As it is written: words that identify it as alternatives of one pattern. */
type WrittenBank = Omit<FrameworkBank, 'terms'> & {readonly terms: readonly string[]};

const bankAsWritten = ({terms, ...bank}: WrittenBank): FrameworkBank => ({
	...bank,
	terms: new RegExp(`\\b(?:${terms.join('|')})\\b`, 'giu'),
});

export const banks: Readonly<Record<string, FrameworkBank>> = Object.fromEntries(
	Object.entries(written.built).map(([id, bank]) => [id, bankAsWritten(bank)]),
);

/** For a custom framework: its slots {aim}, {core}, {strength} and {label} are filled from its card. */
export const ownFramework: Omit<FrameworkBank, 'terms'> = written.own;

/** A chair's bank: its framework's, or for a custom framework one that is filled from the card. */
export const bankOf = (card: ChairCard): FrameworkBank =>
	banks[card.framework ?? ''] ?? {...ownFramework, terms: termsOf(card)};

/** The words of the card identify the framework's arguments. */
function termsOf(card: ChairCard): RegExp {
	const words = contentWords(
		[card.argues, card.question, ...card.strengths, card.label?.replace(/ chair$/iu, '')]
			.filter(text => text !== undefined)
			.join(' '),
	)
		.map(stem)
		.filter(word => word.length > 3);
	return new RegExp(
		`\\b(?:${[...words.map(escapePattern), 'my chair', 'my question', 'this view'].join('|')})\\w*`,
		'giu',
	);
}

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

/** What a framework does, beginning with a verb: `weighs every option …`, or `argues from …`. */
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

/** Whether a text starts with a verb in the third person, as in `makes us look`, and not with a noun. */
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
