/** What a framework brings to any debate: its arguments, its creed, how it goes wrong, and how others tease it. */

/** One argument: a claim, the reason for it and a case. Patterns of `phrases.ts`, with the slots of a topic. */
export type Argument = {readonly claim: string; readonly reason: string; readonly example: string};

export type FrameworkBank = {
	/** How it looks at things: goes in front of a sentence, as `counted in lives`. */
	readonly lens: readonly string[];
	/** What it holds: a clause after "that". */
	readonly creed: readonly string[];
	/** Why one may hold it: a clause after "because". */
	readonly reasons: readonly string[];
	/** What it does not see: a noun phrase after "loses sight of". */
	readonly overlooks: readonly string[];
	/**
	 * What its holders are asked: a question to "you" that follows a name and a colon; and what they answer: a clause.
	 */
	readonly probes: readonly {readonly ask: string; readonly answer: string}[];
	/** Where it goes wrong: a clause that begins with "when". */
	readonly cases: readonly string[];
	/** What would change its mind: a clause after "if". */
	readonly change: readonly string[];
	/** What nobody who holds it ever says, and opponents at times put in its mouth: follows "we should simply". */
	readonly straw: readonly string[];
	/** What settles a question for it: a noun phrase. Heard from another chair it is a change of frameworks. */
	readonly settles: readonly string[];
	/** What it brought to a debate, for the closing: a noun phrase. */
	readonly gift: readonly string[];
	/** Words by which its arguments are known. */
	readonly terms: RegExp;
	readonly arguments: readonly Argument[];
};
