/**
 * What listeners do on their own page while a debate is held: they vote, ask and object. No prompt reads any of it, and
 * no score or verdict counts it.
 */
import {z} from 'zod';
import {Stance} from './evaluation.ts';

/** A browser, by a keyed hash of its random token: the same person in another browser is somebody else. */
const Listener = z.string().regex(/^[0-9a-f]{16}$/u);
const When = z.enum(['before', 'after']);
export type VotedWhen = z.infer<typeof When>;

/** The longest question, in characters (UTF-16). */
export const longestQuestion = 200;

/**
 * What came of listeners within a moment, and what the user decided on it. A later vote of a listener replaces an
 * earlier one.
 */
export const AudienceEvent = z.object({
	type: z.literal('audience'),
	votes: z.array(z.object({listener: Listener, when: When, stance: Stance})).optional(),
	/** The user closes a vote: nobody can change theirs any more, and it may be counted for all to see. */
	closes: When.optional(),
	questions: z
		.array(z.object({id: z.string().min(1), listener: Listener, text: z.string().min(1).max(longestQuestion)}))
		.optional(),
	/** Who else would like a question to be put. */
	supports: z.array(z.object({question: z.string(), listener: Listener})).optional(),
	decided: z.object({question: z.string(), fate: z.enum(['let-in', 'refused'])}).optional(),
	/** How many objected to the sentence that begins at this character of a turn; a later count replaces an earlier. */
	objections: z
		.array(z.object({turnId: z.string().min(1), offset: z.int().nonnegative(), count: z.int().positive()}))
		.optional(),
});
export type AudienceEvent = z.infer<typeof AudienceEvent>;

type Stances = {readonly before?: number; readonly after?: number};

type AudienceQuestion = {
	readonly id: string;
	readonly listener: string;
	readonly text: string;
	/** Who else wants it put. */
	readonly supporters: readonly string[];
	/** Undefined while the user has not decided. */
	readonly fate: 'let-in' | 'refused' | undefined;
};

export type AudienceState = {
	/** By listener, from −3 to 3. */
	readonly votes: ReadonlyMap<string, Stances>;
	readonly closed: readonly VotedWhen[];
	readonly questions: readonly AudienceQuestion[];
	/** By turn, and in it by the first character of the sentence. */
	readonly objections: ReadonlyMap<string, ReadonlyMap<number, number>>;
};

const emptyAudience: AudienceState = {votes: new Map(), closed: [], questions: [], objections: new Map()};

/** Folds one event into what the audience did so far; changes neither. */
export function reduceAudience(state: AudienceState = emptyAudience, event: AudienceEvent): AudienceState {
	const {votes = [], closes, questions = [], supports = [], decided, objections = []} = event;
	const cast = votes.length === 0 ? state.votes : new Map(state.votes);
	if (cast instanceof Map)
		for (const {listener, when, stance} of votes) cast.set(listener, {...cast.get(listener), [when]: stance});
	const asked = [
		...state.questions,
		...questions.map(question => ({...question, supporters: [], fate: undefined})),
	].map(question => {
		const more = supports.filter(support => support.question === question.id).map(({listener}) => listener);
		const supporters = more.length === 0 ? question.supporters : [...new Set([...question.supporters, ...more])];
		return {...question, supporters, fate: decided?.question === question.id ? decided.fate : question.fate};
	});
	return {
		votes: cast,
		closed: closes === undefined || state.closed.includes(closes) ? state.closed : [...state.closed, closes],
		questions: asked,
		objections: objections.length === 0 ? state.objections : withMarks(state.objections, objections),
	};
}

function withMarks(
	before: AudienceState['objections'],
	marks: NonNullable<AudienceEvent['objections']>,
): AudienceState['objections'] {
	const all = new Map(before);
	for (const {turnId, offset, count} of marks) all.set(turnId, new Map(all.get(turnId)).set(offset, count));
	return all;
}

/** Where somebody stands, whatever the scale. */
export const sides = ['for', 'undecided', 'against'] as const;
export type Side = (typeof sides)[number];
const sideOf = (stance: number): Side => (stance > 0 ? 'for' : stance < 0 ? 'against' : 'undecided');

/** From where to where so many listeners went, or stayed. */
export type Flow = {readonly from: Side; readonly to: Side; readonly count: number};

/**
 * How listeners moved: the flows between the three answers, counted only from those who voted both times. Who began
 * behind gains most easily, so there is no sum of it.
 */
export type Swing = {
	/** Those who voted both times. */
	readonly both: number;
	/** Those who voted at all. */
	readonly voted: number;
	/** Each pair that anybody took, in the order of the sides. */
	readonly flows: readonly Flow[];
	/** Whether it may be shown: the vote at the end is closed. */
	readonly isClosed: boolean;
};

/** Undefined where no listener voted. */
export function swingOf(audience: AudienceState | undefined): Swing | undefined {
	if (!audience || audience.votes.size === 0) return undefined;
	const both = [...audience.votes.values()].flatMap(({before, after}) =>
		before === undefined || after === undefined ? [] : [{from: sideOf(before), to: sideOf(after)}],
	);
	const flows = sides.flatMap(from =>
		sides.map(to => ({from, to, count: both.filter(each => each.from === from && each.to === to).length})),
	);
	return {
		both: both.length,
		voted: audience.votes.size,
		flows: flows.filter(({count}) => count > 0),
		isClosed: audience.closed.includes('after'),
	};
}

/** How many of them stood on a side, before or after. */
export const countedOn = ({flows}: Swing, side: Side, when: VotedWhen): number =>
	flows.reduce((sum, {from, to, count}) => sum + ((when === 'before' ? from : to) === side ? count : 0), 0);
