/** Reads and writes comma-separated values (RFC 4180), with semicolons or tabs where a file has those instead. */

/** A record's fields, and the line of the file on which it begins, from 1. */
export type CsvRecord = {readonly line: number; readonly fields: readonly string[]};

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
