/**
 * Turns' texts as lines, each wrapped once a width; a text that grows wraps its last paragraph again and nothing
 * else.
 */
import {widthsVersion} from './clusters.ts';
import {line, type Row} from './rows.ts';
import {wrapParagraph} from './wrap.ts';

/** Lines of one text, and for each the offset in the text (UTF-16) at which it begins. */
export type Wrapped = {readonly rows: readonly Row[]; readonly at: readonly number[]};

type CachedText = {
	width: number;
	/** See `widthsVersion`. */ version: number;
	text: string;
	rows: Row[];
	at: number[];
	/** Where the last paragraph begins, in rows and in the text. */ tailRow: number;
	tailAt: number;
};

/** Enough for any screen and a long scroll; about 40 MB of ordinary turns at most. */
const KEPT = 4000;
const INDENT = '  ';

export class WrapCache {
	readonly #kept = new Map<string, CachedText>();

	/** Wraps `text` under a key of its own (the same key for the same text as it grows), indented by two columns. */
	wrap(key: string, text: string, width: number): Wrapped {
		const known = this.#kept.get(key);
		if (known?.width === width && known.version === widthsVersion()) {
			if (known.text === text) return known;
			if (text.startsWith(known.text)) return rewrap(known, text);
		}
		const fresh = rewrap({width, version: widthsVersion(), text: '', rows: [], at: [], tailRow: 0, tailAt: 0}, text);
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

/** Wraps again from the last paragraph on; lines that stay what they were stay the same object. */
function rewrap(kept: CachedText, text: string): CachedText {
	const before = kept.rows.splice(kept.tailRow);
	kept.at.length = kept.tailRow;
	let from = kept.tailAt;
	for (const paragraph of text.slice(from).split('\n')) {
		kept.tailAt = from;
		kept.tailRow = kept.rows.length;
		addParagraph(kept, paragraph, before);
		from += paragraph.length + 1;
	}
	kept.text = text;
	return kept;
}

function addParagraph(kept: CachedText, paragraph: string, before: readonly Row[]) {
	let offset = 0;
	for (const [index, words] of wrapParagraph(paragraph, Math.max(2, kept.width - INDENT.length)).entries()) {
		const text = words === '' ? '' : INDENT + words;
		const old = before[index];
		kept.rows.push(old?.spans[0]?.text === text ? old : line(text));
		offset = Math.max(offset, paragraph.indexOf(words, offset));
		kept.at.push(kept.tailAt + offset);
		offset += words.length;
	}
}
