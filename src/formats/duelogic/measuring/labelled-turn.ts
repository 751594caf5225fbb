/** Turns that were labelled item by item, and how they are put before a judge: as the last turn of a small debate. */
import {z} from 'zod';
import type {Participant} from '../../../debate/events.ts';
import {outsideVoice} from '../../../debate/seats.ts';
import {emptyState, type DebateState, type Turn, unheard} from '../../../debate/state.ts';
import {duelogicConfig} from '../config/config.ts';
import {createDebate, type DuelogicDebate} from '../seating/seating.ts';

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
