/** Asks a search server that the user named for pages: SearXNG's JSON, or Brave's or Tavily's with a key. */
import {z} from 'zod';
import {redact} from '../debate/text/redact.ts';
import {oneLine, reasonOf} from '../debate/text/words.ts';
import {UsageError} from '../debate/usage-error.ts';

/** `key` is that of a service which wants one; so many pages are wanted before a debate, and during it. */
export type PageSearch = {
	readonly server: string;
	readonly key?: string | undefined;
	readonly before: number;
	readonly during: number;
	/** All of it in words, for whoever has to agree. */
	readonly told: string;
};

/** The services with a key, by their hosts, and the variable that has it. */
const services = {'api.search.brave.com': 'BRAVE_API_KEY', 'api.tavily.com': 'TAVILY_API_KEY'} as const;
/** Tavily brings five unless it is asked for more. */
const mostResults = 20;
/** Brave and Tavily take 400 characters, and Brave 50 words. */
const [mostQuery, mostWords, mostAddress, mostBytes, ms] = [300, 50, 2000, 2_000_000, 20_000] as const;
const [badKey, spent] = ['it refuses the key', 'it allows no more requests for now'] as const;
/** What the services answer, the last two by Tavily. */
const refusals: Readonly<Record<number, string>> = {401: badKey, 403: badKey, 429: spent, 432: spent, 433: spent};

const Results = z.object({results: z.array(z.object({url: z.string()}))});
/** Brave leaves `web` out where it finds nothing. */
const SearchAnswer = z.union([
	Results,
	z.object({type: z.literal('search'), web: Results.default({results: []})}).transform(({web}) => web),
]);

/** The server as it was written, and the variable with its key. Throws `UsageError`. */
export function searchServer(written: string): {readonly server: string; readonly keyVariable: string | undefined} {
	const url = URL.parse(written);
	if (!url || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '')
		throw new UsageError({
			what: 'This is no address of a search server',
			value: written,
			from: '--search',
			todo: 'Give one such as http://127.0.0.1:8888/search; a key stands in BRAVE_API_KEY or TAVILY_API_KEY.',
		});
	const keyVariable = Object.entries(services).find(([host]) => host === url.hostname)?.[1];
	if (keyVariable !== undefined && url.protocol !== 'https:') return searchServer(`not-https:${written}`);
	return {server: url.href, keyVariable};
}

/** What is asked for a topic, or what a chair looks for: the first words, without the secrets recognised in them. */
export const queryFor = (words: string): string =>
	oneLine(redact(words)).slice(0, mostQuery).split(' ').slice(0, mostWords).join(' ');

/** The addresses that are found, best first; only those that begin with https. Throws `UsageError`. */
export async function pagesFound(
	query: string,
	{server, key}: Pick<PageSearch, 'server' | 'key'>,
	signal: AbortSignal,
): Promise<readonly string[]> {
	try {
		const answer = await fetch(...requestFor(query, server, key, AbortSignal.any([signal, AbortSignal.timeout(ms)])));
		if (!answer.ok) throw new Error((key && refusals[answer.status]) || `it answers ${answer.status}`);
		const {results} = SearchAnswer.parse(JSON.parse(await limitedText(answer)));
		return [...new Set(results.map(({url}) => url.replace(/#.*$/u, '')))].filter(
			url => url.startsWith('https://') && url.length <= mostAddress,
		);
	} catch (error) {
		signal.throwIfAborted();
		throw new UsageError(
			{
				what: `The search server cannot be used: ${error instanceof z.ZodError || error instanceof SyntaxError ? 'it answers with no list of results in JSON' : reasonOf(error)}`,
				value: new URL(server).host,
				from: '--search',
				todo: 'Check its address; a SearXNG server has to allow format=json. Or leave --search out.',
			},
			{cause: error},
		);
	}
}

function requestFor(
	query: string,
	server: string,
	key: string | undefined,
	signal: AbortSignal,
): Parameters<typeof fetch> {
	const url = new URL(server);
	const plain = {signal, redirect: 'error', headers: {accept: 'application/json', 'user-agent': 'Rostrum'}} as const;
	if (url.hostname === 'api.tavily.com')
		return [
			url,
			{
				...plain,
				method: 'POST',
				headers: {...plain.headers, 'content-type': 'application/json', authorization: `Bearer ${key ?? ''}`},
				body: JSON.stringify({query, max_results: mostResults}),
			},
		];
	url.searchParams.set('q', query);
	if (url.hostname === 'api.search.brave.com')
		return [url, {...plain, headers: {...plain.headers, 'x-subscription-token': key ?? ''}}];
	url.searchParams.set('format', 'json');
	return [url, plain];
}

async function limitedText(answer: Response): Promise<string> {
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const part of answer.body ?? []) {
		bytes += part.length;
		if (bytes > mostBytes) throw new Error(`it answers with more than ${mostBytes / 1_000_000} MB`);
		parts.push(part);
	}
	return Buffer.concat(parts).toString('utf8');
}
