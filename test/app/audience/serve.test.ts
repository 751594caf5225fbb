import {once} from 'node:events';
import {connect} from 'node:net';
import {text as textOf} from 'node:stream/consumers';
import {request} from 'node:http';
import {afterEach, expect, it} from 'vitest';
import {serveAudience, type ServerBounds} from '../../../src/app/audience/serve.ts';
import {livePage} from '../../../src/app/audience/live-page.ts';
import {beginning, ending, openingEnds, openRoom, secret, stamped, token} from './audience.ts';

const path = 'abcdefghijkm';
const open: {close(): Promise<void>}[] = [];
afterEach(async () => {
	for (const each of open.splice(0)) await each.close();
});

async function serve(room: ReturnType<typeof openRoom>['room'], bounds: Partial<ServerBounds> = {}) {
	const server = await serveAudience({
		room,
		host: '127.0.0.1',
		names: ['127.0.0.1', 'localhost'],
		port: 0,
		path,
		page: async () => livePage('Voting <b>'),
		bounds: {countedMs: 5, ...bounds},
	});
	open.push(server);
	return server;
}

async function served(events = beginning(), bounds: Partial<ServerBounds> = {}) {
	const {room, written} = openRoom(events);
	return {room, written, server: await serve(room, bounds)};
}

type Asked = {
	readonly method?: string;
	readonly at?: string;
	readonly headers?: Record<string, string>;
	readonly body?: string;
};

/** As no browser would let a page do it: any header, the host too. */
async function ask(port: number, {method = 'GET', at = '', headers = {}, body}: Asked) {
	const asked = request({port, host: '127.0.0.1', method, path: `/${path}/${at}`, headers, agent: false});
	asked.end(body);
	const [answer] = await once(asked, 'response');
	return {status: answer.statusCode, headers: answer.headers, text: await textOf(answer)};
}

const own = (port: number, number = 1) => ({
	origin: `http://127.0.0.1:${port}`,
	host: `127.0.0.1:${port}`,
	cookie: `rostrum_listener=${token(number)}`,
	'content-type': 'application/json',
});

const act = async (port: number, what: string, body: unknown, number = 1) =>
	ask(port, {method: 'POST', at: `do/${what}`, headers: own(port, number), body: JSON.stringify(body)});

/** What a stream says until it holds the words. */
async function heard(
	port: number,
	until: string,
	headers: Record<string, string> = {},
	at = 'events',
): Promise<string> {
	const asked = request({
		port,
		host: '127.0.0.1',
		path: `/${path}/${at}`,
		headers: {...own(port), ...headers},
		agent: false,
	});
	asked.end();
	const [answer] = await once(asked, 'response');
	let sofar = '';
	for await (const chunk of answer) {
		sofar += String(chunk);
		if (sofar.includes(until)) break;
	}
	asked.destroy();
	return sofar;
}

it('serves a page that nothing can be loaded into, and that no other page can frame or read', async () => {
	const {server} = await served();
	const {status, headers, text} = await ask(server.port, {headers: {host: `localhost:${server.port}`}});
	expect(status).toBe(200);
	expect(text).toContain('<title>Voting &lt;b&gt;</title>');
	expect(headers['content-security-policy']).toMatch(
		/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; .*frame-ancestors 'none'$/u,
	);
	expect(headers['set-cookie']?.[0]).toMatch(
		/^rostrum_listener=[0-9a-f]{32}; .*Path=\/abcdefghijkm\/; HttpOnly; SameSite=Strict$/u,
	);
	expect(headers).toMatchObject({'x-content-type-options': 'nosniff', 'cache-control': 'no-store'});
});

it('follows from the first word, and goes on behind the last event that a listener had', async () => {
	const {room, server} = await served();
	const first = await heard(server.port, '"type":"room"');
	expect(first).toContain('Everybody should vote.');
	expect(first).not.toContain(secret);
	const last = /id: (\d+)\n(?!.*id: )/su.exec(first)?.[1] ?? '';
	const waiting = heard(server.port, '"type":"over"', {'last-event-id': last});
	room.hear(openingEnds());
	room.hear(ending());
	const rest = await waiting;
	expect(rest).not.toContain('Everybody');
	expect([...rest.matchAll(/"type":"(?:end|over)"/gu)]).toHaveLength(2);
	expect(await heard(server.port, '"type":"over"', {}, `events?after=${last}`)).not.toContain('Everybody');
});

it.each<[string, number, (port: number) => Asked]>([
	[
		'a page elsewhere that posts',
		403,
		port => ({method: 'POST', at: 'do/vote', headers: {...own(port), origin: 'https://evil.example'}}),
	],
	['a page that was made to lead here', 403, port => ({headers: {host: `evil.example:${port}`}})],
	[
		'the same, with its own origin',
		403,
		port => ({
			method: 'POST',
			at: 'do/vote',
			headers: {...own(port), host: `evil.example:${port}`, origin: `http://evil.example:${port}`},
		}),
	],
	['a page elsewhere that reads', 403, port => ({headers: {...own(port), origin: 'null'}})],
	[
		'an image or script elsewhere',
		403,
		port => ({headers: {host: `127.0.0.1:${port}`, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors'}}),
	],
	['a form', 415, port => ({method: 'POST', at: 'do/vote', headers: {...own(port), 'content-type': 'text/plain'}})],
	['no origin at all', 403, port => ({method: 'POST', at: 'do/vote', headers: {host: `127.0.0.1:${port}`}})],
	['no cookie', 403, port => ({method: 'POST', at: 'do/vote', headers: {...own(port), cookie: ''}})],
	['another method', 403, port => ({method: 'PUT', headers: {host: `127.0.0.1:${port}`}})],
	['what is not there', 404, port => ({at: '../secrets', headers: own(port)})],
	[
		'an act that listeners have not got',
		404,
		port => ({method: 'POST', at: 'do/pause', headers: own(port), body: '{}'}),
	],
	['one of every object', 404, port => ({method: 'POST', at: 'do/constructor', headers: own(port), body: '{}'})],
	[
		'a million bytes',
		413,
		port => ({
			method: 'POST',
			at: 'do/question',
			headers: own(port),
			body: JSON.stringify({text: 'x'.repeat(1_000_000)}),
		}),
	],
	['no JSON', 400, port => ({method: 'POST', at: 'do/vote', headers: own(port), body: '{'})],
])('refuses %s with %d', async (_what, status, asked) => {
	const {server, written} = await served();
	expect((await ask(server.port, asked(server.port))).status).toBe(status);
	expect(written).toEqual([]);
});

it('lets each browser do so much at once, and tells the listeners of a question as text', async () => {
	const {server, room} = await served(beginning(), {burst: 3, perSecond: 0.001});
	const replies = [];
	for (let count = 0; count < 5; count++)
		replies.push((await act(server.port, 'question', {text: `<script>${count}</script>`})).status);
	expect(replies).toEqual([200, 200, 200, 429, 429]);
	expect((await act(server.port, 'vote', {when: 'before', stance: 3}, 2)).status).toBe(200);
	expect(room.state.audience?.votes.size).toBe(1);
	expect(await heard(server.port, '"isPut"')).toContain('"text":"<script>0</script>"');
});

it('has so many listeners, and so many streams a browser', async () => {
	const {server} = await served(beginning(), {listeners: 3, streamsEach: 2});
	const streams = [];
	for (const number of [1, 1, 1, 2, 3]) {
		const asked = request({
			port: server.port,
			path: `/${path}/events`,
			headers: own(server.port, number),
			agent: false,
		});
		asked.end();
		const [answer] = await once(asked, 'response');
		streams.push(answer.statusCode);
		if (answer.statusCode !== 200) answer.resume();
	}
	expect(streams).toEqual([200, 200, 503, 200, 503]);
	expect(server.listening()).toBe(3);
});

it('holds no memory for a listener that never reads, lets go of it, and gives it the rest when it is back', async () => {
	const {server, room} = await served(beginning(), {unreadMs: 200, aliveMs: 10});
	const socket = connect(server.port, '127.0.0.1');
	await once(socket, 'connect');
	socket.pause();
	socket.write(`GET /${path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
	await expect.poll(() => server.listening()).toBe(1);
	let said = 0;
	for (let unread = 0; said < 400 && unread < 3; said++) {
		room.hear(stamped({type: 'turn-delta', turnId: 't1', text: 'x'.repeat(50_000)}));
		await new Promise(resolve => setImmediate(resolve));
		if (server.unread() > 0) unread++;
	}
	expect(said).toBeLessThan(400);
	for (let more = 0; more < 40; more++, said++)
		room.hear(stamped({type: 'turn-delta', turnId: 't1', text: 'x'.repeat(50_000)}));
	expect(server.unread()).toBeLessThan(150_000);
	await expect.poll(() => server.listening(), {timeout: 10_000}).toBe(0);
	socket.destroy();
	room.hear(openingEnds());
	// With the usual patience: it shares this process’s time.
	const whole = await heard((await serve(room)).port, '"type":"end"');
	expect([...whole.matchAll(/"type":"said"/gu)]).toHaveLength(2 + said);
});
