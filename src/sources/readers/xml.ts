/** Articles and books in XML: JATS, TEI and DocBook. Any other vocabulary is passed over. */
import {DOMParser} from 'linkedom';
import {NotReadable, type DocumentText} from '../document-text.ts';
import {counted, htmlText} from './html.ts';
import {treeText, type NodeRole, type ReadNode} from './tree-text.ts';

const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const roots = named('article book chapter tei teicorpus html');
const hidden = named(
	'journal-meta article-id permissions contrib-group aff history pub-date teiheader object-id tex-math graphic inline-graphic del sic',
);
const blocks = named(
	'abstract ack app article-title back body boxed-text caption chapter def div disp-formula disp-quote fig figure front head label list p para ref ref-list sec section simplesect subtitle table table-wrap tbody text thead title title-group verse-group verse-line l lg quote-block quote epigraph',
);
const lines = named('list-item listitem item bibl row tr');
const cells = named('td th cell entry');
const notes = named('fn note footnote');
const marks = named('xref ref footnoteref ptr');

function roleOf(node: ReadNode): NodeRole {
	if (node.nodeType !== 1) return 'inline';
	const name = node.nodeName.toLowerCase();
	const type = node.getAttribute?.('ref-type') ?? node.getAttribute?.('type') ?? '';
	if (hidden.has(name)) return 'hidden';
	if (notes.has(name)) return 'note';
	if (marks.has(name) && isMark(node, type)) return 'mark';
	if (name === 'sup' || node.getAttribute?.('rend') === 'superscript') return holdsMark(node) ? 'mark' : 'raised';
	if (name === 'break' || name === 'lb') return 'break';
	if (cells.has(name)) return 'cell';
	if (lines.has(name)) return 'line';
	return blocks.has(name) ? 'block' : 'inline';
}

const isMark = (node: ReadNode, type: string): boolean =>
	/^\W*\d{0,4}\W*$/u.test((node.textContent ?? '').trim()) && !/^(?:fig|table|sec)/u.test(type);
const holdsMark = (node: ReadNode): boolean => [...node.childNodes].some(child => roleOf(child) === 'mark');

export function xmlText(source: string): DocumentText {
	const document = new DOMParser().parseFromString(source, 'text/xml');
	const root = document.documentElement;
	const name = root?.nodeName.toLowerCase() ?? '';
	if (!root || !roots.has(name.replace(/^.*:/u, '')))
		throw new NotReadable(
			`it is XML of a vocabulary that is not known (${name || 'no element'}): JATS, TEI and DocBook are`,
		);
	if (name === 'html') return htmlText(source);
	const {text, marks: count} = treeText(root, roleOf);
	const title = ['article-title', 'title'].flatMap(
		each => root.querySelector(each)?.textContent?.replaceAll(/\s+/gu, ' ').trim() || [],
	)[0];
	return {text, title, left: counted(count, 'mark of a note', 'marks of notes')};
}
