/** The rows of each step of the setup. A row that the cursor can stand on has the index of its item. */
import {isRehearsal} from '../../debate/seats.ts';
import {money, rehearsalLabel} from '../../languages/wording.ts';
import {spokenChoice, spokenRow} from '../terminal/spoken-text.ts';
import {compact} from '../../view/format.ts';
import {blank, line, row, span, type Row, type Span} from '../../view/rows.ts';
import type {SetupForm, SeatView, ProtocolSetup, SetupPreview} from '../../app/setup/setup.ts';
import type {VoiceChoice} from '../../app/voices/voice-choices.ts';
import type {Item} from './setup-view.ts';
import {seatStyle, signs} from '../../view/theme.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';
import {capitalised} from '../../debate/text/words.ts';
import {estimateText} from './preset-card.ts';

/** A row and the index of its item. */
type ItemRow = {readonly row: Row; readonly item?: number};

type SetupList = {
	readonly items: readonly Item[];
	readonly cursor: number;
	readonly form: SetupForm;
	readonly sheet: ProtocolSetup;
	readonly width: number;
	/** Whether every format says what it is, and not the selected one alone. */
	readonly described?: boolean;
};

const itemRows = (shown: SetupList): readonly ItemRow[] =>
	shown.items.flatMap((item, index) => {
		const before = shown.items[index - 1];
		const heading = headingOf(item, before, shown.sheet);
		const rows = heard(rowsOf(item, index === shown.cursor, shown), index, shown).map(one => ({row: one, item: index}));
		return [
			...(heading === undefined
				? []
				: [...(index === 0 ? [] : [{row: blank}]), {row: {...line(heading, 'dim'), spoken: ''}}]),
			...rows,
		];
	});

/** Only the row under the cursor is read aloud, with marks replaced by words. */
function heard(rows: readonly Row[], index: number, {items, cursor, form}: SetupList): readonly Row[] {
	const item = items[index];
	const taken =
		item?.is === 'ask' && item.oneOf && item.way && form.way === item.ask.flag
			? ', taken'
			: item?.is === 'field' && form.options[item.field.path] !== undefined
				? ', set here'
				: '';
	const head = rows.findIndex(one => spokenRow(one) !== '');
	return rows.map((one, place) =>
		index !== cursor
			? {...one, spoken: ''}
			: place === head
				? {...one, spoken: spokenChoice(spokenRow(one) + taken, true, index, items.length)}
				: one,
	);
}

/** A heading above the first item of each kind. */
function headingOf(item: Item, before: Item | undefined, {table}: ProtocolSetup): string | undefined {
	if (item.is === 'field')
		return before?.is === 'fold' || (before?.is === 'field' && before.field.group === item.field.group)
			? undefined
			: item.field.group;
	if (item.is === 'ask')
		return item.oneOf && before === undefined
			? 'One of these'
			: !item.way && before?.is === 'ask' && before.oneOf
				? 'Beside it'
				: undefined;
	if (item.is !== 'seat' || table === undefined) return undefined;
	if (before === undefined) return 'At the table';
	return item.seat.place === undefined && before.is === 'seat' && before.seat.place !== undefined
		? 'Beside it'
		: undefined;
}

function rowsOf(item: Item, chosen: boolean, shown: SetupList): readonly Row[] {
	const pointer = span(chosen ? `${signs.chosen} ` : '  ', 'chosen');
	const tone = chosen ? 'chosen' : 'plain';
	switch (item.is) {
		case 'protocol':
			return [
				row(pointer, span(item.sheet.name, tone)),
				...(chosen || shown.described
					? wrapText(item.sheet.summary, shown.width - 4).map(text => line(`    ${text}`, 'dim'))
					: []),
			];
		case 'ask':
			return askRows(item, pointer, tone, shown);
		case 'seat':
			return seatRows(item.seat, pointer, tone, shown);
		case 'everyone':
			return [
				blank,
				withRight(
					[pointer, span('All other seats', tone)],
					[span(shown.form.everyone ?? 'from what was found', 'dim'), ...factSpans('', shown)],
				),
			];
		case 'field':
			return [fieldRow(item.field, pointer, tone, shown.form)];
		case 'fold':
			return [blank, foldRow(item, pointer, tone, shown)];
		case 'next':
			return [blank, {...row(pointer, span(`${item.label} →`, tone)), spoken: item.label}];
		default:
			return item satisfies never;
	}
}

const LABEL = 16;

function askRows(
	{ask, oneOf, way}: Extract<Item, {is: 'ask'}>,
	pointer: Span,
	tone: Span['tone'],
	{form, width}: SetupList,
): readonly Row[] {
	const taken = way && form.way === ask.flag;
	const mark = oneOf ? [span(`${taken ? signs.full : signs.empty} `, taken ? 'good' : 'dim')] : [];
	const label = span(ask.label.padEnd(LABEL), tone);
	const given = form.answers[ask.flag] ?? '';
	const room = width - LABEL - 2 - (oneOf ? 2 : 0);
	if (given.trim() === '')
		return [row(pointer, ...mark, label, span(ask.optional ? signs.none : `${signs.none} enter fills it in`, 'dim'))];
	const [first = '', ...rest] = wrapText(given, room);
	const shown = rest
		.slice(0, 3)
		.map((text, index) => (index === 2 && rest.length > 3 ? truncate(`${text}…`, room) : text));
	return [
		row(pointer, ...mark, label, span(first, taken || !oneOf ? 'strong' : 'dim')),
		...shown.map(text => row(span(' '.repeat(width - room)), span(text, taken || !oneOf ? 'strong' : 'dim'))),
	];
}

/** From this width on, a seat's row has room for its voice's limits and prices. */
const WIDE = 84;
/** The widest column of names: names and values must stay close enough to read across. */
export const LIST_WIDTH = 90;

function seatRows(seat: SeatView, pointer: Span, tone: Span['tone'], shown: SetupList): readonly Row[] {
	const {form, sheet} = shown;
	const style = seat.place === undefined ? {sign: signs.separator, tone: 'dim' as const} : seatStyle(seat.place);
	const place = seat.place === undefined ? undefined : form.places[seat.place];
	const stance = sheet.table?.stances.find(({id}) => id === place?.stance)?.name ?? seat.label;
	const manner = place?.manner === undefined ? [] : [row(span('      '), span(place.manner, 'italic'))];
	return [
		withRight(
			[pointer, span(`${style.sign} `, style.tone), span(capitalised(stance), tone)],
			[span(voiceText(seat.voice), seat.own ? 'strong' : 'dim'), ...factSpans(factsOfSeat(seat), shown)],
		),
		...manner,
	];
}

/** A voice as the user writes it; the rehearsal voice is described. */
const voiceText = (voice: string): string => (isRehearsal({voice}) ? rehearsalLabel : voice);

/** The column for limits and prices of voices. */
const FACTS = 18;
const factsOfSeat = (seat: SeatView): string => (isRehearsal(seat) ? '' : briefFacts(seat));

/** A cell of that column. Every row has one if any voice's facts are known and there is room. */
const factSpans = (facts: string, {items, width}: SetupList): readonly Span[] =>
	width >= WIDE && items.some(item => item.is === 'seat' && factsOfSeat(item.seat) !== '')
		? [span(`  ${facts.padEnd(FACTS)}`, 'dim')]
		: [];

/** The same, shorter: `131k · $3/$15`. */
export function briefFacts({contextTokens, price}: Pick<VoiceChoice, 'contextTokens' | 'price'>): string {
	const cost =
		price === undefined
			? []
			: [
					price.input === 0 && price.output === 0
						? 'free'
						: [price.input, price.output].map(dollars => money(dollars).replace(/\.00$/u, '')).join('/'),
				];
	return [...(contextTokens === undefined ? [] : [compact(contextTokens)]), ...cost].join(` ${signs.separator} `);
}

/** A voice's context window and prices, as far as known. */
export function factsOf({contextTokens, price}: Pick<VoiceChoice, 'contextTokens' | 'price'>): string {
	const context = contextTokens === undefined ? [] : [`takes ${compact(contextTokens)} tokens`];
	const cost =
		price === undefined
			? []
			: [
					price.input === 0 && price.output === 0
						? 'free'
						: `a million tokens cost ${money(price.input)} in, ${money(price.output)} out`,
				];
	return [...context, ...cost].join(` ${signs.separator} `);
}

function fieldRow(
	{path, label, kind, standard}: Extract<Item, {is: 'field'}>['field'],
	pointer: Span,
	tone: Span['tone'],
	{options}: SetupForm,
): Row {
	const set = options[path];
	const value = set ?? standard;
	const shown =
		kind === 'flag'
			? value === 'true'
				? `${signs.yes} yes`
				: `${signs.no} no`
			: ['', '[]'].includes(value)
				? signs.none
				: value;
	return withRight(
		[pointer, span(label, tone)],
		[span(shown, set === undefined ? 'dim' : 'strong'), span(set === undefined ? '  ' : ` ${signs.full}`, 'accent')],
	);
}

/** The line of the advanced options says how many of them are set. */
function foldRow(
	{count, open}: Extract<Item, {is: 'fold'}>,
	pointer: Span,
	tone: Span['tone'],
	{form, sheet}: SetupList,
): Row {
	const set = sheet.fields.filter(({path, advanced}) => advanced && form.options[path] !== undefined).length;
	return {
		...withRight(
			[
				pointer,
				span(`${open ? signs.down : signs.playing} Advanced`, tone),
				span(` ${signs.separator} ${count} options`, 'dim'),
			],
			set === 0 ? [] : [span(`${set} set here ${signs.full}`, 'accent')],
		),
		spoken: `Advanced, ${count} options, ${open ? 'shown' : 'folded away'}`,
	};
}

const withRight = (spans: readonly Span[], right: readonly Span[]): Row => ({spans, right});

/** Details of the item under the cursor. */
export function detailOf(item: Item | undefined, {form, sheet}: Pick<SetupList, 'form' | 'sheet'>): string {
	switch (item?.is) {
		case 'ask':
			return item.ask.about;
		case 'field':
			return fieldDetail(item.field);
		case 'seat': {
			const place = item.seat.place === undefined ? undefined : form.places[item.seat.place];
			const stance = sheet.table?.stances.find(({id}) => id === place?.stance)?.about;
			return [
				...(stance === undefined ? [] : [stance]),
				...(isRehearsal(item.seat)
					? []
					: [[item.seat.name, factsOf(item.seat)].filter(fact => fact !== '').join(` ${signs.separator} `)]),
				...(item.seat.judging ? [item.seat.judging.sentence] : []),
			].join(' ');
		}
		case 'everyone':
			return 'Whoever is not chosen above speaks with this voice; without one, with the best that was found: models, agents, or rehearsal.';
		case 'fold':
			return `What most debates leave as it is. Enter ${item.open ? 'folds it away' : 'shows it'}.`;
		case 'next':
			return 'Enter goes on to the next step.';
		case 'protocol':
		case undefined:
			return '';
		default:
			return item satisfies never;
	}
}

const fieldDetail = ({about, may, path, standard, kind}: Extract<Item, {is: 'field'}>['field']): string =>
	`${about} ${capitalised(may || (kind === 'flag' ? 'yes or no' : 'text'))}${standard === '' ? '' : `; ${standard} by default`}. In a config: ${path}.`;

/** A paragraph below other rows, cut to a number of lines. */
export const detailRows = (text: string, width: number, most: number): readonly Row[] => {
	const lines = text === '' ? [] : wrapText(text, width);
	return lines
		.slice(0, most)
		.map((one, index) => line(truncate(index === most - 1 && lines.length > most ? `${one}…` : one, width), 'dim'));
};

/** All steps, the current one marked. If they do not fit, the current one alone with its number. */
export function trail(names: readonly string[], at: number, width: number): Row {
	const all = names.flatMap((name, index): Span[] => [
		span(index === 0 ? '' : ' › ', 'dim'),
		span(name, index === at ? 'chosen' : 'dim'),
	]);
	const long = all.reduce((sum, {text}) => sum + widthOf(text), 0);
	return {
		spoken: `New debate, step ${at + 1} of ${names.length}: ${names[at] ?? ''}`,
		spans: [span('New debate', 'brand')],
		right: long <= Math.floor((width * 2) / 3) ? all : [span(`${names[at] ?? ''} ${at + 1}/${names.length}`, 'chosen')],
	};
}

// The last step of a setup: every choice, the estimate, and the command line that starts the same debate.

const SUMMARY_LABEL = 10;

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
		...proposed(outlook).flatMap(text => wrapText(text, width).map(part => line(part, 'dim'))),
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

/** A cheaper voice for judging and the ledger, if there is one to propose. */
const proposed = ({estimate}: SetupPreview): readonly string[] =>
	estimate?.proposal === undefined ? [] : [estimate.proposal];

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
		const lines = wrapText(given === '' ? signs.none : given, width - SUMMARY_LABEL);
		return lines
			.slice(0, 4)
			.flatMap((text, index) =>
				labelled(index === 0 ? label.slice(0, SUMMARY_LABEL - 1) : '', [
					span(index === 3 && lines.length > 4 ? `${text} …` : text, 'strong'),
				]),
			);
	});
}

const labelled = (label: string, spans: readonly Span[]): readonly Row[] => [
	row(span(label.padEnd(SUMMARY_LABEL), 'dim'), ...spans),
];

// What of a step's rows stands on a screen of some height. Pure.

/** The rows of a step. Where there is room, every format says what it is, and stands apart from the next. */
export function fittingRows(shown: SetupList, height: number): readonly ItemRow[] {
	const short = itemRows(shown);
	if (shown.items[0]?.is !== 'protocol') return short;
	const told = itemRows({...shown, described: true});
	return [apart(told), told].find(rows => rows.length <= height) ?? short;
}

const apart = (rows: readonly ItemRow[]): readonly ItemRow[] =>
	rows.flatMap((one, index) => (index > 0 && one.item !== rows[index - 1]?.item ? [{row: blank}, one] : [one]));

/** A row that chooses its item when it is clicked. */
const rowOf = ({row: one, item}: ItemRow): Row => (item === undefined ? one : {...one, choice: item});

/** The rows that fit, including those of the item under the cursor, and how many are left out. */
export function windowed(rows: readonly ItemRow[], cursor: number, height: number): readonly Row[] {
	if (rows.length <= height) return rows.map(rowOf);
	const last = rows.findLastIndex(({item}) => item === cursor);
	const top = Math.min(Math.max(0, last - Math.ceil((height * 2) / 3)), rows.length - height);
	const shown = rows.slice(top, top + height).map(rowOf);
	const more = (sign: string, count: number): Row => line(`  ${sign} ${count} more`, 'dim');
	return shown.map((one, index) =>
		index === 0 && top > 0
			? more(signs.up, top + 1)
			: index === height - 1 && top + height < rows.length
				? more(signs.down, rows.length - top - height + 1)
				: one,
	);
}
