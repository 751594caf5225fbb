/**
 * Text as the terminal's cells see it: how wide it is, where it breaks, what must not be in it. Widths are
 * columns.
 */
import stringWidth from 'string-width';

// Characters that are made of several, as this terminal draws them: an emoji joined from others is one picture in
// some terminals and a row of them in others. What a terminal does not draw as one is taken apart before it is
// measured and drawn.

/**
 * What terminals draw differently, with a sample to measure and the columns that it takes where it is drawn as
 * one.
 */
export const samples = {
	/** Joined by ZERO WIDTH JOINER. */
	joined: {text: '👩\u200D🔬', columns: 2},
	/** With a skin tone. */
	toned: {text: '👍🏽', columns: 2},
	/** A sign that a selector makes an emoji. */
	presented: {text: '⚖\uFE0F', columns: 2},
	keycap: {text: '1\uFE0F\u20E3', columns: 2},
	flag: {text: '🇩🇪', columns: 2},
	/** A letter with a combining mark. */
	marked: {text: 'q\u0303', columns: 1},
	/** Two letters that one sign joins, as in many scripts of India. */
	conjunct: {text: 'क्ष', columns: 1},
	/** A vowel of Thai and Lao that stands behind its letter and belongs to it. */
	vowel: {text: 'กำ', columns: 1},
	emoji: {text: '👩', columns: 2},
	/** What a terminal set up for East Asia draws in two columns: our own signs are such. */
	sign: {text: '●', columns: 1},
} as const;

type SampleKind = keyof typeof samples;
/** Columns that each sample took. */
export type MeasuredSamples = ReadonlyMap<SampleKind, number>;

/** What can be taken apart, the kinds that hold others first. */
const clusterKinds = ['joined', 'toned', 'keycap', 'presented', 'flag', 'marked'] as const;
type ClusterKind = (typeof clusterKinds)[number];
/** What is drawn as it is, in a column more for each further letter where the terminal does not join them. */
const letterKinds = ['conjunct', 'vowel'] as const;
type LetterKind = (typeof letterKinds)[number];
export const sampleKinds = [...clusterKinds, ...letterKinds, 'emoji', 'sign'] as const satisfies readonly SampleKind[];

/** Which kinds have to be taken apart. */
const none: ReadonlySet<ClusterKind> = new Set();
const unknown: ReadonlySet<ClusterKind> = new Set(['joined', 'toned', 'presented', 'keycap', 'flag']);
let apart = none;
const joined: ReadonlySet<LetterKind> = new Set();
let letters = joined;
let version = 0;

/** Changes whenever widths of characters do: what was wrapped before is to be wrapped again. */
export const widthsVersion = (): number => version;

/**
 * Tells how the terminal draws: as it was measured; `unknown` until then, so that nothing is drawn that could be
 * wider than we think;
 * `whole` where nothing draws, or everything as one.
 */
export function drawClusters(how: MeasuredSamples | 'unknown' | 'whole'): void {
	apart =
		how === 'whole' ? none : how === 'unknown' ? unknown : new Set(clusterKinds.filter(kind => !isWhole(how, kind)));
	letters =
		how === 'whole'
			? joined
			: new Set(letterKinds.filter(kind => how === 'unknown' || how.get(kind) !== samples[kind].columns));
	version++;
}

/** Two halves of one column each are no picture of two. */
function isWhole(measured: MeasuredSamples, kind: ClusterKind): boolean {
	const halves = (kind === 'joined' || kind === 'toned') && measured.get('emoji') !== samples.emoji.columns;
	return measured.get(kind) === samples[kind].columns && !halves;
}

const regional = 0x1f1e6;
const asLetter = (indicator: string): string =>
	String.fromCodePoint((indicator.codePointAt(0) ?? regional) - regional + 'A'.charCodeAt(0));

/** How each kind is taken apart. */
const takings: Readonly<Record<ClusterKind, (text: string) => string>> = {
	joined: text =>
		text.replaceAll(
			/(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gu,
			'',
		),
	toned: text => text.replaceAll(/(?<=\p{Emoji_Modifier_Base}\uFE0F?)\p{Emoji_Modifier}/gu, ''),
	keycap: text => text.replaceAll(/([#*0-9])\uFE0F?\u20E3/gu, '$1'),
	presented: text => text.replaceAll(/(?<!\p{Emoji_Presentation})\uFE0F/gu, ''),
	flag: text => text.replaceAll(/\p{Regional_Indicator}/gu, asLetter),
	marked: text => text.replaceAll(/\p{Mn}+/gu, ''),
};

const simple = /^[\n -~\u00A0-\u02FF\u0370-\u0482\u048A-\u058F\u2010-\u2027\u2190-\u21FF\u2500-\u25FF]*$/u;

/** A text as it is to be drawn: what this terminal does not draw as one is taken apart. */
export function asDrawn(text: string): string {
	if (apart.size === 0 || simple.test(text)) return text;
	return clusterKinds.reduce((drawn, kind) => (apart.has(kind) ? takings[kind](drawn) : drawn), text);
}

/** Columns of a user-perceived character. */
function drawnWidth(grapheme: string): number {
	const drawn = asDrawn(grapheme);
	return stringWidth(drawn) + furtherColumns(drawn);
}

const furtherLetters: Readonly<Record<LetterKind, RegExp>> = {
	conjunct: /(?<=\p{M}\u200D?)(?![\u0E33\u0EB3])\p{Lo}/gu,
	vowel: /(?<!^)[\u0E33\u0EB3]/gu,
};

/** Columns that the letters of a user-perceived character take beyond what its width as one says. */
const furtherColumns = (grapheme: string): number =>
	simple.test(grapheme)
		? 0
		: letterKinds.reduce(
				(sum, kind) => sum + (letters.has(kind) ? (grapheme.match(furtherLetters[kind])?.length ?? 0) : 0),
				0,
			);

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
	widths.set(ownMemory(text), width);
	return width;
}

/** The same text in memory of its own: a piece of a frame would keep the whole frame. */
const ownMemory = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

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

// A draft in the lines that it is written in.

/**
 * User-perceived characters, and the one before which the cursor stands. With `lines`, what is pasted keeps its line
 * breaks.
 */
export type TextDraft = {
	readonly characters: readonly string[];
	readonly cursor: number;
	readonly lines?: true;
};

/** Every character in its line; a word that does not fit moves to the next line, unless it fills one by itself. */
export function brokenLines(characters: readonly string[], width: number): readonly (readonly string[])[] {
	const lines: string[][] = [[]];
	let used = 0;
	for (const character of characters) {
		const line = lines.at(-1) ?? [];
		const wide = character === '\n' ? 0 : widthOf(character);
		// A space may stand in the last column: it is not seen there.
		if (character === '\n' || used + wide <= (character === ' ' ? width + 1 : width)) {
			line.push(character);
			used += wide;
			if (character === '\n') {
				lines.push([]);
				used = 0;
			}
			continue;
		}
		const word = line.lastIndexOf(' ') + 1;
		const next = [...(word > 0 ? line.splice(word) : []), character];
		used = next.reduce((sum, one) => sum + widthOf(one), 0);
		lines.push(next);
	}
	return lines;
}

/** Where the cursor is a line up or down, in the same column where the line is as long; undefined past either end. */
export function cursorByLine({characters, cursor}: TextDraft, by: -1 | 1, width: number): number | undefined {
	const lines = brokenLines([...characters, ' '], width);
	let before = 0;
	const at = lines.findIndex(line => (before += line.length) > cursor);
	const column = cursor - before + (lines[at]?.length ?? 0);
	const to = lines[at + by];
	if (!to) return undefined;
	const start = lines.slice(0, at + by).reduce((sum, {length}) => sum + length, 0);
	return start + Math.min(column, to.length - 1);
}

/** The line that the cursor is in, up to its own line breaks, and where in it. */
export function lineAtCursor({characters, cursor}: TextDraft): {readonly text: string; readonly cursor: number} {
	const start = cursor === 0 ? 0 : characters.lastIndexOf('\n', cursor - 1) + 1;
	const end = characters.indexOf('\n', cursor);
	return {text: characters.slice(start, end < 0 ? undefined : end).join(''), cursor: cursor - start};
}
