import {useInput, usePaste} from 'ink';
import {useReducer} from 'react';
import {nameOfKey} from '../keys.ts';
import {span, type Row, type Span} from '../rows.ts';
import {draftOf, editDraft, emptyDraft, textOf, type Draft} from '../text-edit.ts';
import {widthOf} from '../wrap.ts';
import {Lines} from './lines.tsx';

type Props = {
	readonly width: number;
	readonly height: number;
	readonly placeholder: string;
	readonly initial?: string;
	readonly onSubmit: (text: string) => void;
	readonly onChange?: (text: string) => void;
	/** Keys that do not edit: esc, tab, up, down. */
	readonly onKey?: (name: string) => void;
};

const OTHERS = new Set(['esc', 'tab', 'up', 'down', 'pgup', 'pgdn']);

/** A text of the user's own, on a few lines. A paste goes in as one piece, cleaned. Enter submits what is not empty. */
export function TextField({width, height, placeholder, initial, onSubmit, onChange, onKey}: Props) {
	const [draft, edit] = useReducer(editDraft, initial === undefined ? emptyDraft : draftOf(initial));
	const change = (action: Parameters<typeof edit>[0]) => {
		edit(action);
		onChange?.(textOf(editDraft(draft, action)));
	};
	useInput((input, key) => {
		const name = nameOfKey(input, key);
		if (name === 'enter') return submit(draft, onSubmit);
		if (OTHERS.has(name)) return onKey?.(name);
		if (key.meta) return;
		change(input === '' || key.ctrl ? {key: name} : {insert: input});
	});
	usePaste(text => change({insert: text}));
	return <Lines rows={draftRows(draft, width, height, placeholder)} width={width} height={height}/>;
}

function submit(draft: Draft, onSubmit: (text: string) => void) {
	const text = textOf(draft).trim();
	if (text !== '') onSubmit(text);
}

/** The lines around the cursor, filled to the last column but one, where the cursor of a full line stands. */
export function draftRows(draft: Draft, width: number, height: number, placeholder: string): readonly Row[] {
	if (draft.characters.length === 0) return [{spans: [span(' ', 'cursor'), span(placeholder, 'dim')]}];
	const lines: Span[][] = [[]];
	let used = 0;
	let cursorLine = 0;
	for (const [index, character] of [...draft.characters, ' '].entries()) {
		const wide = widthOf(character);
		if (used + wide > width - 1) {
			lines.push([]);
			used = 0;
		}
		if (index === draft.cursor) cursorLine = lines.length - 1;
		lines.at(-1)?.push(span(character, index === draft.cursor ? 'cursor' : 'plain'));
		used += wide;
	}
	const top = Math.max(0, Math.min(cursorLine - height + 1, lines.length - height));
	return lines.slice(top, top + height).map(spans => ({spans: joined(spans)}));
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
