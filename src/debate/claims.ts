/** The ledger of claims, as the `ledger` events of a debate make it: who claimed what, and what became of it. */
import {z} from 'zod';

// The fact that a turn was read for the ledger of claims, and what it changed there.

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
	/** Claims of others that the turn meets; `granted` where it accepts them, `confirmed` where a second look agrees. */
	answered: z.array(settling.extend({granted: z.literal(true).optional(), confirmed: z.literal(true).optional()})),
	/** The speaker's own claims that it gives up as refuted. */
	conceded: z.array(settling),
	/** The speaker's own claims that it takes back. */
	withdrawn: z.array(settling),
	/** The speaker's own claims that it holds only in part from then on: `to` is what is left, in twenty words. */
	narrowed: z.array(settling.extend({to: z.string().min(1)})).optional(),
	/** What the arbiter named and cannot be: for instance an answer to the speaker's own claim. */
	refused: z.array(z.object({change: z.string(), because: z.string()})).optional(),
	/** Set where the next chair had begun without it. */
	late: z.literal(true).optional(),
	/** In older journals: code had seen it by the speaker's words, before the turn was read. */
	byWords: z.literal(true).optional(),
	/** Why the turn could not be read; the ledger then stands as it was. */
	reason: z.string().optional(),
});
export type LedgerEvent = z.infer<typeof LedgerEvent>;

/** How a claim stands. Nobody has met an `open` one; its holder gave up a `conceded` or `withdrawn` one. */
type ClaimStatus = 'open' | 'answered' | 'conceded' | 'withdrawn';

export type Claim = {
	/** A letter for the seat and a number, such as `B3`. */
	readonly id: string;
	/** The chair that made it. */
	readonly holder: string;
	readonly turnId: string;
	/** In at most twenty words; what is left of it where it was narrowed. */
	readonly claim: string;
	/** The sentence in which it was made, in its holder's words. */
	readonly sentence: string;
	/** The claim that it is made against, or the chair; nothing where it stands for itself. */
	readonly against: string | undefined;
	readonly status: ClaimStatus;
	/** What settled it, last; `granted` where another chair accepted it. */
	readonly settled: Settlement | undefined;
	/** What narrowed it, in order. */
	readonly narrowed?: readonly Narrowing[];
};

type Settlement = {
	readonly turnId: string;
	readonly by: string;
	readonly sentence: string;
	readonly granted: boolean;
	/** Set where a second look found the grant as well: older journals do not tell. */
	readonly confirmed?: true;
};

/** `before` is what was claimed until then. */
type Narrowing = {readonly turnId: string; readonly by: string; readonly sentence: string; readonly before: string};

/** `read` are the turns that it takes in. */
export type ClaimLedger = {readonly claims: readonly Claim[]; readonly read: readonly string[]};

export const emptyLedger: ClaimLedger = {claims: [], read: []};

export function reduceLedger({claims, read}: ClaimLedger, event: LedgerEvent): ClaimLedger {
	const {turnId, speaker, reason, byWords} = event;
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
	const narrower = new Map((event.narrowed ?? []).map(change => [change.claim, change]));
	const changes = new Map(
		(['answered', 'conceded', 'withdrawn'] as const).flatMap(status =>
			event[status].map(change => [change.claim, {...change, status}] as const),
		),
	);
	const changed = claims.map((whole): Claim => {
		const claim = narrowedBy(whole, narrower.get(whole.id), event);
		const change = changes.get(claim.id);
		if (!change) return claim;
		const granted = 'granted' in change && change.granted === true;
		return {
			...claim,
			status: change.status,
			settled: {
				turnId,
				by: speaker,
				sentence: change.sentence,
				granted,
				...('confirmed' in change && change.confirmed && {confirmed: true}),
			},
		};
	});
	return {claims: [...changed, ...added], read: reason === undefined && !byWords ? [...read, turnId] : read};
}

const narrowedBy = (
	claim: Claim,
	change: {readonly sentence: string; readonly to: string} | undefined,
	{turnId, speaker}: LedgerEvent,
): Claim =>
	change === undefined
		? claim
		: {
				...claim,
				claim: change.to,
				narrowed: [...(claim.narrowed ?? []), {turnId, by: speaker, sentence: change.sentence, before: claim.claim}],
			};

type ConcessionKind = 'conceded' | 'withdrawn' | 'granted' | 'narrowed';

/** A change of mind: the claim that it is about, and the sentence of the turn that did it. */
export type Concession = {
	readonly kind: ConcessionKind;
	readonly claim: Claim;
	readonly turnId: string;
	/** The seat of whoever gave something up or granted it. */
	readonly by: string;
	readonly sentence: string;
};

/** Every change of mind that stands, claim by claim: the one count of them. */
export const concessionsIn = ({claims}: ClaimLedger): readonly Concession[] =>
	claims.flatMap(claim => [
		...(claim.narrowed ?? []).map(({turnId, by, sentence}) => ({
			kind: 'narrowed' as const,
			claim,
			turnId,
			by,
			sentence,
		})),
		...settledBy(claim),
	]);

function settledBy(claim: Claim): readonly Concession[] {
	const {status, settled} = claim;
	const kind =
		status === 'conceded' || status === 'withdrawn' ? status : settled?.granted === true ? 'granted' : undefined;
	if (kind === undefined || !settled) return [];
	return [{kind, claim, turnId: settled.turnId, by: settled.by, sentence: settled.sentence}];
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
