/** The requests that a turn took, each with its prompt and the answer as it was received. */
import {formatCount, humanize, plural} from '../../languages/wording.ts';
import type {TurnCalls} from '../../app/session/turn-calls.ts';
import type {RecordedCall, RemadePrompt} from '../../app/files/recorded-calls.ts';
import {blank, line, row, rule, span, type Row} from '../../view/rows.ts';
import {wrapText} from '../../view/wrap.ts';

/** What is recorded nowhere is said in its place. */
export function callRows({calls, missing}: TurnCalls, width: number): readonly Row[] {
	if (calls.length === 0) return [line('No request was recorded for this turn.')];
	return [
		...(missing === undefined ? [] : said(`Prompts cannot be made again: ${missing}.`, width, 'warning')),
		...calls.flatMap((call, place) => [
			...(place === 0 && missing === undefined ? [] : [blank]),
			...headRows(call, width),
			...(call.failed === undefined ? [] : said(call.failed, width, 'warning')),
			...(call.prompt
				? promptRows(call.prompt, width)
				: missing === undefined
					? [blank, line('The prompt was not kept.', 'dim')]
					: []),
			...answerRows(call, width),
		]),
	];
}

const said = (text: string, width: number, tone: 'plain' | 'dim' | 'warning'): readonly Row[] =>
	wrapText(text, width).map(piece => line(piece, tone));

/** What a request was for, where its id alone does not say it. */
const purposeNames: Readonly<Record<string, string>> = {
	wish: 'whether a chair cuts in',
	judge: 'scoring',
	digest: 'summary of what was said',
	ack: 'acknowledgement',
	point: 'whether to rise on a point of information',
	'point taken?': 'whether to take the point',
	'late claims': 'new claims in a closing',
	watch: 'review of a step',
};

function headRows({purpose, voice, tries, ms, tokens}: RecordedCall, width: number): readonly Row[] {
	const told = [
		voice,
		...(tokens ? [`${formatCount(tokens.input)} tokens in, ${formatCount(tokens.output)} out`] : []),
		`${(ms / 1000).toFixed(2)} s`,
		...(tries > 1 ? [plural(tries, 'try').replace('trys', 'tries')] : []),
	];
	return [
		rule(width, span(purposeNames[purpose] ?? humanize(purpose), 'strong')),
		...said(told.join(' · '), width, 'dim'),
	];
}

const checks: Readonly<Record<RemadePrompt['check'], string>> = {
	same: 'as it was sent: made again from the journal, and its hash is the one recorded',
	other: 'made again from the journal; what was sent was different, as its recorded hash shows',
	unchecked: 'made again from the journal; no hash of what was sent was kept to check it by',
};

function promptRows({messages, check}: RemadePrompt, width: number): readonly Row[] {
	return [
		blank,
		row(span('Prompt', 'strong')),
		...said(checks[check], width, check === 'other' ? 'warning' : 'dim'),
		...messages.flatMap(({role, text}) => [line(`${role}:`, 'accent'), ...indented(text, width)]),
	];
}

const answerRows = ({answer, failed}: RecordedCall, width: number): readonly Row[] =>
	answer === undefined
		? failed === undefined
			? [blank, line('The answer as received was not kept.', 'dim')]
			: []
		: [blank, row(span('Answer', 'strong'), span(' · as received', 'dim')), ...indented(answer, width)];

const indented = (text: string, width: number): readonly Row[] =>
	wrapText(text, Math.max(8, width - 2)).map(piece => line(`  ${piece}`));
