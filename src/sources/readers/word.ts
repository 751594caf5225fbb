/** The text of a Word document, with its notes behind it. */
import {unzipSync} from 'fflate';
import mammoth from 'mammoth';
import {reasonOf} from '../../debate/text/words.ts';
import {NotReadable, type DocumentText} from '../document-text.ts';
import {counted, htmlText} from './html.ts';

export async function wordText(bytes: Buffer): Promise<DocumentText> {
	try {
		// A picture is not unpacked: nobody reads it.
		const convertImage = mammoth.images.imgElement(async () => ({src: ''}));
		const styleMap = ["p[style-name='Title'] => h1:fresh"];
		const {value} = await mammoth.convertToHtml({buffer: bytes}, {convertImage, styleMap});
		const {text, marks} = htmlText(value);
		const heading = /<h1>(?<words>[^]*?)<\/h1>/u.exec(value)?.groups?.['words'];
		const pictures = value.split('<img').length - 1;
		return {
			text,
			title: heading && htmlText(heading).text,
			left: [
				...counted(pictures, 'picture', 'pictures'),
				...counted(marks, 'mark of a note', 'marks of notes'),
				...unread(bytes),
			],
		};
	} catch (error) {
		throw new NotReadable(`it is no Word document that can be read: ${reasonOf(error)}`, {cause: error});
	}
}

/** What no paragraph has: comments, what was struck out, and what stands at the head and foot of pages. */
function unread(bytes: Buffer): readonly string[] {
	const files = unzipSync(new Uint8Array(bytes), {
		filter: ({name}) => /^word\/(?:document|comments|header\d*|footer\d*)\.xml$/u.test(name),
	});
	const names = Object.keys(files);
	const textOf = (name: string): string => new TextDecoder().decode(files[name] ?? new Uint8Array());
	const count = (name: string, tag: RegExp): number => Array.from(textOf(name).matchAll(tag)).length;
	const edges = names.filter(name => /(?:header|footer)/u.test(name) && /<w:t[ >]/u.test(textOf(name)));
	return [
		...counted(count('word/comments.xml', /<w:comment /gu), 'comment', 'comments'),
		...counted(count('word/document.xml', /<w:del /gu), 'passage that was struck out', 'passages that were struck out'),
		...counted(count('word/document.xml', /<w:ins /gu), 'insertion, taken for text', 'insertions, taken for text'),
		...counted(edges.length, 'head or foot of pages', 'heads and feet of pages'),
	];
}
