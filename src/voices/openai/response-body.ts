/**
 * Reads the body of an answer: server-sent events, JSON as a whole, or a JSON value a line. The body itself says which
 * it is; servers and proxies label it as they like.
 */
import {BodyTooLarge, type BodyLimits} from '../limited-fetch.ts';

/**
 * What a body is made of: a JSON value, the mark behind the last one, or what is neither. `streamed` tells whether the
 * value came as an event. After `broken` JSON and a web `page` nothing more is to be expected.
 */
export type BodyPart =
	| {readonly type: 'value'; readonly value: unknown; readonly streamed: boolean}
	| {readonly type: 'done'}
	| {readonly type: 'stray' | 'broken' | 'page'; readonly text: string};

/** The parts of a response's body, as they arrive. Throws `BodyTooLarge` for more than the limits allow. */
export async function* readBody(
	{body}: Pick<Response, 'body'>,
	{line = Infinity, silent = Infinity}: Pick<BodyLimits, 'line' | 'silent'> = {},
): AsyncGenerator<BodyPart, void> {
	const decoder = new TextDecoder();
	const parser = new BodyParser();
	let without = 0;
	for await (const bytes of body ?? []) {
		const parts = parser.push(decoder.decode(bytes, {stream: true}));
		// What is held is one value that goes on, which has its own limit.
		without = parts.length === 0 ? without + bytes.byteLength : 0;
		if (parser.held > line) throw new BodyTooLarge(line, 'one value of ');
		if (parser.held === 0 && without > silent) throw new BodyTooLarge(silent, 'not a word in ');
		yield* parts;
	}
	yield* parser.push(decoder.decode());
	yield* parser.end();
}

/** How often an open value is tried before its body has ended. */
const mostTries = 8;

/** Finds the parts in the text of a body, wherever that is cut into pieces. */
export class BodyParser {
	readonly #lines = lineSplitter();
	#event = '';
	#data: string[] = [];
	/** A JSON value that goes over several lines. */
	#open: string | undefined;
	#tries = 0;
	#streamed = false;
	#begun = false;
	#held = 0;

	/** Characters of a value that has begun, and is not whole yet. */
	get held(): number {
		return this.#held;
	}

	push(piece: string): BodyPart[] {
		return this.#lines.push(piece).flatMap(line => this.#read(line));
	}

	end(): BodyPart[] {
		const last = [...this.#lines.end().flatMap(line => this.#read(line)), ...this.#dispatch()];
		if (this.#open === undefined) return last;
		const found = parsed(this.#open);
		return [...last, ...(found ? values(found.value, false) : [broken(this.#open)])];
	}

	#read(line: string): BodyPart[] {
		if (this.#open !== undefined) return this.#goOn(`${this.#open}\n${line}`, line);
		const text = line.trim();
		if (text === '') return this.#dispatch();
		const isFirst = !this.#begun;
		this.#begun = true;
		if (isFirst && /^<(?:!doctype|html|head|body)\b/iu.test(text)) return [{type: 'page', text}];
		if (isDone(text)) return [...this.#dispatch(), {type: 'done'}];
		if (/^[{[]/u.test(text)) return [...this.#dispatch(), ...this.#json(text)];
		const {name, value = ''} = field.exec(text)?.groups ?? {};
		if (name === undefined) return [{type: 'stray', text}];
		if (name === 'event') this.#event = value.trim();
		return name === 'data' ? this.#addData(value) : [];
	}

	/** The parts of the event so far; without data it is nothing. */
	#dispatch(): BodyPart[] {
		const [name, text] = [this.#event, this.#data.join('\n').trim()];
		this.#event = '';
		this.#data = [];
		this.#held = 0;
		return text === '' ? [] : eventParts(text, name);
	}

	#addData(text: string): BodyPart[] {
		this.#streamed = true;
		// Without an empty line between them, two values stand in one event.
		const before = this.#data.length === 1 && parsed(this.#data.join('')) ? this.#dispatch() : [];
		this.#data.push(text);
		this.#held += text.length;
		return before;
	}

	/** JSON that is no event: a whole answer, a value a line, or an error amid a stream. */
	#json(text: string): BodyPart[] {
		const found = parsed(text);
		if (found) return values(found.value, this.#streamed);
		if (this.#streamed) return [{type: 'stray', text}];
		this.#open = text;
		this.#held = text.length;
		return [];
	}

	#goOn(open: string, line: string): BodyPart[] {
		const found = /^[}\]]/u.test(line) && this.#tries++ < mostTries ? parsed(open) : undefined;
		this.#open = found ? undefined : open;
		this.#held = found ? 0 : open.length;
		return found ? values(found.value, false) : [];
	}
}

/** A line of an event; a comment has no name. */
const field = /^(?<name>data|event|id|retry|(?=:))(?::(?<value>.*))?$/su;

/** Lines end in any of the three ways; CR and LF may come in different pieces. */
function lineSplitter(): {push(piece: string): string[]; end(): string[]} {
	let held = '';
	let returned = false;
	return {
		push(piece) {
			const text = returned ? `\r${piece}` : piece;
			returned = text.endsWith('\r');
			// What is held is not looked at again: a long line comes in many pieces.
			const [first = '', ...more] = (returned ? text.slice(0, -1) : text).split(/\r\n|\n|\r/u);
			const found = [held + first, ...more];
			held = found.pop() ?? '';
			return found;
		},
		end: () => [held],
	};
}

/** Some write the mark in small letters, or as a JSON string. */
const isDone = (text: string): boolean => /^"?\[done\]"?/iu.test(text);

const broken = (text: string): BodyPart => ({type: 'broken', text});

function eventParts(written: string, event: string): BodyPart[] {
	// Some proxies put a prefix of their own before that of the server.
	const text = written.replace(/^(?:data:\s*)+/u, '');
	if (text === '') return [];
	if (isDone(text)) return [{type: 'done'}];
	const found = parsed(text);
	if (event === 'error') return [{type: 'value', value: {error: found ? found.value : text}, streamed: true}];
	if (found) return values(found.value, true);
	const lines = text.split('\n').map(parsed);
	if (lines.length > 1 && lines.every(line => line !== undefined))
		return lines.flatMap(line => values(line?.value, true));
	return /^(?:\{|\[[\s{])/u.test(text) ? [broken(text)] : isAlive(text) ? [] : [{type: 'stray', text}];
}

/** Keep-alives in the form of data. */
const isAlive = (text: string): boolean =>
	/^(?::.*|\W*(?:ping|pong|keep[-_ ]?alive|heart[-_ ]?beat|processing|connected|ok)\W*)$/isu.test(text);

/** A list holds values of its own; a text or a number on its own is none of an answer. */
function values(value: unknown, streamed: boolean): BodyPart[] {
	if (Array.isArray(value)) return value.filter(isObject).map(each => ({type: 'value', value: each, streamed}));
	if (isObject(value)) return [{type: 'value', value, streamed}];
	return typeof value === 'string' && !isAlive(value) ? [{type: 'stray', text: value}] : [];
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Python writes numbers that JSON does not have. */
const noNumbers = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/gsu;

function parsed(text: string): {readonly value: unknown} | undefined {
	for (const each of [text, text.replaceAll(noNumbers, found => (found.startsWith('"') ? found : 'null'))]) {
		try {
			const value: unknown = JSON.parse(each);
			return {value};
		} catch {
			if (!/NaN|Infinity/u.test(text)) return undefined;
		}
	}
	return undefined;
}
