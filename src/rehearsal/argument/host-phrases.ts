/** The host's questions, and what a chair says last, as patterns. */
import phrases from '../../../data/rehearsal/phrases-host.json' with {type: 'json'};

export const {
	/** A question on behalf of those who listen. */
	hostAsks,
	/** Answers the host's question before anything else. */
	answerHost,
	/** What listeners should take home. */
	takeHome,
	/** Why it counts. */
	whatCounts,
	/** What stays with the speaker. */
	whatStays,
} = phrases;

/** What the host asks: not what chairs ask each other, and what the core of any view answers. */
export const hostProbes: readonly string[] = phrases.hostProbes;
