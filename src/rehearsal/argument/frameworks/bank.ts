/**
 * What a framework contributes to any debate: its arguments, its creed, its weaknesses, and how others challenge it.
 */

/** An argument: a claim, its reason and an example, as patterns with the slots of a topic. */
export type Argument = {readonly claim: string; readonly reason: string; readonly example: string};

export type FrameworkBank = {
	/** Its point of view, to open a sentence: `counted in lives`. */
	readonly lens: readonly string[];
	/** What it believes: a clause after "that". */
	readonly creed: readonly string[];
	/** Why one might believe it: a clause after "because". */
	readonly reasons: readonly string[];
	/** What it overlooks: a noun phrase after "loses sight of". */
	readonly overlooks: readonly string[];
	/** A question to its supporters (to "you", after a name and a colon) and their answer, a clause. */
	readonly probes: readonly {readonly ask: string; readonly answer: string}[];
	/** Where it goes wrong: a clause starting with "when". */
	readonly cases: readonly string[];
	/** What would change its mind: a clause after "if". */
	readonly change: readonly string[];
	/** What its supporters never say but opponents attribute to them: follows "we should simply". */
	readonly straw: readonly string[];
	/** What decides a question for it: a noun phrase. From another chair, it is a switch of frameworks. */
	readonly settles: readonly string[];
	/** What it contributed, for the closing: a noun phrase. */
	readonly gift: readonly string[];
	/** Words that identify its arguments. */
	readonly terms: RegExp;
	readonly arguments: readonly Argument[];
};
