/** Search-and-replace blocks as many models write them in plain text. Pure. */

/** `search` is replaced by `replace`; an empty `search` makes a new file. */
export type EditBlock = {readonly path: string; readonly search: string; readonly replace: string};

const opening = /^<{5,9} ?SEARCH\b/u;
const middle = /^={5,9}\s*$/u;
const closing = /^>{5,9} ?REPLACE\b/u;

/** Whether a text has blocks in it, and so is no diff. */
export const hasBlocks = (text: string): boolean => /^<{5,9} ?SEARCH\b/mu.test(text);

/** The blocks of a text in their order: each has its path on a line above it, or that of the block before. */
export function parseBlocks(text: string): EditBlock[] {
	const edits: EditBlock[] = [];
	let path = '';
	let part: 'outside' | 'search' | 'replace' = 'outside';
	let search: string[] = [];
	let replace: string[] = [];
	for (const line of text.split('\n').map(each => each.replace(/\r$/u, ''))) {
		if (part === 'outside') {
			if (opening.test(line)) [part, search, replace] = ['search', [], []];
			else path = pathIn(line) ?? path;
		} else if (part === 'search') {
			if (middle.test(line)) part = 'replace';
			else search.push(line);
		} else if (closing.test(line)) {
			edits.push({path, search: joined(search), replace: joined(replace)});
			part = 'outside';
		} else replace.push(line);
	}
	return edits;
}

const joined = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('');

/** The block as text, to be shown to the model that wrote it. */
export const writeBlock = ({path, search, replace}: EditBlock): string =>
	`${path}\n<<<<<<< SEARCH\n${ended(search)}=======\n${ended(replace)}>>>>>>> REPLACE\n`;

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** A path, perhaps marked up; fences and prose are none. */
function pathIn(line: string): string | undefined {
	const plain = line
		.trim()
		.replace(/^(?:#+|\*\*|`+|File:|Path:)\s*/iu, '')
		.replace(/(?:`+|\*\*|:)+$/u, '');
	return /^[^\s`]+$/u.test(plain) && /[./]/u.test(plain) ? plain : undefined;
}
