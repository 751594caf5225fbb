/** What a bench of councils came to: shares with intervals, flips both ways, dissent, prices, and whether talk pays. */
import {wilsonUpper} from '../../../debate/judged-text.ts';
import {percent} from '../../../languages/wording.ts';
import type {MeasuredItem} from '../../contract.ts';

const depths = ['one', 'think', 'samples', 'vote', 'cruxes'] as const;
type BenchDepth = (typeof depths)[number];

type DepthRow = {
	readonly depth: BenchDepth;
	readonly right: number;
	readonly of: number;
	/** Of the share that is right, with 95 % confidence. */
	readonly interval: readonly [number, number];
	/** In blind answers: of one question, and of a right answer; null where none was right. */
	readonly price: number;
	readonly priceOfRight: number | null;
};

type CouncilBenchReport = {
	readonly items: number;
	/** Questions on which samples differed: on others there is nothing to gain. */
	readonly open: number;
	readonly rows: readonly DepthRow[];
	/** Of councils that argued: from wrong to right, and from right to wrong. */
	readonly mended: number;
	readonly spoiled: number;
	/** Of wrong results, how many have the right answer in their dissent. */
	readonly dissent: {readonly wrong: number; readonly held: number};
	/** Of councils that agreed at once. */
	readonly atOnce: {readonly of: number; readonly right: number};
	/** Whether talk pays for these voices; undefined while too few answers have changed. */
	readonly pays: boolean | undefined;
};

/** Wilson’s score interval of a share, with 95 % confidence; 0 to 1. */
export const wilson = (hits: number, of: number): readonly [number, number] => [
	1 - wilsonUpper(of - hits, of),
	wilsonUpper(hits, of),
];

/** The gate, fixed before any run: of the first so many flips, so many from wrong to right. */
const [flipsLookedAt, flipsWanted] = [20, 15];
/** Seats of a council that only votes. */
const voters = 3;

/** The figures of a run, and what is told of them. */
export function councilReport(results: readonly MeasuredItem[]): {
	readonly figures: CouncilBenchReport;
	readonly text: string;
} {
	const figures = figuresOf(results);
	return {figures, text: benchText(figures)};
}

function figuresOf(results: readonly MeasuredItem[]): CouncilBenchReport {
	const rows = depths.map(depth => rowOf(depth, results));
	const rightOf = (depth: BenchDepth): number => rows.find(row => row.depth === depth)?.right ?? 0;
	const flips = results.flatMap(({right, answers}) =>
		(answers.vote === right) === (answers.cruxes === right) ? [] : [answers.cruxes === right],
	);
	const first = flips.slice(0, flipsLookedAt);
	const wrong = results.filter(({right, answers}) => answers.cruxes !== right);
	const atOnce = results.filter(({strength}) => strength === 'agreed at once');
	return {
		items: results.length,
		open: results.filter(({samples}) => new Set(samples).size > 1).length,
		rows,
		mended: flips.filter(Boolean).length,
		spoiled: flips.filter(mended => !mended).length,
		dissent: {wrong: wrong.length, held: wrong.filter(({held, right}) => held.includes(right)).length},
		atOnce: {of: atOnce.length, right: atOnce.filter(({right, answers}) => answers.cruxes === right).length},
		pays:
			first.length < flipsLookedAt
				? undefined
				: first.filter(Boolean).length >= flipsWanted && rightOf('cruxes') >= rightOf('samples'),
	};
}

function rowOf(depth: BenchDepth, results: readonly MeasuredItem[]): DepthRow {
	const tries = results.flatMap(({right, samples, answers}) =>
		depth === 'one' ? samples.map(position => position === right) : [answers[depth] === right],
	);
	const right = tries.filter(Boolean).length;
	const councils = results.reduce((sum, {price}) => sum + price, 0) / Math.max(1, results.length);
	const price = depth === 'one' ? 1 : depth === 'vote' ? voters : councils;
	const share = right / Math.max(1, tries.length);
	return {
		depth,
		right,
		of: tries.length,
		interval: wilson(right, tries.length),
		price,
		priceOfRight: share === 0 ? null : price / share,
	};
}

const inWords: Readonly<Record<BenchDepth, string>> = {
	one: 'one prompt',
	think: 'one prompt that thinks for as long',
	samples: 'a vote of samples at the price of cruxes',
	vote: 'a council, vote',
	cruxes: 'a council, cruxes',
};

/** The report as lines of text, the last of which says which depth pays. */
function benchText(report: CouncilBenchReport): string {
	const {items, open, rows, mended, spoiled, dissent, atOnce, pays} = report;
	const lines = rows.map(
		({depth, right, of, interval: [low, high], price, priceOfRight}) =>
			`${inWords[depth].padEnd(42)} ${`${right} of ${of}`.padStart(11)}   ${percent(right / Math.max(1, of)).padStart(5)} (${percent(low)} to ${percent(high)})   ${price.toFixed(1)} answers, ${priceOfRight === null ? 'none right' : `${priceOfRight.toFixed(1)} a right one`}`,
	);
	const verdict =
		pays === undefined
			? `Not decided: the gate looks at ${flipsLookedAt} answers that talk changed, and there are ${mended + spoiled}. Until then, vote.`
			: pays
				? 'Talk pays for these voices: cruxes.'
				: 'Talk does not pay for these voices: vote.';
	return `${[
		`${items} questions; samples differed on ${open}, and on the others there was nothing to gain.`,
		...lines,
		`Talk mended ${mended} answers and spoiled ${spoiled}. Of ${dissent.wrong} wrong results, ${dissent.held} have the right answer in their dissent. Of ${atOnce.of} that agreed at once, ${atOnce.right} are right.`,
		verdict,
	].join('\n')}\n`;
}
