/** The fact that a turn was read for the ledger of claims, and what it changed there. */
import {z} from 'zod';

/** `sentence` is the whole sentence of the turn that the change rests on. */
const settling = z.object({claim: z.string().min(1), sentence: z.string().min(1)});

export const LedgerEvent = z.object({
	type: z.literal('ledger'),
	/** The turn that was read. */
	turnId: z.string().min(1),
	/** The chair that spoke it. */
	speaker: z.string().min(1),
	new: z.array(
		z.object({
			/** A letter for the seat and a number, such as `B3`. */
			id: z.string().min(1),
			claim: z.string().min(1),
			sentence: z.string().min(1),
			/** The claim that it is made against, or the chair. */
			against: z.string().optional(),
		}),
	),
	/** Claims of others that the turn meets; `granted` where it accepts them. */
	answered: z.array(settling.extend({granted: z.literal(true).optional()})),
	/** The speaker's own claims that it gives up as refuted. */
	conceded: z.array(settling),
	/** The speaker's own claims that it takes back. */
	withdrawn: z.array(settling),
	/** What the arbiter named and cannot be: for instance an answer to the speaker's own claim. */
	refused: z.array(z.object({change: z.string(), because: z.string()})).optional(),
	/** Set where the next chair had begun without it. */
	late: z.literal(true).optional(),
	/** Why the turn could not be read; the ledger then stands as it was. */
	reason: z.string().optional(),
});
export type LedgerEvent = z.infer<typeof LedgerEvent>;
