/** Reads one file as text, by its kind; what cannot be read is passed over with a reason. */
import {createHash} from 'node:crypto';
import {extname} from 'node:path';
import {cleanCode, cleanText} from '../debate/text/intake.ts';
import {decodeText, NotText} from '../debate/text/text-file.ts';
import {readRegularBytes} from '../engine/host/regular-file.ts';
import {reasonOf} from '../debate/text/words.ts';
import {markdownTitle, pageBreak, plainTitle, type CutManner} from './cut-passages.ts';

/** The most that one file may have. */
const mostBytes = 20 * 1024 * 1024;

/** A file as it was read. */
export type ReadDocument = {
	readonly text: string;
	readonly title: string | undefined;
	readonly manner: CutManner;
	readonly kind: string;
	readonly bytes: number;
	readonly hash: string;
};

/** A file that cannot stand as a source; the message says why. */
export class NotReadable extends Error {
	override readonly name = 'NotReadable';
}

const kinds: Readonly<Record<string, readonly [kind: string, manner: CutManner]>> = {
	'.md': ['Markdown', 'markdown'],
	'.markdown': ['Markdown', 'markdown'],
	'.mdx': ['Markdown', 'markdown'],
	'.txt': ['text', 'prose'],
	'.text': ['text', 'prose'],
	'.rst': ['text', 'prose'],
	'.org': ['text', 'prose'],
	'.html': ['HTML', 'prose'],
	'.htm': ['HTML', 'prose'],
	'.xhtml': ['HTML', 'prose'],
	'.csv': ['table', 'table'],
	'.tsv': ['table', 'table'],
	'.pdf': ['PDF', 'pages'],
	'.docx': ['Word', 'prose'],
};
/** Kinds that are no text, by what they are called. */
const closed: Readonly<Record<string, string>> = {
	'.doc': 'an old Word document',
	'.xlsx': 'a spreadsheet',
	'.pptx': 'slides',
	'.zip': 'an archive',
	'.gz': 'an archive',
	'.epub': 'an e-book',
};

/** Throws `NotReadable`. */
export async function readDocument(path: string): Promise<ReadDocument> {
	refuseClosed(path);
	return readBytes(path, readRegularBytes(path, mostBytes + 1));
}

function refuseClosed(name: string): void {
	const not = closed[extname(name).toLowerCase()];
	if (not !== undefined) throw new NotReadable(`${not} cannot be read: save it as text or Markdown`);
}

/** The same for a file’s bytes, by its name. Throws `NotReadable`. */
export async function readBytes(name: string, bytes: Buffer): Promise<ReadDocument> {
	refuseClosed(name);
	const extension = extname(name).toLowerCase();
	if (bytes.length > mostBytes) throw new NotReadable(`it has more than ${mostBytes / 1024 / 1024} MB`);
	const [kind, manner] = kinds[extension] ?? (extension === '' ? ['text', 'prose'] : ['code', 'code']);
	const {text, title} = await textOf(bytes, kind, manner);
	if (text.trim() === '')
		throw new NotReadable(kind === 'PDF' ? 'it has pictures of its pages, and no text' : 'it is empty');
	return {text, title, manner, kind, bytes: bytes.length, hash: createHash('sha256').update(bytes).digest('hex')};
}

function decoded(bytes: Buffer): string {
	try {
		return decodeText(bytes).text;
	} catch (error) {
		if (error instanceof NotText) throw new NotReadable(error.message, {cause: error});
		throw error;
	}
}

async function textOf(
	bytes: Buffer,
	kind: string,
	manner: CutManner,
): Promise<{readonly text: string; readonly title: string | undefined}> {
	if (kind === 'PDF' || kind === 'Word') return officeText(bytes, kind, manner);
	const raw = decoded(bytes);
	if (kind === 'HTML') {
		const {articleOf} = await import('./read-html.ts');
		const {text, title} = articleOf(raw);
		return {text: safe(text, manner), title: safe(title, manner) || undefined};
	}
	const text = safe(raw, manner);
	return {text, title: manner === 'markdown' ? markdownTitle(text) : kind === 'text' ? plainTitle(text) : undefined};
}

async function officeText(bytes: Buffer, kind: 'PDF' | 'Word', manner: CutManner) {
	const {pdfPages, wordText} = await import('./read-office.ts');
	try {
		if (kind === 'Word') return {text: safe(await wordText(bytes), manner), title: undefined};
		const {pages, title} = await pdfPages(bytes);
		const texts = pages.map(page => safe(page, manner));
		const text = texts.every(page => page.trim() === '') ? '' : texts.join(pageBreak);
		return {text, title: title === undefined ? undefined : safe(title, manner)};
	} catch (error) {
		throw new NotReadable(reasonOf(error), {cause: error});
	}
}

/** What is not the document’s to say: escape sequences, hidden text, secrets, ids and marks that it made up. */
export const safe = (text: string, manner: CutManner): string =>
	(manner === 'code' || manner === 'table' ? cleanCode(text) : cleanText(text))
		.replaceAll(/[[【［](?=\s*S\d+(?:\.\d+)?)([^\]】］\n]{0,60})[\]】］]/giu, '($1)')
		.replaceAll(/(?<=[⁰¹²³⁴⁵⁶⁷⁸⁹])[✓✗]/gu, '');
