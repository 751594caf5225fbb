/** The text of a PDF, page by page, with the notes at the foot of pages behind it. */
import {getDocumentProxy} from 'unpdf';
import {reasonOf} from '../../debate/text/words.ts';
import {pageBreak} from '../cut-passages.ts';
import {NotReadable, type DocumentText} from '../document-text.ts';
import {counted} from './html.ts';
import {layOut, type PlacedPiece} from './pdf-layout.ts';
import {withoutPlainMarks} from './raised.ts';

/** Pages and characters of a PDF at most: what unpacks to more is not read on. */
const most = {pages: 5000, characters: 40_000_000} as const;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

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
	const {pages, turned} = await piecesOf(pdf);
	const {info} = await pdf.getMetadata().catch(() => ({info: undefined}));
	const title = typeof info === 'object' && info !== null && 'Title' in info ? info.Title : undefined;
	const laid = layOut(pages);
	const empty = laid.pages.flatMap((page, index) => (page.trim() === '' ? [index + 1] : []));
	const said = withoutPlainMarks([...laid.pages, ...laid.notes.map(({text}) => text)].join(pageBreak));
	return {
		text: empty.length === laid.pages.length ? '' : said.text,
		places: [
			...laid.pages.map((_, index) => `page ${index + 1}`),
			...laid.notes.map(({page}) => `page ${page}, notes`),
		],
		title: typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined,
		share: Math.min(1, laid.taken / Math.max(1, laid.all)),
		left: [
			...counted(empty.length, 'page without text', 'pages without text').map(
				words => `${words} (${empty.slice(0, 8).join(', ')}${empty.length > 8 ? ' …' : ''})`,
			),
			...counted(laid.edges, 'line at the head or foot of a page', 'lines at the head or foot of pages'),
			...counted(said.marks, 'mark of a note', 'marks of notes'),
			...counted(turned, 'piece of turned text', 'pieces of turned text'),
		],
	};
}

/** The pieces of each page with their places; text that does not run along its lines is counted. */
async function piecesOf(
	pdf: Pdf,
): Promise<{readonly pages: readonly (readonly PlacedPiece[])[]; readonly turned: number}> {
	const pages: PlacedPiece[][] = [];
	let [turned, characters] = [0, 0];
	for (let number = 1; number <= pdf.numPages; number++) {
		const page = await pdf.getPage(number);
		const {transform} = page.getViewport({scale: 1});
		const {items} = await page.getTextContent();
		const pieces: PlacedPiece[] = [];
		for (const item of items) {
			if (!('str' in item) || item.str.trim() === '') continue;
			const [across = 0, up = 0, , , x = 0, y = 0] = times(transform, item.transform);
			characters += item.str.length;
			if (Math.abs(up) > 0.1 * Math.abs(across)) turned++;
			else pieces.push({text: item.str, x, y, width: item.width, size: Math.hypot(across, up)});
		}
		if (characters > most.characters)
			throw new NotReadable(`it has more than ${most.characters / 1_000_000} million characters`);
		pages.push(pieces);
		page.cleanup();
	}
	return {pages, turned};
}

/** Both transformations, one behind the other, as six numbers (PDF 32000-1, 8.3.4). */
function times(outer: readonly number[], inner: readonly number[]): readonly number[] {
	const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer;
	const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = inner;
	return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
