/** The rows of each step of the setup. A row that the cursor can stand on has the index of its item. */
import {isRehearsal, money, rehearsalLabel} from '../../languages/wording.ts';
import {spokenChoice, spokenRow} from '../terminal/spoken-text.ts';
import {compact} from '../../view/format.ts';
import {blank, line, row, span, type Row, type Span} from '../../view/rows.ts';
import type {SetupForm, SeatView, ProtocolSetup, VoiceChoice} from '../../app/screens/setup/setup.ts';
import type {Item} from './setup-view.ts';
import {seatStyle, signs} from '../../view/theme.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';
import {capitalised} from '../../debate/text/words.ts';

/** A row and the index of its item. */
export type ItemRow = {readonly row: Row; readonly item?: number};

export type SetupList = {
	readonly items: readonly Item[];
	readonly cursor: number;
	readonly form: SetupForm;
	readonly sheet: ProtocolSetup;
	readonly width: number;
	/** Whether every format says what it is, and not the selected one alone. */
	readonly described?: boolean;
};

export const itemRows = (shown: SetupList): readonly ItemRow[] =>
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
					[span(shown.form.everyone ?? 'format default', 'dim'), ...factSpans('', shown)],
				),
			];
		case 'field':
			return [fieldRow(item.field, pointer, tone, shown.form)];
		case 'fold':
			return [blank, foldRow(item, pointer, tone, shown)];
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
	const look = seat.place === undefined ? {sign: signs.separator, tone: 'dim' as const} : seatStyle(seat.place);
	const place = seat.place === undefined ? undefined : form.places[seat.place];
	const stance = sheet.table?.stances.find(({id}) => id === place?.stance)?.name ?? seat.label;
	const manner = place?.manner === undefined ? [] : [row(span('      '), span(place.manner, 'italic'))];
	return [
		withRight(
			[pointer, span(`${look.sign} `, look.tone), span(capitalised(stance), tone)],
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
		kind === 'flag' ? (value === 'true' ? `${signs.yes} yes` : `${signs.no} no`) : value === '' ? signs.none : value;
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
			return 'Whoever is not named above speaks with this voice; without one, with the model that the format has chosen for the seat.';
		case 'fold':
			return `What most debates leave as it is. Enter ${item.open ? 'folds it away' : 'shows it'}.`;
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
