/** Takes secrets out of text by their shape, whether or not anybody believes them to be live. */
import {cutOutsideAssignments, replaceAssignments, runStart} from './assignments.ts';
import {StreamTransform} from './stream-transform.ts';
import {cutOutsidePrivateKeys, replacePrivateKeys} from './private-keys.ts';
import {inContext, shapes} from './secret-rules.ts';

/** Text without a run this long, a sign of assignment or a flag holds no secret that we know. */
const suspicious = /[!-~]{16}|[:=]|--/u;
const marker = (kind: string): string => `[redacted:${kind}]`;
const known = new RegExp(shapes.map(({shape}) => `(${shape})`).join('|'), 'gu');

/**
 * Replaces every secret that is recognised with `[redacted:kind]`. Doing so again changes nothing; time is linear in
 * the text.
 */
export const redact = (text: string): string => redactWords(redactKeys(text));

const redactKeys = (text: string): string =>
	suspicious.test(text) ? replacePrivateKeys(text, marker('private-key')) : text;

function redactWords(text: string): string {
	if (!suspicious.test(text)) return text;
	const open = text.replace(known, (_match, ...groups: unknown[]) =>
		marker(shapes[groups.findIndex(group => group !== undefined)]?.kind ?? 'secret'),
	);
	const shown = inContext.reduce(
		(rest, {kind, pattern}) => rest.replace(pattern, (_match, kept: string) => kept + marker(kind)),
		open,
	);
	return replaceAssignments(shown, marker);
}

/** What announces a token or credentials that stand in the next run. */
const announced = /(?:\bauthorization["']?\s{0,4}(?:[:=]\s{0,4}["']?(?:basic\s{1,8})?)?|\bbearer\s{1,8})$/iu;

/**
 * Redacts text that comes in pieces, to the same text as `redact` gives for the whole: words wait until they are known
 * to be harmless. Key blocks go first, as they do in a whole text: what stands around one is judged by what is left of
 * it.
 */
export class Redactor {
	readonly #keys = new StreamTransform(redactKeys, keysEnd);
	readonly #words = new StreamTransform(redactWords, wordsEnd);

	push(text: string): string {
		return this.#words.push(this.#keys.push(text));
	}

	end(): string {
		return this.#words.push(this.#keys.end()) + this.#words.end();
	}
}

/** How much of a text holds no secret that what comes after it would complete, nor a part of one. */
const keysEnd = (text: string): number => cutOutsidePrivateKeys(text, runStart(text, text.length));

function wordsEnd(text: string): number {
	let cut = text.length;
	for (let before = -1; before !== cut;) {
		before = cut;
		cut = cutOutsideAssignments(text, beforeAnnounced(text, runStart(text, cut)));
	}
	return cut;
}

function beforeAnnounced(text: string, cut: number): number {
	const from = Math.max(0, cut - 64);
	const index = announced.exec(text.slice(from, cut))?.index;
	return index === undefined ? cut : from + index;
}
