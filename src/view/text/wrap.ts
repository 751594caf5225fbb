/**
 * Text as the terminal's cells see it: how wide it is, where it breaks, what must not be in it. Widths are
 * columns.
 */
import {drawnWidth, furtherColumns, widthsVersion} from './clusters.ts';

let segmenter: Intl.Segmenter | undefined;
/**
 * User-perceived characters. Made when first needed: most texts need none, and making it takes as long as drawing a
 * screen.
 */
const graphemesOf = (text: string): Intl.Segments =>
	(segmenter ??= new Intl.Segmenter('en', {granularity: 'grapheme'})).segment(text);

/**
 * Latin letters, dashes, quotation marks and what boxes are drawn with: each stands for itself and takes one column.
 */
const PLAIN = /^[ -~\u00A1-\u00AC\u00AE-\u024F\u2010-\u2027\u2500-\u259F]*$/u;
const PLAIN_LINES = /^[\n -~\u00A1-\u00AC\u00AE-\u024F\u2010-\u2027\u2500-\u259F]*$/u;
/** Widths of characters and of whole lines: the same ones come again in every frame. */
const widths = new Map<string, number>();
const CACHED_WIDTHS = 5000;
let measuredIn = 0;

function remembered(text: string, measure: () => number): number {
	if (measuredIn !== widthsVersion()) widths.clear();
	measuredIn = widthsVersion();
	const known = widths.get(text);
	if (known !== undefined) return known;
	if (widths.size >= CACHED_WIDTHS) widths.clear();
	const width = measure();
	widths.set(apart(text), width);
	return width;
}

/** The same text in memory of its own: a piece of a frame would keep the whole frame. */
const apart = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

const graphemeWidth = (grapheme: string): number => remembered(grapheme, () => drawnWidth(grapheme));

/** How many columns a line takes. */
export const widthOf = (text: string): number =>
	PLAIN.test(text)
		? text.length
		: remembered(text, () => {
				let width = 0;
				for (const {segment} of graphemesOf(text)) width += graphemeWidth(segment);
				return width;
			});

/**
 * Stands for a column that Ink, which takes joined letters for one, does not know of. No text has it: it is no
 * character.
 */
export const FILLER = '\uFDD0';
const mayJoin = /\p{M}\u200D?\p{Lo}|[\u0E33\u0EB3]/u;

/** A line with a filler for each column that Ink would not count. They are taken out as the line is sent. */
export const withFillers = (line: string): string =>
	mayJoin.test(line)
		? Array.from(graphemesOf(line), ({segment}) => segment + FILLER.repeat(furtherColumns(segment))).join('')
		: line;

/** Lines longer than this are hard to read. */
export const readable = (width: number): number => Math.min(width, 100);

/** User-perceived characters, so that a cursor never stands inside one. */
export const charactersOf = (text: string): string[] =>
	PLAIN_LINES.test(text) ? text.split('') : Array.from(graphemesOf(text), part => part.segment);

/** The first `length` UTF-16 units of a text, or one less where that would cut a surrogate pair in half. */
export const beginningOf = (text: string, length: number): string =>
	text.slice(0, (text.codePointAt(length - 1) ?? 0) > 0xff_ff ? length - 1 : length);

/** Cuts a line to at most `max` columns, with an ellipsis in the last where something was lost. */
export function truncate(text: string, max: number): string {
	if (widthOf(text) <= max) return text;
	if (max <= 0) return '';
	if (PLAIN.test(text)) return `${text.slice(0, max - 1).trimEnd()}…`;
	let kept = '';
	let width = 1;
	for (const {segment} of graphemesOf(text)) {
		width += graphemeWidth(segment);
		if (width > max) break;
		kept += segment;
	}
	return `${kept.trimEnd()}…`;
}

/** Scripts that are written without spaces and may break between any two characters. */
function breaksAnywhere(grapheme: string): boolean {
	const code = grapheme.codePointAt(0) ?? 0;
	return code >= 0x2e_80 && code < 0xfb_00 && !(code >= 0xa9_80 && code < 0xac_00);
}

function wrapPlain(text: string, max: number): string[] {
	const lines: string[] = [];
	let from = 0;
	while (text.length - from > max) {
		const cut = text.lastIndexOf(' ', from + max);
		if (cut <= from || text.slice(from, cut).trim() === '') {
			lines.push(text.slice(from, from + max));
			from += max;
			continue;
		}
		lines.push(text.slice(from, cut).trimEnd());
		from = cut;
		while (text[from] === ' ') from++;
	}
	lines.push(text.slice(from).trimEnd());
	return lines;
}

/** Fills lines with words; a word wider than a line is broken where it must be. */
class LineFiller {
	readonly lines: string[] = [];
	readonly #max: number;
	#line = '';
	#lineWidth = 0;
	#word: {readonly text: string; readonly width: number}[] = [];
	#wordWidth = 0;

	constructor(max: number) {
		this.#max = max;
	}

	add(grapheme: string) {
		const width = graphemeWidth(grapheme);
		const alone = breaksAnywhere(grapheme);
		if (alone) this.endWord();
		this.#word.push({text: grapheme, width});
		this.#wordWidth += width;
		if (alone) this.endWord();
	}

	space() {
		this.endWord();
		if (this.#lineWidth === 0 && this.lines.length > 0) return;
		if (this.#lineWidth < this.#max) this.#append(' ', 1);
		else if (this.#line.trim() !== '') this.endLine();
	}

	endWord() {
		if (this.#word.length === 0) return;
		if (this.#lineWidth + this.#wordWidth > this.#max && this.#line.trim() !== '') this.endLine();
		for (const {text, width} of this.#word) {
			if (this.#lineWidth + width > this.#max && this.#lineWidth > 0) this.endLine();
			this.#append(text, width);
		}
		this.#word = [];
		this.#wordWidth = 0;
	}

	endLine() {
		this.lines.push(this.#line.trimEnd());
		this.#line = '';
		this.#lineWidth = 0;
	}

	#append(text: string, width: number) {
		this.#line += text;
		this.#lineWidth += width;
	}
}

/**
 * Breaks one paragraph (no newline in it) into lines of at most `columns`; in a window that is narrower than a
 * letter, of one. Leading indentation stays; each line is a piece of the paragraph as it stands.
 */
export function wrapParagraph(text: string, columns: number): string[] {
	const max = Math.max(1, columns);
	if (PLAIN.test(text)) return wrapPlain(text, max);
	const filler = new LineFiller(max);
	for (const {segment} of graphemesOf(text)) {
		if (segment === ' ') filler.space();
		else filler.add(segment);
	}
	filler.endWord();
	filler.endLine();
	return filler.lines;
}

/** Breaks a text of several paragraphs; see `wrapParagraph`. */
export const wrapText = (text: string, max: number): string[] =>
	text.split('\n').flatMap(paragraph => wrapParagraph(paragraph, max));

/**
 * What a user types or pastes, made one line without paste markers, escape sequences, control and bidirectional
 * characters.
 */
export function cleanInput(text: string): string {
	return text
		.replace(/\u001B\[20[01]~/gu, '')
		.replace(/\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|.)?/gu, '')
		.replace(/[\t\r\n\u0085\u2028\u2029]+/gu, ' ')
		.replace(/[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu, '')
		.toWellFormed();
}

/** The same with its line breaks; blanks at the ends of lines go. */
export const cleanLines = (text: string): string =>
	text
		.replaceAll('\u001B[201~', '')
		.split(/\r\n?|[\n\u0085\u2028\u2029]/u)
		.map((line, index, all) => (index === all.length - 1 ? cleanInput(line) : cleanInput(line).trimEnd()))
		.join('\n');
