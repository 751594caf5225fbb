/**
 * The edition of a debate: what an editor made of its record before it is published. An editor names sentences by their
 * numbers, never by their words.
 */
import {z} from 'zod';

/** A sentence of a turn, by its number there. */
const Place = z.object({turn: z.string().min(1), sentence: z.int().positive()});
export type SentencePlace = z.infer<typeof Place>;

/** Sentences of a turn, from one number to another. */
const Passage = z.object({turn: z.string().min(1), from: z.int().positive(), to: z.int().positive()});
export type SentencesOfTurn = z.infer<typeof Passage>;

const Hook = z.object({before: z.string(), quotes: z.array(Passage).min(1).max(2), after: z.string()});
const Told = z.object({says: z.string(), shows: z.array(Place)});
const Moment = Place.extend({says: z.string()});
const Untrue = Place.extend({why: z.string()});

/** What an editor answers. Chapters go by the number of their part. */
export const EditionAnswer = z.object({
	title: z.string(),
	standfirst: z.string(),
	hook: Hook,
	moments: z.array(Moment),
	lines: z.array(Place),
	chapters: z.array(z.object({part: z.int().positive(), title: z.string()})),
	settled: z.array(Told),
	open: z.array(Told),
	question: z.string(),
	untrue: z.array(Untrue),
});
export type EditionAnswer = z.infer<typeof EditionAnswer>;

/** A part of a debate, as turns have it. */
const Part = z.object({segment: z.string(), round: z.int().positive().optional()});

/** The fact that a debate was edited, with what of it held. What did not is left out, and stands in `refused`. */
export const EditionEvent = z.object({
	type: z.literal('edition'),
	/** The seat whose voice was asked, and who that was. */
	editor: z.string().min(1),
	by: z.object({
		name: z.string(),
		voice: z.string(),
		model: z.string().optional(),
		provider: z.string().optional(),
	}),
	title: z.string().optional(),
	/** Two sentences. */
	standfirst: z.string().optional(),
	/** What is heard first: a line of the host's that the editor wrote, what was said, and another line. */
	hook: Hook.optional(),
	/** Changes of mind before cuts and clashes; at most three. */
	moments: z.array(Moment).optional(),
	/** Of each speaker one sentence that stands alone. */
	lines: z.array(Place).optional(),
	chapters: z.array(Part.extend({title: z.string()})).optional(),
	settled: z.array(Told).optional(),
	open: z.array(Told).optional(),
	/** For the listener. */
	question: z.string().optional(),
	/** What it holds to be untrue; `upheld` where the bench looked again, and whether more than half of it agrees. */
	untrue: z.array(Untrue.extend({upheld: z.boolean().optional()})).optional(),
	/** What of its answer does not hold, and why. */
	refused: z.array(z.object({what: z.string(), because: z.string()})).optional(),
	/** Why there is none. */
	reason: z.string().optional(),
});
export type EditionEvent = z.infer<typeof EditionEvent>;
