/** Answers of servers as bytes, which a server on loopback sends again as they are. */
import {readFileSync} from 'node:fs';
import type {ServerResponse} from 'node:http';
import {fileURLToPath} from 'node:url';

/** An answer as it comes over the wire. */
export type Recorded = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
};

/** What stands in a file of this folder: the status, header lines, an empty line, the body. */
export function recorded(name: string): Recorded {
	const raw = readFileSync(fileURLToPath(new URL(`${name}.http`, import.meta.url)), 'latin1');
	const end = raw.indexOf('\n\n');
	const [status, ...lines] = raw.slice(0, end).split('\n');
	return {
		status: Number(status),
		headers: Object.fromEntries(lines.map(line => line.split(/: */u, 2))),
		body: Buffer.from(raw.slice(end + 2), 'latin1'),
	};
}

const label = (type: string | undefined): Recorded['headers'] => (type === undefined ? {} : {'content-type': type});

/** A body under a label. */
export const labelled = (type: string | undefined, body: string): Recorded => ({
	status: 200,
	headers: label(type),
	body: Buffer.from(body),
});

/** A stream of these blocks. */
export const streamed = (...blocks: readonly string[]): Recorded =>
	labelled('text/event-stream', blocks.map(block => `${block}\n\n`).join(''));

export const data = (value: unknown): string => `data: ${JSON.stringify(value)}`;

/** A piece of an answer; `more` goes beside its delta. */
export const piece = (delta: unknown, more: Readonly<Record<string, unknown>> = {}): string =>
	data({choices: [{index: 0, delta, finish_reason: null, ...more}]});
export const says = (content: unknown): string => piece({content});
export const stop = piece({}, {finish_reason: 'stop'});
export const done = 'data: [DONE]';

/** Sends the bytes. Pieces of a given size come one after another. */
export async function send(
	response: ServerResponse,
	{status, headers, body}: Recorded,
	size = body.length,
): Promise<void> {
	response.writeHead(status, headers);
	for (let start = 0; start < body.length; start += size) {
		response.write(body.subarray(start, start + size));
		await new Promise(setImmediate);
	}
	response.end();
}
