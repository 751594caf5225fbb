/** Reads a file of foreign judgements: JSON lines, a JSON array, or comma-separated values with a header. */
import {sanitize} from '../debate/text/intake.ts';
import type {QuotationCount} from '../debate/sources.ts';
import {maxMargin, type SideJudgement} from './results.ts';
import {isRecord, parseJsonIfValid} from '../debate/text/json.ts';

// Reads and writes comma-separated values (RFC 4180), with semicolons or tabs where a file has those instead.

/** A record's fields, and the line of the file on which it begins, from 1. */
type CsvRecord = {readonly line: number; readonly fields: readonly string[]};

/** What is wrong with a file, and on which line. */
export class CsvFault extends Error {
	override readonly name = 'CsvFault';
	constructor(
		readonly line: number,
		what: string,
	) {
		super(what);
	}
}

/** The separator of a header line: whichever of comma, semicolon and tab stands in it most often. */
function separatorOf(text: string): string {
	const header = /^[^\r\n]*/u.exec(text)?.[0].replaceAll(/"(?:[^"]|"")*"/gu, '') ?? '';
	const counted = [',', ';', '\t'].map(separator => ({separator, count: header.split(separator).length}));
	return counted.reduce((best, one) => (one.count > best.count ? one : best)).separator;
}

/** All records but empty lines. Throws `CsvFault` for a quotation mark without its end, or text after one. */
export function parseCsv(text: string): CsvRecord[] {
	const separator = separatorOf(text);
	const records: CsvRecord[] = [];
	let fields: string[] = [];
	let [line, begun, at] = [1, 1, 0];
	const endRecord = (): void => {
		if (fields.some(field => field.trim() !== '')) records.push({line: begun, fields});
		fields = [];
		begun = line;
	};
	while (at < text.length) {
		const {field, end} = text[at] === '"' ? quoted(text, at, line) : bare(text, at, separator);
		fields.push(field);
		line += countLines(text.slice(at, end));
		const next = text[end];
		if (next !== undefined && next !== separator && next !== '\n' && next !== '\r')
			throw new CsvFault(line, `has text after a closing quotation mark: ${JSON.stringify(text.slice(end, end + 20))}`);
		at = next === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
		if (next === separator && at < text.length) continue;
		if (next === separator) fields.push('');
		if (next !== undefined && next !== separator) line++;
		endRecord();
	}
	return records;
}

const countLines = (text: string): number => text.split('\n').length - 1;

function bare(text: string, from: number, separator: string): {field: string; end: number} {
	let end = from;
	while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
	return {field: text.slice(from, end), end};
}

function quoted(text: string, from: number, line: number): {field: string; end: number} {
	let end = from + 1;
	for (;;) {
		const close = text.indexOf('"', end);
		if (close === -1) throw new CsvFault(line, 'has a quotation mark that is never closed');
		if (text[close + 1] !== '"') return {field: text.slice(from + 1, close).replaceAll('""', '"'), end: close + 1};
		end = close + 2;
	}
}

/** A spreadsheet would take a text that begins like this for a formula. */
const formula = /^[=+\-@\t\r]/u;

/** One line of a file for spreadsheets: numbers as they are, texts quoted where needed and never a formula. */
export const csvLine = (values: readonly (string | number | undefined)[]): string =>
	`${values
		.map(value => {
			if (typeof value !== 'string') return value === undefined ? '' : String(value);
			const safe = formula.test(value) ? `'${value}` : value;
			return /[",;\t\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
		})
		.join(',')}\n`;

// Reads one foreign judgement: a row of a table or an object, whatever its author calls the columns.

/** What each field may be called, in small letters without anything between them. The first is our own name for it. */
const names = {
	group: ['group', 'groupid', 'matchup', 'matchupid', 'pair', 'pairid'],
	debate: ['debate', 'debateid', 'debatekey', 'match', 'matchid', 'game', 'gameid'],
	pro: ['pro', 'promodel', 'proname', 'for', 'formodel', 'affirmative', 'modelpro', 'prodebater'],
	con: ['con', 'conmodel', 'conname', 'against', 'againstmodel', 'negative', 'modelcon', 'condebater'],
	judge: ['judge', 'judgemodel', 'judgename', 'judgeid', 'modeljudge'],
	winner: ['winner', 'winnermodel', 'winnername', 'verdict', 'winningmodel'],
	margin: ['margin', 'signedmargin', 'marginscore'],
	proWords: ['prowords', 'wordspro', 'prowordcount', 'prolength'],
	conWords: ['conwords', 'wordscon', 'conwordcount', 'conlength'],
	proQuoted: ['proquoted'],
	proVerified: ['proverified'],
	conQuoted: ['conquoted'],
	conVerified: ['converified'],
} as const;
type RowField = keyof typeof names;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/gu, '');

/** Our name for a column; undefined for one that does not matter here. */
const fieldOf = (column: string): RowField | undefined => fields.get(plain(column));
const fields = new Map<string, RowField>(
	Object.keys(names)
		.filter(isField)
		.flatMap(field => names[field].map((name): [string, RowField] => [name, field])),
);

function isField(name: string): name is RowField {
	return Object.hasOwn(names, name);
}

/** The columns that every file needs. */
const neededFields = ['group', 'pro', 'con', 'winner'] as const satisfies readonly RowField[];
export const allFields = [
	'group',
	'debate',
	'pro',
	'con',
	'judge',
	'winner',
	'margin',
] as const satisfies readonly RowField[];

/** A judgement, what is wrong with it, or `none`: the judge gave no verdict. */
type RowReading = {readonly judgement: SideJudgement} | {readonly fault: string} | {readonly none: true};

/** `row` has a value for each column; names of columns may differ from ours. */
export function readRow(row: Readonly<Record<string, unknown>>): RowReading {
	const given = new Map<RowField, string>();
	for (const [column, value] of Object.entries(row)) {
		const field = fieldOf(column);
		if (field !== undefined && !given.has(field)) given.set(field, textOf(value));
	}
	const text = (field: RowField): string => given.get(field) ?? '';
	const missing = (['group', 'pro', 'con'] as const).filter(field => text(field) === '');
	if (missing.length > 0) return {fault: `has no ${missing.join(' and no ')}`};
	const [pro, con] = [text('pro'), text('con')];
	const signed = marginOf(text('winner'), text('margin'), pro, con);
	if (typeof signed !== 'number') return signed;
	const words = wordsOf(text('proWords'), text('conWords'));
	if (words !== undefined && 'fault' in words) return words;
	const quotations = quotationsOf(text);
	const debate = text('debate') === '' ? `${text('group')} ${pro}` : text('debate');
	return {
		judgement: {
			group: text('group'),
			debate,
			pro,
			con,
			judge: text('judge') === '' ? 'judge' : text('judge'),
			margin: signed,
			...(words && {words}),
			...(quotations && {quotations}),
		},
	};
}

const textOf = (value: unknown): string =>
	typeof value === 'string' ? sanitize(value).trim() : typeof value === 'number' ? String(value) : '';

const ties = new Set(['tie', 'draw', 'even', 'equal', 'tied']);
const sides: Readonly<Record<string, 'pro' | 'con'>> = {pro: 'pro', for: 'pro', con: 'con', against: 'con'};

/** The side that won. A name goes before the words for a side, in case somebody is called "pro". */
function sideOf(winner: string, pro: string, con: string): 'pro' | 'con' | 'tie' | undefined {
	if (winner === pro) return 'pro';
	if (winner === con) return 'con';
	const small = winner.toLowerCase();
	if (small !== '' && pro.toLowerCase() !== con.toLowerCase()) {
		if (small === pro.toLowerCase()) return 'pro';
		if (small === con.toLowerCase()) return 'con';
	}
	return ties.has(small) ? 'tie' : sides[small];
}

/**
 * The margin above 0 for the side for the motion. A file may give it with its sign, or its size alone beside the
 * winner; without one, a win counts 1.
 */
function marginOf(
	winner: string,
	margin: string,
	pro: string,
	con: string,
): number | Exclude<RowReading, {judgement: unknown}> {
	const size = margin === '' ? undefined : Number(margin.replace('−', '-'));
	if (size !== undefined && !(Math.abs(size) <= maxMargin))
		return {fault: `has a margin that is not a number from −${maxMargin} to ${maxMargin}: ${JSON.stringify(margin)}`};
	if (winner === '') return size === undefined ? {none: true} : size;
	const side = sideOf(winner, pro, con);
	if (side === undefined)
		return {
			fault: `has a winner that is neither ${JSON.stringify(pro)} nor ${JSON.stringify(con)} nor "tie": ${JSON.stringify(winner)}`,
		};
	if (side === 'tie') return 0;
	if (side === 'pro' && size !== undefined && size < 0)
		return {fault: `has a winner for the motion, but a margin for the other side: ${margin}`};
	return (side === 'pro' ? 1 : -1) * Math.abs(size ?? 1);
}

function wordsOf(pro: string, con: string): {pro: number; con: number} | {fault: string} | undefined {
	if (pro === '' || con === '') return undefined;
	const words = {pro: Number(pro), con: Number(con)};
	const bad = Object.values(words).some(count => !(count >= 0));
	return bad ? {fault: `has a number of words that is none: ${JSON.stringify(bad ? [pro, con] : [])}`} : words;
}

/** What is no whole number, or more verified than quoted, is not known. */
function quotationsOf(text: (field: RowField) => string): SideJudgement['quotations'] {
	const of = (quoted: string, verified: string): QuotationCount | undefined =>
		/^\d+$/u.test(quoted) && /^\d+$/u.test(verified) && Number(verified) <= Number(quoted)
			? {quoted: Number(quoted), verified: Number(verified)}
			: undefined;
	const pro = of(text('proQuoted'), text('proVerified'));
	const con = of(text('conQuoted'), text('conVerified'));
	return pro && con && {pro, con};
}

export type RowFault = {readonly line: number; readonly what: string};

/** `none` counts rows in which the judge gave no verdict. */
type JudgementReading = {
	readonly judgements: readonly SideJudgement[];
	readonly none: number;
	readonly faults: readonly RowFault[];
};

/** Never throws: what is wrong is listed by line. */
export function readJudgements(text: string): JudgementReading {
	const content = text.replace(/^\uFEFF/u, '');
	const first = content.trimStart()[0];
	try {
		return readRows(first === '{' ? jsonLines(content) : first === '[' ? jsonArray(content) : csvRows(content));
	} catch (error) {
		if (error instanceof CsvFault) return failed(error.line, error.message);
		throw error;
	}
}

type ForeignRow = {readonly line: number; readonly row: Readonly<Record<string, unknown>>} | RowFault;

function readRows(rows: readonly ForeignRow[]): JudgementReading {
	const judgements: SideJudgement[] = [];
	const faults: RowFault[] = [];
	let none = 0;
	for (const one of rows) {
		if ('what' in one) {
			faults.push(one);
			continue;
		}
		const reading = readRow(one.row);
		if ('judgement' in reading) judgements.push(reading.judgement);
		else if ('fault' in reading) faults.push({line: one.line, what: reading.fault});
		else none++;
	}
	return {judgements, none, faults};
}

const failed = (line: number, what: string): JudgementReading => ({judgements: [], none: 0, faults: [{line, what}]});

function jsonLines(text: string): ForeignRow[] {
	return text.split('\n').flatMap((content, place): ForeignRow[] => {
		if (content.trim() === '') return [];
		const row = parseJsonIfValid(content);
		return [isRecord(row) ? {line: place + 1, row} : {line: place + 1, what: 'is not a JSON object'}];
	});
}

/** The line of a member is not known: its place in the array stands for it. */
function jsonArray(text: string): ForeignRow[] {
	const rows = parseJsonIfValid(text);
	if (!Array.isArray(rows)) return [{line: 1, what: 'begins a JSON array that cannot be read'}];
	return rows.map((row: unknown, place) =>
		isRecord(row) ? {line: place + 1, row} : {line: place + 1, what: 'is not a JSON object'},
	);
}

function csvRows(text: string): ForeignRow[] {
	const [header, ...records] = parseCsv(text);
	if (!header) return [];
	const columns = header.fields.map(fieldOf);
	const missing = neededFields.filter(
		field => !columns.includes(field) && !(field === 'winner' && columns.includes('margin')),
	);
	if (missing.length > 0)
		return [
			{
				line: header.line,
				what: `has no column called ${missing.join(' or ')}; the header of a table is ${allFields.join(',')}`,
			},
		];
	return records.map(({line, fields}) =>
		fields.length > columns.length
			? {line, what: `has ${fields.length} fields, but the header has ${columns.length}`}
			: {
					line,
					row: Object.fromEntries(
						columns.flatMap((name, at) => (name === undefined ? [] : [[name, fields[at] ?? '']])),
					),
				},
	);
}
