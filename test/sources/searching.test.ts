/** Pages that a search server knows: found by the topic alone, fetched with the guards of any address, kept. */
import {mkdtempSync, readdirSync} from 'node:fs';
import {createServer, request, type IncomingHttpHeaders, type Server} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Network} from '../../src/sources/fetch-document.ts';
import {openFetched} from '../../src/sources/fetched-files.ts';
import {searchNamed} from '../../src/app/plan/open-sources.ts';
import {pagesFound, queryFor, searchServer} from '../../src/sources/web-search.ts';

const signal = new AbortController().signal;
let server: Server;
let at = '';
let seen: {readonly url: string; readonly headers: IncomingHttpHeaders}[] = [];
const results = [
	'https://a.example/page#part',
	'http://a.example/plain',
	'https://inside.example/x',
	'https://a.example/gone',
	'https://b.example/other',
	'https://c.example/page',
];
const answers: Readonly<Record<string, readonly [status: number, type: string, body: string]>> = {
	'/search': [200, 'application/json', JSON.stringify({results: results.map(url => ({url}))})],
	'/brave': [200, 'application/json', JSON.stringify({web: {results: [{url: 'https://a.example/page'}]}})],
	'/html': [200, 'text/html', '<p>JSON is off here.</p>'],
	'/forbidden': [403, 'text/plain', 'no'],
	'/other': [
		200,
		'text/html',
		'<p>The council met, and it said nothing of the wall in all of its three long hours.</p>',
	],
	'/page': [200, 'text/html', '<p>Water came over the wall at night, and nobody in the town was warned of it.</p>'],
};

beforeAll(async () => {
	server = createServer(({url = '', headers}, to) => {
		seen.push({url, headers});
		const [status, type, body] = answers[url.replace(/\?.*$/u, '')] ?? [404, 'text/plain', ''];
		to.writeHead(status, {'content-type': type}).end(body);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	at = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => void server.close());

const network: Network = {
	ms: 5000,
	resolve: async host => [{address: host === 'inside.example' ? '10.0.0.7' : '93.184.215.14', family: 4}],
	request: options => request({...options, host: '127.0.0.1', port: new URL(at).port, agent: false}),
};

describe('a search', () => {
	it('asks for the topic alone, without secrets, and takes what begins with https', async () => {
		seen = [];
		const query = queryFor('Is the wall\nsafe? sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH');
		expect(query).toMatch(/^Is the wall safe\?/u);
		expect(query).not.toContain('abcdefghij');
		const found = await pagesFound(query, {server: `${at}/search`, most: 4}, signal);
		expect(found).toEqual(results.filter(url => url.startsWith('https')).map(url => url.replace('#part', '')));
		const asked = new URL(seen[0]?.url ?? '', at).searchParams;
		expect(Object.fromEntries(asked)).toEqual({q: query, format: 'json'});
		expect(seen[0]?.headers).not.toHaveProperty('cookie');
		expect(await pagesFound('x', {server: `${at}/brave`, most: 4}, signal)).toEqual(['https://a.example/page']);
	});

	it.each(['/html', '/forbidden', '/nowhere'])('of a server that gives no list says what to do: %s', async path => {
		await expect(pagesFound('x', {server: at + path, most: 4}, signal)).rejects.toThrow(
			/search server cannot be used.*--search/su,
		);
	});

	it.each(['wall', 'ftp://a.example', 'https://me:secret@a.example/', 'http://api.tavily.com/search'])(
		'is refused at %s',
		written => {
			expect(() => searchServer(written)).toThrow('no address of a search server');
		},
	);

	it('takes its limit, its key and a format that reads documents, or says what is missing', () => {
		const format = {name: 'Duelogic', traits: {readsSources: true}} as const;
		const keyOf = () => undefined;
		expect(searchNamed({search: at, searchLimit: '7'}, format, keyOf)).toMatchObject({most: 7});
		expect(searchNamed({}, format, keyOf)).toBeUndefined();
		expect(() => searchNamed({search: at, searchLimit: '50'}, format, keyOf)).toThrow('from 1 to 10');
		expect(() => searchNamed({search: 'https://api.tavily.com/search'}, format, keyOf)).toThrow('TAVILY_API_KEY');
		expect(() => searchNamed({search: at}, {name: 'Model Duel'}, keyOf)).toThrow('does not argue from documents');
	});

	it('knows which services want a key', () => {
		expect(searchServer('https://api.search.brave.com/res/v1/web/search').keyVariable).toBe('BRAVE_API_KEY');
		expect(searchServer('https://api.tavily.com/search').keyVariable).toBe('TAVILY_API_KEY');
		expect(searchServer(`${at}/search`).keyVariable).toBeUndefined();
	});

	it('brings as many pages as are wanted, passes over what cannot be fetched, and keeps them', async () => {
		const urls = await pagesFound('x', {server: `${at}/search`, most: 2}, signal);
		const desk = await openFetched({named: [], cwd: tmpdir(), wholeUpTo: 0}, {signal, network, found: {urls, most: 2}});
		expect(desk.documents.map(({fetched}) => fetched?.url)).toEqual([
			'https://a.example/page',
			'https://b.example/other',
		]);
		expect(desk.left.join('\n')).toMatch(
			/inside\.example\/x: .*public addresses.*10\.0\.0\.7\n[^]*a\.example\/gone: .*404$/u,
		);
		const folder = mkdtempSync(join(tmpdir(), 'searched-'));
		desk.keep?.(folder);
		expect(readdirSync(join(folder, 'fetched'))).toHaveLength(2);
		const quote = 'Water came over the wall at night';
		expect(desk.check({quote, before: '', ids: ['S1.1']})?.standing).toBe('verified');
		desk.close();
	});

	it('that brings nothing ends before the debate, in words', async () => {
		const found = {urls: ['https://a.example/gone'], most: 2};
		await expect(openFetched({named: [], cwd: tmpdir(), wholeUpTo: 0}, {signal, network, found})).rejects.toThrow(
			/none of them can be fetched/u,
		);
	});
});
