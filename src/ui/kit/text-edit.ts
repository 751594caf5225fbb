/**
 * Editing a text, as a pure function: keys go in one by one, and none is lost however fast they come. The keys are
 * those of a shell's line (readline), with undo and redo as in an editor.
 */
import {charactersOf, cleanInput, cleanLines, cursorByLine, type TextDraft} from '../../view/wrap.ts';

/**
 * What is done to a text. `line` goes a line up or down, in lines of `width` columns, and past either end to the texts
 * of `history`; `missing` tells that something has to be written, until it is.
 */
export type Edit =
	| {readonly insert: string}
	| {readonly missing: true}
	| {readonly key: string}
	| {readonly line: -1 | 1; readonly width: number; readonly history?: readonly string[]};

/** What is put back when an edit is taken back. */
type Snapshot = Pick<TextDraft, 'characters' | 'cursor'>;

/** A text with what can be done again or taken back in it. */
export type EditedText = TextDraft & {
	/** How many characters were not taken, just now, because they do not fit. */ readonly refused?: number;
	/** Nothing is written, and something has to be. */ readonly missing?: true;
	/** The text before each edit, the latest at the end. */ readonly past?: readonly Snapshot[];
	/** What was taken back, the latest at the end. */ readonly future?: readonly Snapshot[];
	/** What was cut out last, to be put in again. */ readonly killed?: readonly string[];
	/** What the last edit was: more of the same is taken back with it. */ readonly run?: EditRun;
	/** Which text of the history stands here, and what was written before it came. */
	readonly recalled?: {readonly index: number; readonly own: readonly string[]};
};

/** Edits that are one when they follow each other. */
type EditRun = 'typing' | 'erasing' | 'killing';

export const draftOf = (text: string, lines = false): EditedText =>
	lines ? {...atEnd(charactersOf(cleanLines(text))), lines} : atEnd(charactersOf(cleanInput(text)));
export const textOf = (draft: TextDraft): string => draft.characters.join('');

const atEnd = (characters: readonly string[]): TextDraft => ({characters, cursor: characters.length});

/**
 * Longest text taken, in characters: a whole paper. What would make it longer is not taken at all, so that nothing is
 * lost unseen.
 */
export const LONGEST = 20_000;
/** Edits that can be taken back. */
const REMEMBERED = 200;

/** The text after an edit. */
export function editDraft(before: EditedText, edit: Edit): EditedText {
	// What was said of a text that was too long stays.
	if ('missing' in edit) return before.refused === undefined ? {...before, ...edit} : before;
	const {refused: _refused, missing: _missing, ...draft} = before;
	if ('line' in edit) return moveByLine(draft, edit);
	if ('insert' in edit) return insert(draft, edit.insert);
	const {run: _run, ...still} = draft;
	if (isUndo(edit.key)) return goBack(still, 'past', 'future');
	if (isRedo(edit.key)) return goBack(still, 'future', 'past');
	const to = cursorAfter(draft, edit.key);
	return to === undefined ? cutOrPut(draft, edit.key) : {...still, cursor: to};
}

/** Ctrl+_ is what terminals send for Ctrl+/ and Ctrl+7 too. */
const isUndo = (key: string): boolean => key === 'ctrl+_';
const isRedo = (key: string): boolean => key === 'ctrl+r' || key === 'alt+_';

/** The text as it was before, or after what was taken back. */
function goBack(draft: EditedText, from: 'past' | 'future', to: 'past' | 'future'): EditedText {
	const there = draft[from]?.at(-1);
	if (!there) return draft;
	return {...draft, ...there, [from]: draft[from]?.slice(0, -1), [to]: [...(draft[to] ?? []), snapshotOf(draft)]};
}

const snapshotOf = ({characters, cursor}: TextDraft): Snapshot => ({characters, cursor});

/** A changed text, which can be taken back: with the edits of its run as one. */
function changed(draft: EditedText, after: Snapshot, run?: EditRun): EditedText {
	const {run: last, future: _future, ...kept} = draft;
	const past =
		run !== undefined && run === last ? draft.past : [...(draft.past ?? []), snapshotOf(draft)].slice(-REMEMBERED);
	return {...kept, ...after, ...(past && {past}), ...(run && {run})};
}

/** Characters that join with those before them (combining marks, joiners) may change how many there are. */
function insert(draft: EditedText, text: string): EditedText {
	const {characters, cursor, lines} = draft;
	const clean = (lines ? cleanLines : cleanInput)(text);
	if (clean === '') return draft;
	const before = charactersOf(characters.slice(0, cursor).join('') + clean);
	const after = charactersOf([...before, ...characters.slice(cursor)].join(''));
	if (after.length > LONGEST) return {...draft, refused: after.length - characters.length};
	// A word is taken back at a time, with the space before it; what comes as one piece by itself.
	const isPiece = charactersOf(clean).length > 1;
	const beginsWord = isGap(clean) && !isGap(characters[cursor - 1]);
	const joined = {characters: after, cursor: Math.min(before.length, after.length)};
	return changed(beginsWord ? endRun(draft) : draft, joined, isPiece ? undefined : 'typing');
}

const endRun = ({run: _run, ...draft}: EditedText): EditedText => draft;

// The cursor.

/** Where a key puts the cursor, if it moves it. */
function cursorAfter({characters, cursor}: EditedText, key: string): number | undefined {
	switch (key) {
		case 'left':
		case 'ctrl+b':
			return Math.max(0, cursor - 1);
		case 'right':
		case 'ctrl+f':
			return Math.min(characters.length, cursor + 1);
		case 'home':
		case 'ctrl+a':
			return lineStart(characters, cursor);
		case 'end':
		case 'ctrl+e':
			return lineEnd(characters, cursor);
		case 'ctrl+home':
			return 0;
		case 'ctrl+end':
			return characters.length;
		case 'alt+b':
		case 'alt+left':
		case 'ctrl+left':
			return backOver(characters, cursor, isWord);
		case 'alt+f':
		case 'alt+right':
		case 'ctrl+right':
			return onOver(characters, cursor);
		default:
			return undefined;
	}
}

function moveByLine(
	draft: EditedText,
	{line, width, history = []}: Extract<Edit, {readonly line: -1 | 1}>,
): EditedText {
	const to = cursorByLine(draft, line, width);
	const moved = endRun(draft);
	if (to !== undefined) return {...moved, cursor: to};
	const {index, own} = draft.recalled ?? {index: -1, own: draft.characters};
	const next = index - line;
	const text = next < 0 ? own : history[next];
	if (next < -1 || text === undefined) return {...moved, cursor: line < 0 ? 0 : draft.characters.length};
	const characters = typeof text === 'string' ? draftOf(text, draft.lines).characters : text;
	const {recalled: _recalled, ...rest} = changed(draft, {characters, cursor: characters.length});
	return next < 0 ? rest : {...rest, recalled: {index: next, own}};
}

const isGap = (character: string | undefined): boolean => character === ' ' || character === '\n';
const isWord = (character: string | undefined): boolean =>
	character !== undefined && /^[\p{L}\p{N}\p{M}]/u.test(character);
const isNoGap = (character: string | undefined): boolean => character !== undefined && !isGap(character);

/** The beginning of the word before the cursor. */
function backOver(characters: readonly string[], cursor: number, inWord: (character?: string) => boolean): number {
	let at = cursor;
	while (at > 0 && !inWord(characters[at - 1])) at--;
	while (at > 0 && inWord(characters[at - 1])) at--;
	return at;
}

/** The end of the word behind the cursor. */
function onOver(characters: readonly string[], cursor: number): number {
	let at = cursor;
	while (at < characters.length && !isWord(characters[at])) at++;
	while (at < characters.length && isWord(characters[at])) at++;
	return at;
}

const lineStart = (characters: readonly string[], cursor: number): number =>
	cursor === 0 ? 0 : characters.lastIndexOf('\n', cursor - 1) + 1;

function lineEnd(characters: readonly string[], cursor: number): number {
	const end = characters.indexOf('\n', cursor);
	return end < 0 ? characters.length : end;
}

// Cutting out, and putting in again.

function cutOrPut(draft: EditedText, key: string): EditedText {
	const {characters, cursor} = draft;
	switch (key) {
		case 'backspace':
			return cut(draft, Math.max(0, cursor - 1), cursor, 'erasing');
		case 'delete':
		case 'ctrl+d':
			return cut(draft, cursor, Math.min(characters.length, cursor + 1), 'erasing');
		case 'ctrl+u':
			return cut(draft, lineStart(characters, cursor), cursor, 'killing');
		case 'ctrl+k': {
			// At the end of a line, the line break.
			const end = lineEnd(characters, cursor);
			return cut(draft, cursor, end === cursor ? Math.min(characters.length, end + 1) : end, 'killing');
		}
		case 'ctrl+w':
			return cut(draft, backOver(characters, cursor, isNoGap), cursor, 'killing');
		case 'alt+backspace':
			return cut(draft, backOver(characters, cursor, isWord), cursor, 'killing');
		case 'alt+d':
		case 'ctrl+delete':
			return cut(draft, cursor, onOver(characters, cursor), 'killing');
		case 'ctrl+y':
			return draft.killed ? insert(draft, draft.killed.join('')) : draft;
		default:
			return draft;
	}
}

/** What is killed is kept; what is killed right after it goes before or behind it, as it stood in the text. */
function cut(draft: EditedText, from: number, to: number, run: 'erasing' | 'killing'): EditedText {
	const {characters, cursor, killed = [], run: last} = draft;
	if (from === to) return draft;
	const taken = characters.slice(from, to);
	const before = last === 'killing' ? killed : [];
	const kept = run === 'erasing' ? killed : from < cursor ? [...taken, ...before] : [...before, ...taken];
	const after = {characters: characters.toSpliced(from, to - from), cursor: from};
	return {...changed(draft, after, run), ...(kept.length > 0 && {killed: kept})};
}
