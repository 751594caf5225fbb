/** Lines of styled text, each with the place in its source at which it begins. */
import {span, type Row, type Span} from '../text/rows.ts';
import {wrapParagraph} from '../text/wrap.ts';

export type StyledLine = {readonly spans: readonly Span[]; readonly at: number};

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
export const behind = (
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
