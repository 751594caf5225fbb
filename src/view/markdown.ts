/**
 * Turns' texts as lines, each wrapped once a width: Markdown is drawn, and what is none is wrapped as it stands. A
 * text that grows has its last block wrapped again and nothing else.
 */
import {type Token, type Tokens, Marked} from 'marked';
import {starForms} from '../exports/ear.ts';
import {span, type Row, type Span, linksWork, spansWidth, line, row} from './rows.ts';
import {wrapParagraph, widthsVersion, widthOf} from './wrap.ts';
import {signs, type Tone} from './theme.ts';
import {colouredLines, coloursVersion} from './highlight.ts';

// Lines of styled text, each with the place in its source at which it begins.

type StyledLine = {readonly spans: readonly Span[]; readonly at: number};

/** Finds lines again in the source that they were made from: marks are missing from them. */
export class SourceOffsets {
	readonly #source: string;
	#at = 0;

	constructor(source: string) {
		this.#source = source;
	}

	/** Where the first word of a line stands, from the one before on. */
	of(words: string): number {
		const [word = ''] = /[\p{L}\p{N}]+/u.exec(words) ?? [];
		const found = word === '' ? -1 : this.#source.indexOf(word, this.#at);
		if (found >= 0) this.#at = found;
		return this.#at;
	}
}

/** Fills lines with pieces of text; a line break in them stays. */
export function fillLines(pieces: readonly Span[], width: number, offsets: SourceOffsets): readonly StyledLine[] {
	const text = pieces.map(piece => piece.text).join('');
	const lines: StyledLine[] = [];
	let start = 0;
	for (const paragraph of text.split('\n')) {
		let inside = 0;
		for (const words of wrapParagraph(paragraph, Math.max(2, width))) {
			inside = Math.max(inside, paragraph.indexOf(words, inside));
			lines.push({spans: cut(pieces, start + inside, start + inside + words.length), at: offsets.of(words)});
			inside += words.length;
		}
		start += paragraph.length + 1;
	}
	return lines;
}

/** The pieces between two places of their text. */
function cut(pieces: readonly Span[], from: number, to: number): readonly Span[] {
	const kept: Span[] = [];
	let at = 0;
	for (const piece of pieces) {
		const text = piece.text.slice(Math.max(0, from - at), Math.max(0, to - at));
		if (text !== '') kept.push({...piece, text});
		at += piece.text.length;
	}
	return kept;
}

/** The same lines behind a mark, and the others behind as many blanks, or a mark of their own. */
const behind = (
	lines: readonly StyledLine[],
	first: Span,
	others = span(' '.repeat(first.text.length)),
): StyledLine[] => lines.map(({spans, at}, index) => ({spans: [index === 0 ? first : others, ...spans], at}));

/** Pieces of the same tone in a row are one. */
export function asRow(spans: readonly Span[]): Row {
	const joined: Span[] = [];
	for (const piece of spans) {
		const last = joined.at(-1);
		if (last && last.tone === piece.tone && last.href === piece.href)
			joined.splice(-1, 1, {...last, text: last.text + piece.text});
		else joined.push(piece);
	}
	return {spans: joined};
}

// Code as it stands, in the colours of its language where that is known; lines that are too long go on below.

function codeLines(code: string, language: string, width: number, offsets: SourceOffsets): readonly StyledLine[] {
	const lines: readonly (readonly Span[])[] =
		colouredLines(code, language) ?? code.split('\n').map(text => [span(text, 'code')]);
	const bar = span(`${signs.quote} `, 'dim');
	return lines.flatMap(pieces =>
		fillLines(pieces, width - 2, offsets).map(({spans, at}) => ({spans: [bar, ...spans], at})),
	);
}

// What stands in a paragraph of Markdown, as pieces of text with a tone each.

/** What surrounds a piece. */
type InlineStyle = {readonly strong?: boolean; readonly italic?: boolean; readonly tone?: Tone; readonly href?: string};

function inlinePieces(tokens: readonly Token[], style: InlineStyle = {}): readonly Span[] {
	return tokens.flatMap(token => piecesOf(token, style));
}

function piecesOf(token: Token, style: InlineStyle): readonly Span[] {
	switch (token.type) {
		case 'strong':
			return inlinePieces(token.tokens ?? [], {...style, strong: true});
		case 'em':
			return inlinePieces(token.tokens ?? [], {...style, italic: true});
		case 'del':
			return inlinePieces(token.tokens ?? [], {...style, tone: 'struck'});
		case 'codespan':
			return [piece(token.text, {...style, tone: 'code'})];
		case 'link':
			return linkPieces(token.tokens ?? [], token.href, style);
		case 'image':
			return [piece(`[image: ${token.text === '' ? token.href : token.text}]`, {...style, tone: 'dim'})];
		case 'br':
			return [piece('\n', style)];
		case 'escape':
		case 'html':
			return [piece(token.text, style)];
		default:
			return 'tokens' in token && token.tokens ? inlinePieces(token.tokens, style) : [piece(textOf(token), style)];
	}
}

const textOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw);

function piece(text: string, {strong, italic, tone, href}: InlineStyle): Span {
	const weight = strong && italic ? 'strongItalic' : strong ? 'strong' : italic ? 'italic' : 'plain';
	return {text, tone: tone ?? weight, ...(href === undefined ? {} : {href})};
}

/** Where a link leads is always said, so that no words lead somewhere else than they seem to. */
function linkPieces(tokens: readonly Token[], address: string, style: InlineStyle): readonly Span[] {
	const url = webAddress(address);
	if (!url) return [...inlinePieces(tokens, style), piece(` (${address})`, {...style, tone: 'dim'})];
	const label = inlinePieces(tokens, {...style, tone: 'link', href: url.href});
	const words = label.map(({text}) => text).join('');
	if (isAddress(words, url)) return label;
	const where = linksWork() ? url.host : url.href;
	return [...label, piece(` (${where})`, {...style, tone: 'dim'})];
}

/** Whether the words are the address itself, perhaps without its protocol. */
const isAddress = (words: string, {href}: URL): boolean =>
	[href, href.replace(/^https?:\/\//u, '')].some(address => address.replace(/\/$/u, '') === words.replace(/\/$/u, ''));

function webAddress(text: string): URL | undefined {
	const url = URL.parse(text);
	return url && /^https?:$/u.test(url.protocol) && url.username === '' ? url : undefined;
}

// Tables of Markdown. Columns keep the widths that the head and the first row give them, so that no later row
// moves what stands.

const GAP = 3;
const NARROWEST = 6;
/** Later rows may say more than the first: a column is no narrower than this where there is room. */
const ROOMY = 12;

function tableLines({header, rows, align}: Tokens.Table, width: number, offsets: SourceOffsets): readonly StyledLine[] {
	const head = header.map(({tokens}) => inlinePieces(tokens).map(strong));
	const body = rows.map(cells => cells.map(({tokens}) => inlinePieces(tokens)));
	const widths = columnWidths(head, body[0] ?? [], width);
	if (!widths) return asRecords(head, body, width, offsets);
	const line = (cells: readonly (readonly Span[])[]): readonly StyledLine[] => rowLines(cells, widths, align, offsets);
	const under = widths.map(each => signs.rule.repeat(each)).join(signs.rule.repeat(GAP));
	return [...line(head), {spans: [span(under, 'dim')], at: offsets.of('')}, ...body.flatMap(line)];
}

const strong = (piece: Span): Span => (piece.tone === 'plain' ? {...piece, tone: 'strong'} : piece);

/**
 * Undefined where there is no room for columns. Those that ask for more than their share divide what the others
 * leave.
 */
function columnWidths(
	head: readonly (readonly Span[])[],
	first: readonly (readonly Span[])[],
	width: number,
): readonly number[] | undefined {
	const room = width - GAP * (head.length - 1);
	if (room < head.length * NARROWEST) return undefined;
	const least = Math.min(ROOMY, Math.floor(room / head.length));
	const wanted = head.map((cell, index) => Math.max(least, spansWidth(cell), spansWidth(first[index] ?? [])));
	let [share, left] = [Math.floor(room / head.length), -1];
	for (let pass = 0; pass < head.length && left !== share; pass++) {
		left = share;
		const modest = wanted.filter(each => each <= share);
		const rest = room - modest.reduce((sum, each) => sum + each, 0);
		share = modest.length === wanted.length ? share : Math.floor(rest / (wanted.length - modest.length));
	}
	return wanted.map(each => Math.min(each, share));
}

function rowLines(
	cells: readonly (readonly Span[])[],
	widths: readonly number[],
	align: Tokens.Table['align'],
	offsets: SourceOffsets,
): readonly StyledLine[] {
	const columns = widths.map((each, index) => fillLines(cells[index] ?? [], each, offsets));
	const height = Math.max(1, ...columns.map(({length}) => length));
	return Array.from({length: height}, (_, line) => ({
		at: columns[0]?.[line]?.at ?? offsets.of(''),
		spans: columns.flatMap((lines, index) => {
			const spans = lines[line]?.spans ?? [];
			const space = Math.max(0, (widths[index] ?? 0) - spansWidth(spans));
			const before = align[index] === 'right' ? space : align[index] === 'center' ? Math.floor(space / 2) : 0;
			const after = index === widths.length - 1 ? 0 : space - before + GAP;
			return [span(' '.repeat(before)), ...spans, span(' '.repeat(after))].filter(({text}) => text !== '');
		}),
	}));
}

/** Each cell on a line of its own, behind the name of its column. */
function asRecords(
	head: readonly (readonly Span[])[],
	body: readonly (readonly (readonly Span[])[])[],
	width: number,
	offsets: SourceOffsets,
): readonly StyledLine[] {
	return body.flatMap(cells =>
		cells.flatMap((cell, index) => fillLines([...(head[index] ?? []), span(': '), ...cell], width, offsets)),
	);
}

// Blocks of Markdown as lines of a width: paragraphs, headings, lists, quotes, tables, rules, code.

/**
 * No title is made of a line by the one below it, and no code of blanks: what stands must not change as more
 * comes.
 */
const parser = new Marked({
	gfm: true,
	breaks: true,
	hooks: starForms,
	tokenizer: {lheading: () => undefined, code: () => undefined},
});

const parse = (text: string): readonly Token[] => parser.lexer(text);

function blockLines(tokens: readonly Token[], width: number, offsets: SourceOffsets): readonly StyledLine[] {
	return tokens.flatMap(token => linesOf(token, Math.max(4, width), offsets));
}

function linesOf(token: Token, width: number, offsets: SourceOffsets): readonly StyledLine[] {
	switch (token.type) {
		case 'space':
		case 'checkbox':
			return [];
		case 'heading':
			return fillLines(asTitle(inlinePieces(token.tokens ?? [])), width, offsets);
		case 'paragraph':
		case 'text':
			return fillLines(inlinePieces(token.tokens ?? [token]), width, offsets);
		case 'blockquote':
			return quoteLines(token.tokens ?? [], width, offsets);
		case 'list':
			return isList(token) ? listLines(token, width, offsets) : [];
		case 'code':
			return codeLines(token.text, token.lang ?? '', width, offsets);
		case 'table':
			return isTable(token) ? tableLines(token, width, offsets) : [];
		case 'hr':
			return [{spans: [span(signs.rule.repeat(Math.min(24, width)), 'dim')], at: offsets.of('')}];
		default:
			return fillLines([span(token.raw.trimEnd())], width, offsets);
	}
}

const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

const asTitle = (pieces: readonly Span[]): readonly Span[] =>
	pieces.map(piece => (piece.tone === 'plain' ? {...piece, tone: 'strong'} : piece));

function quoteLines(tokens: readonly Token[], width: number, offsets: SourceOffsets): readonly StyledLine[] {
	const bar = span(`${signs.quote} `, 'dim');
	const said = blockLines(tokens, width - 2, offsets).map(({spans, at}) => ({spans: spans.map(asQuoted), at}));
	return behind(said, bar, bar);
}

const asQuoted = (piece: Span): Span => (piece.tone === 'plain' ? {...piece, tone: 'italic'} : piece);

function listLines({ordered, start, items}: Tokens.List, width: number, offsets: SourceOffsets): readonly StyledLine[] {
	const first = start === '' ? 1 : start;
	return items.flatMap((item, index) => {
		const sign = ordered
			? `${first + index}. `
			: item.task
				? `${item.checked ? signs.yes : signs.empty} `
				: `${signs.item} `;
		const lines = blockLines(item.tokens, width - sign.length, offsets);
		return behind(lines.length === 0 ? [{spans: [], at: offsets.of('')}] : lines, span(sign, 'dim'));
	});
}

// The end of a Markdown text that still grows, or was broken off: marks that wait for their other half are taken
// as closed.

/** A mark that is only begun, and a row of a table that is, would change as the next letters come. */
const begun = /(?:^|(?<=\s))(?:[*_~`]{1,3}|#{1,6}|[-+*]|\d{1,9}[.)]|>|!?\[)[ \t]*$|(?<=\S)[*_~]{1,3}$/u;
const halfLink = /!?\[([^\]\n]{0,300})\](?:\([^)\n]{0,2000})$/u;

/** The text as it is drawn so far. */
function closeMarks(text: string): string {
	const shown = withoutBegun(text).replace(halfLink, '$1');
	const lines = shown.split('\n');
	// Emphasis goes no further than its line: models divide paragraphs by single line ends.
	const last = lines.pop() ?? '';
	return [...lines, closeLine(last)].join('\n');
}

function withoutBegun(text: string): string {
	const start = text.lastIndexOf('\n') + 1;
	// A row of a table stands once it is whole.
	if (/^\s*\|/u.test(text.slice(start))) return text.slice(0, Math.max(0, start - 1));
	return text.replace(begun, '');
}

function closeLine(line: string): string {
	if ((line.match(/`/gu)?.length ?? 0) % 2 === 1) return `${line}\``;
	const outside = line.replaceAll(/`[^`]*`/gu, code => ' '.repeat(code.length));
	const open = openMarks(outside.replace(/^\s*[*+-]\s/u, '  '));
	return open === '' ? line : line.trimEnd() + open;
}

/** The marks to close, the innermost first. */
function openMarks(line: string): string {
	const stack: string[] = [];
	for (const {0: mark, index} of line.matchAll(/\*{1,3}|_{1,3}|~~/gu)) {
		const [before = ' ', after = ' '] = [line[index - 1], line[index + mark.length]];
		if (mark.startsWith('_') && /\w/u.test(before) && /\w/u.test(after)) continue;
		const [opens, closes] = [/\S/u.test(after), /\S/u.test(before)];
		if (closes && stack.at(-1) === mark) stack.pop();
		else if (opens && (!closes || /[\p{P}\p{S}]/u.test(before))) stack.push(mark);
	}
	return stack.toReversed().join('');
}

/** Lines of one text, and for each the offset in the text (UTF-16) at which it begins. */
type Wrapped = {readonly rows: readonly Row[]; readonly at: readonly number[]};

type CachedText = {
	width: number;
	/** Of widths and colours. */ version: number;
	text: string;
	rows: Row[];
	at: number[];
	/** Where the last block begins, in rows and in the text. */ tailRow: number;
	tailAt: number;
	/** Whether it was drawn as one that grows. */ open: boolean;
};

/** Enough for any screen and some of a scroll. What was laid out of a turn is some ten times its text. */
const KEPT = 250;
const INDENT = '  ';

/** Changes when what is wrapped already would come out otherwise. */
export const wrapVersion = (): number => widthsVersion() + coloursVersion();

export class WrapCache {
	readonly #kept = new Map<string, CachedText>();

	/**
	 * Wraps `text` under a key of its own (the same key for the same text as it grows), indented by two columns.
	 * `open`
	 * while more of it is to come, or where it was broken off.
	 */
	wrap(key: string, text: string, width: number, open = false): Wrapped {
		const known = this.#kept.get(key);
		if (known?.width === width && known.version === wrapVersion()) {
			if (known.text === text && known.open === open) return known;
			if (text.startsWith(known.text)) return rewrap(known, text, open);
		}
		const empty = {width, version: wrapVersion(), text: '', rows: [], at: [], tailRow: 0, tailAt: 0, open};
		const fresh = rewrap(empty, text, open);
		this.#kept.delete(key);
		this.#kept.set(key, fresh);
		this.#forget();
		return fresh;
	}

	#forget() {
		for (const key of this.#kept.keys()) {
			if (this.#kept.size <= KEPT) return;
			this.#kept.delete(key);
		}
	}
}

/** Wraps again from the last block on; lines that stay what they were stay the same object. */
function rewrap(kept: CachedText, text: string, open: boolean): CachedText {
	const before = kept.rows.splice(kept.tailRow);
	kept.at.length = kept.tailRow;
	let from = kept.tailAt;
	for (const block of blocksOf(text.slice(from))) {
		const first = kept.rows.length - kept.tailRow;
		const isLast = from + block.length >= text.length;
		if (kept.tailAt !== from) [kept.tailAt, kept.tailRow] = [from, kept.rows.length];
		addBlock(kept, block, {before: first === 0 ? before : [], open: open && isLast});
		from += block.length + 1;
	}
	kept.text = text;
	kept.open = open;
	return kept;
}

/** Parts of a text at its empty lines, each without the line end behind it; code is one part to its end. */
function blocksOf(text: string): readonly string[] {
	if (!/[`~]{3}/u.test(text) && !text.includes('\n')) return [text];
	const blocks: string[] = [];
	let block: string[] = [];
	let fence = '';
	const end = () => {
		if (block.length > 0) blocks.push(block.join('\n'));
		block = [];
	};
	const lines = text.split('\n');
	for (const [index, words] of lines.entries()) {
		const mark = /^\s*(?:[-+*>]\s+|\d{1,9}[.)]\s+)?(`{3,}|~{3,})/u.exec(words)?.[1] ?? '';
		// A line that ends the text may be an empty one, or the beginning of the next.
		const isEmpty = words.trim() === '' && (index < lines.length - 1 || block.length === 0);
		if (fence === '' && isEmpty) {
			end();
			blocks.push(words);
			continue;
		}
		block.push(words);
		if (fence === '') fence = mark;
		else if (mark.startsWith(fence) && /^\s*[`~]+\s*$/u.test(words)) fence = '';
	}
	end();
	return blocks;
}

/** Marks of any block or line of Markdown; most paragraphs have none. */
const marked =
	/[*_`~]\S|\S[*_`~]|\]\(|<https?:|https?:\/\/|www\.|^\s*(?:#{1,6}\s|>|[-+*]\s|\d{1,9}[.)]\s|\||(?:[-*_]\s*){3,}$)/mu;
/** Nesting that no person writes, and texts over which the parser would take its time. */
const hostile = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])[ \t]*){8,}|([[\]()<>*_~`!|])\1{11,}/mu;
const LONGEST = 12_000;

type BlockContext = {readonly before: readonly Row[]; readonly open: boolean};

function addBlock(kept: CachedText, block: string, context: BlockContext) {
	if (!marked.test(block) || hostile.test(block) || block.length > LONGEST) return addPlain(kept, block, context);
	const source = context.open ? closeMarks(block) : block;
	const width = kept.width - INDENT.length;
	const lines = blockLines(parse(source), width, new SourceOffsets(source));
	// Nested so deep that no room is left beside its signs: better as it was written than over the pane's edge.
	if (lines.some(({spans}) => spansWidth(spans) > width)) return addPlain(kept, block, context);
	for (const [index, {spans, at}] of lines.entries()) {
		const row = asRow(spans.length === 0 ? [] : [span(INDENT), ...spans]);
		const old = context.before[index];
		kept.rows.push(old && isSame(old, row) ? old : row);
		kept.at.push(kept.tailAt + Math.min(at, block.length));
	}
}

const isSame = (one: Row, other: Row): boolean =>
	one.spans.length === other.spans.length && one.spans.every((piece, index) => isSameSpan(piece, other.spans[index]));

const isSameSpan = (one: Span, other: Span | undefined): boolean =>
	one.text === other?.text && one.tone === other.tone && one.href === other.href;

function addPlain(kept: CachedText, block: string, {before}: BlockContext) {
	let start = kept.tailAt;
	let place = 0;
	for (const paragraph of block.split('\n')) {
		let offset = 0;
		for (const words of wrapParagraph(paragraph, Math.max(2, kept.width - INDENT.length))) {
			const text = words === '' ? '' : INDENT + words;
			const old = before[place++];
			kept.rows.push(
				old?.spans.length === 1 && old.spans[0]?.text === text && old.spans[0].tone === 'plain' ? old : line(text),
			);
			offset = Math.max(offset, paragraph.indexOf(words, offset));
			kept.at.push(start + offset);
			offset += words.length;
		}
		start += paragraph.length + 1;
	}
}

// Markdown for panes: texts without the indentation that turns have in the transcript.

const wrapped = new WrapCache();
/** Of columns, which turns are indented by. */
const PROSE_INDENT = 2;

/** A text that may still grow, under a key of its own; one that is open ends with the cursor. */
export function markdownRows(key: string, text: string, width: number, open = false): readonly Row[] {
	const rows = wrapped.wrap(key, text.trim(), Math.max(8, width) + PROSE_INDENT, open).rows.map(withoutIndent);
	return open ? withCursor(rows, width) : rows;
}

/** The cursor stands behind the last word, or below it where that ends its row. */
export function withCursor(rows: readonly Row[], width: number): readonly Row[] {
	const last = rows.at(-1);
	return last && spansWidth(last.spans) < width
		? [...rows.slice(0, -1), {...last, spans: [...last.spans, span(signs.cursor)]}]
		: [...rows, line(signs.cursor)];
}

/** The lines of a whole text, to stand behind a label or a sign; what has no style of its own has this tone. */
export const proseLines = (text: string, width: number, tone: Tone = 'plain'): readonly (readonly Span[])[] =>
	markdownRows(`prose ${text.slice(0, 200)}`, text, width).map(({spans}) =>
		spans.map(piece => (piece.tone === 'plain' ? {...piece, tone} : piece)),
	);

/** A sign, and a text beside it over as many rows as it takes. */
export function hanging(sign: Span, text: string, width: number, tone: Tone): readonly Row[] {
	const indent = widthOf(sign.text);
	return proseLines(text, Math.max(8, width - indent), tone).map((pieces, index) =>
		row(index === 0 ? sign : span(' '.repeat(indent)), ...pieces),
	);
}

/** A sentence out of a longer text, in one line: a mark whose other half stands elsewhere is closed or left out. */
export function loneSentence(text: string): string {
	const line = text.replaceAll(/\s+/gu, ' ').trim();
	// A year at its end begins no list.
	return /\s\d{1,9}[.)]$/u.test(line) ? closeLine(line) : closeMarks(line);
}

function withoutIndent(row: Row): Row {
	const [first, ...rest] = row.spans;
	if (!first) return row;
	const text = first.text.slice(PROSE_INDENT);
	return {...row, spans: text === '' ? rest : [{...first, text}, ...rest]};
}

// Marks places of a Markdown text in the rows that it was drawn as.

/** What Markdown takes for itself between two letters that are drawn. */
const between = /^[\s*_~`#>[\]|\\:+-]*$/u;
const FARTHEST = 24;

/** `marks` are in UTF-16 units of the text and in order. */
export function markSource(
	{rows, at}: Wrapped,
	text: string,
	marks: readonly (readonly [start: number, end: number])[],
): readonly Row[] {
	let next = 0;
	return rows.map((row, index) => {
		next = Math.max(next, at[index] ?? 0);
		const spans = row.spans.flatMap(piece => {
			const marked = Array.from({length: piece.text.length}, (_, place) => {
				const found = placeOf(piece.text.charAt(place), text, next);
				if (found !== undefined) next = found + 1;
				return found !== undefined && marks.some(([start, end]) => found >= start && found < end);
			});
			return split(piece, marked);
		});
		return {...row, ...asRow(spans)};
	});
}

/** Undefined for what is drawn and does not stand in the text, such as the sign of a list. */
function placeOf(letter: string, text: string, from: number): number | undefined {
	if (text.charAt(from) === letter) return from;
	if (letter === ' ') return undefined;
	const found = text.slice(from, from + FARTHEST).indexOf(letter);
	return found >= 0 && between.test(text.slice(from, from + found)) ? from + found : undefined;
}

/** A blank between two marked letters is marked with them. */
function split(piece: Span, marked: readonly boolean[]): readonly Span[] {
	const spans: Span[] = [];
	for (const [place, letter] of piece.text.split('').entries()) {
		const isMarked =
			marked[place] === true || (letter === ' ' && marked[place - 1] === true && marked[place + 1] === true);
		const tone = isMarked ? 'found' : piece.tone;
		const last = spans.at(-1);
		if (last?.tone === tone) spans.splice(-1, 1, {...last, text: last.text + letter});
		else spans.push(tone === piece.tone ? {...piece, text: letter} : span(letter, tone));
	}
	return spans;
}
