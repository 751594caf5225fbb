/**
 * Loaded into the program under test (`--import`): writes down the id of each answer that the program has read whole
 * and has had time to keep. That time is by the program's own event loop, so that it holds on any machine: whatever was
 * to be done with an answer at once has been done before the timer is due.
 */
import {subscribe} from 'node:diagnostics_channel';
import {appendFileSync} from 'node:fs';

/** In milliseconds. */
const timeToKeep = 20;
const file = process.env['READ_PROBE'];
const ids = new WeakMap<object, string>();

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** Calls back for requests of `fetch`, with the headers of the answer where they come with the message. */
function on(what: 'headers' | 'trailers', act: (request: object, headers: readonly string[]) => void): void {
	subscribe(`undici:request:${what}`, message => {
		if (!isObject(message) || !isObject(message['request'])) return;
		const {response} = message;
		const headers = isObject(response) && Array.isArray(response['headers']) ? response['headers'] : [];
		act(message['request'], headers.map(String));
	});
}

if (file !== undefined) {
	on('headers', (request, headers) => {
		const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'x-request-id');
		const id = at < 0 ? undefined : headers[at + 1];
		if (id !== undefined) ids.set(request, id);
	});
	on('trailers', request => {
		const id = ids.get(request);
		if (id !== undefined) setTimeout(() => appendFileSync(file, `${id}\n`), timeToKeep).unref();
	});
}
