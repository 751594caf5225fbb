/** A field for a text of the user's own: what is typed into it, and its lines. */
import {useInput, usePaste, type Key} from 'ink';
import {useReducer} from 'react';
import {useAnnounce} from '../terminal/screen-reader.ts';
import {useEditedLine} from '../terminal/use-keys.ts';
import {formatCount} from '../../languages/wording.ts';
import {nameOfKey} from '../terminal/keys.ts';
import {line, withSpoken, span, type Row, type Span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {brokenLines, lineAtCursor, type TextDraft, wrapText} from '../../view/wrap.ts';
import {Lines} from './lines.tsx';
import {draftOf, editDraft, LONGEST, textOf, type Edit, type EditedText} from './text-edit.ts';

export type TextFieldProps = {
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
	/** Texts of earlier times, the newest first, which the arrows bring back. */
	readonly history?: readonly string[];
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
const UP_DOWN: Readonly<Record<string, -1 | 1>> = {up: -1, down: 1};

/**
 * A text of the user's own, on a few lines, edited as in a shell and an editor. A paste goes in as one piece, cleaned.
 * Enter submits what is not empty, or says that something is missing.
 */
export function TextField({
	width,
	height,
	placeholder,
	initial = '',
	secret = false,
	multiline = false,
	byLine = false,
	history = [],
	optional = false,
	missing = 'Type something first.',
	instead = '',
	onSubmit,
	onChange,
	onKey,
}: TextFieldProps) {
	const [draft, edit] = useReducer(editDraft, draftOf(initial, multiline));
	const change = (action: Edit) => {
		edit(action);
		const after = textOf(editDraft(draft, action));
		if (after !== textOf(draft)) onChange?.(after);
	};
	useInput((input, key) => {
		const name = editingKey(input, key);
		if (multiline && name === 'alt+enter') return change({insert: '\n'});
		const by = UP_DOWN[name];
		if (by !== undefined && (byLine || history.length > 0)) return change({line: by, width: width - 1, history});
		if (name === 'enter')
			return textOf(draft).trim() === '' && !optional ? edit({missing: true}) : onSubmit(textOf(draft).trim());
		if (OTHERS.has(name)) return onKey?.(name);
		change(input === '' || key.ctrl || key.meta ? {key: name} : {insert: input});
	});
	usePaste(text => change({insert: text}));
	const shown: EditedText = secret ? {...draft, characters: draft.characters.map(() => signs.full)} : draft;
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

/** A key with what is held down beside it: `alt+b`, `ctrl+left`, `ctrl+k`. */
function editingKey(input: string, key: Key): string {
	const name = nameOfKey(input, key);
	if (key.meta && name !== 'esc') return `alt+${name}`;
	return key.ctrl && !name.startsWith('ctrl+') ? `ctrl+${name}` : name;
}

/** That something was too long to be taken, and what else can be done with it. */
function refusalOf({refused}: EditedText, instead: string): string | undefined {
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
