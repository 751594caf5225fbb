/** How far two labellings agree that were made apart from each other, and what scores come of labels beside marks. */
import {readFileSync} from 'node:fs';
import {z} from 'zod';
import {readLabelledSet} from '../../src/app/judges/labelled-set.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {agreementOf} from '../../src/debate/evidence/agreement.ts';
import {pointScore, valuesOf} from '../../src/protocols/duelogic/judging/points.ts';
import {itemsOwed, type RubricItem} from '../../src/protocols/duelogic/judging/rubric.ts';
import {LabelledTurn} from '../../src/protocols/duelogic/measuring/labelled-turn.ts';
import {heading, row} from './report.ts';

const Labelling = LabelledTurn.pick({id: true, labels: true, mark: true});
type Labelling = z.infer<typeof Labelling>;

const owed = {steelManning: true, selfCritique: true};
const weights = {steelManning: 25, selfCritique: 25, frameworkConsistency: 25, intellectualHonesty: 25};
/** Fitted to the marks by the guideline. */
const towardsOthers = {steelManning: 35, selfCritique: 35, frameworkConsistency: 15, intellectualHonesty: 15};
const items: readonly RubricItem[] = itemsOwed(owed);

export function labels(file = 'test/fixtures/second-labels.jsonl'): void {
	const lines = readFileSync(file, 'utf8').trim().split('\n');
	const others = lines.map(line => Labelling.parse(JSON.parse(line)));
	const set = readLabelledSet().turns;
	const pairs = others.flatMap(second => {
		const first = set.find(({id}) => id === second.id);
		return first ? [{first, second}] : [];
	});
	const all: string[][] = [];
	for (const item of items) {
		const answers = pairs.map(({first, second}) => [answerOf(first, item), answerOf(second, item)]);
		all.push(...answers);
		agreementRow(`${item.id}, ${pairs.length} turns`, answers);
	}
	agreementRow('all items', all);
	heading('Scores that the labels come to, beside marks given by feel: mean distance, and how far above, in points');
	const honest = set.filter(({kind}) => kind === 'honest');
	row(
		'share of honest turns that score 100',
		share(
			honest.map(each => scoreOf(each)),
			100,
		),
		'≤ 20 %',
	);
	distanceRow('score and mark of the first labeller, all honest turns', honest.map(scoreAndMark), '≤ 6');
	guidedMarks(honest);
	strongDebate();
	for (const [what, kinds] of [
		['honest turns', (kind: string) => kind === 'honest'],
		['traps', (kind: string) => kind !== 'honest'],
	] as const) {
		const both = pairs.filter(({first}) => kinds(first.kind));
		distanceRow(
			`${what} labelled twice: first labels, first marks`,
			both.map(({first}) => scoreAndMark(first)),
		);
		distanceRow(
			`${what} labelled twice: second labels, second marks`,
			both.map(({second}) => scoreAndMark(second)),
		);
		distanceRow(
			`${what} labelled twice: the two scores`,
			both.map(({first, second}) => [scoreOf(first), scoreOf(second)]),
		);
		distanceRow(
			`${what} labelled twice: the two marks`,
			both.map(({first, second}) => [first.mark, second.mark]),
		);
	}
}

const GuidedMarks = z.object({id: z.string(), marks: z.tuple([z.number(), z.number()])});

/** Marks given blind, by the guideline of docs/judging.md, in two passes. */
function guidedMarks(honest: readonly Labelling[]): void {
	const lines = readFileSync('test/fixtures/guided-marks.jsonl', 'utf8').trim().split('\n');
	const marked = lines.flatMap(line => {
		const {id, marks} = GuidedMarks.parse(JSON.parse(line));
		const turn = honest.find(each => each.id === id);
		return turn ? [{turn, faults: faultsIn(turn), score: scoreOf(turn), feel: turn.mark, marks}] : [];
	});
	for (const pass of [0, 1] as const)
		distanceRow(
			`score and mark by the guideline, honest turns, pass ${pass + 1}`,
			marked.map(({score, marks}) => [score, marks[pass]]),
			'≤ 6',
		);
	for (const [what, isIn] of [
		['turns marked 70 or more', (mark: number) => mark >= 70],
		['turns marked less', (mark: number) => mark < 70],
	] as const)
		distanceRow(
			`the same, pass 1, ${what}`,
			marked.filter(({marks}) => isIn(marks[0])).map(({score, marks}) => [score, marks[0]]),
		);
	for (const faults of [0, 1, 2, 3])
		distanceRow(
			`the same, pass 1, turns with ${faults}${faults === 3 ? ' or more faults' : faults === 1 ? ' fault' : ' faults'}`,
			marked.filter(({faults: found}) => Math.min(found, 3) === faults).map(({score, marks}) => [score, marks[0]]),
		);
	for (const [id, answer] of telling)
		distanceRow(
			`the same, pass 1, where ${id} is ${answer}`,
			marked.filter(({turn}) => turn.labels[id]?.answer === answer).map(({score, marks}) => [score, marks[0]]),
		);
	const line = lineThrough(marked.map(({score, marks}) => [score, marks[0]]));
	row(
		'the same, pass 1, the line that fits best',
		`mark = ${line.slope.toFixed(2)} × score − ${(-line.at0).toFixed(0)}`,
		'reported',
	);
	distanceRow(
		'the same, pass 1, mark and that line',
		marked.map(({score, marks}) => [line.at0 + line.slope * score, marks[0]]),
	);
	distanceRow(
		'the same, pass 1, with weights of 35, 35, 15 and 15',
		marked.map(({turn, marks}) => [scoreOf(turn, towardsOthers), marks[0]]),
	);
	distanceRow(
		'the marks of the two passes',
		marked.map(({marks}) => marks),
	);
	distanceRow(
		'mark by the guideline, pass 1, and the first labeller’s by feel',
		marked.map(({feel, marks}) => [marks[0], feel]),
	);
}

/** Answers that score and mark weigh differently. */
const telling = [
	['S1', 'loose'],
	['S1', 'exact'],
	['C1', 'plan'],
	['C1', 'framework'],
	['C4', 'yes'],
	['misrepresented_opponent', 'minor'],
] as const;

/** What is done wrong in a turn, beside what is left out: each item whose finding costs points. */
const faultsIn = (labelling: Labelling): number =>
	items.filter(
		item =>
			(['S3', 'C4', 'V', 'X1'].includes(item.id) || item.dimension === 'intellectualHonesty') &&
			answerOf(labelling, item) !== item.answers[0],
	).length;

/** Least squares. */
function lineThrough(pairs: readonly (readonly [number, number])[]): {readonly slope: number; readonly at0: number} {
	const [x, y] = [mean(pairs.map(([one]) => one)), mean(pairs.map(([, other]) => other))];
	const slope = mean(pairs.map(([one, other]) => (one - x) * (other - y))) / mean(pairs.map(([one]) => (one - x) ** 2));
	return {slope, at0: y - slope * x};
}

/** A strong judge's own marks for turns t4 to t9 of the debate that it scored. */
const strongMarks = [89, 92, 89, 89, 92, 92];

/** A debate of strong models, as a strong model scored it by the present rules (`rostrum rescore`). */
function strongDebate(): void {
	const {events} = readJournal('test/fixtures/strong-models/rescored.jsonl');
	const scores = events
		.flatMap(event => (event.type === 'evaluation' ? [event] : []))
		.toSorted((one, other) => one.turnId.localeCompare(other.turnId))
		.map(({adherenceScore}) => adherenceScore ?? 0);
	row('a debate of strong models: share of turns that score 100', share(scores, 100), '≤ 20 %');
	distanceRow(
		'a debate of strong models: score and mark of strong judges',
		scores.map((score, place) => [score, strongMarks[place] ?? 0]),
		'≤ 6',
	);
}

const answerOf = ({labels: given}: Labelling, {id, answers}: RubricItem): string => given[id]?.answer ?? answers[0];

/** The score that the labels come to, as a judge's answers would. */
function scoreOf(labelling: Labelling, by = weights): number {
	const found = items
		.map((item): [string, string] => [item.id, answerOf(labelling, item)])
		.filter(([id, answer]) => id === 'C5' || answer !== items.find(item => item.id === id)?.answers[0]);
	const standing = new Map(found);
	return pointScore(valuesOf(standing, owed), by, standing.get('X1') === 'major').score;
}

const scoreAndMark = (labelling: Labelling): readonly [number, number] => [scoreOf(labelling), labelling.mark];

function agreementRow(what: string, answers: readonly (readonly string[])[]): void {
	const {percent = 0, alpha} = agreementOf(answers) ?? {};
	row(what, `${Math.round(100 * percent)} %, alpha ${alpha === undefined ? '–' : alpha.toFixed(2)}`, 'reported');
}

function distanceRow(what: string, pairs: readonly (readonly [number, number])[], goal = 'reported'): void {
	const distances = pairs.map(([one, other]) => one - other);
	row(what, `${mean(distances.map(Math.abs)).toFixed(1)}, ${mean(distances).toFixed(1)} (${pairs.length})`, goal);
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

const share = (numbers: readonly number[], wanted: number): string =>
	`${Math.round((100 * numbers.filter(each => each === wanted).length) / numbers.length)} %`;
