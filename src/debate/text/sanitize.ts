/**
 * Sanitizes text from models, users and files: no control characters, no escape sequences or anything left of one, no
 * bidirectional or hidden text, one kind of line end, NFC. A sequence split between two chunks is treated like a
 * whole one.
 */
import {dropEscapes, EscapeFilter} from './escape-sequences.ts';

/**
 * Control characters except the line feed, bidirectional marks, invisible characters that can hide or split words,
 * annotation and tag characters.
 */
const unwanted =
	/\u034F|[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]/gu;
/** Scripts that need joiners in their spelling. */
const joining = [
	'Arabic',
	'Syriac',
	'Nko',
	'Mandaic',
	'Mongolian',
	'Devanagari',
	'Bengali',
	'Gurmukhi',
	'Gujarati',
	'Oriya',
	'Tamil',
	'Telugu',
	'Kannada',
	'Malayalam',
	'Sinhala',
	'Khmer',
	'Myanmar',
	'Tibetan',
	'Javanese',
	'Balinese',
]
	.map(script => String.raw`\p{Script=${script}}`)
	.join('');
/** A joiner is kept (as the group) inside a word of such a script and between emoji. */
const joiners = new RegExp(
	String.raw`((?<=[${joining}])[\u200C\u200D](?=[${joining}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic}))|[\u200C\u200D]`,
	'gu',
);
/**
 * A variation selector is kept (as the group) only after a character with variants: a run of them could hide text.
 */
const selectors =
	/((?<=\p{Emoji})[\uFE0E\uFE0F]|(?<=\p{Script=Han})[\uFE00-\uFE0D\u{E0100}-\u{E01EF}])|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
/** Characters that belong to or compose with the one before. */
const attached = /^(?:[\p{M}\p{Emoji_Modifier}\u1161-\u11FF]|\u200C|\u200D)/u;
/** Characters whose fate depends on the next one: joiners and selectors. */
const undecided = /(?:\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])$/u;
/** The longest incomplete character to wait for, in UTF-16 units. */
const longest = 64;

/** Printable ASCII and line feeds, like most text: nothing to sanitize. */
const plain = /^[\n -~]*$/u;

const strip = (text: string): string => (plain.test(text) ? text : unwantedOut(text));
const unwantedOut = (text: string): string =>
	text
		.replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
		.replaceAll('\t', '    ')
		.toWellFormed()
		.replace(unwanted, '');
const compose = (text: string): string =>
	plain.test(text) ? text : text.replace(selectors, '$1').replace(joiners, '$1').normalize('NFC');

/** Sanitizes a complete text. */
export const sanitize = (text: string): string => compose(strip(dropEscapes(text)));

/** Like `sanitize`, but keeps tabs, for code. */
export const sanitizeCode = (text: string): string => dropEscapes(text).split('\t').map(sanitize).join('\t');

/**
 * Shows what a terminal would act on, and what hides or reorders text, as an escape such as `\\u001b`. For what is
 * printed: it loses nothing, it can be told piece by piece, and JSON stays the same value. Line feeds and tabs stay.
 */
export const escapeControls = (text: string): string =>
	printed.test(text)
		? text
		: text.replace(unwanted, found =>
				found === '\t'
					? found
					: found.replaceAll(/[^]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
			);
const printed = /^[\t\n -~]*$/u;

/** Names of fields whose values are code and must stay exact. */
export const codeNames: ReadonlySet<string> = new Set(['code', 'diff', 'evidence', 'output', 'search', 'replace']);

/** Sanitizes streamed text; holds back the last character until it is complete. */
export class Sanitizer {
	readonly #escapes = new EscapeFilter();
	#raw = '';
	#held = '';

	push(chunk: string): string {
		const raw = this.#raw + this.#escapes.push(chunk);
		this.#raw = /[\uD800-\uDBFF\r]$/.exec(raw)?.[0] ?? '';
		const text = this.#held + strip(raw.slice(0, raw.length - this.#raw.length));
		const whole = lastWhole(text);
		this.#held = text.slice(whole);
		return compose(text.slice(0, whole));
	}

	end(): string {
		const rest = compose(this.#held + strip(this.#raw));
		this.#raw = '';
		this.#held = '';
		return rest;
	}
}

/** Where the last character begins that later text may still change. */
function lastWhole(text: string): number {
	let at = text.length;
	while (at > 0) {
		if (text.length - at >= longest) return text.length;
		at -= text.charCodeAt(at - 1) >>> 10 === 0xdc00 >>> 10 ? 2 : 1;
		if (/^\s/u.test(text.charAt(at))) return at + 1;
		if (!attached.test(text.slice(at, at + 2)) && !undecided.test(text.slice(Math.max(0, at - 2), at))) return at;
	}
	return 0;
}
