import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {strToU8, zipSync} from 'fflate';
import {describe, expect, it} from 'vitest';
import {openLibrary} from '../../src/sources/worker.ts';

const open = async (name: string, content: string | Uint8Array) => {
	const cwd = mkdtempSync(join(tmpdir(), 'rostrum-readers-'));
	writeFileSync(join(cwd, name), content);
	return openLibrary({named: [name], cwd, wholeUpTo: 4000});
};
const standing = async (name: string, content: string | Uint8Array, quote: string) =>
	(await open(name, content)).check({quote, before: '', ids: ['S1.1']}).standing;

const captions =
	'WEBVTT\n\nNOTE kept by a machine\n\n1\n00:00:01.000 --> 00:00:04.000\n<v Ann Lee>The board met on Monday</v>\n\n2\n00:00:04.000 --> 00:00:07.500\n<v Ann Lee>and agreed to close the pier</v>\n';
const rolling =
	'1\n00:00:01,000 --> 00:00:02,000\nThe board met on Monday\n\n2\n00:00:02,000 --> 00:00:03,000\nThe board met on Monday\nand agreed to close\n\n3\n00:00:03,000 --> 00:00:04,000\nand agreed to close\nthe <i>pier</i> at last\n';
const rtf =
	'{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Times;}}\\f0 The board met on {\\b Monday}{\\super\\chftn}{\\footnote \\pard See the minutes.} and closed the caf\\u233?s of the town\\rquote s pier.\\par}';
const notebook = JSON.stringify({
	cells: [{cell_type: 'markdown', source: ['The board met on *Monday*\n', 'and closed the "café" pier.']}],
});
const letter =
	'From: Ann Lee <a@example.org>\nSubject: =?utf-8?q?Pier_closure?=\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nThe board met on Monday and closed the caf=C3=A9s of the =\npier.\n';
const jats =
	'<?xml version="1.0"?><article><front><journal-meta><x>Of Piers</x></journal-meta><article-meta><title-group><article-title>On piers</article-title></title-group></article-meta></front><body><p>The board met on <italic>Monday</italic><xref ref-type="bibr">1</xref> and used 10<sup>25</sup> nails &amp; screws.<fn><p>A note.</p></fn> It was late.</p></body></article>';
const book = zipSync({
	'META-INF/container.xml': strToU8('<container><rootfiles><rootfile full-path="o/c.opf"/></rootfiles></container>'),
	'o/c.opf': strToU8(
		'<opf:package xmlns:opf="o" xmlns:dc="d"><dc:title>The pier</dc:title><opf:manifest><opf:item id="b" href="b.xhtml"/><opf:item id="a" href="a.xhtml"/></opf:manifest><opf:spine><opf:itemref idref="a"/><opf:itemref idref="b"/></opf:spine></opf:package>',
	),
	'o/a.xhtml': strToU8(
		'<html xmlns:epub="e"><body><p>The board met<a epub:type="noteref" href="#n">1</a> on Monday.</p></body></html>',
	),
	'o/b.xhtml': strToU8('<html><body><p>It closed the pier.</p></body></html>'),
});
/** A PDF of so many lines, in order. */
function pdf(...lines: readonly string[]): string {
	const shown = lines.map((line, at) => `BT /F 9 Tf 40 ${760 - 14 * at} Td (${line}) Tj ET`).join('\n');
	return [
		'%PDF-1.4',
		'1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
		'2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
		'3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj',
		`4 0 obj<</Length ${shown.length}>>stream\n${shown}\nendstream endobj`,
		'5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
		'trailer<</Size 6/Root 1 0 R>>\n%%EOF',
	].join('\n');
}
const numbered = pdf(
	'When a researcher found flaws in the chip [26], the whole proposal died [27] [28].',
	'The board had rejected it before [4, 9] by its own account',
	'[30]. It stood so in three reports [31].',
	'',
	'[26] M. Blaze, Protocol failure, 1994.',
);
const page = (body: string): string =>
	`<html><head><title>Pier</title></head><body><article>${body}</article></body></html>`;

describe('a quotation stands as its reader sees the words', () => {
	it.each([
		['with numbers of a bibliography', 'a.pdf', numbered, 'flaws in the chip, the whole proposal died'],
		['with such a number behind a line', 'a.pdf', numbered, 'rejected it before by its own account. It stood so'],
		['in the bibliography itself', 'a.pdf', numbered, 'M. Blaze, Protocol failure'],
		[
			'behind a note in Markdown',
			'a.md',
			'It lost a third of its crew[^1] and two boats.\n\n[^1]: So it says.',
			'a third of its crew and two boats',
		],
		[
			'with entities, tags and addresses in Markdown',
			'a.md',
			'It met on *Monday*, to <b>close</b> the [old pier](https://x.org "now") in&nbsp;2027 &mdash; and\nthe ![sun](s.png) [new one][1].\n\n[1]: https://y.org',
			'on Monday, to close the old pier in 2027 — and the new one',
		],
		[
			'with names of headings and words in Markdown',
			'a.md',
			'# The roads {#roads}\n\nOn 28 July 2000{#uk_ripa}, the [old road]{#old .road} was closed to all carts.',
			'On 28 July 2000, the old road was closed to all carts',
		],
		[
			'with a power in Markdown',
			'a.md',
			'It took 10<sup>25</sup> steps<sup>7</sup> in all.',
			'took 10^25 steps in all',
		],
		['behind front matter', 'a.md', '---\ntitle: The pier\n---\nThe board met on Monday.', 'The board met on Monday'],
		[
			'behind marks of notes in HTML',
			'a.html',
			page(
				'<p>It lost a third<sup class="reference"><a href="#c">[1]</a></sup> of its crew[2] and<a href="#n">[note 4]</a> two boats.<sup>7</sup> It was late.</p>',
			),
			'a third of its crew and two boats. It was late',
		],
		[
			'with powers in HTML',
			'a.html',
			page('<p>It took 10<sup>25</sup> steps and 12 m<sup>2</sup> on the 1<sup>st</sup> day.</p>'),
			'took 10²⁵ steps and 12 m² on the 1st day',
		],
		['of captions with voices', 'a.vtt', captions, 'The board met on Monday and agreed to close the pier'],
		['of rolling captions', 'a.srt', rolling, 'The board met on Monday and agreed to close the pier at last'],
		['of RTF', 'a.rtf', rtf, 'The board met on Monday and closed the cafés of the town’s pier'],
		['of a notebook', 'a.ipynb', notebook, 'met on Monday and closed the “café” pier'],
		['of a letter', 'a.eml', letter, 'met on Monday and closed the cafés of the pier'],
		['of an article in XML', 'a.xml', jats, 'met on Monday and used 10^25 nails & screws. It was late'],
		['over the chapters of an e-book', 'a.epub', book, 'The board met on Monday. It closed the pier'],
		[
			'of text with marks of notes that are quoted as well',
			'a.txt',
			'It lost a third[1] of its crew.[note 2] Then it sank.',
			'a third[1] of its crew.[note 2] Then it sank',
		],
		[
			'of text with marks of notes',
			'a.txt',
			'It lost a third[1] of its crew.[note 2] Then it sank.',
			'a third of its crew. Then it sank',
		],
	])('%s', async (_, name, content, quote) => {
		expect(await standing(name, content, quote)).toBe('verified');
	});

	it.each([
		[
			'a power that lost its mark',
			'a.html',
			page('<p>It took 10<sup>25</sup> steps in all.</p>'),
			'It took 1025 steps in all',
		],
		[
			'a figure that was changed',
			'a.md',
			'It lost 12 of its crew[^1] and two boats.\n\n[^1]: So.',
			'It lost 13 of its crew and two boats',
		],
		[
			'a figure that a speaker put in',
			'a.txt',
			'It lost half of its crew[1] in a year.',
			'It lost half of its [12] crew in a year',
		],
		[
			'words that two people said',
			'a.vtt',
			`${captions}\n3\n00:00:08.000 --> 00:00:09.000\n<v Bo Ek>for ever</v>\n`,
			'and agreed to close the pier for ever',
		],
	])('but not %s', async (_, name, content, quote) => {
		expect(await standing(name, content, quote)).not.toBe('verified');
	});
});

describe('what a reader leaves out', () => {
	it('is counted, document by document', async () => {
		const {documents} = await open('a.md', '---\nx: 1\n---\nA crew[^1] and a ![sun](s.png).\n\n[^1]: So.');
		expect(documents[0]?.left).toEqual(['1 mark of a note', '1 picture', 'what stands before the text']);
	});

	it('of a page is never its article, however long the first block is', async () => {
		const box = `<div class="box"><p>${'Get our letter, each week, and read more, for free. '.repeat(5)}</p></div>`;
		const article =
			'<p>The board met on Monday, and it agreed to close the pier until the spring of the year.</p>'.repeat(12);
		const {documents} = await open('a.html', `<html><body>${box}<div>${article}</div></body></html>`);
		expect(documents[0]?.words).toBeGreaterThan(150);
	});

	it.each([
		'<p>The board met.</p>',
		'<!doctype html><title>Pier</title><p>The board met.</p>',
		'<html lang=en><title>Pier</title><p>The board met.',
		'<body><p>The board met.</p></body>',
		'<!-- <html><body> --><div>The board met.</div>',
		'The board met.',
	])('of a page is not its text where tags are left away: %s', async content => {
		const {documents} = await open('a.html', content);
		expect(documents[0]).toMatchObject({words: 3, title: content.includes('<title>') ? 'Pier' : 'a.html'});
	});

	it.each(['a.tex', 'a.adoc', 'a.odt', 'a.xyz', 'a.svg'])('%s is passed over, and not read as code', async name => {
		await expect(open(name, 'The board met on Monday.')).rejects.toThrow(/cannot be read|are not understood/u);
	});

	it('XML of another vocabulary is passed over', async () => {
		await expect(open('a.xml', '<project><p>The board</p></project>')).rejects.toThrow(/vocabulary.*project/u);
	});
});
