/** Every text from a model, a user or a file is sanitized and redacted here, once. */
import {showHidden} from './hidden.ts';
import {redact, Redactor} from './redact.ts';

// Drops terminal escape sequences whole, so that nothing of them is left to read: `ESC [ 31 m`, a window title, a
// clipboard text (ECMA-48: two-character sequences, CSI, and strings after OSC, DCS, SOS, PM and APC, each with its
// C1 form).

/** The most a sequence may have, in UTF-16 units, so that none can swallow a whole answer. */
const LONGEST_PARAMETERS = 64;
const LONGEST_STRING = 4096;

const starts = /[\u001B\u0090\u0098\u009B\u009D-\u009F]/u;
const strings = /[\]PX^_\u0090\u0098\u009D-\u009F]/u;

/** Where in a sequence the text so far ends: in none, behind an escape, in parameters, in a string. */
type Position = 'text' | 'escape' | 'between' | 'parameters' | 'string' | 'string-escape';

/** For streamed text: a sequence may be split anywhere. */
class EscapeFilter {
	#position: Position = 'text';
	#length = 0;

	push(chunk: string): string {
		if (this.#position === 'text' && !starts.test(chunk)) return chunk;
		let kept = '';
		for (let at = 0; at < chunk.length; at++) {
			const character = chunk.charAt(at);
			if (!this.#takes(character)) kept += character;
		}
		return kept;
	}

	/** Whether a character belongs to a sequence. */
	#takes(character: string): boolean {
		const place = this.#position;
		if (place !== 'text' && ++this.#length > (place.startsWith('string') ? LONGEST_STRING : LONGEST_PARAMETERS))
			this.#position = 'text';
		if (starts.test(character)) return this.#begin(character);
		switch (this.#position) {
			case 'text':
				return false;
			case 'escape':
				return this.#afterEscape(character);
			case 'between':
				return this.#until(character, /[ -/]/u, /[0-~]/u);
			case 'parameters':
				return this.#until(character, /[ -?]/u, /[@-~]/u);
			case 'string':
				return this.#inString(character);
			case 'string-escape':
				this.#position = 'text';
				return character === '\\' || this.#afterEscape(character);
			default:
				return this.#position satisfies never;
		}
	}

	#begin(character: string): true {
		this.#length = 0;
		if (character === '\u001B') this.#position = this.#position === 'string' ? 'string-escape' : 'escape';
		else this.#position = character === '\u009B' ? 'parameters' : 'string';
		return true;
	}

	#afterEscape(character: string): boolean {
		if (character === '[') this.#position = 'parameters';
		else if (strings.test(character)) this.#position = 'string';
		else return this.#until(character, /[ -/]/u, /[0-~]/u, 'between');
		return true;
	}

	/** Goes on while a sequence does; its last character ends it, any other is text. */
	#until(character: string, middle: RegExp, last: RegExp, next = this.#position): boolean {
		const goesOn = middle.test(character);
		this.#position = goesOn ? next : 'text';
		return goesOn || last.test(character);
	}

	/** A string ends with BEL or ST; one whose end never comes, with its line. */
	#inString(character: string): boolean {
		if (character === '\n' || character === '\r') {
			this.#position = 'text';
			return false;
		}
		if (character === '\u0007' || character === '\u009C') this.#position = 'text';
		return true;
	}
}

/** A whole text without escape sequences. */
const dropEscapes = (text: string): string => new EscapeFilter().push(text);

// Sanitizes text from models, users and files: no control characters, no escape sequences or anything left of one, no
// bidirectional or hidden text, one kind of line end, NFC. A sequence split between two chunks is treated like a
// whole one.

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
/** A variation selector is kept (as the group) only after a character with variants: a run could hide text. */
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
class Sanitizer {
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

/** Makes a complete text safe to show, store and send. */
export const cleanText = (text: string): string => redact(sanitize(text));

/** Like `cleanText`, but keeps tabs, for code. */
export const cleanCode = (text: string): string => dropEscapes(text).split('\t').map(cleanText).join('\t');

/** Code of somebody else's, as readers and models see it: what is hidden in it stands there as escapes. */
export const showCode = (text: string): string => cleanCode(showHidden(text));

/** The same for what a program prints: the colours and movements of a terminal are left out. */
export const showOutput = (text: string): string => showCode(dropEscapes(text));

/** `cleanText` for streams: holds back the last word, or more where a secret may begin. */
export class TextIntake {
	readonly #sanitizer = new Sanitizer();
	readonly #redactor = new Redactor();

	push(chunk: string): string {
		return this.#redactor.push(this.#sanitizer.push(chunk));
	}

	end(): string {
		return this.#redactor.push(this.#sanitizer.end()) + this.#redactor.end();
	}
}

// Escapes text for HTML, SVG and RSS, in elements and in quoted attributes, and takes out what XML cannot hold.

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

export const escapeMarkup = (text: string): string =>
	sanitize(text)
		.replace(/[\uFFFE\uFFFF]/gu, '')
		.replace(/[&<>"']/gu, sign => entities[sign] ?? sign);
