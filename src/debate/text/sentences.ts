/**
 * Sentences are the unit in which turns are interrupted and journaled. Unicode's rules find their ends; splits after an
 * abbreviation, an initial or a list number are undone.
 */
import {sentenceContinues, needsNextWord} from './abbreviations.ts';

const segmenter = new Intl.Segmenter('en', {granularity: 'sentence'});
const terminator = /[\p{Sentence_Terminal}\n\r\u0085\u2028\u2029]/u;
/** What Unicode leaves out of a sentence's end: closing Markdown marks, and blank lines. */
const closing = /[*_~`"'”’)»\]]*(?=\s)\s*|\s*/uy;
const paragraphBreak = /\n\s*\n\s*$/u;
const softBreak = /[^\s\p{Sentence_Terminal}:;][ \t]*\n[ \t]*$/u;
/**
 * The rules look ahead to the next letter or terminator, and ours sometimes to the end of that word. Half a surrogate
 * pair (`Cs`) does not end a word, because its other half may make it a letter.
 */
const begun = /[^\p{L}\p{Sentence_Terminal}\n]*[\p{L}\p{Sentence_Terminal}\n]/uy;
const wordBegun =
	/[^\p{L}\p{Sentence_Terminal}\n]*(?:\p{L}[\p{L}\p{M}]*[^\p{L}\p{M}\p{Cs}]|[\p{Sentence_Terminal}\n])/uy;
/** How much text on either side decides about a border, in UTF-16 units: enough for an abbreviation and a word. */
const context = 48;

/** Splits text into sentences. Joined, they are exactly the text; white space belongs to the sentence before it. */
export function splitSentences(text: string): readonly string[] {
	const known = latest.get(text);
	if (known) return known;
	const [oldest] = latest.keys();
	if (oldest !== undefined && latest.size >= keptTexts) latest.delete(oldest);
	const sentences = cutAt(text, bordersOf(text));
	latest.set(text, sentences);
	return sentences;
}

/** Judges, the ledger and the watcher read the same turns one after the other. */
const latest = new Map<string, readonly string[]>();
const keptTexts = 64;

/**
 * `splitSentences` for streamed text: gives each sentence as soon as the next one has begun, and the rest at the end.
 * Takes time linear in the text, however small the chunks.
 */
export class SentenceStream {
	#pending = '';
	#mayEnd = false;
	#looked = 0;

	push(text: string): readonly string[] {
		this.#pending += text;
		this.#mayEnd ||= terminator.test(text);
		// A long unfinished sentence is checked less and less often, to avoid quadratic time.
		return this.#mayEnd && this.#pending.length > this.#looked * 1.125 ? this.#take() : [];
	}

	end(): readonly string[] {
		const rest = splitSentences(this.#pending);
		this.#keep('');
		return rest;
	}

	#take(): string[] {
		const text = this.#pending;
		const borders = bordersOf(text).filter(border => isSettled(text, border));
		const sentences = cutAt(text, borders);
		this.#keep(borders.length === 0 ? text : (sentences.pop() ?? ''));
		return borders.length === 0 ? [] : sentences;
	}

	#keep(text: string): void {
		this.#pending = text;
		this.#mayEnd = terminator.test(text);
		this.#looked = text.length > 512 ? text.length : 0;
	}
}

const cutAt = (text: string, borders: readonly number[]): string[] =>
	[...borders, text.length]
		.map((end, index) => text.slice(index === 0 ? 0 : borders[index - 1], end))
		.filter(sentence => sentence !== '');

/** A tag right behind a full stop is not of the sentence before it: Unicode sees none of its marks. */
const tagBehindStop = /(?<=[.!?。！？]["”’)»]{0,3})[<‹](?=\/?[a-z])/giu;

/** Where sentences may end, in order. */
function endsIn(text: string): number[] {
	const found = Array.from(segmenter.segment(text), ({index}) => index);
	const tags = Array.from(text.matchAll(tagBehindStop), ({index}) => index);
	return tags.length === 0 ? found : [...new Set([...found, ...tags])].toSorted((one, other) => one - other);
}

function bordersOf(text: string): number[] {
	const borders: number[] = [];
	const first = text.search(/\S/u);
	let last = 0;
	for (const index of endsIn(text)) {
		if (first === -1 || index <= Math.max(first, last)) continue;
		const border = afterClosing(text, index);
		if (border <= last || border >= text.length || !isBorder(text, last, border)) continue;
		borders.push(border);
		last = border;
	}
	return borders;
}

/** French sets a blank before it; German opens with the same sign, right before a word. */
const spacedClosing = /[»›](?=[\s.,;:!?]|$)\s*/uy;
/** Unicode takes opening marks for closing ones where no blank stands before them, as in Chinese. */
const openingAtEnd = /(?<=[。！？…])[「『《〈（【“‘]+$/u;

/** Moves a border past the marks and white space that still belong to the sentence before it. */
function afterClosing(text: string, index: number): number {
	const opened = openingAtEnd.exec(text.slice(Math.max(0, index - 4), index))?.[0];
	if (opened !== undefined && /[^\s]/u.test(text.charAt(index))) return index - opened.length;
	if (/\s/u.test(text.charAt(index - 1))) {
		spacedClosing.lastIndex = index;
		const closed = spacedClosing.exec(text)?.[0] ?? '';
		if (closed !== '') return index + closed.length;
	}
	closing.lastIndex = index;
	const match = closing.exec(text)?.[0] ?? '';
	return index + (/\s/u.test(text.charAt(index - 1)) ? (/^\s*/u.exec(match)?.[0].length ?? 0) : match.length);
}

function isBorder(text: string, last: number, border: number): boolean {
	const before = text.slice(Math.max(last, border - context), border);
	const after = text.slice(border, border + context);
	if (paragraphBreak.test(before)) return true;
	if (/[»›]\s*$/u.test(before) && /^\p{Ll}/u.test(after)) return false;
	return !(softBreak.test(before) && /^\p{Ll}/u.test(after)) && !sentenceContinues(before, after);
}

/** Whether later text can no longer move or remove this border. */
function isSettled(text: string, border: number): boolean {
	const ahead = needsNextWord(text.slice(Math.max(0, border - context), border)) ? wordBegun : begun;
	ahead.lastIndex = border;
	return ahead.test(text);
}
