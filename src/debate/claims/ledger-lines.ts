/** Claims of the ledger as prompts write them: at most twelve, in at most 130 tokens. */
import {fence, tag} from '../prompt.ts';
import {tokensIn} from '../text/tokens.ts';
import type {Claim} from '../formats/claims/ledger.ts';

const mostClaims = 12;
const mostTokens = 130;

/** One line a claim, as speakers and whoever keeps the ledger read it. */
export const claimLine = ({id, claim}: Claim): string => `${id}: ${fence(claim)}`;

/** Claims under the same heading. */
type ClaimGroup = {readonly title: string; readonly claims: readonly Claim[]};

/** The claims of all groups, in their order, as far as they fit; or nothing. */
export function ledgerLines(groups: readonly ClaimGroup[]): string[] {
	const lines: string[] = [];
	let shown = 0;
	for (const {title, claims} of groups) {
		const heading = [title];
		for (const claim of claims) {
			const more = [...heading, claimLine(claim)];
			if (shown >= mostClaims || tokensIn(tag('ledger', {}, [...lines, ...more].join('\n'))) > mostTokens) break;
			lines.push(...more);
			heading.length = 0;
			shown += 1;
		}
	}
	return lines.length === 0 ? [] : [tag('ledger', {}, lines.join('\n'))];
}
