/** Claims of the ledger as prompts write them: one a line, `B3: what is claimed`. */

export type WrittenClaim = {readonly id: string; readonly claim: string};

export const claimsIn = (text: string): readonly WrittenClaim[] =>
	[...text.matchAll(/^([A-F]\d+): (.+)$/gmu)].map(([, id = '', claim = '']) => ({
		id,
		claim: claim.replace(/…$/u, '').trim(),
	}));

/** The letter of a seat that counts from 0. */
export const seatLetter = (seat: number): string => String.fromCharCode('A'.charCodeAt(0) + seat);
