/** Documents of which some are fetched: as files while they are read, and afterwards in the debate’s folder. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import type {SourceDesk, SourceDocument} from '../debate/sources.ts';
import {reasonOf} from '../debate/text/words.ts';
import {errorCode, UsageError} from '../debate/usage-error.ts';
import {isAddress} from '../engine/host/expand-path.ts';
import {sha256} from '../engine/host/hash.ts';
import {readRegularBytes} from '../engine/host/regular-file.ts';
import {writeWhole} from '../engine/host/write-whole.ts';
import {openSources} from './desk.ts';
import {addressNamed, fetchPage, internet, type Network} from './fetch-document.ts';
import type {Fetched} from './find-files.ts';
import {mostBytes} from './read-document.ts';
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
	/** Pages that a search found: so many are fetched, and what cannot be is passed over. */
	readonly found?: {readonly urls: readonly string[]; readonly most: number} | undefined;
};

/**
 * Opens what the user named, addresses among it. Each is fetched once; of a debate that was `held`, what was kept then
 * is read, and nothing is fetched. Throws `UsageError`.
 */
export async function openFetched(
	{named: asked, ...library}: LibraryInput,
	{signal, held, network = internet, found = {urls: [], most: 0}}: FetchMeans,
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
	const left: string[] = [];
	for (const url of found.urls.filter(each => !addresses.includes(each)).slice(0, 3 * found.most)) {
		const size = pages.reduce((sum, {bytes}) => sum + bytes.length, 0);
		if (pages.length >= addresses.length + found.most || size > mostInAll / 2) break;
		const page = await newPage(url, signal, network).catch((error: unknown) => {
			if (!(error instanceof UsageError)) throw error;
			left.push(`${url}: ${reasonOf(error).replace(/: "[^]*$/u, '')}`);
			return undefined;
		});
		if (page) pages.push(page);
	}
	if (pages.length + named.length === 0) throw nothingFound(found.urls.length);
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-fetched-'));
	try {
		const fetched = pages.map(({bytes, ...page}) => ({...page, path: written(join(folder, page.file), bytes)}));
		const all = [...new Set([...named, ...pages.map(({url}) => url)])];
		const opened = await openSources({...library, named: all, fetched}, signal);
		const desk = {...opened, left: [...opened.left, ...left]};
		return held ? desk : {...desk, keep: debate => keepIn(debate, pages)};
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
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
	for (const {file, bytes} of pages) writeWhole(join(folder, file), bytes);
}

async function newPage(url: string, signal: AbortSignal, network: Network): Promise<Page> {
	const {final, bytes, ending} = await fetchPage(url, signal, network);
	const file = `${sha256(bytes)}${ending}`;
	return {url, ...(final !== url && {final}), at: new Date().toISOString(), file, bytes};
}

/** What was kept of an address: it is what its name says, or it is not read. */
function keptPage(url: string, {journal, documents}: HeldDocuments): Page {
	const was = documents.find(({fetched}) => fetched?.url === url)?.fetched;
	const bytes = was && bytesAt(join(dirname(journal), keptIn, was.file));
	if (!was || !bytes || !was.file.startsWith(`${sha256(bytes)}.`))
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

function bytesAt(path: string): Buffer | undefined {
	try {
		return readRegularBytes(path, mostBytes + 1);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return undefined;
	}
}
