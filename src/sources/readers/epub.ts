/** The chapters of an e-book in their order. */
import {posix} from 'node:path';
import {unzipSync} from 'fflate';
import {DOMParser} from 'linkedom';
import {NotReadable, type DocumentText} from '../document-text.ts';
import {counted, htmlText} from './html.ts';

export function epubText(bytes: Buffer): DocumentText {
	const {names, text: fileOf} = archiveOf(bytes);
	const container = elementsOf(fileOf('META-INF/container.xml'), 'rootfile');
	const packaged = container[0]?.getAttribute('full-path') ?? '';
	const opf = fileOf(packaged);
	if (opf === '') throw new NotReadable('it is no e-book that can be read: it has no list of its chapters');
	if (names.includes('META-INF/rights.xml')) throw new NotReadable('it is an e-book that is locked');
	const items = new Map(
		elementsOf(opf, 'item').map(item => [item.getAttribute('id') ?? '', item.getAttribute('href') ?? '']),
	);
	const chapters = elementsOf(opf, 'itemref').map(each => {
		const href = items.get(each.getAttribute('idref') ?? '') ?? '';
		return fileOf(posix.join(posix.dirname(packaged), decodeURIComponent(href.split('#')[0] ?? '')));
	});
	const read = chapters.filter(chapter => chapter !== '').map(htmlText);
	const said = read.map(({text}) => text).filter(text => text !== '');
	return {
		text: said.join('\n\n'),
		title: elementsOf(opf, 'title')[0]?.textContent?.trim(),
		left: [
			...counted(chapters.length - said.length, 'chapter without text', 'chapters without text'),
			...counted(
				read.reduce((sum, {marks}) => sum + marks, 0),
				'mark of a note',
				'marks of notes',
			),
		],
	};
}

/** By their names without prefixes, of which makers choose their own. */
function elementsOf(xml: string, name: string) {
	if (xml === '') return [];
	const all = new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('*');
	return [...all].filter(({nodeName}) => nodeName.replace(/^.*:/u, '') === name);
}

function archiveOf(bytes: Buffer) {
	try {
		const files = unzipSync(new Uint8Array(bytes), {filter: ({name}) => /\.(?:x?html?|xml|opf)$/iu.test(name)});
		return {
			names: Object.keys(files),
			text: (name: string) => new TextDecoder().decode(files[name] ?? new Uint8Array()),
		};
	} catch (error) {
		throw new NotReadable('it is no e-book that can be read: its archive is broken', {cause: error});
	}
}
