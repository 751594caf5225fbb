/** Markdown as its reader sees it, line for line: without addresses, tags, entities, pictures and marks of notes. */
import {fromMarkdown} from 'mdast-util-from-markdown';
import {frontmatterFromMarkdown} from 'mdast-util-frontmatter';
import {gfmFromMarkdown} from 'mdast-util-gfm';
import {frontmatter} from 'micromark-extension-frontmatter';
import {gfm} from 'micromark-extension-gfm';
import type {DocumentText} from '../document-text.ts';
import {markdownTitle} from '../cut-passages.ts';
import {counted, htmlText} from './html.ts';
import {raisedText, withoutPlainMarks} from './raised.ts';

type Tree = ReturnType<typeof fromMarkdown>;
type MarkdownNode = Tree['children'][number];
type SourceEdit = {readonly from: number; readonly to: number; readonly by: string};
type UnsaidCounts = {notes: number; pictures: number; front: boolean};

export function markdownText(source: string): DocumentText {
	const tree = fromMarkdown(source, {
		extensions: [gfm(), frontmatter()],
		mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown()],
	});
	const counts: UnsaidCounts = {notes: 0, pictures: 0, front: false};
	const edits: SourceEdit[] = [];
	for (const child of tree.children) edit(child, source, edits, counts);
	const {text, marks} = withoutPlainMarks(edited(source, edits));
	const front = tree.children.find(child => child.type === 'yaml')?.value ?? '';
	const called = /^title:\s*["']?(?<title>.+?)["']?\s*$/mu.exec(front)?.groups?.['title'];
	return {
		text,
		title: markdownTitle(text) ?? called,
		left: [
			...counted(counts.notes + marks, 'mark of a note', 'marks of notes'),
			...counted(counts.pictures, 'picture', 'pictures'),
			...(counts.front ? ['what stands before the text'] : []),
		],
	};
}

/** Where a node stands, in UTF-16 units. */
const spanOf = ({position}: MarkdownNode): readonly [number, number] => [
	position?.start.offset ?? 0,
	position?.end.offset ?? 0,
];

/** As many lines as there were, so that places stay. */
const linesOf = (text: string): string => '\n'.repeat(text.split('\n').length - 1);

/** What a reader does not see. */
const unsaid: ReadonlySet<MarkdownNode['type']> = new Set([
	'yaml',
	'definition',
	'image',
	'imageReference',
	'footnoteReference',
]);

function edit(node: MarkdownNode, source: string, edits: SourceEdit[], counts: UnsaidCounts): void {
	const [from, to] = spanOf(node);
	const written = source.slice(from, to);
	const replace = (by: string): void =>
		void edits.push({from, to, by: by + linesOf(written).slice(linesOf(by).length)});
	if (node.type === 'text' && /[&\\]|\{[#.]/u.test(written)) replace(withoutAttributes(node.value));
	else if (node.type === 'html') replace(/^<(?:br|hr)\b/iu.test(written) ? ' ' : htmlText(written).text);
	else if (unsaid.has(node.type)) {
		replace('');
		if (node.type === 'yaml') counts.front = true;
		if (node.type === 'footnoteReference') counts.notes++;
		if (node.type === 'image' || node.type === 'imageReference') counts.pictures++;
	}
	if (!('children' in node)) return;
	const [first, last] = [node.children[0], node.children.at(-1)];
	const isLink = (node.type === 'link' && written.startsWith('[')) || node.type === 'linkReference';
	if ((isLink || node.type === 'footnoteDefinition') && first && last) {
		edits.push({from, to: spanOf(first)[0], by: ''});
		if (isLink) edits.push({from: spanOf(last)[1], to, by: linesOf(source.slice(spanOf(last)[1], to))});
	}
	editAll(node.children, source, edits, counts);
}

/** Names that some dialects give to headings and words: `# Roads {#roads}`, `[the road]{#road .old}`. */
const withoutAttributes = (said: string): string => {
	const names = String.raw`\{[#.][\w-]+(?:\s+[#.][\w-]+)*\}`;
	return said
		.replaceAll(new RegExp(String.raw`\[([^\[\]\n]+)\]${names}`, 'gu'), '$1')
		.replaceAll(new RegExp(String.raw`(?<=\S) ?\]?${names}`, 'gu'), '');
};

/** What stands between `<sup>` and `</sup>` is raised. */
function editAll(children: readonly MarkdownNode[], source: string, edits: SourceEdit[], counts: UnsaidCounts): void {
	for (const [index, child] of children.entries()) {
		const opening = children[index - 1];
		const closing = children[index + 1];
		const isRaised = opening?.type === 'html' && /^<sup\b/iu.test(opening.value) && closing?.type === 'html';
		if (!isRaised || child.type !== 'text') {
			edit(child, source, edits, counts);
			continue;
		}
		const [from, to] = spanOf(child);
		const by = raisedText(source.slice(Math.max(0, spanOf(opening)[0] - 40), spanOf(opening)[0]), child.value);
		if (by === '') counts.notes++;
		edits.push({from, to, by});
	}
}

function edited(source: string, edits: readonly SourceEdit[]): string {
	let [text, at] = ['', 0];
	for (const {from, to, by} of edits.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
		if (from < at) continue;
		text += source.slice(at, from) + by;
		at = to;
	}
	return text + source.slice(at);
}
