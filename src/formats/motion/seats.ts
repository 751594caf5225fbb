/** The two sides of a motion debate, who speaks for them when, and who hosts and judges. */
import {z} from 'zod';
import {describeValue} from '../../debate/usage-error.ts';
import {equalBench, mayJudge, type HeldSeat, type EqualBench} from '../../debate/bench.ts';
import {newReading, type LedgerReading} from '../../debate/ledger.ts';
import type {Participant, Subject} from '../../debate/events.ts';
import {keeperOf, castOf} from '../../debate/seats.ts';
import type {MotionSide} from '../../debate/formats/motion.ts';
import type {Setup} from '../../debate/protocol.ts';
import {closed, flag, list, oneOf, text, whole} from '../config-fields.ts';
import type {SourcedDebate} from '../sources.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {Stance} from '../../debate/evaluation.ts';

// The settings of a motion debate. A partial config is completed from the defaults. Fields with a description are shown
// when a debate is set up.

/** The most speakers of a side, and judges of a verdict. */
export const mostSpeakers = 3;
const mostJudges = 3;

const Speaker = closed({
	voice: text('a voice').optional(),
	persona: text('how whoever sits there speaks').optional(),
});

const Team = list(Speaker, 1, mostSpeakers, `a list of 1 to ${mostSpeakers} speakers`);

export const motionConfig = closed({
	speakers: closed({for: Team.default([{}]), against: Team.default([{}])})
		.prefault({})
		.superRefine((teams, context) => {
			if (teams.for.length !== teams.against.length)
				context.addIssue({
					code: 'custom',
					path: ['against'],
					input: teams.against,
					message: `got ${describeValue(teams.against)}, expected as many speakers as on the other side: ${teams.for.length}`,
				});
		}),
	style: oneOf(['short', 'full'])
		.default('full')
		.describe('Short: opening, rebuttal, closing. Full: with questions and a second rebuttal between.'),
	words: closed({
		opening: whole(40, 2000).default(300).describe('Words of an opening at most.'),
		rebuttal: whole(40, 2000).default(250).describe('Words of a rebuttal at most.'),
		question: whole(10, 200).default(40).describe('Words of a question at most.'),
		answer: whole(20, 500).default(90).describe('Words of an answer at most.'),
		closing: whole(40, 2000).default(200).describe('Words of a closing at most.'),
	}).prefault({}),
	points: closed({
		enabled: flag.default(true).describe('The other side may rise with points of information.'),
		aggressiveness: whole(1, 5).default(3).describe('How readily they rise: 1 hardly ever, 5 at every opportunity.'),
		takenPerTurn: whole(0, 5).default(1).describe('How many points a speaker may take in one turn.'),
	}).prefault({}),
	tone: oneOf(['respectful', 'spirited', 'heated'])
		.default('spirited')
		.describe('How the speakers speak to each other.'),
	language: text('a language').optional().describe('The language of the debate (default: that of the motion).'),
	podcastMode: closed({
		enabled: flag.default(true).describe('The moderator hosts it as an episode of a show.'),
		showName: text('a name').default('Rostrum').describe('What the show is called.'),
	}).prefault({}),
	verdict: closed({
		enabled: flag.default(true).describe('Judges decide who argued better.'),
		judges: whole(1, mostJudges).default(1).describe('How many judges there are.'),
	}).prefault({}),
});
export type MotionConfig = z.infer<typeof motionConfig>;

export type MotionSpeakerSeat = Participant & {readonly side: MotionSide; readonly place: number};

/** What all parts of the script share. */
export type MotionDebate = SourcedDebate & {
	readonly config: MotionConfig;
	readonly subject: Subject;
	readonly speakers: readonly MotionSpeakerSeat[];
	readonly moderator: Participant;
	/** Who keeps the ledger of claims: the moderator where nobody else was named. */
	readonly keeper: Participant;
	/** Those who were seated to judge, or else the moderator. */
	readonly judges: readonly Participant[];
	readonly ledger: LedgerReading;
};

export const moderatorId = 'moderator';
export const sides = ['for', 'against'] as const satisfies readonly MotionSide[];
export const otherSide = (side: MotionSide): MotionSide => (side === 'for' ? 'against' : 'for');

export const seatId = (side: MotionSide, place: number): string => `${side}_${place}`;

/** The side of a seat; undefined for hosts, judges and listeners. */
export const sideOf = (id: string): MotionSide | undefined =>
	/^for_\d$/u.test(id) ? 'for' : /^against_\d$/u.test(id) ? 'against' : undefined;

/** Claims belong to a side, whose letter is that of its first seat: A for the motion, B against it. */
export const ledgerSeats = sides.map(side => seatId(side, 1));
export const ledgerSeat = (speaker: string): string => seatId(sideOf(speaker) ?? 'for', 1);

/** Builds the debate from its setup. Throws if a seat has no participant (a caller's bug). */
export function createMotionDebate({config, subject, participants, sources}: Setup<MotionConfig>): MotionDebate {
	const seatOf = castOf(participants);
	const speakers = sides.flatMap(side =>
		config.speakers[side].map(({persona}, at): MotionSpeakerSeat => ({
			...seatOf(seatId(side, at + 1)),
			side,
			place: at + 1,
			...(persona === undefined ? {} : {persona}),
		})),
	);
	const judges = participants.filter(({role}) => role === 'judge');
	const moderator = seatOf(moderatorId);
	return {
		config,
		subject,
		speakers,
		moderator,
		keeper: keeperOf(participants, moderator),
		judges: judges.length > 0 ? judges : [moderator],
		ledger: newReading(),
		sources,
		// No prompt is foreseen: what was found by then counts.
		research: {pinned: undefined, pending: new Set()},
	};
}

/** Who judges now: the same for both sides, and no rehearsal where others than rehearsals argue. */
export const benchOf = ({judges, speakers}: MotionDebate, {seats}: {readonly seats: readonly HeldSeat[]}): EqualBench =>
	equalBench(mayJudge(judges, seats), speakers, mostJudges);

export const isOut = (heard: DebateState, id: string): boolean =>
	heard.seats.find(seat => seat.id === id)?.out !== undefined;

/** Kinds of turns in which a side argues, whoever speaks for it. */
const arguing = new Set(['opening', 'rebuttal', 'question', 'answer', 'closing', 'resumption']);
export const isArguing = ({kind}: Turn): boolean => arguing.has(kind);

/** The speaker whose turn it is: a side's speakers take turns, and step in for one who is out. Undefined if all are. */
export function nextOfSide(debate: MotionDebate, heard: DebateState, side: MotionSide): MotionSpeakerSeat | undefined {
	const team = debate.speakers.filter(speaker => speaker.side === side);
	const spoken = heard.turns.filter(
		turn => isArguing(turn) && turn.kind !== 'resumption' && sideOf(turn.speaker) === side,
	);
	const begun = spoken.filter(({finish, text}) => finish !== 'failed' || text.trim() !== '').length;
	const order = team.map((_, at) => team[(begun + at) % team.length]);
	return order.find(speaker => speaker !== undefined && !isOut(heard, speaker.id));
}

/** The name of whoever sits there now. */
export const nameNow = (debate: MotionDebate, heard: DebateState, id: string): string =>
	heard.seats.find(seat => seat.id === id)?.name ??
	[...debate.speakers, debate.moderator].find(seat => seat.id === id)?.name ??
	(id === 'user' ? 'Listener' : id);

// Answer schemas: flat, short, every key required, so that strict structured-output servers accept them.

/** Whether somebody rises, and with what. `sentence` is the number of the one that caused it. */
export const PointLook = z.object({
	rise: z.boolean(),
	severity: z.enum(['low', 'medium', 'high']),
	sentence: z.int().nullable(),
	point: z.string(),
});
export type PointLook = z.infer<typeof PointLook>;

export const PointDecision = z.object({take: z.boolean()});

export const AnswerCheck = z.object({answered: z.boolean(), open: z.string()});

export const NewClaims = z.object({sentences: z.array(z.int())});

/** The reason comes first so that the model derives the number from it. */
export const MotionStance = z.object({reason: z.string().trim().min(1), stance: Stance});
