/**
 * Files that are listed as documents as they are quoted: of a repository, a debate on code cites few. Whoever opens it
 * says how a file is read.
 */
import {journalDesk} from '../debate/citations/journal-corpus.ts';
import type {SourcePassage} from '../debate/citations/standing.ts';
import type {SourceDesk, SourceDocument} from '../debate/sources.ts';
import {countWords} from '../debate/text/words.ts';
import {languageOfText} from '../languages/find.ts';
import {aboutOf, cutPassages, passagesAt} from './cut-passages.ts';
import {NotReadable} from './document-text.ts';
import {readOfRepository} from './read-document.ts';

/** Documents at most: what is named beyond them is not held against anything. */
const mostDocuments = 200;

export type QuotedFiles = {
	readonly desk: SourceDesk;
	/**
	 * Reads files that have not been read, under the numbers that they are `known` by, and gives the documents that are
	 * new. A file that is not there, or has no text, is left out.
	 */
	readonly read: (
		names: readonly string[],
		known: readonly Pick<SourceDocument, 'number' | 'name'>[],
	) => Promise<readonly SourceDocument[]>;
	/** Ids of a file’s passages by lines, from 1: none where it cannot be read, undefined where it is missing. */
	readonly at: (name: string, lines: {readonly from: number; readonly to: number}) => readonly string[] | undefined;
};

/** `bytesOf` gives a file’s bytes, or undefined where there is no such file. It may throw `NotReadable`. */
export function quotedFiles(bytesOf: (name: string) => Promise<Buffer | undefined>): QuotedFiles {
	const read = new Map<string, {readonly document: SourceDocument; readonly passages: readonly SourcePassage[]}>();
	const missing = new Set<string>();
	let open = deskOf([]);

	async function documentFrom(name: string, number: number): Promise<SourceDocument | undefined> {
		try {
			const bytes = await bytesOf(name);
			if (!bytes) missing.add(name);
			if (!bytes) return undefined;
			const found = await readOfRepository(name, bytes);
			const passages = cutPassages(found, number);
			const {kind, text, manner, hash} = found;
			const about = aboutOf(passages, {text, manner});
			const size = {bytes: bytes.length, words: countWords(text), passages: passages.length};
			const document = {number, title: name, name, kind, hash, about, ...size};
			read.set(name, {document, passages});
			return document;
		} catch (error) {
			if (error instanceof NotReadable) return undefined;
			throw error;
		}
	}

	return {
		desk: {
			open: false,
			onlyCited: true,
			get documents() {
				return open.documents;
			},
			whole: undefined,
			left: [],
			check: quotation => open.check(quotation),
			search: () => [],
			passage: id => open.passage(id),
			passagesOf: number => open.passagesOf(number),
			close() {},
		},
		async read(names, known) {
			const numbers = new Map(known.map(({name, number}) => [name, number]));
			let next = Math.max(0, ...numbers.values(), ...[...read.values()].map(({document}) => document.number));
			const fresh: SourceDocument[] = [];
			for (const name of new Set([...numbers.keys(), ...names])) {
				if (read.has(name) || read.size >= mostDocuments) continue;
				const number = numbers.get(name) ?? next + 1;
				const document = await documentFrom(name, number);
				if (!document || numbers.has(name)) continue;
				next = number;
				fresh.push(document);
			}
			open = deskOf([...read.values()]);
			return fresh;
		},
		at(name, lines) {
			const found = read.get(name);
			return found ? passagesAt(found.passages, lines) : missing.has(name) ? undefined : [];
		},
	};
}

function deskOf(
	read: readonly {readonly document: SourceDocument; readonly passages: readonly SourcePassage[]}[],
): SourceDesk {
	const documents = read.map(({document}) => document);
	const passages = Object.fromEntries(read.flatMap(each => each.passages.map(passage => [passage.id, passage])));
	const state = {documents, whole: false, left: [], byCitation: true, passages, research: [], cited: []};
	return journalDesk(state, text => languageOfText(text, 2));
}
