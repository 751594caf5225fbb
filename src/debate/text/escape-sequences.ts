/**
 * Drops terminal escape sequences whole, so that nothing of them is left to read: `ESC [ 31 m`, a window title, a
 * clipboard text (ECMA-48: two-character sequences, CSI, and strings after OSC, DCS, SOS, PM and APC, each with its
 * C1 form).
 */

/**
 * The most a sequence may have, in UTF-16 units; what comes after it is text again, so that nobody can swallow a
 * whole answer.
 */
const LONGEST_PARAMETERS = 64;
const LONGEST_STRING = 4096;

const starts = /[\u001B\u0090\u0098\u009B\u009D-\u009F]/u;
const strings = /[\]PX^_\u0090\u0098\u009D-\u009F]/u;

/** Where in a sequence the text so far ends: in none, behind an escape, in parameters, in a string. */
type Position = 'text' | 'escape' | 'between' | 'parameters' | 'string' | 'string-escape';

/** For streamed text: a sequence may be split anywhere. */
export class EscapeFilter {
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

/** The same for a complete text. */
export const dropEscapes = (text: string): string => new EscapeFilter().push(text);
