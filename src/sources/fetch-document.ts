/**
 * Fetches what the user named by its address: over https, from public addresses alone, without cookies or keys. The
 * connection goes to the very addresses that were looked at, so that a name cannot lead elsewhere afterwards.
 */
import {lookup} from 'node:dns/promises';
import {once} from 'node:events';
import type {ClientRequest, IncomingMessage} from 'node:http';
import {request, type RequestOptions} from 'node:https';
import {BlockList, isIPv4, isIPv6, type LookupFunction} from 'node:net';
import {extname} from 'node:path';
import {reasonOf} from '../debate/text/words.ts';
import {UsageError} from '../debate/usage-error.ts';
import {mostBytes, readsEnding} from './read-document.ts';

type HostAddress = {readonly address: string; readonly family: number};

/** How names and servers are reached. */
export type Network = {
	/** All addresses of a host; of an address, itself. */
	readonly resolve: (host: string) => Promise<readonly HostAddress[]>;
	readonly request: (options: RequestOptions) => ClientRequest;
	/** Milliseconds for all of it. */
	readonly ms: number;
};
export const internet: Network = {resolve: host => lookup(host, {all: true}), request, ms: 30_000};

/** What was fetched: `final` is where it stood in the end, `ending` that of a file of its kind. */
type FetchedPage = {readonly final: string; readonly bytes: Buffer; readonly ending: string};

const mostRedirects = 5;

/** By their content types; what the type leaves open, the ending of the address says. */
const endings: ReadonlyMap<string, string> = new Map(
	[
		'html text/html application/xhtml+xml',
		'md text/markdown text/x-markdown',
		'pdf application/pdf',
		'docx application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		'epub application/epub+zip',
		'csv text/csv',
		'tsv text/tab-separated-values',
		'json application/json',
		'yaml application/yaml text/yaml',
		'vtt text/vtt',
		'srt application/x-subrip',
		'rtf application/rtf text/rtf',
		'xml application/xml text/xml application/jats+xml application/tei+xml',
		'eml message/rfc822',
		'ipynb application/x-ipynb+json',
	].flatMap(row => {
		const [ending = '', ...types] = row.split(' ');
		return types.map(type => [type, `.${ending}`] as const);
	}),
);

/** Networks of IANA's registries that are not the public internet, and Azure's address for its machines. */
const closed = new BlockList();
for (const network of [
	'0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24',
	'192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
	'2001::/23 2001:db8::/32 2002::/16 3fff::/20',
].flatMap(row => row.split(' '))) {
	const [start = '', bits] = network.split('/');
	closed.addSubnet(start, Number(bits), isIPv6(start) ? 'ipv6' : 'ipv4');
}
/** All that IANA gives to hosts: what maps or translates addresses of IPv4 is outside, as are local ones. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of the public internet, in either family. */
export const isPublic = (address: string): boolean =>
	isIPv4(address)
		? !closed.check(address, 'ipv4')
		: isIPv6(address) && !address.includes('%') && global6.check(address, 'ipv6') && !closed.check(address, 'ipv6');

/** The address as it is asked for, without what stands behind `#`. Throws `UsageError` for any that is not fetched. */
export function addressNamed(written: string): string {
	const url = URL.parse(written);
	if (!url) throw refusal(written, 'This is no network address');
	return checked(url, written).href;
}

function checked(url: URL, written: string, there = ''): URL {
	if (url.protocol !== 'https:') throw refusal(written, `Only addresses that begin with https:// are fetched${there}`);
	if (url.username !== '' || url.password !== '')
		throw refusal(url.host, 'An address with a name or password in it is not fetched');
	url.hash = '';
	return url;
}

const saved = 'Save the page as a file, and name that.';
const refusal = (written: string, what: string, cause?: unknown): UsageError =>
	new UsageError({what, value: written, from: '--sources', todo: saved}, {cause});

/** Fetches what stands at an address of `addressNamed`. Throws `UsageError`, or the signal's reason. */
export async function fetchPage(named: string, signal: AbortSignal, network: Network = internet): Promise<FetchedPage> {
	const late = AbortSignal.timeout(network.ms);
	try {
		return await followed(named, AbortSignal.any([signal, late]), network);
	} catch (error) {
		signal.throwIfAborted();
		if (late.aborted) throw refusal(named, `It was not fetched within ${network.ms / 1000} seconds`);
		if (error instanceof UsageError) throw error;
		throw refusal(named, `It cannot be fetched: ${reasonOf(error)}`, error);
	}
}

async function followed(named: string, signal: AbortSignal, network: Network): Promise<FetchedPage> {
	let url = checked(new URL(named), named);
	for (let hop = 0; hop <= mostRedirects; hop += 1) {
		const answer = await ask(url, named, signal, network);
		const {statusCode = 0, headers} = answer;
		if ([301, 302, 303, 307, 308].includes(statusCode)) {
			answer.destroy();
			const next = URL.parse(headers.location ?? '', url.href);
			if (!next) throw refusal(named, `The server of ${url.host} leads on to no address`);
			url = checked(next, named, `, and it leads on to ${next.href}`);
			continue;
		}
		try {
			if (statusCode !== 200) throw refusal(named, `The server of ${url.host} answers ${statusCode}`);
			const ending = endingOf(answer, url, named);
			return {final: url.href, bytes: await bytesOf(answer, named), ending};
		} finally {
			answer.destroy();
		}
	}
	throw refusal(named, `It leads on more than ${mostRedirects} times`);
}

/** Asks the addresses that were looked at, and no other. */
async function ask(url: URL, named: string, signal: AbortSignal, network: Network): Promise<IncomingMessage> {
	const host = url.hostname.replaceAll(/^\[|\]$/gu, '');
	signal.throwIfAborted();
	const stopped = once(signal, 'abort').then((): readonly HostAddress[] => []);
	const addresses = await Promise.race([network.resolve(host), stopped]);
	signal.throwIfAborted();
	const inner = addresses.find(({address}) => !isPublic(address));
	if (inner || addresses.length === 0) {
		const is = inner?.address === host ? 'is none' : inner ? `is ${inner.address}` : 'has none';
		throw refusal(named, `Only public addresses are fetched from, and ${host} ${is}`);
	}
	const asking = network.request({
		host,
		port: url.port || 443,
		path: `${url.pathname}${url.search}`,
		headers: {'user-agent': 'Rostrum', accept: '*/*', 'accept-encoding': 'identity'},
		agent: false,
		lookup: pinned(addresses),
		signal,
	});
	const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>();
	// What breaks off later is told by the answer itself.
	asking.on('response', resolve).on('error', reject).end();
	return promise;
}

/** Gives a connection the addresses that were looked at, whatever the name leads to by then. */
const pinned =
	(addresses: readonly HostAddress[]): LookupFunction =>
	(_host, {all}, tell) => {
		const [first] = addresses;
		if (all) tell(null, [...addresses]);
		else tell(null, first?.address ?? '', first?.family);
	};

function endingOf({headers}: IncomingMessage, url: URL, named: string): string {
	const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
	const own = extname(url.pathname).toLowerCase();
	const isOpen = ['', 'text/plain', 'application/octet-stream', 'binary/octet-stream'].includes(type);
	const ending = isOpen && readsEnding(own) ? own : type === 'text/plain' ? '.txt' : endings.get(type);
	if (ending === undefined)
		throw refusal(named, `It is of a kind that nobody reads here (${type === '' ? 'its server names none' : type})`);
	return ending;
}

async function bytesOf(answer: IncomingMessage, named: string): Promise<Buffer> {
	const coding = answer.headers['content-encoding'] ?? 'identity';
	if (coding !== 'identity') throw refusal(named, `Its server packs it (${coding}) though it was asked not to`);
	const parts: Buffer[] = [];
	let bytes = Number(answer.headers['content-length'] ?? 0);
	let come = 0;
	for await (const part of answer) {
		const read = Buffer.from(part);
		parts.push(read);
		come += read.length;
		bytes = Math.max(bytes, come);
		if (bytes > mostBytes) throw refusal(named, `It has more than ${mostBytes / 1024 / 1024} MB`);
	}
	return Buffer.concat(parts);
}
