/** The words of a tree, a paragraph a block: notes apart, powers as `^`; marks and what is hidden are left out. */
import {raisedText} from './raised.ts';

export type ReadNode = {
	readonly nodeType: number;
	readonly nodeName: string;
	readonly textContent: string | null;
	readonly childNodes: Iterable<ReadNode>;
	readonly getAttribute?: (name: string) => string | null;
};

/** `hidden` and `mark` have no words, a `note` stands behind the text, and `raised` is a power or a mark. */
export type NodeRole = 'block' | 'line' | 'row' | 'cell' | 'break' | 'inline' | 'raised' | 'note' | 'mark' | 'hidden';

/** What of it was left out is counted: `marks` of notes, and `notes` that were put behind the text. */
export type TreeText = {readonly text: string; readonly marks: number; readonly notes: number};

const before: Readonly<Partial<Record<NodeRole, string>>> = {
	block: '\n\n',
	line: '\n',
	row: '\n',
	cell: '\t',
	break: '\n',
};
const behind: Readonly<Partial<Record<NodeRole, string>>> = {block: '\n\n', line: '\n', row: '\n'};

export function treeText(root: ReadNode, roleOf: (node: ReadNode) => NodeRole): TreeText {
	const notes: string[] = [];
	let marks = 0;
	const wordsOf = (node: ReadNode): string => {
		let said = '';
		const add = (more: string): void => {
			said += more;
		};
		const visit = (each: ReadNode, role: NodeRole): void => {
			if (each.nodeType === 3) add((each.textContent ?? '').replaceAll(/\s+/gu, ' '));
			if (role === 'hidden' || (each.nodeType !== 1 && each !== node)) return;
			if (role === 'mark') marks++;
			else if (role === 'note') notes.push(wordsOf(each));
			else if (role === 'raised') {
				const words = raisedText(said, (each.textContent ?? '').trim());
				if (words === '') marks++;
				add(words);
			} else {
				add(before[role] ?? '');
				for (const child of each.childNodes) visit(child, roleOf(child));
				add(behind[role] ?? '');
			}
		};
		visit(node, 'inline');
		return said;
	};
	const text = tidy([wordsOf(root), ...notes].join('\n\n'));
	return {text, marks, notes: notes.length};
}

/** No blanks at the ends of lines, and at most one empty line. */
export const tidy = (text: string): string =>
	text
		.replaceAll(/[^\S\n]*\n[^\S\n]*/gu, '\n')
		.replaceAll(/\n{3,}/gu, '\n\n')
		.trim();
