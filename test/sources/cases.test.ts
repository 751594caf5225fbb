/**
 * What readers once failed to read: of each kind the file that showed it, and two more shapes. All are read as one
 * folder; a quotation is looked for in its own document.
 */
import {mkdtempSync, cpSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {strToU8, zipSync} from 'fflate';
import {beforeAll, describe, expect, it} from 'vitest';
import {openLibrary} from '../../src/sources/worker.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'sources-cases');
const pier = 'The harbour board met on Tuesday and agreed to close the north pier';

/** A Word document of these paragraphs, and of parts beside them. */
function word(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
	const ns = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
	const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
	const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
	const related = Object.keys(parts).map(
		(name, at) => `<Relationship Id="r${at}" Type="${rel}/${name}" Target="${name}.xml"/>`,
	);
	const overrides = Object.keys(parts).map(
		name => `<Override PartName="/word/${name}.xml" ContentType="${type}.${name}+xml"/>`,
	);
	const packaging = 'http://schemas.openxmlformats.org/package/2006';
	return zipSync({
		'[Content_Types].xml': strToU8(
			`<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/>${overrides.join('')}</Types>`,
		),
		'_rels/.rels': strToU8(
			`<Relationships xmlns="${packaging}/relationships"><Relationship Id="d" Type="${rel}/officeDocument" Target="word/document.xml"/></Relationships>`,
		),
		'word/_rels/document.xml.rels': strToU8(
			`<Relationships xmlns="${packaging}/relationships">${related.join('')}</Relationships>`,
		),
		'word/document.xml': strToU8(`<w:document ${ns}><w:body>${body}</w:body></w:document>`),
		...Object.fromEntries(
			Object.entries(parts).map(([name, text]) => [
				`word/${name}.xml`,
				strToU8(`<w:${name} ${ns}>${text}</w:${name}>`),
			]),
		),
	});
}
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const article = (text: string): string => `<div class="main"><h1>Pier</h1>${`<p>${text}</p>`.repeat(8)}</div>`;
const banner = 'We and our partners keep cookies on your device to show you what you like, and you may say no. '.repeat(
	4,
);
const base64 = Buffer.from('The café board met on Tuesday and agreed.').toString('base64');

const own: Readonly<Record<string, string | Uint8Array>> = {
	'banner.html': `<body><div id="consent"><p>${banner}</p></div>${article('The board met on Tuesday.')}</body>`,
	'breaks.html': '<title>T</title><div>The board met.<br><br>It agreed to close the pier.</div>',
	'comma.md': 'In 2019,[^a] the fee fell by 12 % and rose.\n\n[^a]: See p. 4.\n\n    And p. 5.',
	'raised.txt': 'The ferry lost its crew.⁷ It sold two boats,¹² and stopped.',
	'captions.srt':
		'1\n00:00:01,000 --> 00:00:03,000\nthe harbour board\n\n2\n00:00:03,000 --> 00:00:05,000\nthe harbour board\nmet on Tuesday\n',
	'captions.sbv': '0:00:01.000,0:00:03.000\nThe harbour board met\n\n0:00:03.000,0:00:06.000\non Tuesday & agreed.\n',
	'bookmark.rtf':
		"{\\rtf1\\ansi{\\fonttbl\\f0 Arial;}\\f0 The caf\\'e9 met{\\super 2} on \\b Tuesday\\b0  and {\\*\\bkmkstart x}agreed.\\par}",
	'packed.eml': `From: a@x.org\nSubject: Pier\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${base64}\n--b\nContent-Type: text/html\n\n<p>The same</p>\n--b--\n`,
	'entity.md':
		'The fee&nbsp;was <em class="x">low</em>&mdash;very [low][1], they said.\n\n[1]: https://x.org/y "Fees of 1990"',
	'comment.md': 'The wall <!-- 1999 --> stands, and <span title="9">nobody</span> minds <https://x.org> it.',
	'tracked.docx': word(
		`<w:p>${run('The board met on ')}<w:del><w:r><w:delText>Monday</w:delText></w:r></w:del><w:ins>${run('Tuesday')}</w:ins><w:r><w:tab/></w:r>${run('and agreed.')}</w:p>`,
	),
	'endnote.docx': word(
		`<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run('The old ferry')}</w:p><w:p>${run('The ferry lost a third')}<w:r><w:endnoteReference w:id="2"/></w:r>${run(' of its crew.')}</w:p>`,
		{
			endnotes: `<w:endnote w:id="2"><w:p>${run('By its own account alone.')}</w:p></w:endnote>`,
		},
	),
};

/** Of which kind, where, and which words stand there. */
const there = [
	['a transcript with voices', 'm.vtt', pier],
	['RTF', 'a.rtf', pier],
	['a letter', 'e.eml', pier],
	['an article beside a newsletter', 'page.html', 'and it came no further than the week before'],
	['an article behind a banner', 'banner.html', 'The board met on Tuesday'],
	['a page without paragraphs', 'breaks.html', 'It agreed to close the pier'],
	['a note in Markdown', 'footnote.md', 'The ferry lost a third of its crew and sold two of its boats'],
	['a note behind a comma', 'comma.md', 'In 2019, the fee fell by 12 per cent and rose'],
	['raised marks in plain text', 'raised.txt', 'The ferry lost its crew. It sold two boats, and stopped'],
	['a head of each page', 'header.pdf', 'until the spring inspection, and it promised that no fisherman would lose'],
	['a note at a page’s foot', 'footnote.pdf', 'many of them learned of it only when they stood before the locked gate'],
	['a hyphen at a page’s end', 'hyphen.pdf', 'An engineer who had warned of the rot said that the inspection came'],
	[
		'columns drawn by rows',
		'columns.pdf',
		'Insurance covers only what was reported before storms came, so that the town',
	],
	['captions that repeat', 'captions.srt', 'the harbour board met on Tuesday'],
	['captions of another form', 'captions.sbv', 'The harbour board met on Tuesday & agreed'],
	['a notebook', 'n.ipynb', 'The harbour board met on Tuesday and agreed to close the “north pier” until spring'],
	['an article in XML', 'j.xml', `${pier} until spring & summer`],
	['RTF with marks and bookmarks', 'bookmark.rtf', 'The café met on Tuesday and agreed'],
	['a letter in packed parts', 'packed.eml', 'The café board met on Tuesday and agreed'],
	['entities and tags in Markdown', 'inline.md', 'agreed to close the north pier until spring 2027 — and no later'],
	['references in Markdown', 'entity.md', 'The fee was low—very low, they said'],
	['comments in Markdown', 'comment.md', 'The wall stands, and nobody minds'],
	['line breaks in Word', 'letter.docx', 'Averley Harbour Board 1 Quay Street agreed to this letter'],
	['a footnote in Word', 'letter.docx', 'The minutes give the count as nine to two against'],
	['what was put in', 'tracked.docx', 'The board met on Tuesday and agreed'],
	['a sentence with an endnote', 'endnote.docx', 'The ferry lost a third of its crew'],
	['the endnote', 'endnote.docx', 'By its own account alone'],
	['Arabic', 'arabic.pdf', 'اجتمع مجلس الميناء يوم الثلاثاء وقرر إغلاق الرصيف الشمالي حتى الربيع'],
	['Hebrew with figures', 'hebrew.pdf', 'קרן ירדה ב-33 אחוזים בשנת 2025 ולא תוגדל עוד'],
] as const;
/** The same of words that nobody wrote. */
const nowhere = [
	['words of two columns', 'columns.pdf', 'Insurance covers only what Shops near the quay lost'],
	['what was struck out', 'tracked.docx', 'The board met on Monday'],
] as const;

describe('a quotation from a document with', () => {
	let library: Awaited<ReturnType<typeof openLibrary>>;
	beforeAll(async () => {
		const cwd = mkdtempSync(join(tmpdir(), 'rostrum-cases-'));
		cpSync(fixtures, cwd, {recursive: true});
		for (const [name, content] of Object.entries(own)) writeFileSync(join(cwd, name), content);
		library = await openLibrary({named: [cwd], cwd, wholeUpTo: 0});
	}, 60_000);

	const standing = (file: string, quote: string): string => {
		const number = library.documents.find(({name}) => name === file)?.number ?? 0;
		const {standing: is, passage = ''} = library.check({quote, before: '', ids: [`S${number}.1`]});
		return passage.startsWith(`S${number}.`) ? is : `${is} of another document`;
	};

	it.each(there)('%s (%s): %s', (_, file, quote) => {
		expect(standing(file, quote)).toMatch(/^(?:verified|misplaced)$/u);
	});

	it.each(nowhere)('but not with %s (%s): %s', (_, file, quote) => {
		expect(standing(file, quote)).not.toMatch(/^(?:verified|misplaced)$/u);
	});

	it('a first heading in Word is called by it', () => {
		expect(library.documents.find(({name}) => name === 'endnote.docx')?.title).toBe('The old ferry');
	});

	it('an article that is not its longest block is read whole, and TeX passed over by name', () => {
		expect(library.documents.find(({name}) => name === 'page.html')?.words).toBeGreaterThan(200);
		expect(library.left.join('\n')).toMatch(/t\.tex: TeX cannot be read/u);
		expect(library.documents.map(({kind}) => kind)).not.toContain('code');
	});
});
