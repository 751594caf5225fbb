/** Reads one file as text, by its kind; what cannot be read is passed over with a reason. */
import {createHash} from 'node:crypto';
import {extname} from 'node:path';
import {cleanCode, cleanText} from '../debate/text/intake.ts';
import {decodeText, NotText} from '../debate/text/text-file.ts';
import {readRegularBytes} from '../engine/host/regular-file.ts';
import {pageBreak, plainTitle, type CutManner} from './cut-passages.ts';
import {NotReadable, type DocumentText} from './document-text.ts';

/** The most that one file may have. */
export const mostBytes = 20 * 1024 * 1024;

/** A file as it was read. */
export type ReadDocument = DocumentText & {
	readonly manner: CutManner;
	readonly kind: string;
	readonly bytes: number;
	readonly hash: string;
};

type KindReader = (bytes: Buffer) => DocumentText | Promise<DocumentText>;
type Kind = {readonly kind: string; readonly manner: CutManner; readonly read: KindReader};

const plain: Kind = {
	kind: 'text',
	manner: 'prose',
	read: async bytes => {
		const {withoutPlainMarks} = await import('./readers/raised.ts');
		const text = decoded(bytes);
		return {text: withoutPlainMarks(text).text, title: plainTitle(safe(text, 'prose'))};
	},
};
const table: Kind = {kind: 'table', manner: 'table', read: bytes => ({text: decoded(bytes)})};
const code: Kind = {kind: 'code', manner: 'code', read: bytes => ({text: decoded(bytes)})};
const markdown: Kind = {
	kind: 'Markdown',
	manner: 'markdown',
	read: async bytes => (await import('./readers/markdown.ts')).markdownText(decoded(bytes)),
};
const html: Kind = {
	kind: 'HTML',
	manner: 'prose',
	read: async bytes => (await import('./readers/html.ts')).articleOf(decoded(bytes)),
};
const captions: Kind = {
	kind: 'transcript',
	manner: 'prose',
	read: async bytes => (await import('./readers/captions.ts')).captionText(decoded(bytes)),
};
const pdf: Kind = {
	kind: 'PDF',
	manner: 'pages',
	read: async bytes => (await import('./readers/pdf.ts')).pdfText(bytes),
};
const word: Kind = {
	kind: 'Word',
	manner: 'prose',
	read: async bytes => (await import('./readers/word.ts')).wordText(bytes),
};
const mail: Kind = {
	kind: 'e-mail',
	manner: 'prose',
	read: async bytes => (await import('./readers/mail.ts')).mailText(bytes),
};
const richText: Kind = {
	kind: 'RTF',
	manner: 'prose',
	read: async bytes => (await import('./readers/rich-text.ts')).richText(bytes),
};
const notebook: Kind = {
	kind: 'notebook',
	manner: 'markdown',
	read: async bytes => (await import('./readers/notebook.ts')).notebookText(decoded(bytes)),
};
const xml: Kind = {
	kind: 'XML',
	manner: 'prose',
	read: async bytes => (await import('./readers/xml.ts')).xmlText(decoded(bytes)),
};
const book: Kind = {
	kind: 'e-book',
	manner: 'prose',
	read: async bytes => (await import('./readers/epub.ts')).epubText(bytes),
};

const readers: readonly (readonly [endings: string, kind: Kind])[] = [
	['md markdown mdx', markdown],
	['txt text rst org log', plain],
	['html htm xhtml', html],
	['csv tsv', table],
	['vtt srt sbv', captions],
	['pdf', pdf],
	['docx', word],
	['eml', mail],
	['rtf', richText],
	['ipynb', notebook],
	['xml nxml jats tei', xml],
	['epub', book],
	['js mjs cjs jsx ts mts cts tsx vue svelte astro css scss sass less php py pyi rb pl pm lua tcl r jl m mm', code],
	[
		'c h cc cpp cxx hh hpp hxx cs fs fsx vb java kt kts scala groovy clj cljs go rs swift dart zig nim v d ada pas f f90',
		code,
	],
	['hs elm ml mli ex exs erl hrl lisp el scm rkt sql graphql gql proto thrift wat asm s sol vhd sv cu glsl', code],
	['sh bash zsh fish ps1 bat cmd awk sed mk cmake gradle tf hcl nix json jsonc json5 jsonl ndjson yaml yml toml', code],
	['ini cfg conf properties env lock diff patch', code],
];
const kinds: ReadonlyMap<string, Kind> = new Map(
	readers.flatMap(([endings, kind]) => endings.split(' ').map(ending => [`.${ending}`, kind] as const)),
);
/** Kinds that nobody reads here, by what they are called. */
const closed: Readonly<Record<string, string>> = {
	'.doc': 'an old Word document',
	'.odt': 'an OpenDocument text',
	'.pages': 'a Pages document',
	'.xlsx': 'a spreadsheet',
	'.ods': 'a spreadsheet',
	'.pptx': 'slides',
	'.odp': 'slides',
	'.zip': 'an archive',
	'.gz': 'an archive',
	'.mobi': 'an e-book of a kind that',
	'.tex': 'TeX',
	'.adoc': 'AsciiDoc',
	'.asciidoc': 'AsciiDoc',
	'.mht': 'a saved page in one file',
	'.mhtml': 'a saved page in one file',
	'.mbox': 'a mailbox',
	'.msg': 'a letter of Outlook',
	'.svg': 'a picture',
};

/** Whether a file whose name ends like this, `.pdf`, is read here. */
export const readsEnding = (ending: string): boolean => kinds.has(ending);

/** Throws `NotReadable`. */
export async function readDocument(path: string): Promise<ReadDocument> {
	const kind = kindOf(path);
	return readAs(kind, readRegularBytes(path, mostBytes + 1));
}

function kindOf(name: string): Kind {
	const extension = extname(name).toLowerCase();
	const not = Object.hasOwn(closed, extension) ? closed[extension] : undefined;
	if (not !== undefined) throw new NotReadable(`${not} cannot be read: save it as text or Markdown`);
	if (extension === '') return plain;
	const kind = kinds.get(extension);
	if (!kind) throw new NotReadable(`files of its kind (${extension}) are not understood: save it as text or Markdown`);
	return kind;
}

const asWritten = new Set([plain, markdown]);

/**
 * A file of a repository: what has a notation of its own is quoted as it is written; PDF and Word, which unpack to what
 * they like, are not text. Throws `NotReadable`.
 */
export async function readOfRepository(name: string, bytes: Buffer): Promise<ReadDocument> {
	const extension = extname(name).toLowerCase();
	const kind = extension === '' ? plain : kinds.get(extension);
	return readAs(kind && asWritten.has(kind) ? kind : kind === table ? table : code, bytes);
}

async function readAs({kind, manner, read}: Kind, bytes: Buffer): Promise<ReadDocument> {
	if (bytes.length > mostBytes) throw new NotReadable(`it has more than ${mostBytes / 1024 / 1024} MB`);
	const {text: found, title: called, ...rest} = await read(bytes);
	const text = found
		.split(pageBreak)
		.map(page => safe(page, manner))
		.join(pageBreak);
	const title = called === undefined ? undefined : safe(called, manner).trim() || undefined;
	if (text.trim() === '')
		throw new NotReadable(kind === 'PDF' ? 'it has pictures of its pages, and no text' : 'it is empty');
	return {
		...rest,
		text,
		title,
		manner,
		kind,
		bytes: bytes.length,
		hash: createHash('sha256').update(bytes).digest('hex'),
	};
}

function decoded(bytes: Buffer): string {
	try {
		return decodeText(bytes).text;
	} catch (error) {
		if (error instanceof NotText) throw new NotReadable(error.message, {cause: error});
		throw error;
	}
}

/** What is not the document’s to say: escape sequences, hidden text, secrets, ids and marks that it made up. */
export const safe = (text: string, manner: CutManner): string =>
	(manner === 'code' || manner === 'table' ? cleanCode(text) : cleanText(text))
		.replaceAll(/[[【［](?=\s*S\d+(?:\.\d+)?)([^\]】］\n]{0,60})[\]】］]/giu, '($1)')
		.replaceAll(/(?<=[⁰¹²³⁴⁵⁶⁷⁸⁹])[✓✗]/gu, '');
