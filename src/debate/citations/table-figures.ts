/**
 * Figures that are counted or computed of a table: each is held against what a few operations over its columns come to,
 * and what fits is told with how it comes about. Of what fits nothing, nothing is known.
 */
import {comparedTokens, hasInARow} from './equal-values.ts';
import type {strayFigures} from './figures.ts';
import {readingOf, type NumberReading} from './number-words.ts';
import {wordsIn} from './tokens.ts';

/** `lines` are its rows, the head first; `separator` stands between cells. A part of a table is not computed with. */
type TableText = {readonly lines: readonly string[]; readonly separator: string; readonly isPart?: boolean};
/** A figure as it was said, and what it comes of, such as `mean of “rent”`. */
type ComputedFigure = {readonly figure: string; readonly as: string};
type SaidFigure = ReturnType<typeof strayFigures>[number];

/** Rows at most of a table that is computed with, and columns of which each is compared with each. */
const [mostRows, mostCompared] = [2000, 6] as const;

/** The table of a file with a row a line: its cells stand between tabs, semicolons or commas. */
function tableOf(lines: readonly string[]): TableText {
	const head = lines[0] ?? '';
	const separator = ['\t', ';', ','].find(sign => head.includes(sign)) ?? ',';
	return {lines, separator};
}

/** The table that a text is, head first, or the tables within it: rows of cells between tabs, or between bars. */
export const tablesIn = (text: string, isTable = false): readonly TableText[] =>
	isTable ? [tableOf(text.split('\n').filter(line => line.trim() !== ''))] : tablesWithin(text);

function tablesWithin(text: string): readonly TableText[] {
	const tables: string[][] = [];
	let open: string[] | undefined;
	for (const line of text.split('\n')) {
		const isRow = line.includes('\t') || /^\s*\|.*\|\s*$/u.test(line);
		if (isRow && !open) tables.push((open = []));
		if (!isRow && line.trim() !== '') open = undefined;
		else if (isRow && !/^[\s|:-]+$/u.test(line)) open?.push(line.trim().replaceAll(/^\||\|$/gu, ''));
	}
	return tables
		.filter(({length}) => length > 2)
		.map(lines => ({lines, separator: lines[0]?.includes('\t') ? '\t' : '|'}));
}

/** Rows that have something in common, and how that is told: `“Street” is Meadow End`. */
type RowSet = {readonly rows: readonly number[]; readonly told: string};
type TableColumn = {readonly name: string; readonly cells: readonly string[]; readonly values: readonly number[]};
type ReadTable = {readonly size: number; readonly columns: readonly TableColumn[]};

/** What becomes of a sentence’s figures that no table has in a cell. */
export function figuresInTables(sentence: string, figures: readonly SaidFigure[], tables: readonly TableText[]) {
	const beside = figures.filter(figure => !tables.some(table => hasCell(figure, table)));
	const computed = beside.flatMap(figure => tables.flatMap(table => computedOf(sentence, [figure], table)).slice(0, 1));
	const isComputed = (said: string): boolean => computed.some(({figure}) => figure === said);
	return {computed, unchecked: beside.map(({said}) => said).filter(said => !isComputed(said))};
}

/** What one table has of these figures of a sentence. */
function computedOf(sentence: string, figures: readonly SaidFigure[], text: TableText): readonly ComputedFigure[] {
	if (text.isPart || text.lines.length > mostRows) return [];
	const table = readTable(text);
	const all = comparedTokens(sentence, {reading: readingOf(sentence)});
	if (table.size < 2) return [];
	return figures.flatMap(figure => {
		const others = all.flatMap(({start, value}) => (start === figure.at ? [] : (value ?? [])));
		for (const [as, value, isShare] of results(table, sentence, others))
			if (isShare === figure.isShare && fits(figure.value, value)) return [{figure: figure.said, as}];
		return [];
	});
}

/** Whether a cell of a table has this very figure. */
const hasCell = (figure: SaidFigure, text: TableText): boolean =>
	readTable(text).columns.some(column => !isIndex(column) && column.values.some(value => fits(figure.value, value)));

/** To the digits in which it is said: `1.2 million` for 1,234,000, and parts of a whole to a percent. */
function fits(said: number, exact: number): boolean {
	if (!Number.isFinite(exact)) return false;
	const [, decimals = ''] = String(said).split('.');
	if (decimals.length > 4) return Math.abs(said - exact) < 1;
	if (decimals !== '') return Number(exact.toFixed(decimals.length)) === said;
	const digits = String(said).replace(/0+$/u, '').length;
	return Math.round(exact) === said || (said >= 1000 && digits > 1 && Number(exact.toPrecision(digits)) === said);
}

function readTable({lines, separator}: TableText): ReadTable {
	const [head = [], ...written] = lines.map(line => cellsOf(line, separator));
	const reading: NumberReading = separator === ';' ? 'continental' : 'English';
	// What rose or fell did so from the first year to the last, also where the last stands on top.
	const keys = written.map(([key = '']) => numberIn(key, reading));
	const isLastOnTop = keys.every((key, at) => at === 0 || key < (keys[at - 1] ?? Number.NaN));
	const rows = isLastOnTop ? written.toReversed() : written;
	return {
		size: rows.length,
		columns: head.map((name, at) => {
			const cells = rows.map(row => row[at] ?? '');
			return {name, cells, values: cells.map(cell => numberIn(cell, reading))};
		}),
	};
}

const cellsOf = (line: string, separator: string): readonly string[] =>
	(separator === '|' || separator === '\t'
		? line.split(separator)
		: Array.from(
				line.matchAll(/(?:"((?:[^"]|"")*)"|([^,;]*))(?:[,;]|$)/gu),
				([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare,
			)
	).map(cell => cell.trim());

/** The only number of a cell, with a unit at most; `NaN` for any other. */
function numberIn(cell: string, reading: NumberReading): number {
	const tokens = comparedTokens(cell, {reading});
	const [first, ...rest] = tokens.flatMap(({value}) => value ?? []);
	return first !== undefined && rest.length === 0 && tokens.length <= 3 ? first : Number.NaN;
}

// What comes of it: rows that a sentence may mean, and operations over their columns.

type TableResult = readonly [as: string, value: number, isShare: boolean];

function* results(table: ReadTable, sentence: string, others: readonly number[]): Generator<TableResult> {
	const all: RowSet = {rows: [...(table.columns[0]?.cells.keys() ?? [])], told: ''};
	const bases = [all, ...setsNamed(table, sentence, others)];
	const numeric = named(
		table.columns.filter(column => !isIndex(column) && column.values.some(Number.isFinite)),
		sentence,
	);
	for (const base of bases) {
		yield [`rows${base.told}`, base.rows.length, false];
		if (base !== all) yield* shareOf(base, all);
	}
	for (const base of bases)
		for (const column of numeric) {
			for (const [name, operation] of Object.entries(overColumn))
				yield [`${name} of ${quoted(column)}${base.told}`, operation(valuesIn(column, base)), false];
			for (const [name, operation] of Object.entries(overChange))
				yield [`${name} of ${quoted(column)}${base.told}`, operation(...endsOf(column, base)), true];
			if (base !== all) yield [`share of ${quoted(column)}${base.told}`, ratio(column, base, column, all), true];
		}
	for (const base of bases) {
		for (const subset of conditions(base, numeric, others)) {
			yield [`rows${subset.told}`, subset.rows.length, false];
			yield* shareOf(subset, base);
		}
		for (const [one, other] of pairsOf(numeric)) {
			const said = `${quoted(one)} and ${quoted(other)}${base.told}`;
			const [first, second] = [one, other].map(column => sum(valuesIn(column, base)));
			yield [`difference of ${said}`, Math.abs((first ?? 0) - (second ?? 0)), false];
			yield [`ratio of ${said}`, ratio(one, base, other, base) / 100, false];
			yield [`share of ${quoted(one)} in ${quoted(other)}${base.told}`, ratio(one, base, other, base), true];
			const products = base.rows.map(row => (one.values[row] ?? 0) * (other.values[row] ?? 0));
			const change = Math.abs(ratio(other, base, one, base) - 100);
			yield [`change between ${said}`, change, true];
			yield [`product of ${said}`, sum(products.filter(Number.isFinite)), false];
		}
	}
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const last = (values: readonly number[]): number => values.at(-1) ?? Number.NaN;
const first = (values: readonly number[]): number => values[0] ?? Number.NaN;

const overColumn: Readonly<Record<string, (values: readonly number[]) => number>> = {
	sum,
	mean: values => sum(values) / values.length,
	minimum: values => Math.min(...values),
	maximum: values => Math.max(...values),
	difference: values => Math.abs(last(values) - first(values)),
	range: values => Math.max(...values) - Math.min(...values),
	ratio: values => last(values) / first(values),
};
const overChange: Readonly<Record<string, (from: number, to: number) => number>> = {
	change: (from, to) => Math.abs(100 * (to / from - 1)),
	ratio: (from, to) => (100 * Math.min(from, to)) / Math.max(from, to),
};

const valuesIn = ({values}: TableColumn, {rows}: RowSet): readonly number[] =>
	rows.map(row => values[row] ?? Number.NaN).filter(Number.isFinite);
const endsOf = (column: TableColumn, base: RowSet): readonly [number, number] => {
	const values = valuesIn(column, base);
	return [first(values), last(values)];
};
const ratio = (one: TableColumn, rows: RowSet, other: TableColumn, all: RowSet): number =>
	(100 * sum(valuesIn(one, rows))) / sum(valuesIn(other, all));
/** Rows that are numbered. */
const isIndex = ({values}: TableColumn): boolean =>
	(values[0] ?? 2) <= 1 && values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0));
const quoted = ({name}: TableColumn): string => `“${name}”`;

function* shareOf({rows, told}: RowSet, all: RowSet): Generator<TableResult> {
	yield [`share of rows${told}`, (100 * rows.length) / all.rows.length, true];
}

const pairsOf = (columns: readonly TableColumn[]): readonly (readonly [TableColumn, TableColumn])[] =>
	columns.length > mostCompared
		? []
		: columns.flatMap(one => columns.flatMap(other => (one === other ? [] : [[one, other] as const])));

/** The columns whose heads a sentence has a word of, else all. */
function named(columns: readonly TableColumn[], sentence: string): readonly TableColumn[] {
	const said = new Set(wordsIn(sentence).map(stem));
	const found = columns.filter(({name}) => wordsIn(name).some(word => word.length > 2 && said.has(stem(word))));
	return found.length > 0 ? found : columns;
}

/** Of a word its beginning, so that `rents` is `rent`. */
const stem = (word: string): string => word.slice(0, Math.max(3, word.length - 2));

/** Rows that a sentence names: by a cell’s words, by a number of the first column, or as all between two of these. */
function setsNamed({columns}: ReadTable, sentence: string, others: readonly number[]): readonly RowSet[] {
	const byWords = columns.flatMap(column =>
		[...new Set(column.cells)]
			.filter(cell => /\p{L}/u.test(cell) && hasInARow(sentence, cell))
			.map(cell => rowsWhere(column, `is ${cell}`, row => column.cells[row] === cell)),
	);
	const mentioned = named(columns, sentence).length < columns.length ? named(columns, sentence) : [];
	const byKind = mentioned.flatMap(column => {
		const kinds = [...new Set(column.cells)];
		return kinds.length > 1 && kinds.length < 7
			? kinds.map(cell => rowsWhere(column, `is ${cell}`, row => column.cells[row] === cell))
			: [];
	});
	const [keys] = columns;
	const found = keys ? others.filter(value => keys.values.includes(value)).toSorted((one, other) => one - other) : [];
	const [from = Number.NaN, to = Number.NaN] = [found[0], found.at(-1)];
	const value = (row: number): number => keys?.values[row] ?? Number.NaN;
	const byKey =
		keys && found.length > 0
			? [
					...found.map(key => rowsWhere(keys, `is ${key}`, row => value(row) === key)),
					...(found.length > 1
						? [
								rowsWhere(keys, `is ${found.join(' or ')}`, row => found.includes(value(row))),
								rowsWhere(keys, `from ${from} to ${to}`, row => value(row) >= from && value(row) <= to),
							]
						: [rowsWhere(keys, `from ${from} on`, row => value(row) >= from)]),
				]
			: [];
	return [...byWords, ...byKind, ...byKey].filter(({rows}) => rows.length > 0);
}

function rowsWhere(column: TableColumn, told: string, is: (row: number) => boolean): RowSet {
	return {rows: [...column.cells.keys()].filter(is), told: ` where ${quoted(column)} ${told}`};
}

/** Those of the rows where a column is over or under a figure of the sentence, or a column over another. */
function* conditions(base: RowSet, columns: readonly TableColumn[], others: readonly number[]): Generator<RowSet> {
	const where = (told: string, is: (row: number) => boolean): RowSet => ({
		rows: base.rows.filter(is),
		told: `${base.told === '' ? ' where' : `${base.told} and`} ${told}`,
	});
	for (const column of columns) {
		const of = (row: number): number => column.values[row] ?? Number.NaN;
		for (const limit of others) {
			yield where(`${quoted(column)} is over ${limit}`, row => of(row) > limit);
			yield where(`${quoted(column)} is ${limit} or more`, row => of(row) >= limit);
			yield where(`${quoted(column)} is under ${limit}`, row => of(row) < limit);
			yield where(`${quoted(column)} is ${limit} or less`, row => of(row) <= limit);
		}
	}
	for (const [one, other] of pairsOf(columns))
		yield where(
			`${quoted(one)} is over ${quoted(other)}`,
			row => (one.values[row] ?? Number.NaN) > (other.values[row] ?? Number.NaN),
		);
}
