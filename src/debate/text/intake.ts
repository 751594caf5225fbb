/** Every text from a model, a user or a file is sanitized and redacted here, once. */
import {dropEscapes} from './escape-sequences.ts';
import {redact, Redactor} from './redact.ts';
import {sanitize, Sanitizer} from './sanitize.ts';

/** Makes a complete text safe to show, store and send. */
export const cleanText = (text: string): string => redact(sanitize(text));

/** Like `cleanText`, but keeps tabs, for code. */
export const cleanCode = (text: string): string => dropEscapes(text).split('\t').map(cleanText).join('\t');

/**
 * `cleanText` for streamed text, with the same result. It holds back the last word, and more only if that may be the
 * beginning of a secret.
 */
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
