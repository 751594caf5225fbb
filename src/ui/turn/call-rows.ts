/** The requests that a turn took, with the answers as they were received. */
import {formatCount, humanize, plural} from '../../transcripts/wording.ts';
import type {RecordedCall} from '../ports/calls-port.ts';
import {blank, line, row, span, type Row} from '../text/rows.ts';
import {wrapText} from '../text/wrap.ts';

/** What is recorded nowhere is said at the top. */
export function callRows(calls: readonly RecordedCall[], width: number): readonly Row[] {
	const room = Math.max(8, width - 2);
	return [
		...wrapText(
			'Prompts are not kept: what was sent is made again from the journal when a debate is resumed, and known here by its hash (SHA-256).',
			width,
		).map(text => line(text, 'dim')),
		...(calls.length === 0 ? [blank, line('No request was recorded for this turn.')] : []),
		...calls.flatMap(call => [
			blank,
			headOf(call),
			...(call.requestHash === undefined ? [] : [line(`  request ${call.requestHash.slice(0, 16)}`, 'dim')]),
			...(call.failed === undefined ? [] : wrapText(call.failed, room).map(text => line(`  ${text}`, 'warning'))),
			...(call.answer === undefined
				? [line('  The answer as received was not kept.', 'dim')]
				: wrapText(call.answer, room).map(text => line(`  ${text}`))),
		]),
	];
}

function headOf({purpose, voice, tries, ms, tokens}: RecordedCall): Row {
	const told = [
		voice,
		...(tokens ? [`${formatCount(tokens.input)} tokens in, ${formatCount(tokens.output)} out`] : []),
		`${(ms / 1000).toFixed(2)} s`,
		...(tries > 1 ? [plural(tries, 'try').replace('trys', 'tries')] : []),
	];
	return row(span(humanize(purpose), 'strong'), span(` · ${told.join(' · ')}`, 'dim'));
}
