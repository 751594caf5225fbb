/** The sentences that connect a chair's turn, as patterns. Every family works for all chairs and all exchanges. */
import type {Family} from '../sentence-writer.ts';
import phrases from '../../../data/rehearsal/phrases-chair.json' with {type: 'json'};

export const {
	/** Restates what an opponent said, with a quotation. */
	restate,
	/** Restates an opponent who cannot be quoted yet. */
	restatePlain,
	/** The opponent's reason, from its framework's creed and reasons. */
	because,
	/** Concedes something. */
	agree,
	/** Moves from the opponent's case to the speaker's own. */
	pivot,
	/** The speaker's conclusion. */
	verdict,
	/** A weakness of the speaker's framework, as a clause. */
	admit,
	/** The same as a noun phrase from the framework's bank. */
	admitOverlooking,
	/** A case that the speaker's framework gets wrong, tied to the proposition: `when …`. */
	wrongCase,
	/** What would change the speaker's mind. */
	changeMind,
	/** A question to an opponent by name. */
	ask,
	/** Answers a question that was put by name, with a phrase of it and the speaker's creed. */
	answerAsked,
	answerLimit,
} = phrases satisfies Readonly<Record<string, Family>>;
