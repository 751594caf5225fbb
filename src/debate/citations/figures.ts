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
	two: 2,
	three: 3,
	four: 4,
	zwei: 2,
	drei: 3,
	vier: 4,
	deux: 2,
	trois: 3,
	dos: 2,
	tres: 3,
	ten: 10,
	eleven: 11,
	twelve: 12,
	twenty: 20,
	thirty: 30,
	forty: 40,
	fifty: 50,
	sixty: 60,
	seventy: 70,
	eighty: 80,
	ninety: 90,
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

function figuresIn(text: string): readonly Figure[] {
	const tokens = tokensOf(text);
	return tokens.flatMap((token, at): Figure[] => {
		const [before, next, second] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
		const part = parts[token.word];
		if (part !== undefined && isPart(before)) {
			const times = counts[before?.word ?? ''] ?? 1;
			return [
				{said: written(text, times > 1 ? before : token, token), values: [part * times], unit: true, isShare: true},
			];
		}
		const numbers = /\p{Nd}/u.test(token.word) ? valuesOf(token.word) : [counts[token.word] ?? []].flat();
		if (numbers.length === 0 || parts[next?.word ?? ''] !== undefined) return [];
		const scale = scales[next?.word ?? ''] ?? 1;
		const behind = scale > 1 ? second : next;
		const isShare = behind?.word === '%';
		const unit = isShare || scale > 1 || currencies.has(behind?.word ?? '') || currencies.has(before?.word ?? '');
		const last = isShare || (unit && currencies.has(behind?.word ?? '')) ? behind : scale > 1 ? next : token;
		return [{said: written(text, token, last), values: numbers.map(each => each * scale), unit, isShare}];
	});
}

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
	const there = passages.flatMap(figuresIn);
	const known = said.flatMap(figuresIn);
	return figuresIn(sentence)
		.filter(({values, unit}) => unit || values.some(value => Math.abs(value) >= smallest))
		.filter(figure => ![...there, ...known].some(other => isSame(figure, other)))
		.map(figure => figure.said);
}

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
