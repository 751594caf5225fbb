/** What is contested: each claim, how it stands, and beneath it the sentence that answered it. Open ones come first. */
import type {Claim} from '../../debate/formats/claims/ledger.ts';
import type {DebateState} from '../../debate/state.ts';
import {claimTally, standingOf, tallyText} from '../debate/claim-tally.ts';
import {displayOf} from '../debate/participant-display.ts';
import {blank, row, rule, span, spansWidth, type Row} from '../text/rows.ts';
import {truncate, wrapParagraph} from '../text/wrap.ts';

/** Lines of an answer. */
const mostLines = 4;

export function clashRows(state: DebateState, width: number): readonly Row[] {
	const tally = claimTally(state);
	if (tally.ordered.length === 0) return [];
	return [
		blank,
		rule(width, span('Clash', 'strong'), span(tallyText(tally), 'dim')),
		...tally.ordered.flatMap(claim => [...claimRows(state, claim, width), ...answerRows(state, claim, width)]),
	];
}

function claimRows(state: DebateState, claim: Claim, width: number): Row[] {
	const {sign, tone} = displayOf(state, claim.holder);
	const standing = standingOf(claim);
	const right = [span(`${standing.word} `, standing.tone), span(standing.sign, standing.tone)];
	const [first = '', ...rest] = wrapParagraph(claim.claim, Math.max(8, width - 4 - spansWidth(right)));
	return [
		{spans: [span(`${sign} `, tone), span(first, claim.status === 'open' ? 'strong' : 'plain')], right},
		...rest.map(text => row(span('  '), span(text, claim.status === 'open' ? 'strong' : 'plain'))),
	];
}

function answerRows(state: DebateState, {settled}: Claim, width: number): Row[] {
	if (!settled) return [];
	const {sign, tone} = displayOf(state, settled.by);
	const room = Math.max(8, width - 6);
	const lines = wrapParagraph(settled.sentence.replaceAll(/\s+/gu, ' ').trim(), room);
	const shown =
		lines.length > mostLines ? [...lines.slice(0, mostLines - 1), lines.slice(mostLines - 1).join(' ')] : lines;
	return shown.map((text, at) =>
		row(
			span(at === 0 ? '  ↳ ' : '    ', 'dim'),
			...(at === 0 ? [span(`${sign} `, tone)] : [span('  ')]),
			span(truncate(text, room), 'dim'),
		),
	);
}
