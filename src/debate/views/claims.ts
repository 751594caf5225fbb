/** What became of the claims of a debate, as exports and results show it. */
import type {Claim} from '../formats/claims/ledger.ts';
import type {Seat} from '../seats.ts';
import type {DebateState} from '../state.ts';

/** A chair with its claims, in the order in which they were made. */
type ChairClaims = {readonly seat: Seat; readonly claims: readonly Claim[]};

/** By chair, in seat order; chairs without a claim are left out, and so is everything where no ledger was kept. */
export const claimsByChair = ({seats, formats}: DebateState): readonly ChairClaims[] =>
	seats
		.map(seat => ({seat, claims: formats.ledger.claims.filter(({holder}) => holder === seat.id)}))
		.filter(({claims}) => claims.length > 0);

/** What is claimed; the whole sentence where the ledger has only its beginning. */
export const claimText = ({claim, sentence}: Claim): string =>
	/(?:…|\.\.\.)$/u.test(claim) && sentence !== '' ? sentence.trim().replace(/\s+/gu, ' ') : claim;

export type ClaimStanding = 'open' | 'answered' | 'granted' | 'conceded' | 'withdrawn';

/** How a claim stands: one that another chair accepted is granted. */
export const standingOf = ({status, settled}: Claim): ClaimStanding =>
	status === 'answered' && settled?.granted === true ? 'granted' : status;

/** The same in a word or two. */
export const standingNames: Readonly<Record<ClaimStanding, string>> = {
	open: 'not answered',
	answered: 'answered',
	granted: 'granted',
	conceded: 'given up',
	withdrawn: 'taken back',
};

export const claimStanding = (claim: Claim): string => standingNames[standingOf(claim)];
