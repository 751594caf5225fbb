/** Editing a text, as a pure function: keys go in one by one, and none is lost however fast they come. */
import {moveByLine, type TextDraft, charactersOf, cleanInput, cleanLines} from '../../view/wrap.ts';

/**
 * `line` goes a line up or down, in lines of `width` columns; `missing` tells that something has to be written, until
 * it is.
 */
export type Edit =
	| {readonly insert: string}
	| {readonly missing: true}
	| {readonly key: string}
	| {readonly line: -1 | 1; readonly width: number};

export const emptyDraft: TextDraft = {characters: [], cursor: 0};
export const draftOf = (text: string, lines = false): TextDraft =>
	lines ? {...atEnd(charactersOf(cleanLines(text))), lines} : atEnd(charactersOf(cleanInput(text)));
export const textOf = (draft: TextDraft): string => draft.characters.join('');

const atEnd = (characters: readonly string[]): TextDraft => ({characters, cursor: characters.length});

/**
 * Longest text taken, in characters: a whole paper. What would make it longer is not taken at all, so that nothing is
 * lost unseen.
 */
export const LONGEST = 20_000;

export function editDraft(before: TextDraft, edit: Edit): TextDraft {
	// What was said of a text that was too long stays.
	if ('missing' in edit) return before.refused === undefined ? {...before, ...edit} : before;
	const {refused: _refused, missing: _missing, ...draft} = before;
	if ('line' in edit) return moveByLine(draft, edit.line, edit.width);
	return 'insert' in edit ? insert(draft, edit.insert) : press(draft, edit.key);
}

/** Characters that join with those before them (combining marks, joiners) may change how many there are. */
function insert(draft: TextDraft, text: string): TextDraft {
	const {characters, cursor, lines} = draft;
	const before = charactersOf(characters.slice(0, cursor).join('') + (lines ? cleanLines : cleanInput)(text));
	const after = charactersOf([...before, ...characters.slice(cursor)].join(''));
	if (after.length > LONGEST) return {...draft, refused: after.length - characters.length};
	return {...draft, characters: after, cursor: Math.min(before.length, after.length)};
}

function press(draft: TextDraft, key: string): TextDraft {
	const {characters, cursor} = draft;
	const without = (from: number, to: number): TextDraft => ({
		...draft,
		characters: characters.toSpliced(from, to - from),
		cursor: from,
	});
	switch (key) {
		case 'left':
			return {...draft, cursor: Math.max(0, cursor - 1)};
		case 'right':
			return {...draft, cursor: Math.min(characters.length, cursor + 1)};
		case 'home':
		case 'ctrl+a':
			return {...draft, cursor: 0};
		case 'end':
		case 'ctrl+e':
			return {...draft, cursor: characters.length};
		case 'backspace':
			return cursor === 0 ? draft : without(cursor - 1, cursor);
		case 'delete':
		case 'ctrl+d':
			return without(cursor, cursor + 1);
		case 'ctrl+u':
			return without(0, cursor);
		case 'ctrl+k':
			return {...draft, characters: characters.slice(0, cursor)};
		case 'ctrl+w':
			return without(wordStart(characters, cursor), cursor);
		default:
			return draft;
	}
}

function wordStart(characters: readonly string[], cursor: number): number {
	let at = cursor;
	while (at > 0 && isGap(characters[at - 1])) at--;
	while (at > 0 && !isGap(characters[at - 1])) at--;
	return at;
}

const isGap = (character: string | undefined): boolean => character === ' ' || character === '\n';
