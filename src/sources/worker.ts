/** Documents that were read, cut and indexed, in a worker, so that no screen waits for it (desk.ts). */
import {basename, extname} from 'node:path';
import {workerData, type MessagePort} from 'node:worker_threads';
import type {
	Corpus,
	QuotationFinding,
	SourcePassage,
	CitedQuotation,
	SearchedDocument,
} from '../debate/citations/standing.ts';
import {searched, standingOf} from '../debate/citations/standing.ts';
import {reasonOf, tokensIn} from '../debate/text/words.ts';
import type {SourceDocument} from '../debate/sources.ts';
import {UsageError} from '../debate/usage-error.ts';
import {languageOfText} from '../languages/find.ts';
import {cutDocument, documentReader, serveReader} from './document-reader.ts';
import type {CutDocument} from './reader-task.ts';
import {findFiles, type FetchedFile, type FoundFile} from './find-files.ts';
import {NotReadable} from './document-text.ts';
import {safe} from './read-document.ts';
import {searchIndex} from './search-index.ts';

/** All text together, in bytes of UTF-8. */
const mostText = 20 * 1024 * 1024;
/** What one search gives at most. */
const mostFound = {passages: 8, tokens: 1400} as const;

/** What is named, and from where; `wholeUpTo` tokens stand in every prompt. */
export type LibraryInput = {
	readonly named: readonly string[];
	readonly cwd: string;
	readonly wholeUpTo: number;
	/** What was fetched of the addresses that are named. */
	readonly fetched?: readonly FetchedFile[];
};

type SourceLibrary = {
	readonly documents: readonly SourceDocument[];
	readonly whole: readonly SourcePassage[] | undefined;
	readonly left: readonly string[];
	readonly check: (quotation: CitedQuotation) => QuotationFinding;
	readonly search: (queries: readonly string[], known: readonly string[]) => readonly SourcePassage[];
	readonly passage: (id: string) => SourcePassage | undefined;
	readonly passagesOf: (number: number) => readonly SourcePassage[];
	/** Reads pages that were fetched since, and takes them in behind the others; gives those that are new. */
	readonly add: (pages: readonly FetchedFile[]) => Promise<Added>;
};
/** Documents that are new, and what was passed over with the reason. */
export type Added = Pick<SourceLibrary, 'documents' | 'left'>;

type Opening = {
	/** Told each file before it is read. */
	readonly onFile?: (name: string) => void;
	/** Reads a file as the document of a number; throws `NotReadable`. */
	readonly read?: (path: string, number: number) => Promise<CutDocument>;
};

/** Throws `UsageError` for what cannot be read at all, and where there is too much of it. */
export async function openLibrary(
	{named, cwd, wholeUpTo, fetched: pages}: LibraryInput,
	{onFile = () => {}, read = cutDocument}: Opening = {},
): Promise<SourceLibrary> {
	const {files, left} = await findFiles(named, cwd, pages);
	// A file’s name is written by a stranger, too.
	const passedOver = left.map(each => safe(each, 'prose'));
	const {documents, texts, take} = documentTaker(named, {onFile, read});
	for (const file of files) passedOver.push(...[(await take(file)) ?? []].flat());
	if (documents.length === 0)
		throw new UsageError({
			what: `None of the sources can be read: ${passedOver.slice(0, 5).join('; ')}`,
			value: named.join(', '),
			from: '--sources',
			todo: 'Name text, Markdown, HTML, PDF, Word, tables or code.',
		});
	const {take: takeIn, ...answers} = answersOf(texts, wholeUpTo);
	return {
		documents,
		left: passedOver,
		...answers,
		async add(pages) {
			const [before, out] = [documents.length, Array.of<string>()];
			for (const {path, ...page} of pages) {
				const same = documents.find(({hash}) => page.file.startsWith(hash));
				const file = {name: page.url, path, fetched: page};
				const why = same ? `${page.url}: it is S${same.number}, word for word` : await take(file).catch(reasonOf);
				if (why !== undefined) out.push(why);
			}
			takeIn(texts.slice(before));
			return {documents: documents.slice(before), left: out};
		},
	};
}

/** Takes files in as documents, one after the other. */
function documentTaker(named: readonly string[], {onFile, read}: Required<Opening>) {
	const documents: SourceDocument[] = [];
	const texts: SearchedDocument[] = [];
	let bytes = 0;
	/** Why a file is passed over; undefined where it is a document now. */
	async function take({name: written, path, fetched}: FoundFile): Promise<string | undefined> {
		const name = safe(written, 'prose');
		onFile(name);
		const number = documents.length + 1;
		const found = await read(path, number).catch((error: unknown) => {
			if (!(error instanceof NotReadable)) throw error;
			return error;
		});
		if (found instanceof NotReadable) return `${name}: ${found.message}`;
		const {size, passages, title, left: unread, ...document} = found;
		bytes += size;
		if (bytes > mostText) throw tooMuch(named);
		documents.push({
			...document,
			number,
			title: (title ?? titleOf(name, document.kind)).replaceAll(/\s+/gu, ' ').slice(0, 120),
			name,
			passages: passages.length,
			...(unread && {left: [...unread]}),
			...(fetched && {fetched}),
		});
		texts.push(searched(number, passages, document.kind === 'code'));
		return undefined;
	}
	return {documents, texts, take};
}

/** Of what says no title: its file’s name, in words for tables and texts. */
function titleOf(name: string, kind: string): string {
	if (kind !== 'table' && kind !== 'text') return name;
	const words = basename(name, extname(name))
		.replaceAll(/[-_.\s]+/gu, ' ')
		.trim();
	return words.replace(/^./u, first => first.toUpperCase()) || name;
}

const tooMuch = (named: readonly string[]): UsageError =>
	new UsageError({
		what: `There are more than ${mostText / 1024 / 1024} MB of text here`,
		value: named.join(', '),
		from: '--sources',
		todo: 'Name fewer documents.',
	});

type LibraryAnswers = Omit<SourceLibrary, 'documents' | 'left' | 'add'>;

/** `take` takes in documents that came to `texts` since. */
function answersOf(
	texts: readonly SearchedDocument[],
	wholeUpTo: number,
): LibraryAnswers & {readonly take: (more: readonly SearchedDocument[]) => void} {
	const index = searchIndex(texts);
	const corpus: Corpus = {
		documents: texts,
		candidates: words => index.best(words.join(' '), 12),
		language: text => languageOfText(text, 2),
	};
	const all = texts.flatMap(({passages}) => passages);
	const byId = new Map(all.map(passage => [passage.id, passage]));
	const tokens = all.reduce((sum, {text}) => sum + tokensIn(text), 0);
	return {
		whole: tokens <= wholeUpTo ? all : undefined,
		take(more) {
			index.add(more);
			for (const passage of more.flatMap(({passages}) => passages)) byId.set(passage.id, passage);
		},
		check: quotation => standingOf(quotation, corpus),
		passage: id => byId.get(id),
		passagesOf: number => texts.find(each => each.number === number)?.passages ?? [],
		search(queries, known) {
			const lists = queries.map(query => index.best(query, 2 * mostFound.passages));
			const found = interleaved(lists).flatMap(
				({document, place}) => texts.find(({number}) => number === document)?.passages[place] ?? [],
			);
			return withinLimits(found.filter(({id}) => !known.includes(id)));
		},
	};
}

/** The best of each query first, then the second of each, each passage once. */
function interleaved<T extends {readonly document: number; readonly place: number}>(
	lists: readonly (readonly T[])[],
): readonly T[] {
	const longest = Math.max(0, ...lists.map(({length}) => length));
	const all = Array.from({length: longest}, (_, rank) => lists.flatMap(list => list[rank] ?? [])).flat();
	return [...new Map(all.map(hit => [`${hit.document}.${hit.place}`, hit])).values()];
}

function withinLimits(passages: readonly SourcePassage[]): readonly SourcePassage[] {
	const kept: SourcePassage[] = [];
	let tokens = 0;
	for (const passage of passages) {
		const more = tokensIn(passage.text);
		if (kept.length >= mostFound.passages || tokens + more > mostFound.tokens) continue;
		kept.push(passage);
		tokens += more;
	}
	return kept;
}

// What the worker is asked, and what it answers.

/** What a request asks for, and with what. */
export type DeskRequest =
	| {readonly ask: 'check'; readonly input: CitedQuotation}
	| {readonly ask: 'search'; readonly input: {readonly queries: readonly string[]; readonly known: readonly string[]}}
	| {readonly ask: 'passage'; readonly input: string}
	| {readonly ask: 'passagesOf'; readonly input: number}
	| {readonly ask: 'add'; readonly input: readonly FetchedFile[]};

export type WorkerInput = {
	readonly library: LibraryInput;
	readonly port: MessagePort;
	/** Set to 1 when an answer lies in the port. */
	readonly answered: Int32Array;
};

/** Told before a file is read. */
export type FileBegun = {readonly reading: string};

/** What was read, or why nothing was. */
export type Opened =
	| {
			readonly ok: true;
			readonly documents: readonly SourceDocument[];
			readonly whole: readonly SourcePassage[] | undefined;
			readonly left: readonly string[];
	  }
	| {readonly ok: false; readonly message: string; readonly isUsage: boolean};

async function serve({library: input, port, answered}: WorkerInput): Promise<void> {
	const answer = (id: number, value: unknown): void => {
		port.postMessage({id, value});
		Atomics.store(answered, 0, 1);
		Atomics.notify(answered, 0);
	};
	const reader = documentReader(
		new URL(import.meta.url.endsWith('.ts') ? import.meta.url : './sources-worker.js', import.meta.url),
	);
	try {
		const onFile = (reading: string): void => port.postMessage({reading} satisfies FileBegun);
		const library = await openLibrary(input, {onFile, read: reader.read});
		port.on('message', ({id, ...request}: DeskRequest & {readonly id: number}) => {
			if (request.ask === 'add')
				void library
					.add(request.input)
					.then(added => answer(id, added))
					.finally(reader.close);
			else if (request.ask === 'check') answer(id, library.check(request.input));
			else if (request.ask === 'search') answer(id, library.search(request.input.queries, request.input.known));
			else if (request.ask === 'passage') answer(id, library.passage(request.input));
			else answer(id, library.passagesOf(request.input));
		});
		const {documents, whole, left} = library;
		port.postMessage({ok: true, documents, whole, left} satisfies Opened);
	} catch (error) {
		port.postMessage({ok: false, message: reasonOf(error), isUsage: error instanceof UsageError} satisfies Opened);
	} finally {
		reader.close();
	}
}

/** Anybody else who imports this opens documents for itself. */
const isOurs = (data: unknown): data is WorkerInput =>
	typeof data === 'object' && data !== null && 'library' in data && 'answered' in data;

if (isOurs(workerData)) void serve(workerData);
else serveReader();
