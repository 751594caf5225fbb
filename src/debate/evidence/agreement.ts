/** How far judges agree, over items that each of them answered in one of several categories. */

/** A row an item, an answer a judge in a fixed order; undefined where a judge gave none. */
export type Ratings = readonly (readonly (string | undefined)[])[];

export type Agreement = {
	/** Share of pairs of answers to one item that are the same, 0 to 1. */
	readonly percent: number;
	/** Krippendorff's alpha for nominal data; undefined where all answers are the same or there are too few. */
	readonly alpha: number | undefined;
	/** Items that at least two judges answered. */
	readonly items: number;
};

/** Fewer items than this say nothing about chance. */
export const leastItems = 20;

/**
 * Percent agreement and Krippendorff's alpha for nominal data: α = 1 − D_o / D_e, with D_o the observed and D_e the
 * expected disagreement (Krippendorff, Content Analysis, 2004, chapter 11). Undefined where no item has two answers.
 */
export function agreementOf(ratings: Ratings): Agreement | undefined {
	const units = ratings.map(row => row.filter(answer => answer !== undefined)).filter(answers => answers.length > 1);
	if (units.length === 0) return undefined;
	const pairs = units.map(answers => ({same: sameOrderedPairs(answers), all: answers.length * (answers.length - 1)}));
	const percent = sum(pairs.map(({same}) => same)) / sum(pairs.map(({all}) => all));
	return {percent, alpha: units.length < leastItems ? undefined : alphaOf(units), items: units.length};
}

function alphaOf(units: readonly (readonly string[])[]): number | undefined {
	const values = units.flat();
	const total = values.length;
	const observed = sum(
		units.map(answers => (answers.length * (answers.length - 1) - sameOrderedPairs(answers)) / (answers.length - 1)),
	);
	const expected = (total * (total - 1) - sameOrderedPairs(values)) / (total - 1);
	return expected === 0 ? undefined : 1 - observed / expected;
}

/** Ordered pairs of different places that hold the same value: Σ n·(n − 1) over the values. */
const sameOrderedPairs = (values: readonly string[]): number =>
	sum([...Map.groupBy(values, value => value).values()].map(({length}) => length * (length - 1)));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The middle value; of an even number, the mean of the two in the middle. Undefined for none. */
export function median(numbers: readonly number[]): number | undefined {
	const sorted = numbers.toSorted((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle];
	return sorted.length % 2 === 1 || upper === undefined ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
