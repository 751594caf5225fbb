/** The text of a PDF. */
import {extractText, getDocumentProxy} from 'unpdf';
import {reasonOf} from '../../debate/text/words.ts';
import {pageBreak} from '../cut-passages.ts';
import {NotReadable, type DocumentText} from '../document-text.ts';

/** Pages and characters of a PDF at most: what unpacks to more is not read on. */
const most = {pages: 5000, characters: 40_000_000} as const;

/** The text of its pages. Throws `NotReadable`. */
export async function pdfText(bytes: Uint8Array): Promise<DocumentText> {
	const pdf = await getDocumentProxy(new Uint8Array(bytes), {
		isEvalSupported: false,
		useSystemFonts: false,
		verbosity: 0,
	}).catch((error: unknown) => {
		throw new NotReadable(`it is no PDF that can be read: ${reasonOf(error)}`, {cause: error});
	});
	if (pdf.numPages > most.pages) throw new NotReadable(`it has more than ${most.pages.toLocaleString('en')} pages`);
	const {text: pages} = await extractText(pdf, {mergePages: false});
	if (pages.reduce((sum, page) => sum + page.length, 0) > most.characters)
		throw new NotReadable(`it has more than ${most.characters / 1_000_000} million characters`);
	const {info} = await pdf.getMetadata().catch(() => ({info: undefined}));
	const title = typeof info === 'object' && info !== null && 'Title' in info ? info.Title : undefined;
	const text = pages.every(page => page.trim() === '') ? '' : pages.join(pageBreak);
	return {text, title: typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined};
}
