/** The scores that labels come to, as a judge's answers would, and the marks that they are held against. */
import {readFileSync} from 'node:fs';
import {z} from 'zod';
import {readLabelledSet} from '../../../../src/app/judging/judge-results.ts';
import {median} from '../../../../src/debate/judged-text.ts';
import {readJournal} from '../../../../src/engine/journal/journal.ts';
import {duelogicConfig} from '../../../../src/formats/duelogic/config.ts';
import {itemsOwed, type RubricItem} from '../../../../src/debate/rubric.ts';
import {pointScore, valuesOf} from '../../../../src/formats/duelogic/turn-score.ts';
import {LabelledTurn} from '../../../../src/formats/duelogic/figures.ts';

export type Labels = LabelledTurn['labels'];

const owed = {steelManning: true, selfCritique: true};
export const labelledItems: readonly RubricItem[] = itemsOwed(owed);
const {weights} = duelogicConfig.parse({});

export const answerIn = (labels: Labels, {id, answers}: RubricItem): string => labels[id]?.answer ?? answers[0];

/** From 0 to 100. */
export function scoreOfLabels(labels: Labels): number {
	const standing = new Map(
		labelledItems
			.map(item => [item.id, answerIn(labels, item), item.answers[0]] as const)
			.filter(([id, answer, nothing]) => (id === 'C5' ? answer === 'yes' : answer !== nothing))
			.map(([id, answer]) => [id, answer] as const),
	);
	return pointScore(valuesOf(standing, owed), weights, standing).score;
}

const Marks = z.object({id: z.string(), marks: z.array(z.number()).min(1)});
export type Marked = {readonly id: string; readonly labels: Labels; readonly marks: readonly number[]};

export const linesOf = (file: string): readonly unknown[] =>
	readFileSync(file, 'utf8')
		.trim()
		.split('\n')
		.map((line): unknown => JSON.parse(line));

/** The honest turns of the labelled set, each with the marks of this file. */
export function markedTurns(file: string): readonly Marked[] {
	const honest = readLabelledSet().turns.filter(({kind}) => kind === 'honest');
	return linesOf(file).map(line => {
		const {id, marks} = Marks.parse(line);
		const turn = honest.find(each => each.id === id);
		if (!turn) throw new Error(`${file} marks ${id}, which is not an honest turn of the set`);
		return {id, labels: turn.labels, marks};
	});
}

const HeldOut = LabelledTurn.omit({mark: true}).extend({marks: z.array(z.number()).min(1)});

/** Turns beside the set, by other writers. */
export const heldOutTurns = (): readonly z.infer<typeof HeldOut>[] =>
	linesOf('test/fixtures/held-out-turns.jsonl').map(line => HeldOut.parse(line));

const StrongTurn = z.object({
	debate: z.string(),
	turn: z.string(),
	marks: z.array(z.number()).min(1),
	labellings: z.array(LabelledTurn.shape.labels),
});

/** A turn with what each of a bench finds in it. */
export type BenchMarked = {
	readonly id: string;
	readonly debate: string;
	readonly labellings: readonly Labels[];
	readonly marks: readonly number[];
};

/** Turns of debates of strong models: what their judge found, and two labellers made apart from it and each other. */
export const strongTurns = (): readonly BenchMarked[] =>
	linesOf('test/fixtures/strong-models/marks.jsonl').map(line => {
		const {debate, turn, marks, labellings} = StrongTurn.parse(line);
		return {id: turn, debate, marks, labellings: [judgedLabels(debate, turn), ...labellings]};
	});

/** What a judge's answers that stand would be as labels. */
function judgedLabels(debate: string, turnId: string): Labels {
	const evaluation = readJournal(debate).events.findLast(
		event => event.type === 'evaluation' && event.turnId === turnId,
	);
	if (evaluation?.type !== 'evaluation') throw new Error(`${turnId} of ${debate} is not judged`);
	const standing = evaluation.items.filter(({answer, grade}) => answer === 'yes' && grade !== undefined);
	return Object.fromEntries(standing.map(({id, grade = ''}) => [id, {answer: grade}]));
}

/** The same for a bench, by the median of its scores. */
export const distanceOfBench = (turns: readonly BenchMarked[]): Distance =>
	distanceOf(turns.map(({labellings, marks}) => [median(labellings.map(scoreOfLabels)) ?? 0, marks]));

export type Distance = {readonly apart: number; readonly above: number};

/** Mean distance of the scores from the median of the marks, and how far above on average, in points. */
export const distanceFromMarks = (turns: readonly Marked[]): Distance =>
	distanceOf(turns.map(({labels, marks}) => [scoreOfLabels(labels), marks]));

function distanceOf(turns: readonly (readonly [score: number, marks: readonly number[]])[]): Distance {
	const distances = turns.map(([score, marks]) => score - (median(marks) ?? 0));
	return {apart: meanOf(distances.map(Math.abs)), above: meanOf(distances)};
}

export const meanOf = (numbers: readonly number[]): number =>
	numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
