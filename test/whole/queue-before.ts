/** A server that answers one request at a time: it hands each on to another one when the one before it is over. */
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {text} from 'node:stream/consumers';

/** `atOnce` counts those that were there as it came, itself included; `kind` is its task's. */
export type SentRequest = {readonly kind: string; readonly atOnce: number};

export type Queue = {
	readonly url: string;
	/** In the order in which they came. */
	readonly sent: readonly SentRequest[];
	close(): Promise<void>;
};

export async function queueBefore(url: string): Promise<Queue> {
	const sent: SentRequest[] = [];
	let atOnce = 0;
	let last: Promise<unknown> = Promise.resolve();

	async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await text(incoming);
		if (incoming.method !== 'POST') return void response.writeHead(404).end();
		atOnce += 1;
		sent.push({kind: /<task kind=\\"([\w-]+)/u.exec(body)?.[1] ?? '', atOnce});
		const gone = new AbortController();
		response.once('close', () => gone.abort());
		const before = last;
		const {promise, resolve} = Promise.withResolvers<void>();
		last = promise;
		try {
			await before;
			if (gone.signal.aborted) return;
			const answer = await fetch(`${url}/chat/completions`, {
				method: 'POST',
				headers: {'Content-Type': 'application/json'},
				body,
				signal: gone.signal,
			});
			response.writeHead(answer.status, {'Content-Type': answer.headers.get('content-type') ?? ''});
			for await (const part of answer.body ?? []) response.write(part);
			response.end();
		} catch (error) {
			if (!gone.signal.aborted) throw error;
		} finally {
			atOnce -= 1;
			resolve();
		}
	}

	const server = createServer((incoming, response) => void pass(incoming, response));
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('the queue has no port');
	return {
		url: `http://127.0.0.1:${address.port}/v1`,
		sent,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close').catch(() => undefined);
		},
	};
}
