/** `fetch` for model servers: nothing follows a redirect, and nobody's memory is filled by what they send. */

/**
 * In bytes after decompression. `line` limits what comes without a line end, and what is held of one value; `silent`
 * what comes without any value.
 */
export type BodyLimits = {readonly total: number; readonly line?: number; readonly silent?: number};

const megabyte = 1_000_000;
/** A list takes many times its size once it is read. The longest that are known have one or two. */
export const listLimits: BodyLimits = {total: 8 * megabyte};
const errorBytes = 65_536;

/** A server sent a request on to another address: whoever asked it never meant to send a key and a prompt there. */
export class RedirectRefused extends Error {
	override readonly name = 'RedirectRefused';
}

/** A server sent more than an answer can be. */
export class BodyTooLarge extends Error {
	override readonly name = 'BodyTooLarge';

	constructor(bytes: number, of = '') {
		super(`${of}more than ${bytes / megabyte} MB`);
	}
}

/**
 * Waits as long as its caller does. Throws `RedirectRefused` with the address that the server names, without its query.
 */
export async function fetchHere(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
	const response = await fetch(address, {...init, ...withoutTimeouts(), redirect: 'manual'});
	if (![301, 302, 303, 307, 308].includes(response.status)) return response;
	await response.body?.cancel();
	const from = address instanceof Request ? address.url : String(address);
	throw new RedirectRefused(placeOf(response.headers.get('location') ?? '', from));
}

/** Node's `fetch` finds its connections under this name. */
const globalDispatcher = Symbol.for('undici.globalDispatcher.1');

type Dispatcher = NonNullable<RequestInit['dispatcher']>;

const isDispatcher = (value: unknown): value is Dispatcher =>
	typeof value === 'object' && value !== null && 'dispatch' in value;

/**
 * Node's connections give up on whoever sends nothing for 300 s, however long a caller has set its own deadline. They
 * are not replaced, so that a proxy that is set for them stays.
 */
function withoutTimeouts(): RequestInit {
	// Node makes its connections when the first of their classes is looked at.
	void globalThis.Request;
	const node: unknown = Reflect.get(globalThis, globalDispatcher);
	if (!isDispatcher(node)) return {};
	const dispatch: Dispatcher['dispatch'] = (options, handler) =>
		node.dispatch({...options, headersTimeout: 0, bodyTimeout: 0}, handler);
	const patient: Dispatcher = Object.create(node, {dispatch: {value: dispatch}});
	return {dispatcher: patient};
}

function placeOf(location: string, from: string): string {
	const url = URL.canParse(location, from) ? new URL(location, from) : undefined;
	return url ? `${url.protocol}//${url.host}${url.pathname}` : 'another address';
}

/** The response with a body that fails with `BodyTooLarge` once more has come than the limits allow. */
export function limitBody(response: Response, {total, line = Infinity}: BodyLimits): Response {
	let [all, sinceLineEnd] = [0, 0];
	const limiter = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			all += chunk.byteLength;
			const lineEnd = chunk.lastIndexOf(10);
			sinceLineEnd = lineEnd < 0 ? sinceLineEnd + chunk.byteLength : chunk.byteLength - lineEnd - 1;
			if (all > total) throw new BodyTooLarge(total);
			if (sinceLineEnd > line) throw new BodyTooLarge(line, 'a line of ');
			controller.enqueue(chunk);
		},
	});
	const {status, statusText, headers, body} = response;
	return body ? new Response(body.pipeThrough(limiter), {status, statusText, headers}) : response;
}

/** The beginning of an error's body: whoever explains an error needs no more. */
export async function errorText({body}: Response): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	for await (const chunk of body ?? []) {
		text += decoder.decode(chunk, {stream: true});
		if (text.length >= errorBytes) return text.slice(0, errorBytes);
	}
	return text + decoder.decode();
}
