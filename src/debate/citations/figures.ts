/**
 * Figures in a sentence that cites: whether each stands in the passages that it names, in digits or words, as a share
 * or a rounding. Nothing is scored for them; one that stands nowhere is shown.
 */
import {comparedTokens, type ComparedToken} from './equal-values.ts';
import {currencies, readingOf, type NumberReading} from './number-words.ts';

/** `unit` is what a small number needs to count: a percent sign, a currency or a scale. Shares are percentages. */
type Figure = {
	readonly said: string;
	/** Where it begins in its text. */
	readonly at: number;
	readonly value: number;
	readonly unit: boolean;
	readonly isShare: boolean;
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
const money = new Set(currencies.values());

/** A number may be meant in both ways: `1.500` is one and a half, or one thousand five hundred. */
const figuresIn = (text: string): readonly Figure[] =>
	(['English', 'continental'] as const).flatMap(reading => figuresReadIn(text, reading));

function figuresReadIn(text: string, reading: NumberReading): readonly Figure[] {
	const tokens = comparedTokens(text, {reading});
	return tokens.flatMap((_, at) => figureAt(text, tokens, at) ?? []);
}

/** The figure that this token is, if it is one. */
function figureAt(text: string, tokens: readonly ComparedToken[], at: number): Figure | undefined {
	const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
	if (!token) return undefined;
	const part = parts[token.word];
	if (part !== undefined && isPart(before)) {
		const times = before?.value ?? 1;
		const said = written(text, times > 1 ? before : token, token);
		return {said, at: token.start, value: part * times, unit: true, isShare: true};
	}
	if (token.value === undefined || parts[next?.word ?? ''] !== undefined) return undefined;
	const isShare = next?.word === '%';
	const isMoney = money.has(next?.word ?? '');
	const said = written(text, token, isShare || isMoney ? next : token);
	return {said, at: token.start, value: token.value, unit: isShare || isMoney || token.isScaled === true, isShare};
}

/** `third` is an order behind `the`, and a share behind `a` or a number. */
const isPart = (before: ComparedToken | undefined): boolean =>
	before !== undefined && !/^(?:the|der|die|das|le|la|el|this|that|every)$/u.test(before.word);

const written = (text: string, from: ComparedToken | undefined, to: ComparedToken | undefined): string =>
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
): readonly Figure[] {
	const known = [...passages.flatMap(passage => [passage, cellsApart(passage)]), ...said].flatMap(figuresIn);
	const isKnown = (figure: Figure): boolean => known.some(other => isSame(figure, other));
	const settled = new Set(figuresIn(sentence).flatMap(figure => (isKnown(figure) ? [figure.at] : [])));
	return figuresReadIn(sentence, readingOf(sentence)).filter(
		({at, unit, value}) => !settled.has(at) && (unit || Math.abs(value) >= smallest),
	);
}

/** In a row of a table, `1,86` may be two numbers. */
const cellsApart = (passage: string): string => passage.replaceAll(/(?<=\p{Nd}),(?=\p{Nd})/gu, ', ');

function isSame(one: Figure, other: Figure): boolean {
	if (isYear(one.value) || isYear(other.value)) return one.value === other.value;
	// A share may be rounded to the nearest common part; any other figure to two digits.
	return one.isShare && other.isShare ? Math.abs(one.value - other.value) <= 1.7 : isRounded(one.value, other.value);
}

const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1500 && value <= 2100;

const isRounded = (value: number, exact: number): boolean =>
	value === exact || (exact !== 0 && Number(value.toPrecision(2)) === Number(exact.toPrecision(2)));
