/** Where text comes in: whatever a model, a user or a file says is made plain and freed of secrets once, here. */
import {redact, Redactor} from './redact.ts';
import {sanitize, Sanitizer} from './sanitize.ts';

/** Makes a whole text fit to be shown, kept and sent. */
export const cleanText = (text: string): string => redact(sanitize(text));

/** The same for code, in which tabs mean something. */
export const cleanCode = (text: string): string => text.split('\t').map(cleanText).join('\t');

/**
 * Does for text that comes in pieces what `cleanText` does for a whole one, and gives the same text: it holds back the
 * last word, and more only where that may be the beginning of a secret.
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
