/** Takes secrets out of text by their shape, whether or not anybody believes them to be live. */
import {cutOutsideAssignments, replaceAssignments, runStart} from './assignments.ts';
import {cutOutsidePrivateKeys, replacePrivateKeys} from './private-keys.ts';
import {inContext, shapes} from './secret-rules.ts';

/** Text without a run this long, a sign of assignment or a flag holds no secret that we know. */
const suspicious = /[!-~]{16}|[:=]|--/u;
const marker = (kind: string): string => `[redacted:${kind}]`;
const known = new RegExp(shapes.map(({shape}) => `(${shape})`).join('|'), 'gu');

/** Replaces every secret that is recognised with `[redacted:kind]`. Doing so again changes nothing; time is linear in the text. */
export function redact(text: string): string {
	if (!suspicious.test(text)) return text;
	const open = replacePrivateKeys(text, marker('private-key')).replace(known, (_match, ...groups: unknown[]) => marker(shapes[groups.findIndex(group => group !== undefined)]?.kind ?? 'secret'));
	const shown = inContext.reduce((rest, {kind, pattern}) => rest.replace(pattern, (_match, kept: string) => kept + marker(kind)), open);
	return replaceAssignments(shown, marker);
}

/** The longest text that is held back for what it might become, in UTF-16 units; secrets longer than a quarter of it may be cut. */
const longest = 16_384;
/** What announces a token or credentials that stand in the next run. */
const announced = /(?:\bauthorization["']?\s{0,4}(?:[:=]\s{0,4}["']?(?:basic\s{1,8})?)?|\bbearer\s{1,8})$/iu;

/** Redacts text that comes in pieces, to the same text as `redact` gives for the whole: words wait until they are known to be harmless. */
export class Redactor {
	#held = '';
	#looked = 0;

	push(text: string): string {
		let out = '';
		for (let from = 0; from < text.length; from += longest) out += this.#take(text.slice(from, from + longest));
		return out;
	}

	end(): string {
		return this.#release(this.#held.length);
	}

	#take(text: string): string {
		this.#held += text;
		// What is held back for long is looked at less and less often, or looking would cost the square of its length.
		if (this.#held.length <= this.#looked * 1.125) return '';
		return this.#release(safeLength(this.#held));
	}

	#release(length: number): string {
		const out = redact(this.#held.slice(0, length));
		this.#held = this.#held.slice(length);
		this.#looked = this.#held.length > 512 ? this.#held.length : 0;
		return out;
	}
}

/** How much of a text holds no secret that what comes after it would complete, nor a part of one. */
function safeLength(text: string): number {
	let cut = text.length;
	for (let before = -1; before !== cut;) {
		before = cut;
		cut = cutOutsidePrivateKeys(text, cutOutsideAssignments(text, beforeAnnounced(text, runStart(text, cut))));
	}
	return text.length - cut > longest ? harmlessCut(text) : cut;
}

function beforeAnnounced(text: string, cut: number): number {
	const from = Math.max(0, cut - 64);
	const index = announced.exec(text.slice(from, cut))?.index;
	return index === undefined ? cut : from + index;
}

/** Where text that was held back for too long can be cut without changing what is redacted. */
function harmlessCut(text: string): number {
	const whole = redact(text);
	const step = Math.max(256, Math.ceil(text.length / 64));
	for (let cut = text.length - longest / 4; cut > 0; cut -= step) if (redact(text.slice(0, cut)) + redact(text.slice(cut)) === whole) return cut;
	return text.length;
}
