/** What each language has to say, as data: in a debate, read aloud, and in an episode. */
import {z} from 'zod';
import english from '../../data/languages/en.json' with {type: 'json'};
import type {InterruptionReason} from '../debate/events.ts';
import type {Dimension, rubricAnswers, RubricId} from '../debate/rubric.ts';
import type {grounds} from '../debate/formats/motion.ts';
import type {claimStandings} from '../debate/ledger.ts';
import {isRecord} from '../debate/text/json.ts';

export type DebateLanguage = {
	/** ISO 639-1. */
	readonly code: string;
	/** In English, as prompts call it. */
	readonly name: string;
	/** Tokens that a word takes on average; in Chinese, that the characters said in the time of a word take. */
	readonly tokensAWord: number;
	/** Frequent small words, by which the language of a text is recognised. */
	readonly frequent: ReadonlySet<string>;
	/** Between the last two of a list. */
	readonly and: string;
	/** Between the others. */
	readonly comma: string;
	/** What is said in the arbiter's place, with slots such as `{names}`. */
	readonly announcements: typeof english.debate.announcements;
	/** What somebody says who takes back what they said. */
	readonly takesBack: readonly string[];
	/** How somebody asks where a claim is from. */
	readonly asksForSource: readonly string[];
	/** What somebody says before words that they ascribe to another: signs of an attack. */
	readonly ascribes: readonly string[];
	/** Beginnings of the words by which somebody is said to have argued unfairly, by what is said of them. */
	readonly blames: Readonly<Record<Blame, readonly string[]>>;
	/** What stands before such a word where the fault is denied. */
	readonly denies: readonly string[];
	/** How a chair may begin when it cuts in, by its reason. */
	readonly openers: Readonly<Record<InterruptionReason, readonly string[]>>;
};

/** `passedOver` a question or a claim, `misstated` what an opponent said, or argued unfairly in another way. */
export type Blame = 'passedOver' | 'misstated' | 'unfair';

/** A text with its slots filled. */
export const fillSlots = (text: string, slots: Readonly<Record<string, string>>): string =>
	text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => slots[name] ?? '');

/** The word for an id that a journal brings; undefined where there is none. */
export const wordFor = (words: Readonly<Record<string, string>>, id: string): string | undefined =>
	Object.hasOwn(words, id) ? words[id] : undefined;

/** A list as the language writes it. */
export const listIn = ({and, comma}: Pick<DebateLanguage, 'and' | 'comma'>, items: readonly string[]): string =>
	items.length < 2 ? items.join('') : `${items.slice(0, -1).join(comma)}${and}${items.at(-1) ?? ''}`;

// What speaking a text needs to know of a language, as data.

/** A pattern, or what makes it when a text is first spoken: most programs speak none, or one language. */
type SpokenPattern = RegExp | (() => RegExp);

/** What is written, and what is said for it; a function is given what `String.replace` gives. */
export type SpokenForm = readonly [
	SpokenPattern,
	string | ((all: string, ...groups: (string | undefined)[]) => string),
];

/** The text with these forms as they are said, one after the other. */
export const saidIn = (text: string, forms: readonly SpokenForm[]): string =>
	forms.reduce((said, [written, spoken]) => {
		const pattern = typeof written === 'function' ? written() : written;
		return typeof spoken === 'string' ? said.replace(pattern, spoken) : said.replace(pattern, spoken);
	}, text);

const text = z.string();
const byId = z.record(z.string(), text);
const pairs = z.record(z.string(), z.tuple([text, text]));

/** Tables of a language in `data/languages`, of which its rules are made. */
export const EarWords = z.strictObject({
	/** ISO 639-1. */
	code: text,
	/** Whether it sets no blanks between words. */
	isUnspaced: z.literal(true).optional(),
	/** Multipliers by what they are called behind one. */
	oneMany: byId.optional(),
	/** Hundredths of a currency, by its sign, and what links them to the whole. */
	coins: pairs.optional(),
	coinLink: text.optional(),
	chess: z.strictObject({
		pieces: byId,
		takes: text,
		check: text,
		mate: text,
		becomes: text,
		/** Short, and long. */
		castles: z.tuple([text, text]),
	}),
	/** Between millions and a currency, where that is not nothing: `de`. */
	ofMoney: text.optional(),
	/** Units that are said before their number. */
	before: byId.optional(),
	/** Units by their symbol behind a number, and currencies by their sign or code. */
	units: pairs,
	currencies: pairs,
	/** What multiplies a number when it stands right behind it, such as `k` or `bn`. */
	multipliers: byId,
	decimal: z.enum(['.', ',']),
	group: z.enum(['.', ',', ' ']),
	/** `code` stands for code of several lines, as a sentence; `someCode` for long code within one. */
	words: z.custom<Readonly<Record<keyof typeof english.ear.words, string>>>(words => isLike(words, english.ear.words)),
	ordinals: z.array(text),
	/** Months, and the parts of fractions; signs such as `½` alone, and behind a number. */
	figures: z
		.strictObject({months: z.array(text), fractions: byId, above: byId.default({}), vulgar: pairs})
		.prefault({months: [], fractions: {}, vulgar: {}}),
});

export type Language = Omit<z.infer<typeof EarWords>, 'figures'> & {
	/** Forms that stand for women and men, such as `Schüler*innen`, as both; of the text before it is unmarked. */
	readonly bothForms?: (text: string) => string;
	/** What only this language writes so: decades, ages, times, dates, rulers, fractions. */
	readonly figures: readonly SpokenForm[];
	/** The same for what stands there once figures are in words. */
	readonly figuresInWords?: readonly SpokenForm[];
	/** Numbers that take the singular, where it is not only 1. */
	readonly one?: RegExp;
	readonly abbreviations: readonly SpokenForm[];
	/** What a number with a full stop counts where it is no item of a list: `1. Januar`. */
	readonly counted?: RegExp;
};

const romanValues: Readonly<Record<string, number>> = {I: 1, V: 5, X: 10};
/** Roman numerals from 1 to 39, as part of a pattern, and what they are worth. */
export const romanNumber = String.raw`X{0,3}(?:IX|IV|V?I{0,3})(?<=[IVX])`;
export const fromRoman = (letters: string): number =>
	Array.from(letters, letter => romanValues[letter] ?? 0).reduce(
		(sum, value, place, all) => sum + (value < (all[place + 1] ?? 0) ? -value : value),
		0,
	);

/** Whole words only, whatever stands around them. */
export const whole = (pattern: string, flags = 'gu'): (() => RegExp) =>
	madeOnce(() => new RegExp(String.raw`(?<![\p{L}\p{N}.])${pattern}(?![\p{L}\p{N}])`, flags));

/** A whole word before a number, with the blank between them: `Nr. 5`. */
export const beforeNumber = (pattern: string): (() => RegExp) =>
	madeOnce(() => new RegExp(String.raw`(?<![\p{L}\p{N}.])${pattern}\s?(?=\d)`, 'gu'));

function madeOnce(make: () => RegExp): () => RegExp {
	let made: RegExp | undefined;
	return () => (made ??= make());
}

// What an episode says of itself in the language of its debate. Texts have slots such as `{name}`.

type TextsById = Readonly<Record<string, string>>;

/** Lists that are no pair of the singular form and the plural, by their name. */
type Lists = {
	/** Once, twice, more. */
	readonly times: readonly [string, string, string];
	/** Of the course as a table: when, who, what happened. */
	readonly courseHeads: readonly [string, string, string];
	/** Of the table of seats: who, the seat, from where they argue, the voice. */
	readonly staging: readonly [string, string, string, string];
	readonly heads: readonly string[];
};

/** Texts by ids that a journal brings, of which a language may lack some. */
type Open = 'names' | 'levels' | 'reasons' | 'outcomes' | 'changes' | 'kinds';

/** The shape of the English words, which those of every other language have. */
type LikeEnglish<T> = {
	readonly [Key in keyof T]: T[Key] extends string
		? string
		: T[Key] extends readonly string[]
			? Key extends keyof Lists
				? Lists[Key]
				: readonly [one: string, several: string]
			: Key extends Open
				? TextsById
				: LikeEnglish<T[Key]>;
};

/**
 * What English takes from the program itself, by its ids. A `{reason}` in other texts is the program's, in English,
 * where the article is English.
 */
export type EpisodeWords = LikeEnglish<typeof english.episode> & {
	readonly standings: Readonly<Record<(typeof claimStandings)[number], string>>;
	readonly labels: {readonly person: string; readonly rehearsal: string};
	readonly page: {readonly violations: TextsById};
	readonly motion: {readonly grounds: Readonly<Record<(typeof grounds)[number], string>>};
	readonly score: {
		readonly heldDown: string;
		readonly dimensions: Readonly<Record<Dimension, string>>;
		readonly items: Readonly<Record<RubricId, string>>;
		readonly grades: Readonly<Record<(typeof rubricAnswers)[number] | 'na', string>>;
	};
};
export const EpisodeWords = z.custom<EpisodeWords>(words => isLike(words, english.episode));

/** Whether every text and list of these words is there, as long as theirs. */
const isLike = (words: unknown, theirs: unknown): boolean =>
	isRecord(theirs)
		? isRecord(words) && Object.keys(theirs).every(key => isLike(words[key], theirs[key]))
		: Array.isArray(theirs)
			? Array.isArray(words) && words.length === theirs.length
			: typeof words === 'string';

/** Whether one of these forms of words stands in a sentence, whatever the case and the kind of apostrophe. */
export const hasForm = (forms: readonly string[], sentence: string): boolean => formAt(forms, sentence) >= 0;

/** Where the first of these forms begins in a sentence of single spaces, at the beginning of a word; -1 for nowhere. */
export function formAt(forms: readonly string[], sentence: string): number {
	const plain = (text: string): string => text.toLowerCase().replaceAll(/[‘’]/gu, "'").replaceAll(/\s/gu, ' ');
	const said = plain(sentence.replaceAll(/\s+/gu, ' '));
	const places = forms.flatMap(form => {
		const words = plain(form);
		let at = said.indexOf(words);
		// Chinese has no spaces between its words.
		if (!/\p{Script=Han}/u.test(words))
			while (at > 0 && /\p{L}/u.test(said[at - 1] ?? '')) at = said.indexOf(words, at + 1);
		return at < 0 ? [] : [at];
	});
	return places.length === 0 ? -1 : Math.min(...places);
}
