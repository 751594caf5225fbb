/** The facts of a council: answers given blind, how they group, what they hang on, each ballot, and what it came to. */
import {z} from 'zod';

const Text = z.string().min(1);

export const CouncilReason = z.object({
	/** The letter of the seat and the place of the reason: `B2`. */
	id: Text,
	claim: Text,
	rests: z.enum(['fact', 'calculation', 'document', 'judgement']),
	/** Ids of passages. */
	cites: z.array(z.string()),
});
export type CouncilReason = z.infer<typeof CouncilReason>;

/** What a seat answered before it had seen anything of the others. */
const CouncilAnswerEvent = z.object({
	type: z.literal('council-answer'),
	seat: Text,
	/** What the seat is called in prompts, by lot. */
	letter: Text,
	/** The turn that has the answer in prose. */
	turnId: Text,
	/** The id of an option, a number as text, words of its own, or `none`. */
	position: Text,
	reasons: z.array(CouncilReason).min(1),
	confidence: z.number().min(0).max(100),
	/** What would change this answer. */
	change: z.string(),
	/** The model whose vote it is, a person apart from all others; and its maker. */
	model: Text,
	maker: Text,
});
export type CouncilAnswerEvent = z.infer<typeof CouncilAnswerEvent>;

const CouncilGroup = z.object({id: Text, position: Text, seats: z.array(Text)});
export type CouncilGroup = z.infer<typeof CouncilGroup>;

/** A sentence that is true or false, on which the difference hangs. */
const Crux = z.object({id: Text, claim: Text, from: z.array(z.string())});
export type Crux = z.infer<typeof Crux>;

/** Which answers are one position, and what lies between the positions. */
const CouncilGroupsEvent = z.object({
	type: z.literal('council-groups'),
	groups: z.array(CouncilGroup).min(1),
	cruxes: z.array(Crux),
	/** Who grouped them; absent where code did. */
	clerk: z.string().optional(),
	/** Why there is no grouping by the clerk, or no crux. */
	note: z.string().optional(),
});

export const cruxCalls = ['true', 'false', 'unsure'] as const;
const CruxCall = z.enum(cruxCalls);

export const moveGrounds = ['new_fact', 'counterexample', 'calculation', 'quotation', 'broken_premise'] as const;

const CouncilMove = z.object({
	/** The position that is held from now on. */
	to: Text,
	ground: z.enum(moveGrounds).nullable(),
	/** The sentence that moved it, of somebody else. */
	sentence: z.object({turnId: Text, text: Text}).nullable(),
	/** An own reason that no longer stands. */
	fallen: z.string().nullable(),
	/** Why it does not count. */
	uncounted: z.string().optional(),
	byPerson: z.literal(true).optional(),
});
export type CouncilMove = z.infer<typeof CouncilMove>;

/** What a seat said alone: before any exchange, after one, after a case against what all hold, or last of all. */
const CouncilBallotEvent = z.object({
	type: z.literal('council-ballot'),
	seat: Text,
	/** `own`: after the first, on whether the answer stands with what the seat itself said of the cruxes. */
	ballot: z.enum(['first', 'own', 'crux', 'challenge', 'last']),
	/** The crux that was argued before it. */
	crux: z.string().optional(),
	calls: z.array(z.object({crux: Text, holds: CruxCall, wouldMove: z.boolean().optional()})).optional(),
	/** Its own wording of the position that it was put with. */
	amended: z.string().optional(),
	move: CouncilMove.optional(),
	narrowed: z.string().optional(),
	/** The best point against it, and why that is not enough. */
	whyHeld: z.string().optional(),
	/** In the last ballot: a position, `none` or `abstain`; all positions, the best first. */
	position: z.string().optional(),
	ranking: z.array(z.string()).optional(),
	/** Why there is no usable ballot. */
	missing: z.string().optional(),
});
export type CouncilBallotEvent = z.infer<typeof CouncilBallotEvent>;

/** A move that would decide, asked about again with the seat’s own answer and the sentence in plain words alone. */
const CouncilLookEvent = z.object({
	type: z.literal('council-look'),
	seat: Text,
	restated: Text,
	/** Where it stands now; absent where it gave no answer. */
	position: z.string().optional(),
	/** Why the move does not count any more. */
	uncounted: z.string().optional(),
});
type CouncilLookEvent = z.infer<typeof CouncilLookEvent>;

const strengths = ['agreed at once', 'unanimous', 'majority', 'plurality', 'split', 'merged', 'degraded'] as const;

const VoteCount = z.array(z.object({position: Text, votes: z.number().nonnegative()}));
export type VoteCount = z.infer<typeof VoteCount>;

const CouncilResultEvent = z.object({
	type: z.literal('council-result'),
	/** The id of the group that won; null where there is no answer. */
	winner: z.string().nullable(),
	strength: z.enum(strengths),
	/** Of numbers: the middle one, or both middle ones, and the least and the greatest. */
	number: z.object({middle: z.array(z.number()).min(1).max(2), least: z.number(), greatest: z.number()}).optional(),
	blind: VoteCount,
	counted: VoteCount,
	raw: VoteCount,
	/** How many models answered, and how many makers they are of; a model whose maker nobody knows is one of its own. */
	models: z.int().nonnegative(),
	makers: z.int().nonnegative(),
	/** The turn that has the answer, and whether it is the writer’s or a holder’s own words. */
	answer: z.object({turnId: Text, by: z.enum(['writer', 'holder'])}).optional(),
	/** Cruxes that were not argued, and why. */
	unargued: z.array(z.object({crux: Text, why: Text})),
	/** Requests until then, and what they came to in the price of one blind answer, output at five times the input. */
	price: z.object({requests: z.int().nonnegative(), inAnswers: z.number().nonnegative()}).optional(),
	/** Seats that were lost, and why. */
	lost: z.array(z.object({seat: Text, why: Text})),
	reason: z.string().optional(),
});
export type CouncilResultEvent = z.infer<typeof CouncilResultEvent>;

export const councilEvents = [
	CouncilAnswerEvent,
	CouncilGroupsEvent,
	CouncilBallotEvent,
	CouncilLookEvent,
	CouncilResultEvent,
] as const;
export type CouncilEvent = z.infer<(typeof councilEvents)[number]>;

/** All of them together, for programs. */
export const CouncilFacts = z.object({
	answers: z.array(CouncilAnswerEvent),
	groups: z.array(CouncilGroup),
	cruxes: z.array(Crux),
	ballots: z.array(CouncilBallotEvent),
	looks: z.array(CouncilLookEvent),
	result: CouncilResultEvent,
});

// What a council has recorded so far.

export type CouncilState = {
	readonly answers: readonly CouncilAnswerEvent[];
	readonly groups: readonly CouncilGroup[];
	readonly cruxes: readonly Crux[];
	/** Why nobody grouped the answers, or named a crux. */
	readonly note: string | undefined;
	readonly clerk: string | undefined;
	readonly ballots: readonly CouncilBallotEvent[];
	readonly looks: readonly CouncilLookEvent[];
	readonly result: CouncilResultEvent | undefined;
};

export const emptyCouncil: CouncilState = {
	answers: [],
	groups: [],
	cruxes: [],
	note: undefined,
	clerk: undefined,
	ballots: [],
	looks: [],
	result: undefined,
};

export function reduceCouncil(council: CouncilState, event: CouncilEvent): CouncilState {
	switch (event.type) {
		case 'council-answer':
			return {...council, answers: [...council.answers, event]};
		case 'council-groups':
			return {...council, groups: event.groups, cruxes: event.cruxes, note: event.note, clerk: event.clerk};
		case 'council-ballot':
			return {...council, ballots: [...council.ballots, event]};
		case 'council-look':
			return {...council, looks: [...council.looks, event]};
		case 'council-result':
			return {...council, result: event};
		default:
			return event satisfies never;
	}
}
