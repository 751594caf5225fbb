/** How well a judge does on labelled turns: figures over what it answered, as it counts after the rules of evidence. */
import {z} from 'zod';
import type {Participant} from '../../debate/events.ts';
import {outsideVoice} from '../../debate/seats.ts';
import {emptyState, type DebateState, type Turn, unheard} from '../../debate/state.ts';
import {duelogicConfig} from './config.ts';
import {createDebate, type DuelogicDebate} from './seats.ts';
import {wilsonUpper} from '../../debate/judged-text.ts';
import type {EvaluationEvent} from '../../debate/evaluation.ts';
import {itemsOwed, type RubricItem} from '../../debate/rubric.ts';

// Turns that were labelled item by item, and how they are put before a judge: as the last turn of a small debate.

/** `sentence` and `other_sentence` count from 1; they are left out where nothing was found. */
const Label = z.object({
	answer: z.string(),
	sentence: z.int().positive().optional(),
	other_turn: z.string().optional(),
	other_sentence: z.int().positive().optional(),
});

const LabelledSeat = z.object({seat: z.string(), framework: z.string()});

export const LabelledTurn = z.object({
	id: z.string().min(1),
	/** `honest`, or the kind of trap that it is. */
	kind: z.string().min(1),
	motion: z.string().min(1),
	speaker: LabelledSeat,
	opponent: LabelledSeat,
	earlier: z.array(z.object({id: z.string(), seat: z.string(), text: z.string()})),
	text: z.string().min(1),
	/** By item; one that is left out found nothing. */
	labels: z.record(z.string(), Label),
	/** For honest arguing, from 0 to 100: what labellers gave by the guideline of docs/judging.md; a trap's by feel. */
	mark: z.number().min(0).max(100),
	/** Items to which a trap tempts: any finding there is a false one. */
	mustNot: z.array(z.string()).optional(),
	why: z.string().optional(),
});
export type LabelledTurn = z.infer<typeof LabelledTurn>;

/**
 * How a labelled turn is put: as it is, the same once more, with the seats exchanged, or with names of models for the
 * seats, which a judge's copy should not show.
 */
export const variants = ['plain', 'again', 'seats', 'names'] as const;
export type Variant = (typeof variants)[number];

/** The seat of the only judge of such a debate. */
export const judgeSeat = 'judge';

const modelNames: Readonly<Record<string, string>> = {chair_1: 'Claude Sonnet 4', chair_2: 'Grok 3'};
const exchanged: Readonly<Record<string, string>> = {chair_1: 'chair_2', chair_2: 'chair_1'};

const nameOf = (seat: string, variant: Variant): string => (variant === 'names' ? (modelNames[seat] ?? seat) : seat);
const seatOf = (seat: string, variant: Variant): string => (variant === 'seats' ? (exchanged[seat] ?? seat) : seat);

/** What is said in a text of the chairs by name, in that variant. */
const textOf = (text: string, variant: Variant): string =>
	variant === 'plain' || variant === 'again'
		? text
		: text.replaceAll(/\bChair (?<number>[12])\b/gu, (label, number: string) => {
				const seat = `chair_${number}`;
				return variant === 'names' ? nameOf(seat, variant) : label.replace(number, seatOf(seat, variant).slice(-1));
			});

/** Its earlier turns are called `t1` to `t3` in the set. */
const judgedId = 't4';

export type StagedTurn = {
	readonly debate: DuelogicDebate;
	readonly heard: DebateState;
	readonly turn: Turn;
};

/** A labelled turn as the last one of a debate of two chairs. Throws where its framework is not one of ours. */
export function stageTurn(
	labelled: LabelledTurn,
	variant: Variant,
	judge: Participant,
	cachedShares: Readonly<Record<string, number>>,
	contextTokens: number,
): StagedTurn {
	const chairs = [labelled.speaker, labelled.opponent]
		.map(({seat, framework}) => ({seat: seatOf(seat, variant), name: nameOf(seat, variant), framework}))
		.toSorted((one, other) => one.seat.localeCompare(other.seat));
	const participants: Participant[] = [
		...chairs.map(({seat, name, framework}) => ({id: seat, role: 'chair', name, voice: outsideVoice, framework})),
		{id: 'arbiter', role: 'arbiter', name: 'arbiter', voice: outsideVoice},
		judge,
	];
	const debate = createDebate({
		config: duelogicConfig.parse({
			chairs: chairs.map(({seat, framework}) => ({position: seat, framework})),
			contextTokens,
		}),
		subject: {text: labelled.motion},
		participants,
		cachedShares,
	});
	const turn = heardTurn(judgedId, seatOf(labelled.speaker.seat, variant), textOf(labelled.text, variant));
	const earlier = labelled.earlier.map(({id, seat, text}) =>
		heardTurn(id, seatOf(seat, variant), textOf(text, variant)),
	);
	return {debate, heard: {...emptyState, turns: [...earlier, turn]}, turn};
}

/** A turn of an exchange that was heard to its end. */
const heardTurn = (id: string, speaker: string, text: string): Turn => ({
	...unheard,
	id,
	speaker,
	by: undefined,
	kind: 'reply',
	text,
	finish: 'complete',
	segment: 'exchange',
	round: 1,
	step: undefined,
	replyTo: undefined,
	amid: undefined,
	startedAt: 0,
	endedAt: 1,
});

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
		/** How many scores are 100. */
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

// Whether a judge can be trusted, by its figures on the labelled turns.

/** `undecided`: too few turns were put to say. */
export type Fitness = 'fit' | 'with_second' | 'unfit' | 'undecided';

type Bar = {readonly trapsUpper: number; readonly accuracy: number; readonly unusable: number; readonly found: number};

/** One that finds nothing agrees with four labels of five: it has to find half of what is there. */
const leastFound = 0.5;
const fitnessBars: Readonly<Record<'fit' | 'with_second', Bar>> = {
	fit: {trapsUpper: 0.1, accuracy: 0.85, unusable: 0.05, found: leastFound},
	with_second: {trapsUpper: 0.2, accuracy: 0.75, unusable: 0.1, found: leastFound},
};

/** `whole` says that the whole set was put: a part of it may leave open what all of it would show. */
export function fitnessOf(figures: JudgeFigures, whole: boolean): Fitness {
	if (clears(figures, fitnessBars.fit, figures.traps.upper)) return 'fit';
	const second = clears(figures, fitnessBars.with_second, figures.traps.upper);
	const mayYet = !whole && clears(figures, fitnessBars.with_second, figures.traps.falseYes ?? 0);
	if (figures.turns === 0 || (mayYet && !second)) return 'undecided';
	return second ? 'with_second' : 'unfit';
}

const clears = ({accuracy = 0, unusable = 1, found = 0}: JudgeFigures, bar: Bar, falseYes: number): boolean =>
	falseYes <= bar.trapsUpper && accuracy >= bar.accuracy && unusable <= bar.unusable && found >= bar.found;

/** The verdict in one sentence, with what it rests on. */
export function fitnessInWords(fitness: Fitness, {accuracy, unusable, found, traps, turns}: JudgeFigures): string {
	const rests = `false yes on traps ${shareText(traps.falseYes)} (at most ${shareText(traps.upper)} by its upper 95 % bound), accuracy ${shareText(accuracy)}, ${shareText(found)} of what is there found, ${shareText(unusable)} of its verdicts unusable`;
	switch (fitness) {
		case 'fit':
			return `Fit to judge: ${rests}.`;
		case 'with_second':
			return `Fit to judge with a second judge beside it: ${rests}.`;
		case 'unfit':
			return `Not fit to judge: ${rests}.`;
		case 'undecided':
			return `Not decided, ${turns} turns are too few to say: ${rests}.`;
		default:
			return fitness satisfies never;
	}
}

/** A share as a whole percentage; a small one that is not none with a decimal. */
export const shareText = (share: number | undefined): string =>
	share === undefined ? '–' : `${Number((100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0))} %`;
