/** Pages that a search server knows: found by the topic alone, fetched with the guards of any address, kept. */
import {mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer, request, type IncomingHttpHeaders, type Server} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest';
import type {Network} from '../../src/sources/fetch-document.ts';
import {openFetched} from '../../src/sources/fetched-files.ts';
import {checkCitations} from '../../src/app/files/check-citations.ts';
import {reopenSources, searchNamed} from '../../src/app/plan/open-sources.ts';
import {references} from '../../src/exports/references.ts';
import type {FoundPages, PageFinder} from '../../src/debate/sources.ts';
import {debate, type Answers, type Debated} from '../formats/duelogic/run-duelogic.ts';
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
	'/none': [200, 'application/json', JSON.stringify({results: [{url: 'https://a.example/gone'}]})],
	'/large': [200, 'text/html', 'x'],
	'/away': [302, 'text/html', ''],
	'/html': [200, 'text/html', '<p>JSON is off here.</p>'],
	'/forbidden': [403, 'text/plain', 'no'],
	'/other': [
		200,
		'text/html',
		'<p>The council met, and it said nothing of the wall in all of its three long hours.</p>',
	],
	'/page': [200, 'text/html', '<p>Water came over the wall at night, and nobody in the town was warned of it.</p>'],
};

/** What the server knows by what is asked during a debate. */
const later = (query: string): readonly string[] =>
	query.includes('wall')
		? ['https://a.example/page']
		: query.includes('council')
			? [
					'https://a.example/page',
					'https://inside.example/x',
					'https://b.example/away',
					'https://b.example/large',
					'javascript:alert(1)',
					`https://a.example/${'x'.repeat(3000)}`,
					'https://b.example/other',
				]
			: [];

beforeAll(async () => {
	server = createServer(({url = '', headers}, to) => {
		seen.push({url, headers});
		const found = later(new URL(url, 'http://x').searchParams.get('q') ?? '').map(each => ({url: each}));
		const during = [200, 'application/json', JSON.stringify({results: found})] as const;
		const known = answers[url.replace(/\?.*$/u, '')] ?? [404, 'text/plain', ''];
		const [status, type, body] = url.startsWith('/during') ? during : known;
		const size = url === '/large' ? {'content-length': 30_000_000} : {};
		to.writeHead(status, {'content-type': type, location: 'https://inside.example/x', ...size}).write(body);
		if (url !== '/large') to.end();
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	at = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

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
		const found = await pagesFound(query, {server: `${at}/search`}, signal);
		expect(found).toEqual(results.filter(url => url.startsWith('https')).map(url => url.replace('#part', '')));
		const asked = new URL(seen[0]?.url ?? '', at).searchParams;
		expect(Object.fromEntries(asked)).toEqual({q: query, format: 'json'});
		expect(seen[0]?.headers).not.toHaveProperty('cookie');
		expect(queryFor('a '.repeat(140)).split(' ')).toHaveLength(50);
	});

	/** What the two services take and give as their documentation has it; the services themselves were never asked. */
	const page = 'https://a.example/page';
	const brave = 'https://api.search.brave.com/res/v1/web/search';
	const tavily = 'https://api.tavily.com/search';
	const asked = {type: 'search', query: {original: 'x', more_results_available: false}};
	const one = {title: 'A', url: page, content: '…', score: 0.8, raw_content: null, favicon: 'https://a.example/i.png'};
	it.each([
		['Brave', brave, 200, {...asked, web: {type: 'search', results: [{type: 'search_result', url: page}]}}, [page]],
		['Brave without a page', brave, 200, asked, []],
		['Brave without a good key', brave, 403, {type: 'ErrorResponse', error: {status: 403}}, 'refuses the key'],
		['Tavily', tavily, 200, {query: 'x', images: [], results: [one], response_time: '1.67'}, [page]],
		['Tavily without a good key', tavily, 401, {detail: {error: 'Unauthorized'}}, 'refuses the key'],
		['Tavily beyond its plan', tavily, 432, {detail: {error: 'usage limit'}}, 'no more requests'],
	])('of %s is asked and read as its documentation says', async (_, service, status, body, told) => {
		let sent: Request | undefined;
		vi.stubGlobal('fetch', async (...to: ConstructorParameters<typeof Request>) => {
			sent = new Request(...to);
			return Response.json(body, {status});
		});
		const found = pagesFound('x', {server: service, key: 'k'}, signal).finally(() => vi.unstubAllGlobals());
		await (typeof told === 'string' ? expect(found).rejects.toThrow(told) : expect(found).resolves.toEqual(told));
		expect(sent?.url).toBe(service === brave ? `${brave}?q=x` : tavily);
		expect(sent?.headers.get(service === brave ? 'x-subscription-token' : 'authorization')).toMatch(/^(?:Bearer )?k$/u);
		if (service === tavily) expect(await sent?.json()).toEqual({query: 'x', max_results: 20});
	});

	it.each(['/html', '/forbidden', '/nowhere'])('of a server that gives no list says what to do: %s', async path => {
		await expect(pagesFound('x', {server: at + path}, signal)).rejects.toThrow(
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
		const off = {keyOf: () => undefined, interactive: false};
		expect(searchNamed({search: at, searchLimit: '7'}, format, off)).toMatchObject({before: 7, during: 0});
		expect(searchNamed({}, format, off)).toBeUndefined();
		expect(() => searchNamed({search: at, searchLimit: '50'}, format, off)).toThrow('from 1 to 10');
		expect(() => searchNamed({search: 'https://api.tavily.com/search'}, format, off)).toThrow('TAVILY_API_KEY');
		expect(() => searchNamed({search: at}, {name: 'Model Duel'}, off)).toThrow('does not argue from documents');
	});

	it.each([
		['no documents', {}, false, 3],
		['a page that is named', {sources: ['https://a.example/page']}, false, 3],
		['documents of the user’s, and nobody to ask', {sources: ['reports/']}, false, 0],
		['the same, and its flag', {sources: ['reports/'], searchWithSources: true}, false, 3],
		['the same, and somebody who is asked', {sources: ['reports/']}, true, 3],
	])('goes on during the debate with %s', (_, options, interactive, during) => {
		const format = {name: 'Duelogic', traits: {readsSources: true, looksUp: true}} as const;
		const found = searchNamed({search: at, ...options}, format, {keyOf: () => undefined, interactive});
		expect(found).toMatchObject({before: 6 - during, during});
		expect(found?.told).toContain(
			during > 0 ? 'may hold words of what they read: 6 pages at most' : '--search-with-sources',
		);
	});

	it('knows which services want a key', () => {
		expect(searchServer('https://api.search.brave.com/res/v1/web/search').keyVariable).toBe('BRAVE_API_KEY');
		expect(searchServer('https://api.tavily.com/search').keyVariable).toBe('TAVILY_API_KEY');
		expect(searchServer(`${at}/search`).keyVariable).toBeUndefined();
	});

	it('brings as many pages as are wanted, passes over what cannot be fetched, and keeps them', async () => {
		const search = {server: `${at}/search`, before: 2, during: 0, told: '', topic: 'x'};
		const desk = await openFetched({named: [], cwd: tmpdir(), wholeUpTo: 0}, {signal, network, search});
		expect(desk.pages).toBeUndefined();
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
		const search = {server: `${at}/none`, before: 2, during: 2, told: '', topic: 'x'};
		await expect(openFetched({named: [], cwd: tmpdir(), wholeUpTo: 0}, {signal, network, search})).rejects.toThrow(
			/none of them can be fetched/u,
		);
	});
});

describe('during a debate', () => {
	const said = 'The council met, and it said nothing of the wall';
	const search = {before: 1, during: 2, told: '', topic: 'Is the wall safe?'};
	const asks: Readonly<Record<string, readonly string[]>> = {
		chair_1: ['council minutes of May', 'storms'],
		chair_2: ['floods of 1953', 'rain'],
	};
	const answers =
		(asked: Record<string, number>): Answers =>
		({kind, seat, task}) => {
			if (kind === 'research') {
				const web = asks[seat]?.[(asked[seat] = (asked[seat] ?? 0) + 1) - 1] ?? '';
				return JSON.stringify({queries: ['town warned'], web: task.includes('as "web"') ? web : 'never offered'});
			}
			return kind === 'reply' && seat === 'chair_1' && asked['chair_1'] !== undefined && task.includes('id="S2.1"')
				? `You trust the council. “${said} in all” [S2.1], so nobody was told. ${'That is why I would not rest on it. '.repeat(9)}`
				: undefined;
		};

	const asking = (asked: Record<string, number>) => ({
		pace: 250,
		config: {flow: {maxExchanges: 3}, interruptions: {enabled: false}},
		answers: answers(asked),
	});
	const folder = mkdtempSync(join(tmpdir(), 'during-'));
	let asked: readonly (string | null)[] = [];
	let left = '';
	let held: Debated;

	beforeAll(async () => {
		seen = [];
		const opening = {signal, network, search: {...search, server: `${at}/during`}};
		const desk = await openFetched({named: [], cwd: tmpdir(), wholeUpTo: 0}, opening);
		const [first] = desk.documents;
		// The clock of these debates waits for nobody’s network: what comes is fetched before, as a chair will ask for it.
		const found = new Map<string, FoundPages | undefined>();
		for (const [query = ''] of Object.values(asks)) found.set(query, await desk.pages?.find(query, signal));
		desk.keep?.(folder);
		left = desk.left.join('\n');
		const find: PageFinder = async query => found.get(query);
		const begun = {...desk, documents: first ? [first] : [], left: [], pages: {most: 2, find}};
		held = await debate({...asking({}), file: join(folder, 'debate.jsonl'), desk: begun});
		desk.close();
		asked = seen.map(({url}) => new URL(url, at).searchParams.get('q')).filter(query => query !== null);
	}, 60_000);

	it('brings what a chair asks for: told, numbered, kept, shown and cited', () => {
		const {state, prompts} = held;
		expect(state.turns.length).toBeGreaterThan(6);
		expect(asked).toEqual(['Is the wall safe?', 'council minutes of May', 'floods of 1953']);
		expect(state.sources?.documents.map(({number, name}) => [number, name])).toEqual([
			[1, 'https://a.example/page'],
			[2, 'https://b.example/other'],
		]);
		expect(readdirSync(join(folder, 'fetched'))).toHaveLength(2);
		const notices = state.notices.map(({text}) => text).join('\n');
		expect(notices).toMatch(
			/searched the web for “council minutes of May”: S2 .+\(https:\/\/b\.example\/other\); passed over: /u,
		);
		expect(notices).toContain('searched the web for “floods of 1953”: no page.');
		expect(prompts('research').at(-1)).toMatch(/The web was searched for .*council minutes of May: S2 /u);
		const citation = state.turns.flatMap(({citations = []}) => citations).find(({passage}) => passage === 'S2.1');
		expect(citation?.standing).toBe('verified');
		expect(references(state).join('\n')).toMatch(/https:\/\/b\.example\/other.*found by “council minutes of May”\)/u);
		// What every prompt begins with stays what it was.
		const began = held.asked.map(({request}) => String(request.messages[0]?.content));
		expect(began.filter(text => /<sources>[^]*S2 [^]*<\/sources>/u.test(text))).toEqual([]);
		expect(began.filter(text => text.includes('<sources>')).length).toBeGreaterThan(0);
	});

	it('takes nothing that is hostile', () => {
		for (const reason of ['inside.example/x: Only public', 'b.example/away: Only public', 'more than 20 MB'])
			expect(left).toContain(reason);
		const told = `${left}${held.state.notices.map(({text}) => text).join('')}`;
		// eslint-disable-next-line no-control-regex -- what a model sent of them
		expect(told).not.toMatch(/javascript|x{100}|\u001B/u);
	});

	it('stands in the journal: it is verified and gone on with, and nobody is asked again', async () => {
		const {state, events, file} = held;
		expect(checkCitations(events)).toEqual([]);
		seen = [];
		const reopening = {protocol: {id: 'duelogic'}, named: [], cwd: folder, signal, journal: file, changed: false};
		const {sources} = await reopenSources(state.sources, reopening);
		expect(sources?.documents).toEqual(state.sources?.documents);
		const found = events.find(event => event.type === 'sources' && event.found?.seat === 'chair_1')?.seq ?? Infinity;
		const place = events.findIndex(event => event.type === 'turn-end' && event.seq > found) + 1;
		const past = readFileSync(file, 'utf8').split('\n').slice(0, place);
		writeFileSync(join(folder, 'half.jsonl'), `${past.join('\n')}\n`);
		const again = await debate({
			...asking({chair_1: 1, chair_2: 1}),
			// At a pace, what goes on behind the past takes its time.
			pace: 0,
			file: join(folder, 'half.jsonl'),
			...(sources && {desk: sources}),
		});
		sources?.close();
		expect(again.state.turns).toHaveLength(state.turns.length);
		expect(again.state.sources?.documents[1]).toEqual(state.sources?.documents[1]);
		expect(seen).toEqual([]);
	}, 60_000);
});
