/** What a Markdown transcript says of the ledger of claims: what was answered and what was not. */
import type {Claim} from '../debate/claims.ts';
import type {CitationEvent} from '../debate/sources.ts';
import type {DebateState} from '../debate/state.ts';
import {claimCitations, referencesOf} from '../debate/views/citations.ts';
import {claimsByChair, claimText, couldBeMet, isDoubt, isTakenUp, toldStanding, unmetClaims} from '../debate/ledger.ts';
import {keeperRole} from '../debate/seats.ts';
import {escapeInline} from './escape-markdown.ts';
import {nameIn} from '../languages/find.ts';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';
import {formatCount, speakerIn} from '../languages/wording.ts';

/**
 * A section with every claim of each chair; nothing where no ledger was kept. `host` is the role of whoever keeps it,
 * unless somebody is seated for that.
 */
export function claimSections(state: DebateState, words: EpisodeWords, host: 'arbiter' | 'moderator'): string[] {
	const chairs = claimsByChair(state);
	if (chairs.length === 0) return [];
	const all = chairs.flatMap(({claims}) => claims);
	const open = unmetClaims(state).length;
	const [one, several] = words.ledger.told;
	const isKept = state.seats.some(({role}) => role === keeperRole);
	const keeper = nameIn(words, isKept ? keeperRole : host);
	const counts = {host: keeper, count: formatCount(all.length), open: String(open)};
	return [
		`## ${words.headings.claims}`,
		`*${fillSlots(all.length === 1 ? one : several, counts)} ${words.ledger.legend}*`,
		...chairs.flatMap(({seat, claims}) => [
			`**${escapeInline(seat.name)}**`,
			claims.map(claim => claimLine(state, claim, words)).join('\n'),
		]),
	];
}

function claimLine(state: DebateState, claim: Claim, words: EpisodeWords): string {
	const {brackets} = words;
	const told = `${escapeInline(witnessed(state, claim, words))}${footnotesOf(state, claim, words)}`;
	return `- ${claim.id} ${escapeInline(claimText(claim))}${brackets[0]}${told}${brackets[1]}`;
}

/** How a claim stands, by whom and by which sentence. */
export function witnessed(state: DebateState, claim: Claim, words: EpisodeWords): string {
	const {settled, status} = claim;
	const {ledger, quotes} = words;
	const by = settled && status === 'answered' ? fillSlots(ledger.by, {name: speakerIn(state, settled.turnId)}) : '';
	const how = settled ? `: ${quotes[0]}${settled.sentence.trim()}${quotes[1]}` : '';
	return `${standingIn(state, claim, words)}${by}${how}`;
}

/** The footnotes of what was cited for it and against it. */
function footnotesOf(state: DebateState, claim: Claim, {ledger}: EpisodeWords): string {
	if (!state.sources) return '';
	const cited = claimCitations(state, claim);
	const marks = (citations: readonly CitationEvent[]): string =>
		referencesOf(state)
			.filter(({citation}) => citations.includes(citation))
			.map(({number}) => `[^${number}]`)
			.join(' ');
	const told = (text: string, found: string): string => (found === '' ? '' : `; ${fillSlots(text, {marks: found})}`);
	return `${told(ledger.sourceFor, marks(cited.for))}${told(ledger.sourceAgainst, marks(cited.against))}`;
}

/** How a claim stands, in a word or two. */
export const standingIn = (state: DebateState, claim: Claim, words: EpisodeWords): string =>
	(claim.status === 'open' ? openStanding(state, claim, words) : undefined) ?? words.standings[toldStanding(claim)];

/** Why an open claim is held against nobody; undefined where it is. */
function openStanding(state: DebateState, claim: Claim, {ledger}: EpisodeWords): string | undefined {
	if (!couldBeMet(state, claim)) return ledger.tooLate;
	if (isDoubt(state, claim)) return ledger.doubt;
	return isTakenUp(state, claim) ? ledger.takenUp : undefined;
}
