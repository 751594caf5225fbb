/** Rows that queries return, parsed. */
import {z} from 'zod';
import {Outcome} from '../debate/events.ts';

/** SQLite has null instead of undefined. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullable().transform(value => value ?? undefined);

/** A debate as lists show it. Fields that could not be read are undefined. `cost` is US dollars; null if unknown. */
export const DebateRow = z.object({
	id: z.number(),
	path: z.string(),
	state: z.enum(['finished', 'unfinished', 'damaged', 'unreadable']),
	fault: optional(z.string()),
	debateId: optional(z.string()),
	protocol: optional(z.string()),
	title: optional(z.string()),
	topic: optional(z.string()),
	startedAt: optional(z.number()),
	ms: optional(z.number()),
	outcome: optional(Outcome),
	reason: optional(z.string()),
	turns: optional(z.number()),
	words: optional(z.number()),
	cost: z.number().nullable(),
});

export const SeatRow = z.object({
	debate: z.number(),
	id: z.string(),
	name: z.string(),
	role: z.string(),
	voice: z.string(),
	model: z.string(),
	framework: optional(z.string()),
	persona: optional(z.string()),
	argues: z.number().transform(Boolean),
});
type SeatRow = z.infer<typeof SeatRow>;
export type LibrarySeat = Omit<SeatRow, 'debate'>;

/** A debate in the library with its seats. */
export type LibraryDebate = Omit<z.infer<typeof DebateRow>, 'id'> & {readonly seats: readonly LibrarySeat[]};

/**
 * A turn's words, or without a turn, the debate's topic. `place` counts from 0. `score` is null if the judgement was
 * unusable, and undefined if the turn was not judged.
 */
export const PassageRow = z
	.object({
		place: z.number(),
		turn: optional(z.string()),
		speaker: z.string(),
		name: z.string(),
		kind: z.string(),
		segment: z.string(),
		round: optional(z.number()),
		text: z.string(),
		judged: z.number(),
		score: z.number().nullable(),
	})
	.transform(({judged, score, ...rest}) => ({...rest, score: judged === 0 ? undefined : score}));
export type IndexedPassage = z.infer<typeof PassageRow>;

export const debateColumns =
	'debates.id, debates.path, debates.state, debates.fault, debates.debate_id AS debateId, debates.protocol, debates.title, debates.topic, debates.started AS startedAt, debates.ms, debates.outcome, debates.reason, debates.turns, debates.words, debates.cost';
export const seatColumns = 'debate, id, name, role, voice, model, framework, persona, argues';
export const passageColumns = 'turn, speaker, name, kind, segment, round, text, judged, score';
