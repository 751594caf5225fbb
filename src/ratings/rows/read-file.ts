/** Reads a file of foreign judgements: JSON lines, a JSON array, or comma-separated values with a header. */
import {isRecord} from '../../debate/is-record.ts';
import {parseJsonIfValid} from '../../debate/text/parse-json.ts';
import type {SideJudgement} from '../judgement.ts';
import {CsvFault, parseCsv} from './csv.ts';
import {allFields, fieldOf, neededFields, readRow} from './read-row.ts';

export type RowFault = {readonly line: number; readonly what: string};

/** `none` counts rows in which the judge gave no verdict. */
export type JudgementReading = {
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
