import {mkdtempSync, readdirSync, writeFileSync} from 'node:fs';
import {createServer, request, type RequestListener, type Server} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {addressNamed, fetchPage, isPublic, type Network} from '../../src/sources/fetch-document.ts';
import {changedPages, openFetched} from '../../src/sources/fetched-files.ts';

describe('an address is fetched from', () => {
	it.each([
		['8.8.8.8', true],
		['172.15.0.1', true],
		['172.32.0.1', true],
		['2606:4700:4700::1111', true],
		['0.0.0.0', false],
		['10.1.2.3', false],
		['100.100.100.200', false],
		['127.0.0.1', false],
		['127.255.0.9', false],
		['168.63.129.16', false],
		['169.254.169.254', false],
		['172.16.0.1', false],
		['172.31.255.255', false],
		['192.0.0.192', false],
		['192.168.1.1', false],
		['198.18.0.1', false],
		['224.0.0.1', false],
		['255.255.255.255', false],
		['::', false],
		['::1', false],
		['::ffff:8.8.8.8', false],
		['::ffff:127.0.0.1', false],
		['64:ff9b::7f00:1', false],
		['2001::1', false],
		['2001:db8::1', false],
		['2002:7f00:1::', false],
		['fc00::1', false],
		['fd00:ec2::254', false],
		['fe80::1', false],
		['fe80::1%eth0', false],
		['ff02::1', false],
		['localhost', false],
	])('%s: %s', (address, is) => {
		expect(isPublic(address)).toBe(is);
	});
});

const there = '93.184.215.14';
let server: Server;
let port = 0;
let seen: {url: string; headers: object}[] = [];
const pages: Record<string, RequestListener> = {
	'/page': (_, to) =>
		void to
			.setHeader('content-type', 'text/html; charset=utf-8')
			.end('<html><body><h1>The wall</h1><p>Water came over it at night, and nobody was warned.</p></body></html>'),
	'/notes.md': (_, to) => void to.setHeader('content-type', 'text/plain').end('# Notes\n\nThe wall leaks.\n'),
	'/once': (_, to) => void to.writeHead(302, {location: '/page'}).end(),
	'/round': (_, to) => void to.writeHead(301, {location: '/round'}).end(),
	'/plain': (_, to) => void to.writeHead(302, {location: 'http://example.org/page'}).end(),
	'/inside': (_, to) => void to.writeHead(307, {location: 'https://inside.example/'}).end(),
	'/number': (_, to) => void to.writeHead(307, {location: 'https://2130706433/'}).end(),
	'/file': (_, to) => void to.writeHead(302, {location: 'file:///etc/passwd'}).end(),
	'/picture': (_, to) => void to.setHeader('content-type', 'image/png').end('x'),
	'/gone': (_, to) => void to.writeHead(404).end(),
	'/packed': (_, to) => void to.writeHead(200, {'content-type': 'text/html', 'content-encoding': 'gzip'}).end('x'),
	'/says-large': (_, to) =>
		void to.writeHead(200, {'content-type': 'text/plain', 'content-length': 30_000_000}).write('x'),
	'/large': (_, to) => {
		to.setHeader('content-type', 'text/plain');
		const more = (): unknown =>
			to.destroyed || to.write(Buffer.alloc(1024 * 1024, 'word '))
				? setImmediate(() => to.destroyed || more())
				: to.once('drain', more);
		more();
	},
	'/slow': (_, to) => void to.setHeader('content-type', 'text/plain').write('x'),
};

beforeAll(async () => {
	server = createServer((asked, to) => {
		const url = asked.url ?? '';
		seen.push({url, headers: asked.headers});
		pages[url]?.(asked, to);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

/** Names lead where this table says; whoever connects to the address that was looked at reaches the server here. */
const network: Network = {
	ms: 5000,
	resolve: async host => [
		{address: {'inside.example': '10.0.0.7', '127.0.0.1': '127.0.0.1'}[host] ?? there, family: 4},
	],
	request: ({lookup, ...options}) => {
		lookup?.('rebound.example', {all: false}, (_, address) => expect(address).toBe(there));
		return request({...options, host: '127.0.0.1', port, agent: false});
	},
};
const fetched = (path: string, means: Partial<Network> = {}) =>
	fetchPage(`https://example.org${path}`, new AbortController().signal, {...network, ...means});

describe('a page', () => {
	it('is fetched by a plain request, and follows where it leads', async () => {
		seen = [];
		expect(await fetched('/once')).toMatchObject({final: 'https://example.org/page', ending: '.html'});
		expect(seen.map(({url}) => url)).toEqual(['/once', '/page']);
		expect(Object.keys(seen[0]?.headers ?? {}).toSorted()).toEqual([
			'accept',
			'accept-encoding',
			'connection',
			'host',
			'user-agent',
		]);
		expect(await fetched('/notes.md')).toMatchObject({ending: '.md'});
	});

	it.each([
		['/round', 'It leads on more than 5 times'],
		['/plain', 'Only addresses that begin with https:// are fetched, and it leads on to http://example.org/page'],
		['/inside', 'Only public addresses are fetched from, and inside.example is 10.0.0.7'],
		['/number', 'Only public addresses are fetched from, and 127.0.0.1 is none'],
		['/file', 'Only addresses that begin with https:// are fetched'],
		['/picture', 'It is of a kind that nobody reads here (image/png)'],
		['/gone', 'The server of example.org answers 404'],
		['/packed', 'Its server packs it (gzip)'],
		['/says-large', 'It has more than 20 MB'],
		['/large', 'It has more than 20 MB'],
	])('at %s is refused: %s', async (path, message) => {
		await expect(fetched(path)).rejects.toThrow(message);
	});

	it('is refused where one address of its name is inside, before anything is asked', async () => {
		seen = [];
		const resolve = async () => [there, '127.0.0.1'].map(address => ({address, family: 4}));
		await expect(fetched('/page', {resolve})).rejects.toThrow('and example.org is 127.0.0.1');
		expect(seen).toEqual([]);
	});

	it('is waited for so long, and not once the user leaves', async () => {
		await expect(fetched('/slow', {ms: 50})).rejects.toThrow('It was not fetched within 0.05 seconds');
		await expect(fetched('/page', {ms: 50, resolve: () => new Promise(() => {})})).rejects.toThrow(
			'within 0.05 seconds',
		);
		const left = AbortSignal.abort(new Error('left'));
		await expect(fetchPage('https://example.org/page', left, network)).rejects.toThrow('left');
	});

	it.each([
		['http://example.org/', 'Only addresses that begin with https://'],
		['ftp://example.org/', 'Only addresses that begin with https://'],
		['https://me:secret@example.org/', 'with a name or password in it is not fetched'],
		['https://', 'This is no network address'],
	])('named %s is not fetched: %s', (written, message) => {
		expect(() => addressNamed(written)).toThrow(message);
	});
});

describe('what was fetched', () => {
	const signal = new AbortController().signal;
	const library = {named: ['https://example.org/once#top'], cwd: '/', wholeUpTo: 4000};

	it('stands in the record, is kept beside the journal, and is read from there without the network', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'rostrum-kept-'));
		const journal = join(folder, 'debate.jsonl');
		const desk = await openFetched(library, {signal, network});
		desk.keep?.(folder);
		desk.close();
		const [document] = desk.documents;
		expect(document).toMatchObject({
			name: 'https://example.org/once',
			kind: 'HTML',
			fetched: {url: 'https://example.org/once', final: 'https://example.org/page', file: `${document?.hash}.html`},
		});
		expect(readdirSync(join(folder, 'fetched'))).toEqual([document?.fetched?.file]);

		seen = [];
		const held = {journal, documents: desk.documents};
		const again = await openFetched(library, {signal, held, network});
		expect(again.documents).toEqual(desk.documents);
		expect(again.check({quote: 'nobody was warned', before: '', ids: ['S1.1']})?.standing).toBe('verified');
		again.close();

		const other = {...library, named: ['https://example.org/notes.md']};
		await expect(openFetched(other, {signal, held, network})).rejects.toThrow('nothing is fetched later');
		expect(changedPages(held)).toEqual([]);
		writeFileSync(join(folder, 'fetched', document?.fetched?.file ?? ''), 'changed');
		expect(changedPages(held)).toEqual(['https://example.org/once']);
		await expect(openFetched(library, {signal, held, network})).rejects.toThrow('no longer in this debate’s folder');
		expect(seen).toEqual([]);
	});
});
