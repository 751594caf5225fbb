/** The article in a page of HTML, without its menus and scripts: what a reader would see, a paragraph a block. */
import {Readability} from '@mozilla/readability';
import {parseHTML} from 'linkedom';
import type {DocumentText} from '../document-text.ts';
import {withoutPlainMarks} from './raised.ts';
import {treeText, type NodeRole, type ReadNode, type TreeText} from './tree-text.ts';

const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const blocks = named(
	'address article aside blockquote dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul',
);
const roles: Readonly<Record<string, NodeRole>> = {
	br: 'break',
	li: 'line',
	tr: 'row',
	td: 'cell',
	th: 'cell',
	sup: 'raised',
};
const unseen = named('script style noscript template iframe head annotation annotation-xml rt rp del s strike');

const noteRole = /^doc-(?:footnote|endnote)$/u;
const noteClass = /(?:^|\s)(?:sidenote|marginnote|footnote-content|inline-footnote)(?:\s|$)/u;
const markClass = /(?:^|\s)(?:reference|noteref|footnote-?ref|fn-?ref|mw-editsection)(?:\s|$)/iu;
/** How a link to a note is written: `7`, `[7]`, `[note 4]`, `*`, `↑`. */
const markText = /^[[(]?\s*(?:\^|↑|↩︎?|[*†‡§¶]+|(?:note|nb|n|fn|lower-alpha)?\s*\d{1,3}|\p{Ll})\s*[\])]?$/iu;

function roleOf(node: ReadNode): NodeRole {
	const name = node.nodeName.toLowerCase();
	if (node.nodeType !== 1) return 'inline';
	const has = (attribute: string): string => node.getAttribute?.(attribute) ?? '';
	if (unseen.has(name) || /display:\s*none/iu.test(has('style'))) return 'hidden';
	const type = `${has('epub:type')} ${has('role')}`;
	if (noteRole.test(has('role')) || /\b(?:foot|end)note\b/u.test(has('epub:type')) || noteClass.test(has('class')))
		return blocks.has(name) || name === 'li' ? 'block' : 'note';
	if (/noteref|doc-backlink/u.test(type) || markClass.test(has('class'))) return isMark(node) ? 'mark' : 'inline';
	if (name === 'a' && has('href').startsWith('#') && isMark(node)) return 'mark';
	if (name === 'sup' && [...node.childNodes].some(child => roleOf(child) === 'mark')) return 'mark';
	return roles[name] ?? (blocks.has(name) ? 'block' : 'inline');
}

const isMark = (node: ReadNode): boolean => {
	const text = (node.textContent ?? '').trim();
	return markText.test(text) || /^\[(?:edit|source)\b.*\]$/iu.test(text);
};

/** Of a whole tree, such as a letter or a chapter; nothing is looked for in it. */
export function htmlText(html: string): TreeText & {readonly title: string} {
	const document = pageOf(html);
	return {...treeText(document.body, roleOf), title: document.title.trim()};
}

/** The document, with a head and a body: HTML may leave the tags of both away, and the parser does not put them in. */
function pageOf(html: string) {
	const {document} = parseHTML(html);
	if (document.querySelector('html > body')?.firstChild) return document;
	const title = /<title(?:\s[^>]*)?>[^]*?<\/title\s*>/iu.exec(html)?.[0] ?? '';
	const body = html
		.replace(title, '')
		.replaceAll(/<!doctype[^>]*>|<\?xml[^>]*>|<\/?(?:html|head|body)(?:\s[^>]*)?>/giu, '');
	return parseHTML(`<!doctype html><html><head>${title}</head><body>${body}</body></html>`).document;
}

/** Of a page that has less than this share of its text in its article, the page is taken without its menus. */
const leastShare = 0.15;

/** Its text and its title. Where no article is found, all that the page says. */
export function articleOf(html: string): DocumentText {
	const document = pageOf(html);
	const title = document.title.trim();
	for (const hidden of document.querySelectorAll('script, style, noscript, template, iframe, [hidden]'))
		hidden.remove();
	const whole = treeText(document.body, roleOf);
	const article = new Readability(document).parse();
	const found = article?.content == null ? undefined : htmlText(article.content);
	const isFound = found && lengthOf(found.text) >= leastShare * lengthOf(whole.text);
	const taken = isFound ? found : withoutMenus(html, whole);
	const {text, marks} = withoutPlainMarks(taken.text);
	return {
		text,
		title: title || (article?.title ?? ''),
		share: Math.min(1, lengthOf(taken.text) / Math.max(1, lengthOf(whole.text))),
		left: counted(taken.marks + marks, 'mark of a note', 'marks of notes'),
	};
}

function withoutMenus(html: string, whole: TreeText): TreeText {
	const document = pageOf(html);
	for (const menu of document.querySelectorAll('nav, header, footer, form, button, [role=navigation], [hidden]'))
		menu.remove();
	const rest = treeText(document.body, roleOf);
	return rest.text === '' ? whole : rest;
}

const lengthOf = (text: string): number => text.replaceAll(/\s/gu, '').length;

/** A line that says how many there were, or none. */
export const counted = (count: number, one: string, more: string): readonly string[] =>
	count === 0 ? [] : [`${count} ${count === 1 ? one : more}`];
