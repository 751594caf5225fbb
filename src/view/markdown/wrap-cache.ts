/**
 * Turns' texts as lines, each wrapped once a width: Markdown is drawn, and what is none is wrapped as it stands. A
 * text that grows has its last block wrapped again and nothing else.
 */
import {widthsVersion} from '../text/clusters.ts';
import {line, span, spansWidth, type Row, type Span} from '../text/rows.ts';
import {wrapParagraph} from '../text/wrap.ts';
import {blockLines, parse} from './blocks.ts';
import {coloursVersion} from './highlight.ts';
import {asRow, SourceOffsets} from './lines.ts';
import {closeMarks} from './unfinished.ts';

/** Lines of one text, and for each the offset in the text (UTF-16) at which it begins. */
export type Wrapped = {readonly rows: readonly Row[]; readonly at: readonly number[]};

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
