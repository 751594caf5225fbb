/** Redacts secrets by their shape, without checking whether they are live. */
import {cutOutsideAssignments, replaceAssignments, runStart} from './assignments.ts';
import {StreamTransform} from './stream-transform.ts';
import {cutOutsidePrivateKeys, replacePrivateKeys} from './private-keys.ts';
import {inContext, shapes} from './secret-rules.ts';

/** Text without a run this long, an assignment or a flag contains no known kind of secret. */
const suspicious = /[!-~]{16}|[:=]|--/u;
const marker = (kind: string): string => `[redacted:${kind}]`;
const known = new RegExp(shapes.map(({shape}) => `(${shape})`).join('|'), 'gu');

/** Replaces every recognised secret with `[redacted:kind]`. Idempotent; takes time linear in the text. */
export const redact = (text: string): string => redactWords(redactKeys(text));

/** The same for numbered lines: a block of several lines leaves its marker on the first and the others empty. */
export function redactLines(lines: readonly string[]): string[] {
	const text = lines.join('\n');
	const open = suspicious.test(text)
		? replacePrivateKeys(text, block => marker('private-key') + '\n'.repeat(block.split('\n').length - 1))
		: text;
	return open.split('\n').map(line => line.split('\t').map(redactWords).join('\t'));
}

const redactKeys = (text: string): string =>
	suspicious.test(text) ? replacePrivateKeys(text, () => marker('private-key')) : text;

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

/** Words that announce a token or credentials in the next run. */
const announced = /(?:\bauthorization["']?\s{0,4}(?:[:=]\s{0,4}["']?(?:basic\s{1,8})?)?|\bbearer\s{1,8})$/iu;

/**
 * `redact` for streamed text, with the same result: words wait until they are known to be harmless. As in `redact`, key
 * blocks are replaced first, so the text around a block is checked without it.
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

/** The length of the text before any secret that later text may complete. */
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
