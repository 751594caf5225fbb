/** The text of PDF and Word documents. Both are loaded only when such a file is there. */
import mammoth from 'mammoth';
import {extractText, getDocumentProxy} from 'unpdf';
import {reasonOf} from '../debate/text/words.ts';

/** Pages and characters of a PDF at most: what unpacks to more is not read on. */
const most = {pages: 5000, characters: 40_000_000} as const;

/** The text of each page, and the title that the file gives itself. Throws an error in words. */
export async function pdfPages(
	bytes: Uint8Array,
): Promise<{readonly pages: readonly string[]; readonly title: string | undefined}> {
	const pdf = await getDocumentProxy(new Uint8Array(bytes), {
		isEvalSupported: false,
		useSystemFonts: false,
		verbosity: 0,
	}).catch((error: unknown) => {
		throw new Error(`it is no PDF that can be read: ${reasonOf(error)}`, {cause: error});
	});
	if (pdf.numPages > most.pages) throw new Error(`it has more than ${most.pages.toLocaleString('en')} pages`);
	const {text: pages} = await extractText(pdf, {mergePages: false});
	if (pages.reduce((sum, page) => sum + page.length, 0) > most.characters)
		throw new Error(`it has more than ${most.characters / 1_000_000} million characters`);
	const {info} = await pdf.getMetadata().catch(() => ({info: undefined}));
	const title = typeof info === 'object' && info !== null && 'Title' in info ? info.Title : undefined;
	return {pages, title: typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined};
}

/** The text of a Word document, a paragraph a block. Throws an error in words. */
export async function wordText(bytes: Buffer): Promise<string> {
	try {
		return (await mammoth.extractRawText({buffer: bytes})).value;
	} catch (error) {
		throw new Error(`it is no Word document that can be read: ${reasonOf(error)}`, {cause: error});
	}
}
