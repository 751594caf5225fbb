/**
 * Figures in a sentence that cites: whether each stands in the passages that it names, in digits or words, as a share
 * or a rounding. Nothing is scored for them; one that stands nowhere is shown.
 */
import {tokensOf, type Token} from './tokens.ts';

/** `unit` is what a small number needs to count: a percent sign, a currency or a scale. Shares are percentages. */
type Figure = {
	readonly said: string;
	readonly values: readonly number[];
	readonly unit: boolean;
	readonly isShare: boolean;
};

const scales: Readonly<Record<string, number>> = {
	dozen: 12,
	hundred: 100,
	hundert: 100,
	cent: 100,
	cien: 100,
	thousand: 1e3,
	tausend: 1e3,
	mille: 1e3,
	mil: 1e3,
	million: 1e6,
	millionen: 1e6,
	millions: 1e6,
	millones: 1e6,
	billion: 1e9,
	milliarde: 1e9,
	milliarden: 1e9,
	milliards: 1e9,
	万: 1e4,
	亿: 1e8,
};
const counts: Readonly<Record<string, number>> = {
	zwei: 2,
	drei: 3,
	vier: 4,
	deux: 2,
	trois: 3,
	dos: 2,
	tres: 3,
	zehn: 10,
	elf: 11,
	zwölf: 12,
	zwanzig: 20,
	dreissig: 30,
	vierzig: 40,
	fünfzig: 50,
};
/** Parts of a whole, in percent. */
const parts: Readonly<Record<string, number>> = {
	half: 50,
	third: 100 / 3,
	thirds: 100 / 3,
	quarter: 25,
	quarters: 25,
	fifth: 20,
	fifths: 20,
	tenth: 10,
	hälfte: 50,
	drittel: 100 / 3,
	viertel: 25,
	fünftel: 20,
	zehntel: 10,
	moitié: 50,
	tiers: 100 / 3,
	quart: 25,
	mitad: 50,
	tercio: 100 / 3,
};
const currencies = new Set(['$', '€', '£', '¥', 'crowns', 'dollars', 'euros', 'euro', 'pounds', 'kronen']);

/** A number may be read in both ways: `1.500` is one and a half, or one thousand five hundred. */
function valuesOf(word: string): readonly number[] {
	const plain = word.replace(/\^.*$/u, '');
	const grouped = /^[-+]?\d{1,3}(?:[.,]\d{3})+$/u.test(plain) ? [Number(plain.replaceAll(/[.,]/gu, ''))] : [];
	const decimal = Number(plain.replaceAll(',', '.'));
	return [...grouped, ...(Number.isFinite(decimal) ? [decimal] : [Number(plain.replaceAll(',', ''))])].filter(
		Number.isFinite,
	);
}

/** English numbers in words, as they add up: `two thousand one hundred and fifty`, `nineteen fifty-six`. */
const ones = 'one two three four five six seven eight nine'.split(' ');
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const english: ReadonlyMap<string, number> = new Map([
	...ones.map((word, at) => [word, at + 1] as const),
	...teens.map((word, at) => [word, at + 10] as const),
	...tens.map((word, at) => [word, 10 * (at + 2)] as const),
]);
const powers: Readonly<Record<string, number>> = {thousand: 1e3, million: 1e6, billion: 1e9};

/** A number of several words that begins here, and the place behind it; undefined where there is none. */
function numberInWords(
	tokens: readonly Token[],
	from: number,
): {readonly value: number; readonly end: number} | undefined {
	if (!english.has(tokens[from]?.word ?? '')) return undefined;
	let [sum, part, end] = [0, 0, from];
	for (; end < tokens.length; end++) {
		const word = tokens[end]?.word ?? '';
		const value = english.get(word);
		if (value !== undefined) {
			const next = end === from ? value : withWord(part, value, tokens[end - 1]?.word ?? '');
			if (next === undefined) break;
			part = next;
		} else if (word === 'hundred' && part > 0 && part < 100) part *= 100;
		else if (powers[word] !== undefined && part > 0) {
			sum += part * (powers[word] ?? 1);
			part = 0;
		} else if (!(word === 'and' && isJoined(tokens, end))) break;
		if (tokens[end]?.stop) {
			end++;
			break;
		}
	}
	return {value: sum + part, end};
}

/** What a number’s last thousand comes to with one word more; undefined where that begins another number. */
function withWord(part: number, value: number, before: string): number | undefined {
	const room = part === 0 || part % 100 === 0 ? 100 : part % 10 === 0 && part % 100 >= 20 ? 10 : 0;
	if (value < room) return part + value;
	// Years are said in two halves.
	return part >= 11 && part <= 20 && value >= 10 && before !== 'and' ? part * 100 + value : undefined;
}

/** `two hundred and five` is one number, `twenty and five` are two. */
const isJoined = (tokens: readonly Token[], at: number): boolean =>
	/^(?:hundred|thousand|million)$/u.test(tokens[at - 1]?.word ?? '') && english.has(tokens[at + 1]?.word ?? '');

function figuresIn(text: string): readonly Figure[] {
	const tokens = tokensOf(text);
	const figures: Figure[] = [];
	for (let at = 0; at < tokens.length;) {
		const words = numberInWords(tokens, at);
		const end = words?.end ?? at + 1;
		figures.push(...figureAt(text, tokens, {at, end, spelled: words?.value}));
		at = end;
	}
	return figures;
}

/** The figure that these tokens are, if they are one. `spelled` is what they come to where they are words. */
function figureAt(
	text: string,
	tokens: readonly Token[],
	{at, end, spelled}: {readonly at: number; readonly end: number; readonly spelled: number | undefined},
): readonly Figure[] {
	const [token, before] = [tokens[at], tokens[at - 1]];
	if (!token) return [];
	const part = parts[token.word];
	if (part !== undefined && isPart(before)) {
		const times = english.get(before?.word ?? '') ?? counts[before?.word ?? ''] ?? 1;
		return [
			{said: written(text, times > 1 ? before : token, token), values: [part * times], unit: true, isShare: true},
		];
	}
	const numbers = /\p{Nd}/u.test(token.word) ? valuesOf(token.word) : [spelled ?? counts[token.word] ?? []].flat();
	const next = tokens[end];
	if (numbers.length === 0 || parts[next?.word ?? ''] !== undefined) return [];
	const scale = scales[next?.word ?? ''] ?? 1;
	const isScaled = scale > 1 || tokens.slice(at, end).some(({word}) => powers[word] !== undefined);
	const rest = tokens.slice(scale > 1 ? end + 1 : end, end + 3);
	const share = shareWords(rest);
	const isMoney = currencies.has(rest[0]?.word ?? '');
	const unit = share > 0 || isScaled || isMoney || currencies.has(before?.word ?? '');
	const last = share > 0 ? rest[share - 1] : isMoney ? rest[0] : scale > 1 ? next : tokens[end - 1];
	const values = numbers.map(each => each * scale);
	return [{said: written(text, token, last), values, unit, isShare: share > 0}];
}

/** How many words say that it is a share: `%`, `percent`, `per cent`. */
const shareWords = ([first, second]: readonly Token[]): number =>
	first?.word === '%' ? 1 : first?.word === 'per' && second?.word === 'cent' ? 2 : 0;

/** `third` is an order behind `the`, and a share behind `a` or a number. */
const isPart = (before: Token | undefined): boolean =>
	before !== undefined && !/^(?:the|der|die|das|le|la|el|this|that|every)$/u.test(before.word);

const written = (text: string, from: Token | undefined, to: Token | undefined): string =>
	text.slice(from?.start ?? 0, to?.end ?? 0).replaceAll(/\s+/gu, ' ');

/** Smaller numbers without a unit are counted by ear, and exempt. */
const smallest = 10;

/**
 * The figures of a sentence that none of the passages has. `sentence` is without its quotations, and `said` has what
 * was said before: a figure from there is no claim of its own.
 */
export function strayFigures(
	sentence: string,
	passages: readonly string[],
	said: readonly string[],
): readonly string[] {
	const there = passages.flatMap(passage => [...figuresIn(passage), ...figuresIn(cellsApart(passage))]);
	const known = said.flatMap(figuresIn);
	return figuresIn(sentence)
		.filter(({values, unit}) => unit || values.some(value => Math.abs(value) >= smallest))
		.filter(figure => ![...there, ...known].some(other => isSame(figure, other)))
		.map(figure => figure.said);
}

/** In a row of a table, `1,86` may be two numbers. */
const cellsApart = (passage: string): string => passage.replaceAll(/(?<=\p{Nd}),(?=\p{Nd})/gu, ', ');

function isSame(one: Figure, other: Figure): boolean {
	return one.values.some(value =>
		other.values.some(each => {
			if (isYear(value) || isYear(each)) return value === each;
			// A share may be rounded to the nearest common part; any other figure to two digits.
			return one.isShare && other.isShare ? Math.abs(value - each) <= 1.7 : isRounded(value, each);
		}),
	);
}

const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1500 && value <= 2100;

const isRounded = (value: number, exact: number): boolean =>
	value === exact || (exact !== 0 && Number(value.toPrecision(2)) === Number(exact.toPrecision(2)));
