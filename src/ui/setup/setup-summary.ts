/** The last step of a setup: every choice, the estimate, and the command line that starts the same debate. */
import {isRehearsal, money, rehearsalLabel} from '../../languages/wording.ts';
import {compact} from '../../view/format.ts';
import {estimateText} from './preset-card.ts';
import {blank, line, row, span, type Row, type Span} from '../../view/rows.ts';
import type {SetupForm, SetupPreview, ProtocolSetup} from '../../app/screens/setup/setup.ts';
import {seatStyle, signs} from '../../view/theme.ts';
import {wrapText} from '../../view/wrap.ts';
import {capitalised} from '../../debate/text/words.ts';

const LABEL = 10;

/** `width` is at least 30 columns. */
export function summaryRows(
	sheet: ProtocolSetup,
	form: SetupForm,
	outlook: SetupPreview,
	width: number,
): readonly Row[] {
	const {seats, notices, command, missing, refused} = outlook;
	const problem = refused ?? missing;
	return [
		...(problem === undefined
			? []
			: [...wrapText(`${signs.no} ${problem}`, width).map(text => line(text, 'error')), blank]),
		...labelled('Format', [span(sheet.name, 'strong')]),
		...subjectRows(sheet, form, width),
		...seats.flatMap(({place, label, name, voice, judging}, index) =>
			labelled(index === 0 ? 'Seats' : '', [
				seatSign(place),
				span(stanceOf(sheet, form, place) ?? capitalised(label), 'strong'),
				span(` ${signs.separator} ${isRehearsal({voice}) ? rehearsalLabel : `${name}, ${voice}`}`),
				...(judging ? [span(` ${signs.separator} ${judging.label}`, 'dim')] : []),
			]),
		),
		...sheet.fields
			.flatMap(({path, label}) => {
				const value = form.options[path];
				return value === undefined ? [] : [{label, value}];
			})
			.flatMap(({label, value}, index) =>
				labelled(index === 0 ? 'Set' : '', [span(`${label} ${signs.separator} `), span(value, 'strong')]),
			),
		...labelled('Expected', [span(expectationOf(outlook))]),
		...[...eachVoice(outlook), ...pricedBy(outlook)].flatMap(text => labelled('', [span(text, 'dim')])),
		...notices.flatMap(notice => wrapText(`${signs.notice} ${notice}`, width).map(text => line(text, 'warning'))),
		blank,
		line('The same as a command:', 'dim'),
		...wrapText(command, width).map(text => line(text, 'dim')),
	];
}

/** The estimate, if there is one. */
export const expectationOf = ({estimate}: SetupPreview): string =>
	estimate === undefined ? 'length, tokens and price unknown' : estimateText(estimate);

const pricedBy = ({estimate: {prices = ''} = {minutes: 0, tokens: 0, cost: 0}}: SetupPreview): readonly string[] =>
	prices === '' ? [] : [`prices: ${prices}`];

/** The cost of each voice, if there is more than one. */
const eachVoice = ({estimate: {voices = []} = {minutes: 0, tokens: 0, cost: 0}}: SetupPreview): readonly string[] =>
	voices.length < 2
		? []
		: voices.map(
				({name, tokens, cost}) =>
					`${name} ${signs.separator} ${compact(tokens)} tokens ${signs.separator} ${cost === null ? 'price unknown' : `about ${money(cost)}`}`,
			);

function seatSign(place: number | undefined): Span {
	if (place === undefined) return span(`${signs.separator} `, 'dim');
	const {sign, tone} = seatStyle(place);
	return span(`${sign} `, tone);
}

const stanceOf = ({table}: ProtocolSetup, {places}: SetupForm, place: number | undefined): string | undefined =>
	table && place !== undefined ? table.stances.find(({id}) => id === places[place]?.stance)?.name : undefined;

function subjectRows({ways, beside}: ProtocolSetup, {way, answers}: SetupForm, width: number): readonly Row[] {
	const taken = ways.find(({flag}) => flag === way) ?? ways[0];
	return [taken, ...beside].flatMap(({flag, label, optional}) => {
		const given = (answers[flag] ?? '').trim();
		if (given === '' && (optional === undefined || flag !== way)) return [];
		const lines = wrapText(given === '' ? signs.none : given, width - LABEL);
		return lines
			.slice(0, 4)
			.flatMap((text, index) =>
				labelled(index === 0 ? label.slice(0, LABEL - 1) : '', [
					span(index === 3 && lines.length > 4 ? `${text} …` : text, 'strong'),
				]),
			);
	});
}

const labelled = (label: string, spans: readonly Span[]): readonly Row[] => [
	row(span(label.padEnd(LABEL), 'dim'), ...spans),
];
