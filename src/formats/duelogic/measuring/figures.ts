/** How well a judge does on labelled turns: figures over what it answered, as it counts after the rules of evidence. */
import {wilsonUpper} from '../../../debate/evidence/proportion.ts';
import type {EvaluationEvent} from '../../../debate/formats/duelogic/events.ts';
import {itemsOwed, type RubricItem} from '../judging/rubric.ts';
import type {LabelledTurn, Variant} from './labelled-turn.ts';

/** One labelled turn as it was put, and what came of it. */
export type CheckedTurn = {
	readonly labelled: LabelledTurn;
	readonly variant: Variant;
	readonly evaluation: EvaluationEvent;
};

/** Shares are from 0 to 1; undefined where there was nothing to count. */
type MaybeShare = number | undefined;

type ItemFigures = {
	readonly id: string;
	/** MaybeShare of verdicts that give the very answer of the label. */
	readonly accuracy: MaybeShare;
	/** MaybeShare of findings among the turns where the label finds nothing. */
	readonly falseYes: MaybeShare;
	/** MaybeShare of findings, in whatever grade, among the turns where the label finds something. */
	readonly found: MaybeShare;
	/** Turns whose label finds something. */
	readonly labelled: number;
};

/** A turn that was put twice: how much of the answer stayed. */
type Constancy = {
	/** Pairs of which both verdicts were usable. */
	readonly turns: number;
	/** MaybeShare of items with the same answer both times. */
	readonly same: MaybeShare;
	/** Mean distance of the two scores, in points. */
	readonly distance: number | undefined;
};

export type JudgeFigures = {
	/** Labelled turns that were put as they are, and how many verdicts were of use. */
	readonly turns: number;
	readonly usable: number;
	/** Of all verdicts, those of turns that were put once more included. */
	readonly unusable: MaybeShare;
	readonly accuracy: MaybeShare;
	readonly falseYes: MaybeShare;
	readonly found: MaybeShare;
	readonly items: readonly ItemFigures[];
	readonly traps: {
		/** Traps with a usable verdict, and those of them where it found what the trap tempts to. */
		readonly turns: number;
		readonly fellFor: number;
		readonly falseYes: MaybeShare;
		/** Upper end of Wilson's interval at 95 %. */
		readonly upper: number;
		readonly kinds: readonly {readonly kind: string; readonly turns: number; readonly fellFor: number}[];
	};
	readonly stability: Constancy;
	readonly seats: Constancy;
	readonly names: Constancy;
	/** Of honest turns with a usable verdict. */
	readonly honest: {
		readonly turns: number;
		readonly mean: number | undefined;
		/** MaybeShare of scores of 100. */
		readonly full: MaybeShare;
		/** Mean distance from the labellers' marks, and how far the scores lie above them, in points. */
		readonly distanceFromMark: number | undefined;
		readonly aboveMark: number | undefined;
	};
};

const items: readonly RubricItem[] = itemsOwed({steelManning: true, selfCritique: true});

/** What counts of a verdict: the answer that stands by item, else "nothing"; undefined if unusable. */
function countedAnswers({verdicts = []}: EvaluationEvent): ReadonlyMap<string, string> | undefined {
	const [verdict] = verdicts;
	if (!verdict || verdict.score === null) return undefined;
	return new Map(
		items.map(({id, answers}) => {
			const item = verdict.items.find(each => each.id === id);
			return [id, item?.answer === 'yes' && item.grade !== undefined ? item.grade : answers[0]];
		}),
	);
}

const labelOf = ({labels}: LabelledTurn, {id, answers}: RubricItem): string => labels[id]?.answer ?? answers[0];

type CountedTurn = {readonly turn: CheckedTurn; readonly answers: ReadonlyMap<string, string>};

const counted = (turns: readonly CheckedTurn[]): CountedTurn[] =>
	turns.flatMap(turn => {
		const answers = countedAnswers(turn.evaluation);
		return answers ? [{turn, answers}] : [];
	});

export function figuresOf(checked: readonly CheckedTurn[]): JudgeFigures {
	const plain = checked.filter(({variant}) => variant === 'plain');
	const usable = counted(plain);
	const cells = items.map(item => ({item, pairs: usable.map(each => pairOf(each, item))}));
	const all = cells.flatMap(({pairs}) => pairs);
	return {
		turns: plain.length,
		usable: usable.length,
		unusable: share(checked, ({evaluation}) => countedAnswers(evaluation) === undefined),
		...sharesOf(all),
		items: cells.map(({item, pairs}) => ({
			id: item.id,
			...sharesOf(pairs),
			labelled: pairs.filter(({label, nothing}) => label !== nothing).length,
		})),
		traps: trapsIn(usable),
		stability: constancy(usable, checked, 'again'),
		seats: constancy(usable, checked, 'seats'),
		names: constancy(usable, checked, 'names'),
		honest: honestIn(usable),
	};
}

type Pair = {readonly label: string; readonly answer: string; readonly nothing: string};

const pairOf = ({turn, answers}: CountedTurn, item: RubricItem): Pair => ({
	label: labelOf(turn.labelled, item),
	answer: answers.get(item.id) ?? '',
	nothing: item.answers[0],
});

const sharesOf = (pairs: readonly Pair[]) => ({
	accuracy: share(pairs, ({label, answer}) => label === answer),
	falseYes: share(
		pairs.filter(({label, nothing}) => label === nothing),
		({answer, nothing}) => answer !== nothing,
	),
	found: share(
		pairs.filter(({label, nothing}) => label !== nothing),
		({answer, nothing}) => answer !== nothing,
	),
});

function trapsIn(usable: readonly CountedTurn[]): JudgeFigures['traps'] {
	const traps = usable
		.filter(({turn}) => (turn.labelled.mustNot ?? []).length > 0)
		.map(({turn: {labelled}, answers}) => ({
			kind: labelled.kind,
			fell: (labelled.mustNot ?? []).some(id => {
				const item = items.find(each => each.id === id);
				return item !== undefined && answers.get(id) !== item.answers[0];
			}),
		}));
	const fellFor = traps.filter(({fell}) => fell).length;
	return {
		turns: traps.length,
		fellFor,
		falseYes: share(traps, ({fell}) => fell),
		upper: wilsonUpper(fellFor, traps.length),
		kinds: [...Map.groupBy(traps, ({kind}) => kind)].map(([kind, of]) => ({
			kind,
			turns: of.length,
			fellFor: of.filter(({fell}) => fell).length,
		})),
	};
}

function constancy(usable: readonly CountedTurn[], checked: readonly CheckedTurn[], variant: Variant): Constancy {
	const pairs = counted(checked.filter(each => each.variant === variant)).flatMap(second => {
		const first = usable.find(({turn}) => turn.labelled.id === second.turn.labelled.id);
		return first ? [{first, second}] : [];
	});
	return {
		turns: pairs.length,
		same: share(
			pairs.flatMap(({first, second}) => items.map(({id}) => first.answers.get(id) === second.answers.get(id))),
			same => same,
		),
		distance: mean(pairs.map(({first, second}) => Math.abs(scoreOf(first) - scoreOf(second)))),
	};
}

function honestIn(usable: readonly CountedTurn[]): JudgeFigures['honest'] {
	const honest = usable.filter(({turn}) => turn.labelled.kind === 'honest');
	const distances = honest.map(each => scoreOf(each) - each.turn.labelled.mark);
	return {
		turns: honest.length,
		mean: mean(honest.map(scoreOf)),
		full: share(honest, each => scoreOf(each) === 100),
		distanceFromMark: mean(distances.map(Math.abs)),
		aboveMark: mean(distances),
	};
}

const scoreOf = ({turn}: CountedTurn): number => turn.evaluation.adherenceScore ?? 0;

const share = <T>(all: readonly T[], counts: (each: T) => boolean): MaybeShare =>
	all.length === 0 ? undefined : all.filter(each => counts(each)).length / all.length;

const mean = (numbers: readonly number[]): number | undefined =>
	numbers.length === 0 ? undefined : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
