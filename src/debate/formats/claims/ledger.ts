/** The ledger of claims, as the `ledger` events of a debate make it: who claimed what, and what became of it. */
import type {LedgerEvent} from './ledger-event.ts';

/** How a claim stands. Nobody has met an `open` one; its holder gave up a `conceded` or `withdrawn` one. */
type ClaimStatus = 'open' | 'answered' | 'conceded' | 'withdrawn';

export type Claim = {
	/** A letter for the seat and a number, such as `B3`. */
	readonly id: string;
	/** The chair that made it. */
	readonly holder: string;
	readonly turnId: string;
	/** In at most twenty words. */
	readonly claim: string;
	/** The sentence in which it was made, in its holder's words. */
	readonly sentence: string;
	/** The claim that it is made against, or the chair; nothing where it stands for itself. */
	readonly against: string | undefined;
	readonly status: ClaimStatus;
	/** What settled it, last; `granted` where another chair accepted it. */
	readonly settled: Settlement | undefined;
};

type Settlement = {
	readonly turnId: string;
	readonly by: string;
	readonly sentence: string;
	readonly granted: boolean;
};

/** `read` are the turns that it takes in. */
export type ClaimLedger = {readonly claims: readonly Claim[]; readonly read: readonly string[]};

export const emptyLedger: ClaimLedger = {claims: [], read: []};

export function reduceLedger({claims, read}: ClaimLedger, event: LedgerEvent): ClaimLedger {
	const {turnId, speaker, reason} = event;
	const added = event.new.map(({id, claim, sentence, against}): Claim => ({
		id,
		holder: speaker,
		turnId,
		claim,
		sentence,
		against,
		status: 'open',
		settled: undefined,
	}));
	const changes = new Map(
		(['answered', 'conceded', 'withdrawn'] as const).flatMap(status =>
			event[status].map(change => [change.claim, {...change, status}] as const),
		),
	);
	const changed = claims.map((claim): Claim => {
		const change = changes.get(claim.id);
		if (!change) return claim;
		const granted = 'granted' in change && change.granted === true;
		return {
			...claim,
			status: change.status,
			settled: {turnId, by: speaker, sentence: change.sentence, granted},
		};
	});
	return {claims: [...changed, ...added], read: reason === undefined ? [...read, turnId] : read};
}

/**
 * What stands open against a chair, the newest first: claims that name it or one of its claims, and those of others
 * that name nobody.
 */
export const claimsAgainst = ({claims}: ClaimLedger, chair: string): readonly Claim[] =>
	claims
		.filter(({holder, status, against}) => {
			if (holder === chair || status !== 'open') return false;
			const target = claims.find(({id}) => id === against)?.holder ?? against;
			return target === undefined || target === chair;
		})
		.toReversed();

/** A chair's own claims that nobody has met, the newest first. */
export const openClaimsOf = ({claims}: ClaimLedger, chair: string): readonly Claim[] =>
	claims.filter(({holder, status}) => holder === chair && status === 'open').toReversed();

/** What was given up or granted, the newest first. */
export const concededClaims = ({claims}: ClaimLedger): readonly Claim[] =>
	claims.filter(({status, settled}) => status === 'conceded' || settled?.granted === true).toReversed();
