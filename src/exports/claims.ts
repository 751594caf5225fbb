/** What a Markdown transcript says of the ledger of claims: what was answered and what was not. */
import type {Claim} from '../debate/claims.ts';
import type {CitationEvent} from '../debate/sources.ts';
import type {DebateState} from '../debate/state.ts';
import {claimCitations, referencesOf} from '../debate/views/citations.ts';
import {
	claimsByChair,
	claimStanding,
	claimText,
	couldBeMet,
	isDoubt,
	isTakenUp,
	unmetClaims,
} from '../debate/ledger.ts';
import {isMotion} from '../debate/views/motion.ts';
import {escapeInline} from './escape-markdown.ts';
import {plural, speakerOf} from '../languages/wording.ts';

/** A section with every claim of each chair; nothing where no ledger was kept. */
export function claimSections(state: DebateState): string[] {
	const chairs = claimsByChair(state);
	if (chairs.length === 0) return [];
	const all = chairs.flatMap(({claims}) => claims);
	const open = unmetClaims(state).length;
	return [
		'## What was answered, and what was not',
		`*The ${isMotion(state) ? 'moderator' : 'arbiter'}’s ledger: ${plural(all.length, 'claim')}, ${open} of them not answered. What is quoted was said word for word.*`,
		...chairs.flatMap(({seat, claims}) => [
			`**${escapeInline(seat.name)}**`,
			claims.map(claim => claimLine(state, claim)).join('\n'),
		]),
	];
}

function claimLine(state: DebateState, claim: Claim): string {
	const {id, settled, status} = claim;
	const by = settled && status === 'answered' ? ` by ${escapeInline(speakerOf(state, settled.by))}` : '';
	const how = settled ? `: “${escapeInline(settled.sentence)}”` : '';
	const standing = (status === 'open' ? openStanding(state, claim) : undefined) ?? claimStanding(claim);
	return `- ${id} ${escapeInline(claimText(claim))} (${standing}${by}${how}${footnotesOf(state, claim)})`;
}

/** The footnotes of what was cited for it and against it. */
function footnotesOf(state: DebateState, claim: Claim): string {
	if (!state.sources) return '';
	const cited = claimCitations(state, claim);
	const marks = (citations: readonly CitationEvent[]): string =>
		referencesOf(state)
			.filter(({citation}) => citations.includes(citation))
			.map(({number}) => `[^${number}]`)
			.join(' ');
	const [pro, con] = [marks(cited.for), marks(cited.against)];
	return `${pro === '' ? '' : `; a source for it: ${pro}`}${con === '' ? '' : `; a source against it: ${con}`}`;
}

/** Why an open claim is held against nobody; undefined where it is. */
function openStanding(state: DebateState, claim: Claim): string | undefined {
	if (!couldBeMet(state, claim)) return 'made when nobody had a turn left';
	if (isDoubt(state, claim)) return 'a doubt of its own';
	return isTakenUp(state, claim) ? 'taken up' : undefined;
}
