/**
 * Citations in what is said: the ids in brackets that a chair writes, which are taken out of what is heard, and the
 * quotations that they belong to.
 */

/** An id that stood in a text, or several: `at` is where, in UTF-16 units of the text without it. */
export type CitationMark = {readonly at: number; readonly ids: readonly string[]};

const opening = /[[【［]/u;
const closing: Readonly<Record<string, string>> = {'[': ']', '【': '】', '［': '］'};
/** A bracket is held until it is closed, or so many characters have come. */
const mostHeld = 40;
/** The most that a range stands for. */
const mostInRange = 8;

const separators = /\s*(?:[,;&/、，；]|\band\b|\bund\b|\bet\b|\by\b)\s*/iu;
const isIds =
	/^\s*S\d+(?:\.\d+)?(?:\s*(?:[,;&/、，；–—-]|\band\b|\bund\b|\bet\b|\by\b|\bto\b)\s*(?:S?\d+(?:\.\d+)?))*\s*$/iu;
const beginsIds = /^[[【［]\s*(?:S\d*(?:\.\d*)?(?:[\s,;&/、，；–—-]|S?\d*\.?\d*)*)?$/iu;

/** The ids in a bracket’s inside, ranges written out; undefined where it is something else. */
export function idsIn(inside: string): readonly string[] | undefined {
	if (!isIds.test(inside)) return undefined;
	let document = '';
	const ids = inside.split(separators).flatMap(piece => {
		const [, from = '', to] = /^\s*(S?\d+(?:\.\d+)?)(?:\s*(?:[–—-]|to)\s*(S?\d+(?:\.\d+)?))?\s*$/iu.exec(piece) ?? [];
		const first = whole(from);
		return to === undefined ? [first] : rangeOf(first, whole(to));
	});
	return [...new Set(ids)];

	/** `S3.1, 4` and `S3.1-4` name passages of the same document. */
	function whole(written: string): string {
		const id = written.toUpperCase();
		const named = id.startsWith('S') ? id : id.includes('.') ? `S${id}` : `${document}.${id}`;
		document = named.split('.')[0] ?? '';
		return named;
	}
}

function rangeOf(first: string, last: string): readonly string[] {
	const [document = '', from = ''] = first.split('.');
	const [other, to = ''] = last.split('.');
	const count = Number(to) - Number(from);
	if (document !== other || from === '' || to === '' || count < 0 || count >= mostInRange) return [first, last];
	return Array.from({length: count + 1}, (_, step) => `${document}.${Number(from) + step}`);
}

/** Takes ids out of streamed text. What might be the beginning of one is held, and the blanks before it. */
export class CitationFilter {
	#length: number;
	#held = '';
	readonly #marks: CitationMark[] = [];

	/** `from` is how long the text is already. */
	constructor(from = 0) {
		this.#length = from;
	}

	/** Those that stood in what was pushed so far. */
	get marks(): readonly CitationMark[] {
		return this.#marks;
	}

	push(text: string): string {
		let [given, rest] = ['', this.#held + text];
		this.#held = '';
		while (rest !== '') {
			const at = rest.search(opening);
			if (at < 0) {
				const blanks = /\s*$/u.exec(rest)?.[0].length ?? 0;
				this.#held = rest.slice(rest.length - blanks);
				given += this.#pass(rest.slice(0, rest.length - blanks));
				break;
			}
			const before = rest.slice(0, at);
			const end = rest.indexOf(closing[rest.charAt(at)] ?? ']', at);
			if (end < 0 && rest.length - at <= mostHeld) {
				const blanks = /\s*$/u.exec(before)?.[0].length ?? 0;
				given += this.#pass(before.slice(0, at - blanks));
				this.#held = rest.slice(at - blanks);
				break;
			}
			const ids = end < 0 ? undefined : idsIn(rest.slice(at + 1, end));
			if (ids === undefined) {
				given += this.#pass(rest.slice(0, at + 1));
				rest = rest.slice(at + 1);
				continue;
			}
			given += this.#pass(before.trimEnd());
			this.#marks.push({at: this.#length, ids});
			// The blanks before it stay where a word follows right behind it.
			const after = rest.slice(end + 1);
			if (this.#length === 0) rest = after.trimStart();
			else
				rest = /^(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{N}]/u.test(after)
					? ` ${after}`
					: after;
		}
		return given;
	}

	/** What is held back at the end; an unfinished id is dropped. */
	end(): string {
		const held = this.#held;
		this.#held = '';
		const at = held.search(opening);
		return this.#pass(
			at >= 0 && beginsIds.test(held.slice(at)) && /S\d/iu.test(held.slice(at)) ? held.slice(0, at).trimEnd() : held,
		);
	}

	#pass(text: string): string {
		this.#length += text.length;
		return text;
	}
}

/** A whole text without its citation marks, and the marks. */
export function withoutMarks(text: string): {readonly text: string; readonly marks: readonly CitationMark[]} {
	const filter = new CitationFilter();
	const said = filter.push(text) + filter.end();
	return {text: said, marks: filter.marks};
}

// Quotations in a text.

/** Words between marks: `start` and `end` are the places of the marks, the closing one included. */
export type QuotedWords = {readonly text: string; readonly start: number; readonly end: number};

/** Pairs of marks, of which none stands inside. English and German use the same signs the other way round. */
const quoted =
	/“([^“”„]+)”|„([^“”„]+)[“”]|«([^«»]+)»|»([^«»]+)«|「([^「」]+)」|『([^『』]+)』|"([^"]+)"|(?<=^|[\s(])[‘‚]([^‘’‚]+)[’‘](?=$|[\s).,;:!?])/gu;

export const quotationsIn = (text: string): readonly QuotedWords[] =>
	Array.from(text.matchAll(quoted), found => ({
		text: found.slice(1).find(inside => inside !== undefined) ?? '',
		start: found.index,
		end: found.index + found[0].length,
	}));

/** Code between single backticks, which may be quoted as well. */
const codeSpan = /(?<!`)`([^`\n]+)`(?!`)/gu;

const codeIn = (text: string): readonly QuotedWords[] =>
	Array.from(text.matchAll(codeSpan), found => ({
		text: found[1] ?? '',
		start: found.index,
		end: found.index + found[0].length,
	}));

/** A citation in a sentence: the words before its mark, and the quotation that it belongs to. */
export type CitedWords = {
	readonly at: number;
	readonly ids: readonly string[];
	readonly quotation: QuotedWords | undefined;
	/** What the sentence says before the quotation. */
	readonly before: string;
};

/**
 * The citations of the sentence between two places of a text, and its quotations without one. A mark belongs to the
 * nearest quotation before it that ends in this sentence, and two marks behind one quotation are a list.
 */
export function citedIn(
	text: string,
	{from, to}: {readonly from: number; readonly to: number},
	marks: readonly CitationMark[],
): {readonly cited: readonly CitedWords[]; readonly uncited: readonly QuotedWords[]} {
	const quotations = quotationsIn(text.slice(0, to)).filter(({end}) => end > from);
	const code = codeIn(text.slice(0, to)).filter(({end}) => end > from);
	const quotable = [...quotations, ...code].toSorted((one, other) => one.end - other.end);
	const cited: CitedWords[] = [];
	for (const {at, ids} of marks.filter(mark => mark.at > from && mark.at <= to)) {
		const quotation = quotable.findLast(({end}) => end <= at);
		const last = cited.at(-1);
		if (last && last.quotation === quotation && text.slice(last.at, at).trim() === '') {
			cited[cited.length - 1] = {...last, ids: [...last.ids, ...ids]};
			continue;
		}
		const isTaken = quotation !== undefined && cited.some(other => other.quotation === quotation);
		cited.push({
			at,
			ids,
			quotation: isTaken ? undefined : quotation,
			before: text.slice(from, Math.max(from, quotation?.start ?? from)),
		});
	}
	const uncited = quotations.filter(quotation => cited.every(({quotation: other}) => other !== quotation));
	return {cited, uncited};
}
