/** What a server may not do to us: send a request elsewhere, fill the memory, go on behind the end of its answer. */
import {once} from 'node:events';
import {createServer} from 'node:http';
import {gzipSync} from 'node:zlib';
import {describe, expect, it, onTestFinished} from 'vitest';
import {context, events, handServer, hear, question, said, stopped, turn, voiceAt} from '../../fixtures/http-voice.ts';

/** A server that only counts who comes. */
async function elsewhere(): Promise<{url: string; came: string[]}> {
	const came: string[] = [];
	const server = createServer(({url = '', headers}, response) => {
		came.push(`${url} ${headers.authorization ?? ''} ${String(headers['x-api-key'] ?? '')}`);
		response.end();
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return {url: `http://localhost:${address.port}`, came};
}

describe('a redirect', () => {
	it.each([301, 302, 303, 307, 308])('(%i) is refused in words; no header and no prompt follows it', async status => {
		const other = await elsewhere();
		const {url, bodies} = await handServer((_, response) => {
			response.writeHead(status, {Location: `${other.url}/v1/chat/completions?stolen=1`}).end();
		});
		const voice = voiceAt(url, {apiKey: 'secret-key-1', headers: {'X-Api-Key': 'secret-key-1'}});
		const {error} = await hear(voice.answer(turn, context(3_000)));
		expect(error).toMatchObject({
			kind: 'unusable',
			message: expect.stringContaining(`sends what is asked at ${url} on to ${other.url}/v1/chat/completions.`),
		});
		expect(bodies).toHaveLength(1);
		expect(other.came).toEqual([]);
	});

	it('to another path of the same server is refused too', async () => {
		const {url, bodies} = await handServer((_, response) => void response.writeHead(307, {Location: '/v2'}).end());
		const {error} = await hear(voiceAt(url).answer(turn, context(3_000)));
		expect(error).toMatchObject({kind: 'unusable'});
		expect(bodies).toHaveLength(1);
	});
});

describe('what a server sends is read only so far', () => {
	const bomb = gzipSync(Buffer.alloc(200_000_000, 'x'));
	const gzipped = {'Content-Encoding': 'gzip'};

	it.each([
		['a line of 10 MB in a stream', {'Content-Type': 'text/event-stream'}, Buffer.alloc(10_000_000, 'x')],
		['a gzip bomb as a stream', {'Content-Type': 'text/event-stream', ...gzipped}, bomb],
		['a gzip bomb as JSON', {'Content-Type': 'application/json', ...gzipped}, bomb],
	])('%s', async (_, headers, body) => {
		const {url} = await handServer((_body, response) => void response.writeHead(200, headers).end(body));
		const before = process.memoryUsage().rss;
		const {error} = await hear(voiceAt(url).answer(turn, context(10_000)));
		expect(error).toMatchObject({kind: 'malformed', message: expect.stringMatching(/sent .*more than \d+ MB/u)});
		expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
	});

	it('an endless error', async () => {
		const {url} = await handServer((_, response) => void response.writeHead(500, gzipped).end(bomb));
		const before = process.memoryUsage().rss;
		const {error} = await hear(voiceAt(url).answer(turn, context(10_000)));
		expect(error).toMatchObject({kind: 'server', status: 500});
		expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
	});
});

/** Sends pieces until nobody listens; gives the megabytes that went out. */
async function endlessServer(type: string, first: string, piece: string): Promise<{url: string; sent: () => number}> {
	let bytes = 0;
	const block = piece.repeat(Math.ceil(65_536 / piece.length));
	const {url} = await handServer(async (_, response) => {
		response.writeHead(200, {'Content-Type': type}).setMaxListeners(0).write(first);
		while (!response.destroyed && bytes < 100_000_000) {
			bytes += block.length;
			if (!response.write(block)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
		}
		response.end();
	});
	return {url, sent: () => bytes / 1_000_000};
}

describe('a fast server without end is stopped by what was asked for', () => {
	const [stream, json] = ['text/event-stream', 'application/json'];
	const delta = (fields: Record<string, unknown>): string =>
		`data: ${JSON.stringify({choices: [{delta: fields}]})}\n\n`;
	const begun = '{"choices":[{"message":{"content":"';
	const asked = {...question, maxTokens: 500};

	// What lies in sockets on its way counts, too.
	it.each([
		['words', stream, '', delta({content: 'One word more. '.repeat(10)}), 25],
		['blanks', stream, '', delta({content: '    \n'.repeat(20)}), 12],
		['thinking', stream, '', delta({reasoning: 'But what if? '.repeat(10)}), 12],
		['thinking among its words', stream, delta({content: '<think>'}), delta({content: 'But what if? '.repeat(10)}), 12],
		['thinking without a mark', stream, delta({content: 'analysis"We'}), delta({content: ' need '.repeat(20)}), 12],
		['one line', stream, `data: ${begun}`, 'x', 10],
		['one event of many lines', stream, '', 'data: {"choices": [\n', 10],
		['JSON', json, begun, 'x', 10],
		['JSON of many lines', json, '{"choices": [\n', '{},\n', 10],
		['comments', stream, '', ': keep-alive\n\n', 12],
		['names of events', stream, '', 'event: more\n', 12],
		['values without words', stream, '', delta({}), 12],
	])('%s', {timeout: 30_000}, async (_, type, first, piece, most) => {
		const {url, sent} = await endlessServer(type, first, piece);
		const {deltas, text, finish, error} = await hear(voiceAt(url).answer(asked, context(20_000)));
		expect(sent()).toBeLessThan(most);
		expect(deltas.length).toBeLessThan(40_000);
		expect(text.length).toBeLessThan(200_000);
		if (text === '')
			expect(error).toMatchObject({kind: 'malformed', message: expect.stringMatching(/more than|went on/u)});
		else expect(finish).toBe('length');
	});

	it('but may think for long, and answer then', async () => {
		const thoughts = Array.from({length: 2_500}, () => delta({reasoning: ' but'.repeat(10)}));
		const {url} = await handServer((_, response) => events(response, ...thoughts, said('Yes.'), stopped()));
		expect(await hear(voiceAt(url).answer(asked, context(20_000)))).toMatchObject({text: 'Yes.', finish: 'stop'});
	});
});

describe('what comes behind the end of an answer', () => {
	it.each([
		['words', turn],
		['words of a value', question],
	])('is not part of it: %s', async (_, request) => {
		const {url} = await handServer((_body, response) =>
			events(response, said('{"fair": true}'), stopped(), 'data: [DONE]', said('And now a word from our sponsor.')),
		);
		expect((await hear(voiceAt(url).answer(request, context(3_000)))).text).toBe('{"fair": true}');
	});

	it.each([
		['the finish reason', [stopped()], stopped()],
		['the mark', [stopped(), 'data: [DONE]'], said('more')],
	])('does not keep anybody waiting, however much of it follows %s', async (_, end, more) => {
		const {url} = await handServer((_body, response) => {
			response.writeHead(200, {'Content-Type': 'text/event-stream'});
			response.write([said('Done.'), ...end].map(line => `${line}\n\n`).join(''));
			const sending = setInterval(() => response.write(`${more}\n\n`), 50);
			response.on('close', () => clearInterval(sending));
		});
		// Longer than a test may take.
		expect((await hear(voiceAt(url).answer(turn, context(600_000)))).text).toBe('Done.');
	});
});

/** Has Node's connections give up after a second instead of 300. */
function impatientConnections(): void {
	const name = Symbol.for('undici.globalDispatcher.1');
	void globalThis.Request;
	const usual = Reflect.get(globalThis, name);
	onTestFinished(() => void Reflect.set(globalThis, name, usual));
	const Agent: new (options: object) => object = usual.constructor;
	Reflect.set(globalThis, name, new Agent({headersTimeout: 400, bodyTimeout: 400}));
}

describe('a server that sends nothing for long', () => {
	// Connections look at their limits about once a second.
	const silence = 2_000;

	it('is waited for as long as the time-out says, before its first byte and between two', async () => {
		impatientConnections();
		const silentBefore = [silence, 0];
		const {url} = await handServer((_body, response) => {
			const first = silentBefore.shift() ?? 0;
			setTimeout(() => {
				response.writeHead(200, {'Content-Type': 'text/event-stream'}).write(`${said('At last')}\n\n`);
				const end = `${said(' done.')}\n\n${stopped()}\n\ndata: [DONE]\n\n`;
				setTimeout(() => response.end(end), silence - first);
			}, first);
		});
		const ask = () => hear(voiceAt(url).answer(turn, context(10_000)));
		for (const {text, error} of await Promise.all([ask(), ask()]))
			expect({text, error}).toEqual({text: 'At last done.', error: undefined});
	});
});
