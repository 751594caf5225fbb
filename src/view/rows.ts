/**
 * Rows: a line of the screen as data, pieces of text with a tone each; and tables, excerpts and marked lines of them.
 */
import {signs, type Tone} from './theme.ts';
import {truncate, widthOf, wrapParagraph, beginningOf, charactersOf} from './wrap.ts';

/** `href` is where it leads, if it is a link. */
export type Span = {readonly text: string; readonly tone: Tone; readonly href?: string};
/**
 * `spoken` is what is read aloud instead of it, empty where it is only to be seen; `bar` is drawn in its indentation of
 * two columns and is no part of its text.
 */
export type Row = {
	readonly spans: readonly Span[];
	readonly right?: readonly Span[];
	readonly spoken?: string;
	readonly bar?: Span | undefined;
	/** The entry of a list that it shows, which a click on it chooses. */
	readonly choice?: number;
};

export const span = (text: string, tone: Tone = 'plain'): Span => ({text, tone});
export const row = (...spans: readonly Span[]): Row => ({spans});
export const line = (text: string, tone: Tone = 'plain'): Row => ({spans: [{text, tone}]});
export const blank: Row = {spans: []};
/** Rows that are only to be seen, with what is read aloud instead. */
export const withSpoken = (rows: readonly Row[], spoken = ''): readonly Row[] =>
	rows.map((each, index) => ({...each, spoken: index === 0 ? spoken : ''}));

export const spansWidth = (spans: readonly Span[]): number => spans.reduce((sum, {text}) => sum + widthOf(text), 0);

/** Cuts pieces of text to at most `max` columns. */
function fit(spans: readonly Span[], max: number): readonly Span[] {
	if (spansWidth(spans) <= max) return spans;
	const kept: Span[] = [];
	let left = max;
	for (const piece of spans) {
		const {text} = piece;
		const width = widthOf(text);
		if (width > left) return left > 0 ? [...kept, {...piece, text: truncate(text, left)}] : shorten(kept);
		kept.push(piece);
		left -= width;
	}
	return kept;
}

/** Puts the ellipsis of a cut that fell between two pieces into the last one that stayed. */
function shorten(spans: readonly Span[]): readonly Span[] {
	const last = spans.at(-1);
	return last
		? [...spans.slice(0, -1), {...last, text: truncate(`${last.text}…`, Math.max(1, widthOf(last.text)))}]
		: spans;
}

/**
 * What is drawn of a row in `width` columns: the right part stays whole, the left part gives way, and never less than a
 * third.
 */
export function layOutRow({spans: text, right, bar}: Row, width: number): readonly Span[] {
	const spans = bar ? [bar, ...withoutIndent(text)] : text;
	if (!right || right.length === 0) return fit(spans, width);
	const edge = fit(right, Math.max(0, Math.floor((width * 2) / 3)));
	const room = width - spansWidth(edge);
	const left = fit(spans, room - 1);
	return [...left, {text: ' '.repeat(Math.max(1, room - spansWidth(left))), tone: 'plain'}, ...edge];
}

function withoutIndent([first, ...rest]: readonly Span[]): readonly Span[] {
	return first ? [{...first, text: first.text.replace(/^ {1,2}/u, '')}, ...rest] : [];
}

/** Columns between two panes. */
export const PANE_GAP = 3;

/** Two panes as one, each row laid out for its width. */
export function sideBySide(
	left: readonly Row[],
	right: readonly Row[],
	widths: readonly [number, number],
	gap: number,
): readonly Row[] {
	return left.map((row, index) => {
		const [spans, others] = [layOutRow(row, widths[0]), layOutRow(right[index] ?? blank, widths[1])];
		return {
			...(row.choice !== undefined && {choice: row.choice}),
			spans: others.length === 0 ? spans : [...spans, span(' '.repeat(widths[0] - spansWidth(spans) + gap)), ...others],
		};
	});
}

const ruleStart = `${signs.rule}${signs.rule} `;

/** Whether a row is a rule with a title in it. */
export const isTitle = ({spans: [first]}: Row): boolean => first?.text === ruleStart && first.tone === 'dim';

/** A horizontal rule with a title in it, and perhaps a word at its right end. */
export function rule(width: number, title: Span, right?: Span): Row {
	const tail = right ? ` ${right.text} ` : '';
	const name = truncate(title.text, Math.max(0, width - 6 - widthOf(tail)));
	const used = (name === '' ? 0 : widthOf(name) + 4) + widthOf(tail) + (right ? 2 : 0);
	return {
		spans: [
			...(name === '' ? [] : [span(ruleStart, 'dim'), span(name, title.tone), span(' ', 'plain')]),
			span(signs.rule.repeat(Math.max(0, width - used)), 'dim'),
			...(right ? [span(tail, right.tone), span(`${signs.rule}${signs.rule}`, 'dim')] : []),
		],
	};
}

/** Exactly `height` rows: what is missing is blank, what is too much is left out at the end. */
export const exactly = (rows: readonly Row[], height: number): readonly Row[] =>
	rows.length >= height
		? rows.slice(0, Math.max(0, height))
		: [...rows, ...Array.from({length: height - rows.length}, () => blank)];

// Tables of figures for the terminal.

const leastName = 12;

/**
 * Names left-aligned and truncated if necessary, figures right-aligned; a blank line goes before. Figures for which
 * `width` is too small stand below, in a table of their own.
 */
export function figureTable(heads: readonly string[], rows: readonly (readonly string[])[], width: number): Row[] {
	const widths = heads.map((head, place) => Math.max(...[head, ...rows.map(cells => cells[place] ?? '')].map(widthOf)));
	const least = Math.min(leastName, widths[0] ?? 0);
	let end = 2;
	while (end < heads.length && least + sum(widths.slice(1, end + 1)) <= width) end++;
	const names = Math.max(least, Math.min(widths[0] ?? 0, width - sum(widths.slice(1, end))));
	const cells = (texts: readonly string[]): string =>
		texts
			.slice(0, end)
			.map((text, place) =>
				place === 0 ? padEnd(truncate(text, names), names) : padStart(text, (widths[place] ?? 0) + GAP),
			)
			.join('');
	const below = (texts: readonly string[]): string[] => [...texts.slice(0, 1), ...texts.slice(end)];
	return [
		blank,
		line(cells(heads), 'strong'),
		...rows.map(texts => row(span(cells(texts)))),
		...(end < heads.length ? figureTable(below(heads), rows.map(below), width) : []),
	];
}

const GAP = 2;
/** Columns that figures take. */
const sum = (widths: readonly number[]): number => widths.reduce((total, each) => total + each + GAP, 0);

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));
export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text;

// A text in lines, with places in it marked. Pure.

/** Places in a text, in UTF-16 units. */
export type Marks = readonly (readonly [start: number, end: number])[];

/** Wraps a text; `marks` (UTF-16, in order) are shown as found, also where one goes over the end of a line. */
export function markedLines(text: string, marks: Marks, width: number, tone: Tone = 'plain'): readonly Row[] {
	const rows: Row[] = [];
	let at = 0;
	for (const paragraph of text.split('\n')) {
		let inside = 0;
		for (const words of wrapParagraph(paragraph, Math.max(2, width))) {
			const from = Math.max(inside, paragraph.indexOf(words, inside));
			rows.push({spans: markedLine(words, at + from, marks, tone)});
			inside = from + words.length;
		}
		at += paragraph.length + 1;
	}
	return rows;
}

function markedLine(words: string, at: number, marks: Marks, tone: Tone): Span[] {
	const spans: Span[] = [];
	let from = 0;
	for (const [start, end] of marks) {
		const [first, last] = [Math.max(from, start - at), Math.min(words.length, end - at)];
		if (last <= first) continue;
		spans.push(span(words.slice(from, first), tone), span(words.slice(first, last), 'found'));
		from = last;
	}
	return [...spans, span(words.slice(from), tone)].filter(({text}) => text !== '');
}

// A piece of a longer text around what was looked for in it.

/** As many UTF-16 units as a user-perceived character seldom has more of. */
const UNITS = 12;

const singleSpaced = (text: string): string => text.replaceAll(/\s+/gu, ' ');

/**
 * As much of a text as fits in `width` columns, from a few words before the first mark on, with every mark in it as
 * found; its beginning where there is none.
 */
export function excerpt(text: string, marks: Marks, width: number): readonly Span[] {
	const [first = 0] = marks[0] ?? [];
	const before = lastWords(singleSpaced(text.slice(0, first)).trimStart(), Math.floor(width / 3));
	// What cannot be seen is not taken apart.
	const end =
		first +
		charactersOf(beginningOf(text.slice(first), width * UNITS))
			.slice(0, width)
			.join('').length;
	const spans: Span[] = before === '' ? [] : [span(before)];
	let from = first;
	for (const [start, stop] of marks) {
		if (start >= end) break;
		spans.push(span(singleSpaced(text.slice(from, start))), span(singleSpaced(text.slice(start, stop)), 'found'));
		from = stop;
	}
	return [...spans, span(singleSpaced(text.slice(from, end)))].filter(({text: piece}) => piece !== '');
}

/** The last words of a line that fit, behind an ellipsis where something was left out. */
function lastWords(line: string, max: number): string {
	if (widthOf(line) <= max) return line;
	let kept = '';
	// The first of them may be a part of a character.
	for (const character of charactersOf(line.slice(-max * UNITS))
		.slice(1)
		.toReversed()) {
		if (widthOf(character + kept) > max - 1) break;
		kept = character + kept;
	}
	const space = kept.indexOf(' ');
	return `…${space < 0 || space === kept.length - 1 ? kept : kept.slice(space + 1)}`;
}

// Links that a terminal opens itself (OSC 8), in those terminals that are known to.

let work = false;

/** Whether links are drawn as such; where they are not, their address is written out. */
export const linksWork = (): boolean => work;

export function drawLinks(on: boolean): void {
	work = on;
}

/** Printable characters only: an address is data of a model. */
export const linked = (text: string, href: string | undefined): string =>
	work && href !== undefined && /^[!-~]+$/u.test(href) ? `\u001B]8;;${href}\u0007${text}\u001B]8;;\u0007` : text;

/** One line of a list: what it is called, what stands at its right edge, and what it is, where there is room. */
export type Entry = {
	readonly label: string;
	readonly note?: string;
	readonly about?: string;
	/** The group that begins with it, empty where one goes on; it stands in a column of its own. */
	readonly group?: string;
};

/** One of a few things that can be chosen, and what is sent then. */
export type Option = Entry & {readonly value: string};
