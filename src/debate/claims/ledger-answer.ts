/** What the arbiter answers about a turn for the ledger of claims: changes alone. Nothing of it is believed yet. */
import {z} from 'zod';

/** The first words of a sentence of the turn, or all of it. */
const sentence = z.coerce.string();
const settling = z.object({claim: z.string(), sentence});

export const LedgerAnswer = z.object({
	new: z.array(z.object({sentence, claim: z.string(), against: z.string().nullish()})),
	answered: z.array(settling.extend({granted: z.boolean().nullish()})),
	conceded: z.array(settling),
	withdrawn: z.array(settling),
});
export type LedgerAnswer = z.infer<typeof LedgerAnswer>;
