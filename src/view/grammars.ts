/** Grammars of the usual languages (Prism's, by refractor). Loaded only when code is drawn. */
import {refractor} from 'refractor';
import type {Span} from './rows.ts';
import type {Tone} from './theme.ts';

/** Tones of Prism's classes; what is in none of them is plain code. */
const tones: Readonly<Record<string, Tone>> = {
	keyword: 'codeKeyword',
	atrule: 'codeKeyword',
	important: 'codeKeyword',
	tag: 'codeKeyword',
	boolean: 'codeNumber',
	number: 'codeNumber',
	constant: 'codeNumber',
	symbol: 'codeNumber',
	builtin: 'codeName',
	'class-name': 'codeName',
	function: 'codeName',
	'attr-name': 'codeName',
	property: 'codeName',
	selector: 'codeName',
	string: 'codeString',
	'template-string': 'codeString',
	char: 'codeString',
	regex: 'codeString',
	'attr-value': 'codeString',
	url: 'codeString',
	comment: 'codeComment',
	prolog: 'codeComment',
	doctype: 'codeComment',
	cdata: 'codeComment',
	inserted: 'good',
	deleted: 'error',
	bold: 'strong',
	italic: 'italic',
};

type TreeNode = ReturnType<typeof refractor.highlight>['children'][number];

/** Undefined for a language that has no grammar here. */
export const highlight = (code: string, language: string): readonly Span[] | undefined =>
	refractor.registered(language)
		? refractor.highlight(code, language).children.flatMap(node => spansOf(node, 'code'))
		: undefined;

function spansOf(node: TreeNode, tone: Tone): readonly Span[] {
	if (node.type === 'text') return [{text: node.value, tone}];
	if (node.type !== 'element') return [];
	const names = node.properties['className'];
	const own = (Array.isArray(names) ? names : []).map(name => tones[name]).find(known => known !== undefined);
	return node.children.flatMap(child => spansOf(child, own ?? tone));
}
