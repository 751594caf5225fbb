/** The text of an RTF file: groups that hold no text are passed over, notes stand behind it (RTF 1.9.1). */
import {NotReadable, type DocumentText} from '../document-text.ts';
import {counted} from './html.ts';
import {tidy} from './tree-text.ts';

const notText = new Set(
	'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf generator listtable listoverridetable rsidtbl themedata colorschememapping datastore latentstyles xmlnstbl mmathPr fldinst annotation atnid atnauthor bkmkstart bkmkend shpinst deleted'.split(
		' ',
	),
);
const signs: Readonly<Record<string, string>> = {
	par: '\n\n',
	sect: '\n\n',
	page: '\n\n',
	row: '\n',
	line: '\n',
	cell: '\t',
	tab: '\t',
	lquote: '‘',
	rquote: '’',
	ldblquote: '“',
	rdblquote: '”',
	endash: '–',
	emdash: '—',
	bullet: '•',
	'~': '\u00A0',
	_: '-',
	'-': '\u00AD',
	emspace: ' ',
	enspace: ' ',
};
type RichGroup = {readonly into: 'text' | 'note' | 'nothing'; readonly skip: number; readonly isDeleted: boolean};

const piece =
	/\\(?<word>[a-z]+)(?<value>-?\d+)? ?|\\'(?<hex>[\da-f]{2})|\\(?<sign>[^a-z])|(?<brace>[{}])|(?<plain>[^\\{}\r\n]+)|[\r\n]+/giu;

export function richText(bytes: Buffer): DocumentText {
	const source = bytes.toString('latin1');
	if (!source.startsWith('{\\rtf')) throw new NotReadable('it is no RTF');
	const decoder = new TextDecoder(codePage(/\\ansicpg(\d+)/u.exec(source)?.[1]));
	const notes: string[] = [];
	const groups: RichGroup[] = [];
	let group: RichGroup = {into: 'text', skip: 1, isDeleted: false};
	let [text, toSkip, pictures, held]: [string, number, number, number[]] = ['', 0, 0, []];
	const write = (words: string): void => {
		if (group.into === 'note') notes[notes.length - 1] += words;
		else if (group.into === 'text' && !group.isDeleted) text += words;
	};
	const flush = (): void => {
		if (held.length > 0) write(decoder.decode(Uint8Array.from(held)));
		held = [];
	};
	for (const {groups: {word = '', value, hex, sign, brace, plain} = {}} of source.matchAll(piece)) {
		if (hex === undefined) flush();
		if (brace === '{') groups.push(group);
		else if (brace === '}') group = groups.pop() ?? group;
		else if (hex !== undefined && toSkip > 0) toSkip--;
		else if (hex !== undefined) held.push(Number.parseInt(hex, 16));
		else if (plain !== undefined) {
			write(Buffer.from(plain.slice(toSkip), 'latin1').toString('latin1'));
			toSkip = Math.max(0, toSkip - plain.length);
		} else if (sign === '*') group = {...group, into: 'nothing'};
		else if (sign !== undefined) write(signs[sign] ?? (/[\\{}]/u.test(sign) ? sign : ''));
		else if (word === 'pict') {
			pictures++;
			group = {...group, into: 'nothing'};
		} else if (word === 'footnote' && group.into !== 'nothing') {
			notes.push('');
			group = {...group, into: 'note'};
		} else if (notText.has(word)) group = {...group, into: 'nothing', isDeleted: word === 'deleted' && value !== '0'};
		else if (word === 'uc') group = {...group, skip: Number(value ?? 1)};
		else if (word === 'u' && value !== undefined) {
			write(String.fromCharCode((Number(value) + 65_536) % 65_536));
			toSkip = group.skip;
		} else if (Object.hasOwn(signs, word)) write(signs[word] ?? '');
	}
	flush();
	return {
		text: tidy([text, ...notes].join('\n\n')),
		left: counted(pictures, 'picture', 'pictures'),
	};
}

/** Of a Windows code page; what is not known is read as the usual one. */
function codePage(number = '1252'): string {
	const label =
		number === '65001'
			? 'utf-8'
			: number === '932'
				? 'shift_jis'
				: number === '936'
					? 'gbk'
					: number === '949'
						? 'euc-kr'
						: number === '950'
							? 'big5'
							: `windows-${number}`;
	try {
		return new TextDecoder(label).encoding;
	} catch (error) {
		if (error instanceof RangeError) return 'windows-1252';
		throw error;
	}
}
