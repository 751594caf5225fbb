/** What speaking a text needs to know of a language, as data. */

type SpokenForm = readonly [RegExp, string];

export type Language = {
	/** ISO 639-1. */
	readonly code: string;
	/** Whether it sets no blanks between words. */
	readonly isUnspaced?: true;
	/** Between millions and a currency, where that is not nothing: `de`. */
	readonly ofMoney?: string;
	/** Units that are said before their number. */
	readonly before?: Readonly<Record<string, string>>;
	readonly abbreviations: readonly SpokenForm[];
	/** Units by their symbol behind a number: what one and what several are called. */
	readonly units: Readonly<Record<string, readonly [one: string, several: string]>>;
	/** Currencies by their sign or code: what one and what several are called. */
	readonly currencies: Readonly<Record<string, readonly [one: string, several: string]>>;
	/** What multiplies a number when it stands right behind it, such as `k` or `bn`. */
	readonly multipliers: Readonly<Record<string, string>>;
	readonly decimal: '.' | ',';
	readonly group: '.' | ',' | ' ';
	readonly words: {
		readonly minus: string;
		readonly plus: string;
		readonly to: string;
		readonly times: string;
		readonly power: string;
		readonly percent: string;
		readonly per: string;
		readonly about: string;
		readonly equals: string;
		readonly differs: string;
		readonly less: string;
		readonly more: string;
		readonly atMost: string;
		readonly atLeast: string;
		readonly and: string;
		readonly or: string;
		readonly line: string;
		readonly dot: string;
		readonly section: string;
		readonly number: string;
		readonly question: string;
		readonly answer: string;
		readonly point: string;
		readonly quarter: string;
		readonly code: string;
	};
	readonly ordinals: readonly string[];
	/** What a number with a full stop counts where it is no item of a list: `1. Januar`. */
	readonly counted?: RegExp;
};

/** Whole words only, whatever stands around them. */
export const whole = (pattern: string, flags = 'gu'): RegExp =>
	new RegExp(String.raw`(?<![\p{L}\p{N}.])${pattern}(?![\p{L}\p{N}])`, flags);

/** A whole word before a number, with the blank between them: `Nr. 5`. */
export const beforeNumber = (pattern: string): RegExp =>
	new RegExp(String.raw`(?<![\p{L}\p{N}.])${pattern}\s?(?=\d)`, 'gu');

/** Multipliers that are written as they are said. */
export const same = (...words: readonly string[]): Readonly<Record<string, string>> =>
	Object.fromEntries(words.map(word => [word, word]));
