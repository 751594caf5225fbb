/** The ledger of claims at the end of a chair's prompt: at most twelve claims, in at most 200 tokens. */
import {claimsAgainst, concededClaims, openClaimsOf, type Claim} from '../../../debate/formats/duelogic/ledger.ts';
import {fence, tag} from '../../../debate/prompt.ts';
import type {DebateState} from '../../../debate/state.ts';
import {tokensIn} from '../../../debate/text/tokens.ts';

const mostClaims = 12;
const mostTokens = 200;

/** One line a claim, as chairs and the arbiter read it. */
export const claimLine = ({id, claim}: Claim): string => `${id}: ${fence(claim)}`;

/** What is open against the chair, then its own open claims, then what was conceded, as far as it fits; or nothing. */
export function ledgerLines({formats: {duelogic: ledger}}: DebateState, chair: string): string[] {
	const groups = [
		{title: 'Open against you:', claims: claimsAgainst(ledger, chair)},
		{title: 'Yours, not answered yet:', claims: openClaimsOf(ledger, chair)},
		{title: 'Conceded:', claims: concededClaims(ledger)},
	];
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
