/** What is contested: each claim, how it stands, and beneath it the sentence that answered it. Open ones come first. */
import type {Claim} from '../../debate/formats/claims/ledger.ts';
import type {DebateState} from '../../debate/state.ts';
import {claimTally, standingOf, tallyText} from '../debate/claim-tally.ts';
import {hanging, loneSentence, proseLines} from '../markdown/prose.ts';
import {displayOf} from '../debate/participant-display.ts';
import {blank, row, rule, span, spansWidth, type Row} from '../text/rows.ts';

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
	const [first, ...rest] = hanging(
		span(`${sign} `, tone),
		loneSentence(claim.claim),
		width - 2 - spansWidth(right),
		claim.status === 'open' ? 'strong' : 'plain',
	);
	return first ? [{...first, right}, ...rest] : [];
}

function answerRows(state: DebateState, {settled}: Claim, width: number): Row[] {
	if (!settled) return [];
	const {sign, tone} = displayOf(state, settled.by);
	const room = Math.max(8, width - 6);
	const lines = proseLines(loneSentence(settled.sentence), room, 'dim');
	return lines
		.slice(0, mostLines)
		.map((pieces, at) =>
			row(
				span(at === 0 ? '  ↳ ' : '    ', 'dim'),
				...(at === 0 ? [span(`${sign} `, tone)] : [span('  ')]),
				...pieces,
				...(at === mostLines - 1 && lines.length > mostLines ? [span(' …', 'dim')] : []),
			),
		);
}
