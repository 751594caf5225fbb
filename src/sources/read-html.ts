/** The article in a page of HTML, without its menus and scripts: what a reader would see, a paragraph a block. */
import {Readability} from '@mozilla/readability';
import {parseHTML} from 'linkedom';

const blocks = new Set(
	'address article aside blockquote br dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table td th tr ul'.split(
		' ',
	),
);

type HtmlNode = {
	readonly nodeType: number;
	readonly nodeName: string;
	readonly textContent: string | null;
	readonly childNodes: Iterable<HtmlNode>;
};

/** Its text and its title. Where no article is found, all that the page says. */
export function articleOf(html: string): {readonly text: string; readonly title: string} {
	const {document} = parseHTML(html);
	const title = document.title.trim();
	for (const hidden of document.querySelectorAll('script, style, noscript, template, iframe, [hidden]'))
		hidden.remove();
	const body = document.body?.textContent ?? '';
	const article = new Readability(document, {charThreshold: 200}).parse();
	const inside = article?.content == null ? html : article.content;
	const {document: clean} = parseHTML(`<!doctype html><html><body>${inside}</body></html>`);
	for (const hidden of clean.querySelectorAll('script, style, noscript, template')) hidden.remove();
	const text = textOf(clean.body);
	return {text: text === '' ? body.replaceAll(/[^\S\n]+/gu, ' ').trim() : text, title: title || (article?.title ?? '')};
}

function textOf(root: HtmlNode): string {
	const pieces: string[] = [];
	const visit = (node: HtmlNode): void => {
		const name = node.nodeName.toLowerCase();
		if (node.nodeType === 3) pieces.push((node.textContent ?? '').replaceAll(/\s+/gu, ' '));
		const isBlock = blocks.has(name);
		if (isBlock)
			pieces.push(
				name === 'td' || name === 'th' ? '\t' : name === 'br' || name === 'li' || name === 'tr' ? '\n' : '\n\n',
			);
		for (const child of node.childNodes) visit(child);
		if (isBlock && name !== 'br' && name !== 'td' && name !== 'th')
			pieces.push(name === 'li' || name === 'tr' ? '\n' : '\n\n');
	};
	visit(root);
	return pieces
		.join('')
		.replaceAll(/[^\S\n]*\n[^\S\n]*/gu, '\n')
		.replaceAll(/\n{3,}/gu, '\n\n')
		.trim();
}
