/** A field for a text of the user's own: its lines, and editing as a pure function. */
import {useInput, usePaste} from 'ink';
import {useReducer} from 'react';
import {useAnnounce} from '../terminal/screen-reader.ts';
import {useEditedLine} from '../terminal/use-keys.ts';
import {formatCount} from '../../languages/wording.ts';
import {nameOfKey} from '../terminal/keys.ts';
import {line, withSpoken, span, type Row, type Span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {
	brokenLines,
	lineAtCursor,
	type TextDraft,
	wrapText,
	moveByLine,
	charactersOf,
	cleanInput,
	cleanLines,
} from '../../view/wrap.ts';
import {Lines} from './lines.tsx';

type TextFieldProps = {
	readonly width: number;
	readonly height: number;
	readonly placeholder: string;
	readonly initial?: string;
	/** Shows a dot for each character. */
	readonly secret?: boolean;
	/** Of several lines: what is pasted keeps its line breaks, and alt+enter makes one. */
	readonly multiline?: boolean;
	/** The arrows go from line to line. */
	readonly byLine?: boolean;
	/** May be submitted empty. */
	readonly optional?: boolean;
	/** What is said to whoever submits nothing, where that cannot be. */
	readonly missing?: string;
	/** What can be done with a text that is too long to be taken here. */
	readonly instead?: string;
	readonly onSubmit: (text: string) => void;
	readonly onChange?: (text: string) => void;
	/** Keys that do not edit: esc, tab, page keys, ctrl+o, and without `byLine` up and down. */
	readonly onKey?: (name: string) => void;
};

const OTHERS = new Set(['esc', 'tab', 'shift+tab', 'up', 'down', 'pgup', 'pgdn', 'ctrl+o']);

/**
 * A text of the user's own, on a few lines. A paste goes in as one piece, cleaned. Enter submits what is not empty, or
 * says that something is missing.
 */
export function TextField({
	width,
	height,
	placeholder,
	initial = '',
	secret = false,
	multiline = false,
	byLine = false,
	optional = false,
	missing = 'This field is required.',
	instead = '',
	onSubmit,
	onChange,
	onKey,
}: TextFieldProps) {
	const [draft, edit] = useReducer(editDraft, draftOf(initial, multiline));
	const change = (action: Parameters<typeof edit>[0]) => {
		edit(action);
		onChange?.(textOf(editDraft(draft, action)));
	};
	useInput((input, key) => {
		const name = nameOfKey(input, key);
		if (multiline && name === 'enter' && key.meta) return change({insert: '\n'});
		if (byLine && (name === 'up' || name === 'down')) return change({line: name === 'up' ? -1 : 1, width: width - 1});
		if (name === 'enter')
			return textOf(draft).trim() === '' && !optional ? edit({missing: true}) : onSubmit(textOf(draft).trim());
		if (OTHERS.has(name)) return onKey?.(name);
		if (key.meta) return;
		change(input === '' || key.ctrl ? {key: name} : {insert: input});
	});
	usePaste(text => change({insert: text}));
	const shown = secret ? {...draft, characters: draft.characters.map(() => signs.full)} : draft;
	// Read aloud, a field begins with what may be written in it, and then its line is the one that is being written.
	const refusal = shown.missing ? missing : refusalOf(shown, instead);
	useAnnounce([`Write here: ${placeholder}`, refusal ?? '']);
	useEditedLine(lineAtCursor(shown));
	const told =
		refusal === undefined
			? []
			: wrapText(`${signs.notice} ${refusal}`, width)
					.slice(0, height)
					.map(text => line(text, 'warning'));
	return (
		<Lines
			rows={withSpoken([
				...draftRows(shown, width, Math.max(1, height - told.length), placeholder).slice(0, height - told.length),
				...told,
			])}
			width={width}
			height={height}
		/>
	);
}

/** That something was too long to be taken, and what else can be done with it. */
function refusalOf({refused}: TextDraft, instead: string): string | undefined {
	return refused === undefined
		? undefined
		: `${formatCount(refused)} characters were not taken: a text here has at most ${formatCount(LONGEST)}.${instead === '' ? '' : ` ${instead}`}`;
}

/**
 * The lines around the cursor. Words stay whole where they can; the last column is the cursor's, and so is a line
 * break.
 */
export function draftRows(draft: TextDraft, width: number, height: number, placeholder: string): readonly Row[] {
	if (draft.characters.length === 0)
		return wrapText(placeholder, width - 1)
			.slice(0, height)
			.map((text, index) => ({spans: [span(' ', index === 0 ? 'cursor' : 'plain'), span(text, 'dim')]}));
	const lines = brokenLines([...draft.characters, ' '], width - 1);
	let passed = 0;
	const cursorLine = lines.findIndex(characters => (passed += characters.length) > draft.cursor);
	const top = Math.max(0, Math.min(cursorLine - height + 1, lines.length - height));
	const before = lines.slice(0, top).reduce((sum, {length}) => sum + length, 0);
	let index = before;
	return lines.slice(top, top + height).map(characters => ({
		spans: joined(
			characters.map(character =>
				span(character === '\n' ? ' ' : character, index++ === draft.cursor ? 'cursor' : 'plain'),
			),
		),
	}));
}

/** Neighbours of one tone as one piece. */
function joined(spans: readonly Span[]): readonly Span[] {
	const pieces: Span[] = [];
	for (const {text, tone} of spans) {
		const last = pieces.at(-1);
		if (last?.tone === tone) pieces[pieces.length - 1] = span(last.text + text, tone);
		else pieces.push(span(text, tone));
	}
	return pieces;
}

// Editing, as a pure function: keys go in one by one, and none is lost however fast they come.

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
const LONGEST = 20_000;

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
