/** How far two labellings agree that were made apart from each other, and what scores come of labels beside marks. */
import {z} from 'zod';
import {readLabelledSet} from '../../src/app/judging/judge-results.ts';
import {agreementOf, median} from '../../src/debate/judged-text.ts';
import {LabelledTurn} from '../../src/formats/duelogic/figures.ts';
import {
	answerIn,
	distanceFromMarks,
	distanceOfBench,
	heldOutTurns,
	labelledItems,
	linesOf,
	markedTurns,
	meanOf,
	scoreOfLabels,
	strongTurns,
	type Labels,
	type Marked,
} from '../formats/duelogic/judging/label-scores.ts';
import {planted, rejudged} from '../formats/duelogic/judging/played.ts';
import {detail, row, type Row} from './report.ts';

const Labelling = LabelledTurn.pick({id: true, labels: true, mark: true});
type Labelling = z.infer<typeof Labelling>;

/**
 * How far a file of labels agrees with ours, then the scores that labels come to, beside marks by the guideline: mean
 * distance, how far above, in points, and of how many turns.
 */
export function* labels(file = 'test/fixtures/second-labels.jsonl'): Generator<Row> {
	const others = linesOf(file).map(line => Labelling.parse(line));
	const set = readLabelledSet().turns;
	const pairs = others.flatMap(second => {
		const first = set.find(({id}) => id === second.id);
		return first ? [{first, second}] : [];
	});
	const all: string[][] = [];
	for (const item of labelledItems) {
		const answers = pairs.map(({first, second}) => [answerIn(first.labels, item), answerIn(second.labels, item)]);
		all.push(...answers);
		yield detail(`${item.id}, ${pairs.length} turns`, agreement(answers));
	}
	yield row(`two labellings made apart, all items of ${pairs.length} turns`, agreement(all), '–');
	const honest = set.filter(({kind}) => kind === 'honest');
	yield fullRow('honest turns', honest);
	const panel = markedTurns('test/fixtures/panel-marks.jsonl');
	yield* markRows('honest labelled turns', panel);
	yield* groupRows(panel);
	yield* markRows(
		'honest turns, a labeller who knew the points, two passes',
		markedTurns('test/fixtures/guided-marks.jsonl'),
	);
	const heldOut = heldOutTurns();
	yield fullRow('held-out turns', heldOut);
	yield* markRows('held-out turns', heldOut);
	yield* strongDebates();
	yield* wholeDebates();
	const byFeel = pairs.filter(({first}) => first.kind === 'honest').map(({second}) => second);
	yield distanceDetail(
		'the second labeller’s labels and marks by feel, honest turns',
		byFeel.map(({id, labels: given, mark}) => ({id, labels: given, marks: [mark]})),
	);
	yield detail(
		'the two labellings’ scores of one turn apart',
		meanOf(
			pairs.map(({first, second}) => Math.abs(scoreOfLabels(first.labels) - scoreOfLabels(second.labels))),
		).toFixed(1),
	);
}

/** The distance from the median of the marks, from each labeller's own, and what two of them lie apart. */
function* markRows(what: string, turns: readonly Marked[]): Generator<Row> {
	const labellers = Array.from(turns[0]?.marks ?? [], (_, place) => place);
	yield distanceRow(`${what}, median of ${labellers.length} labellers`, turns);
	if (labellers.length < 2) return;
	for (const place of labellers)
		yield distanceDetail(
			`  labeller ${place + 1}`,
			turns.map(turn => ({...turn, marks: [turn.marks[place] ?? 0]})),
		);
	const apart = labellers.flatMap(one =>
		labellers
			.slice(one + 1)
			.map(other => meanOf(turns.map(({marks}) => Math.abs((marks[one] ?? 0) - (marks[other] ?? 0))))),
	);
	yield detail('  two labellers’ marks of one turn apart', meanOf(apart).toFixed(1));
}

/** Where the distance lies: by what is done wrong in a turn, beside what is left out. */
function* groupRows(turns: readonly Marked[]): Generator<Row> {
	for (const faults of [0, 1, 2, 3])
		yield distanceDetail(
			`  turns with ${faults}${faults === 3 ? ' or more' : ''} found at fault`,
			turns.filter(({labels: given}) => Math.min(faultsIn(given), 3) === faults),
		);
}

/** Each item whose finding costs points. */
const faultsIn = (given: Labels): number =>
	labelledItems.filter(
		item =>
			(['S3', 'C4', 'V', 'X1'].includes(item.id) || item.dimension === 'intellectualHonesty') &&
			answerIn(given, item) !== item.answers[0],
	).length;

type Scored = {readonly mark: number; readonly score: number};

/** Marks that lie so far apart that a listener would put the turns in an order. */
const tellApart = 10;

/** Every debate of strong models, by its own judge: how far off, and how many pairs of turns are in the order of the marks. */
function* wholeDebates(): Generator<Row> {
	const played = [...rejudged, ...planted].map(({mark, evaluation}): Scored => ({
		mark,
		score: evaluation.adherenceScore ?? 0,
	}));
	const kept = strongTurns().map(({debate, labellings: [first = {}], marks}) => ({
		debate,
		mark: median(marks) ?? 0,
		score: scoreOfLabels(first),
	}));
	const samples = kept.filter(({debate}) => debate.includes('strong-models'));
	for (const [what, some] of [
		['all debates that strong models held', [...played, ...samples]],
		['these and the turns that were kept', [...played, ...kept]],
	] as const) {
		const apart = some.map(({mark, score}) => score - mark);
		const pairs = some.flatMap((one, place) =>
			some
				.slice(place + 1)
				.filter(({mark}) => Math.abs(mark - one.mark) > tellApart)
				.map(other => [one, other] as const),
		);
		const inOrder = pairs.filter(([one, other]) => (one.mark - other.mark) * (one.score - other.score) > 0);
		yield row(
			distanceOf(what),
			`${meanOf(apart.map(Math.abs)).toFixed(1)}, ${meanOf(apart).toFixed(1)} (${some.length})`,
			'≤ 6',
		);
		yield row(`pairs of turns in the order of their marks: ${what}`, `${inOrder.length} of ${pairs.length}`, 'all');
	}
}

/** Turns of debates of strong models: by their judge, and by the median of three who labelled them. */
function* strongDebates(): Generator<Row> {
	const turns = strongTurns();
	for (const [what, some] of [
		['strong models’ turns', turns],
		['turns of one debate of strong models', turns.filter(({debate}) => debate.includes('strong-models'))],
	] as const) {
		const judged = some.map(({labellings: [first = {}], ...turn}): Marked => ({...turn, labels: first}));
		yield fullRow(what, judged);
		yield distanceRow(`${what}, as their judge found them`, judged);
		const {apart, above} = distanceOfBench(some);
		yield row(
			distanceOf(`${what}, median of three labellings`),
			`${apart.toFixed(1)}, ${above.toFixed(1)} (${some.length})`,
			'≤ 6',
		);
		yield detail(
			'  scores of one turn by two of them apart',
			meanOf(some.flatMap(({labellings}) => gaps(labellings))).toFixed(1),
		);
	}
}

const gaps = (labellings: readonly Labels[]): readonly number[] =>
	labellings.flatMap((one, place) =>
		labellings.slice(place + 1).map(other => Math.abs(scoreOfLabels(one) - scoreOfLabels(other))),
	);

function agreement(answers: readonly (readonly string[])[]): string {
	const {percent = 0, alpha} = agreementOf(answers) ?? {};
	return `${Math.round(100 * percent)} %, alpha ${alpha === undefined ? '–' : alpha.toFixed(2)}`;
}

const distanceOf = (what: string): string => `scores and marks apart, above (turns): ${what}`;
const distanceRow = (what: string, turns: readonly Marked[]): Row => row(distanceOf(what), distance(turns), '≤ 6');
const distanceDetail = (what: string, turns: readonly Marked[]): Row => detail(what, distance(turns));

function distance(turns: readonly Marked[]): string {
	const {apart, above} = distanceFromMarks(turns);
	return `${apart.toFixed(1)}, ${above.toFixed(1)} (${turns.length})`;
}

function fullRow(what: string, turns: readonly {readonly labels: Labels}[]): Row {
	const full = turns.filter(({labels: given}) => scoreOfLabels(given) === 100);
	return row(`share of ${what} that score 100`, `${Math.round((100 * full.length) / turns.length)} %`, '≤ 20 %');
}
