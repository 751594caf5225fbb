/** The ledger of claims, summed up for the screen once for each change of it. */
import type {Claim} from '../debate/claims.ts';
import {citationsOf, type CitationEvent} from '../debate/sources.ts';
import type {DebateState} from '../debate/state.ts';
import {claimCitations} from '../debate/views/citations.ts';
import {plural} from '../languages/wording.ts';
import {couldBeMet, isDoubt, standingOf as ledgerStandingOf, unmetClaims} from '../debate/ledger.ts';
import {signs, type Tone} from './theme.ts';

type ClaimTally = {
	/** Open claims first, then settled ones; of each the newest first. */
	readonly ordered: readonly Claim[];
	/** Once a debate is over, those that exports call unanswered: what could be met, and nobody came back to. */
	readonly open: number;
	/** Why an open claim is then held against nobody, in a word or two. */
	readonly excuses: ReadonlyMap<Claim, string>;
	/** Met with an answer that grants nothing. */
	readonly answered: number;
	/** Accepted by another chair. */
	readonly granted: number;
	/** Given up by the chair that made them. */
	readonly conceded: number;
	readonly withdrawn: number;
	/** How many claims stand open against each chair. */
	readonly against: ReadonlyMap<string, number>;
};

const known = {live: new WeakMap<readonly Claim[], ClaimTally>(), over: new WeakMap<readonly Claim[], ClaimTally>()};

export function claimTally(state: DebateState): ClaimTally {
	const {claims} = state.formats.ledger;
	const isOver = state.outcome !== undefined;
	const tallies = isOver ? known.over : known.live;
	const before = tallies.get(claims);
	if (before) return before;
	const tally = tallyOf(
		claims,
		state.seats.map(({id}) => id),
		isOver ? excusesIn(state) : new Map(),
	);
	tallies.set(claims, tally);
	return tally;
}

function excusesIn(state: DebateState): ReadonlyMap<Claim, string> {
	const unmet = new Set(unmetClaims(state));
	const excused = state.formats.ledger.claims.filter(claim => claim.status === 'open' && !unmet.has(claim));
	return new Map(
		excused.map(claim => [
			claim,
			!couldBeMet(state, claim) ? 'made last' : isDoubt(state, claim) ? 'a doubt' : 'unsettled',
		]),
	);
}

const isGranted = (claim: Claim): boolean => ledgerStandingOf(claim) === 'granted';

function tallyOf(claims: readonly Claim[], seats: readonly string[], excuses: ReadonlyMap<Claim, string>): ClaimTally {
	const holders = new Map(claims.map(({id, holder}) => [id, holder]));
	const open = claims.filter(claim => claim.status === 'open' && !excuses.has(claim));
	const settled = claims.filter(({status}) => status !== 'open');
	const against = new Map(
		seats.map(seat => [
			seat,
			open.filter(claim => {
				const target = holders.get(claim.against ?? '') ?? claim.against;
				return claim.holder !== seat && (target === undefined || target === seat);
			}).length,
		]),
	);
	const granted = settled.filter(isGranted).length;
	const conceded = settled.filter(({status}) => status === 'conceded').length;
	const withdrawn = settled.filter(({status}) => status === 'withdrawn').length;
	return {
		ordered: [...open.toReversed(), ...[...excuses.keys()].toReversed(), ...settled.toReversed()],
		open: open.length,
		excuses,
		answered: settled.length - granted - conceded - withdrawn,
		granted,
		conceded,
		withdrawn,
		against,
	};
}

/** How a claim stands: its sign, a word, and how both look. */
export function standingOf(
	claim: Claim,
	excuse?: string,
): {readonly sign: string; readonly word: string; readonly tone: Tone} {
	if (excuse !== undefined) return {sign: signs.empty, word: excuse, tone: 'dim'};
	if (claim.status === 'open') return {sign: signs.empty, word: 'open', tone: 'warning'};
	if (claim.status === 'withdrawn') return {sign: signs.out, word: 'withdrawn', tone: 'dim'};
	if (claim.status === 'conceded' || isGranted(claim))
		return {sign: signs.agreed, word: ledgerStandingOf(claim), tone: 'accent'};
	return {sign: signs.yes, word: 'answered', tone: 'good'};
}

/** `3 open · 2 owed no answer · 5 answered · 1 granted`, what is none left out. */
export const tallyText = ({open, excuses, answered, granted, conceded, withdrawn}: ClaimTally): string =>
	[
		[open, 'open'] as const,
		[excuses.size, 'owed no answer'] as const,
		[answered, 'answered'] as const,
		[granted, 'granted'] as const,
		[conceded, 'conceded'] as const,
		[withdrawn, 'withdrawn'] as const,
	]
		.filter(([count], place) => count > 0 || place === 0)
		.map(([count, word]) => `${count} ${word}`)
		.join(' · ');

type SourcedState = Pick<DebateState, 'turns' | 'formats' | 'sources'>;

/** By the claims of a ledger: what was counted, once so much had been found of citations. */
const counted = new WeakMap<readonly Claim[], {readonly found: number; readonly texts: ReadonlyMap<string, string>}>();

/** `2 passages for, 1 against`; undefined where nothing is cited. */
export function passagesText(state: SourcedState, {id}: Claim): string | undefined {
	if (!state.sources) return undefined;
	const {claims} = state.formats.ledger;
	const citations = state.turns.flatMap(citationsOf);
	const found = citations.length + citations.filter(({support}) => support !== undefined).length;
	const before = counted.get(claims);
	const texts = before?.found === found ? before.texts : new Map(claims.flatMap(claim => countsOf(state, claim)));
	if (texts !== before?.texts) counted.set(claims, {found, texts});
	return texts.get(id);
}

/** The claim with its text, where there is one. */
function countsOf(state: SourcedState, claim: Claim): readonly (readonly [id: string, text: string])[] {
	const cited = claimCitations(state, claim);
	const [pro, con] = [passagesIn(cited.for), passagesIn(cited.against)];
	const against = pro === 0 ? `${plural(con, 'passage')} against` : `${con} against`;
	const parts = [...(pro === 0 ? [] : [`${plural(pro, 'passage')} for`]), ...(con === 0 ? [] : [against])];
	return parts.length === 0 ? [] : [[claim.id, parts.join(', ')]];
}

const passagesIn = (citations: readonly CitationEvent[]): number => new Set(citations.map(({passage}) => passage)).size;
