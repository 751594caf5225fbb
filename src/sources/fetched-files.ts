/** Documents of which some are fetched: as files while they are read, and afterwards in the debate’s folder. */
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import type {FoundPages, PageFinder, SourceDesk, SourceDocument} from '../debate/sources.ts';
import {reasonOf} from '../debate/text/words.ts';
import {errorCode, UsageError} from '../debate/usage-error.ts';
import {isAddress} from '../engine/host/expand-path.ts';
import {sha256} from '../engine/host/hash.ts';
import {readRegularBytes} from '../engine/host/regular-file.ts';
import {writeWhole} from '../engine/host/write-whole.ts';
import {openSources, type GrowingDesk} from './desk.ts';
import {addressNamed, fetchPage, internet, type Network} from './fetch-document.ts';
import type {Fetched, FetchedFile} from './find-files.ts';
import {mostBytes} from './read-document.ts';
import {pagesFound, queryFor, type PageSearch} from './web-search.ts';
import type {LibraryInput} from './worker.ts';

/** A debate that was held: its journal’s path, and its documents. */
export type HeldDocuments = {readonly journal: string; readonly documents: readonly SourceDocument[]};

type Page = Fetched & {readonly bytes: Buffer};

const mostAddresses = 20;
/** In bytes: they are held until the debate has a folder. */
const mostInAll = 40 * 1024 * 1024;
const keptIn = 'fetched';

type FetchMeans = {
	readonly signal: AbortSignal;
	readonly held?: HeldDocuments | undefined;
	readonly network?: Network;
	/** Where pages are searched for on the topic, and later by those who debate. */
	readonly search?: (PageSearch & {readonly topic: string}) | undefined;
};
type Reaching = {readonly signal: AbortSignal; readonly network: Network};

/**
 * Opens what the user named, addresses among it, and what is found. Each is fetched once; of a debate that was `held`,
 * all that was kept then is read behind it, and nothing is fetched. Throws `UsageError`.
 */
export async function openFetched(
	{named: asked, ...library}: LibraryInput,
	{signal, held, network = internet, search}: FetchMeans,
): Promise<SourceDesk> {
	const named = asked.map(each => (isAddress(each) ? addressNamed(each) : each));
	const addresses = [...new Set(named.filter(isAddress))];
	if (addresses.length > mostAddresses)
		throw new UsageError({
			what: `More than ${mostAddresses} addresses are named`,
			value: addresses.length,
			from: '--sources',
			todo: 'Name fewer, or save the pages into a folder and name that.',
		});
	const pages: Page[] = [];
	for (const url of addresses) {
		pages.push(held ? keptPage(url, held) : await newPage(url, signal, network));
		if (pages.reduce((sum, {bytes}) => sum + bytes.length, 0) > mostInAll) throw tooMuch(url);
	}
	if (held) pages.push(...laterPages(held, addresses));
	const urls = search ? await pagesFound(queryFor(search.topic), search, signal) : [];
	const left = await fetchBest(urls, search?.before ?? 0, pages, {signal, network});
	if (pages.length + named.length === 0) throw nothingFound(urls.length);
	const all = [...new Set([...named, ...pages.map(({url}) => url)])];
	const opened = await asFiles(pages, fetched => openSources({...library, named: all, fetched}, signal));
	const desk = {...opened, documents: [...opened.documents], left: [...opened.left, ...left]};
	if (held) return desk;
	const keep = (debate: string): void => keepIn(debate, pages);
	if (!search || search.during === 0) return {...desk, keep};
	return {...desk, keep, pages: {most: search.during, find: pageFinder(desk, pages, search, network)}};
}

/** What was kept, found or named, and is not asked for by its address now; not what was lost since. */
const laterPages = (held: HeldDocuments, addresses: readonly string[]): readonly Page[] =>
	held.documents.flatMap(({fetched}) => {
		const bytes = fetched && !addresses.includes(fetched.url) ? bytesKept(fetched, held.journal) : undefined;
		return fetched && bytes ? [{...fetched, bytes}] : [];
	});

/** Has pages lie in files while they are read. */
async function asFiles<T>(pages: readonly Page[], read: (files: readonly FetchedFile[]) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-fetched-'));
	try {
		return await read(pages.map(({bytes, ...page}) => ({...page, path: written(join(folder, page.file), bytes)})));
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

/** Fetches so many of these addresses that `pages` lack; gives those that cannot be, with the reason. */
async function fetchBest(
	urls: readonly string[],
	most: number,
	pages: Page[],
	{signal, network}: Reaching,
): Promise<readonly string[]> {
	const left: string[] = [];
	const enough = pages.length + most;
	const fresh = urls.filter(url => pages.every(page => page.url !== url && page.final !== url));
	for (const url of fresh.slice(0, 3 * most)) {
		const size = pages.reduce((sum, {bytes}) => sum + bytes.length, 0);
		if (pages.length >= enough || size > mostInAll / 2) break;
		const page = await newPage(url, signal, network).catch((error: unknown) => {
			if (!(error instanceof UsageError)) throw error;
			left.push(`${url}: ${reasonOf(error).replace(/: "[^]*$/u, '')}`);
			return undefined;
		});
		if (page) pages.push(page);
	}
	return left;
}

/** Pages that one search during a debate brings at most. */
const mostAtOnce = 2;

/** One search after the other. What a search server refuses is a reason to go on without pages. */
function pageFinder(
	{add, documents, left}: Pick<GrowingDesk, 'add'> & {documents: SourceDocument[]; left: string[]},
	pages: Page[],
	search: PageSearch,
	network: Network,
): PageFinder {
	let [rest, before]: [number, Promise<unknown>] = [search.during, Promise.resolve()];
	async function find(words: string, signal: AbortSignal): Promise<FoundPages | undefined> {
		if (rest === 0) return undefined;
		const [query, had] = [queryFor(words), pages.length];
		const out = await pagesFound(query, search, signal).then(
			urls => fetchBest(urls, Math.min(rest, mostAtOnce), pages, {signal, network}),
			(error: unknown) => {
				if (!(error instanceof UsageError)) throw error;
				return [`${new URL(search.server).host}: ${reasonOf(error).replace(/: "[^]*$/u, '')}`];
			},
		);
		const added = await asFiles(pages.slice(had), files => add(files, signal));
		rest -= added.documents.length;
		documents.push(...added.documents);
		left.push(...out, ...added.left);
		return {query, documents: added.documents, left: [...out, ...added.left]};
	}
	return (words, signal) => {
		const found = before.then(() => find(words, signal));
		before = found.catch(() => undefined);
		return found;
	};
}

const nothingFound = (count: number): UsageError =>
	new UsageError({
		what: `The search found ${count === 0 ? 'no pages' : 'pages, and none of them can be fetched'}`,
		value: count,
		from: '--search',
		todo: 'Say the topic in other words, name documents with --sources, or leave --search out.',
	});

const tooMuch = (url: string): UsageError =>
	new UsageError({
		what: `What is fetched has more than ${mostInAll / 1024 / 1024} MB in all, with this address`,
		value: url,
		from: '--sources',
		todo: 'Name fewer, or save the pages into a folder and name that.',
	});

function written(path: string, bytes: Buffer): string {
	writeWhole(path, bytes);
	return path;
}

function keepIn(debate: string, pages: readonly Page[]): void {
	const folder = join(debate, keptIn);
	for (const {file, bytes} of pages) if (!existsSync(join(folder, file))) writeWhole(join(folder, file), bytes);
}

async function newPage(url: string, signal: AbortSignal, network: Network): Promise<Page> {
	const {final, bytes, ending} = await fetchPage(url, signal, network);
	const file = `${sha256(bytes)}${ending}`;
	return {url, ...(final !== url && {final}), at: new Date().toISOString(), file, bytes};
}

/** What was kept of an address: it is what its name says, or it is not read. */
function keptPage(url: string, {journal, documents}: HeldDocuments): Page {
	const was = documents.find(({fetched}) => fetched?.url === url)?.fetched;
	const bytes = was && bytesKept(was, journal);
	if (!was || !bytes)
		throw new UsageError({
			what: was
				? `What was fetched is no longer in this debate’s folder "${keptIn}" as it came`
				: 'This debate was begun without this address, and nothing is fetched later',
			value: url,
			from: '--sources',
			todo: 'Leave it out: the journal has the passages that were shown.',
		});
	return {...was, bytes};
}

/** Addresses of which the file that was kept is there, and is not what came. */
export const changedPages = ({journal, documents}: HeldDocuments): readonly string[] =>
	documents.flatMap(({fetched}) =>
		fetched && existsSync(join(dirname(journal), keptIn, fetched.file)) && !bytesKept(fetched, journal)
			? [fetched.url]
			: [],
	);

/** Undefined where its file is missing, or has become another. */
function bytesKept({file}: Pick<Fetched, 'file'>, journal: string): Buffer | undefined {
	try {
		const bytes = readRegularBytes(join(dirname(journal), keptIn, file), mostBytes + 1);
		return file.startsWith(`${sha256(bytes)}.`) ? bytes : undefined;
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return undefined;
	}
}
