/** Patterns of a chair’s sentences about the floor itself, its tones and its lapses. */
import type {Family} from '../sentence-writer.ts';
import phrases from '../../../data/rehearsal/phrases-duelogic.json' with {type: 'json'};

export const {
	/** Stands firm against an interruption, without quoting it: what was cut in with is mostly a quotation itself. */
	hearOut,
	/** Returns to the point that was cut off. */
	goOn,
	/** A final conclusion for the proposition. */
	soMuch,
	/** Answers the arbiter's interjection; what it demanded follows. */
	toArbiter,
	/** Answers a listener or someone unnamed, quoting a phrase of theirs. */
	toWords,
	/** Raises a point noted earlier, quoting a phrase of it. */
	raisePoint,
	respectful,
	heated,
	/** Starts a turn that restates nobody. */
	enter,
	/** States the speaker's position at the start of a turn. */
	stand,
	/** Attributes something to an opponent that it never said. */
	strawMan,
	/** Refutes what was never said. */
	strawBeaten,
	/** Lets another framework decide: `settles` is a noun phrase of that framework. */
	drift,
	/** Claims impossible certainty. */
	overclaim,
	/** Denies that the other side can mean what it says, so that it has to answer. */
	provoke,
	/** Evades a question. */
	evade,
	/** Takes a misattribution back. */
	takeBack,
} = phrases;

/**
 * What an interrupter says after its opener, by reason. `trigger` are the words that prompted it, `mine` is something
 * it said itself.
 */
export const interruptions: Readonly<Record<string, Family>> = phrases.interruptions;

/** Openers of interruptions by reason; `called` is the interrupted chair. */
export const openers: Readonly<Record<string, readonly string[]>> = phrases.openers;

/** A chair’s opening statement. */
export const {opening: openingStatement} = phrases;
