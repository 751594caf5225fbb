/** A draft in the lines that it is written in. */
import {widthOf} from './wrap.ts';

/**
 * User-perceived characters, and the one before which the cursor stands. With `lines`, what is pasted keeps its line
 * breaks.
 */
export type TextDraft = {
	readonly characters: readonly string[];
	readonly cursor: number;
	readonly lines?: true;
	/** How many characters were not taken, just now, because they do not fit. */ readonly refused?: number;
	/** Nothing is written, and something has to be. */ readonly missing?: true;
};

/** Every character in its line; a word that does not fit moves to the next line, unless it fills one by itself. */
export function brokenLines(characters: readonly string[], width: number): readonly (readonly string[])[] {
	const lines: string[][] = [[]];
	let used = 0;
	for (const character of characters) {
		const line = lines.at(-1) ?? [];
		const wide = character === '\n' ? 0 : widthOf(character);
		// A space may stand in the last column: it is not seen there.
		if (character === '\n' || used + wide <= (character === ' ' ? width + 1 : width)) {
			line.push(character);
			used += wide;
			if (character === '\n') {
				lines.push([]);
				used = 0;
			}
			continue;
		}
		const word = line.lastIndexOf(' ') + 1;
		const next = [...(word > 0 ? line.splice(word) : []), character];
		used = next.reduce((sum, one) => sum + widthOf(one), 0);
		lines.push(next);
	}
	return lines;
}

/** The draft with its cursor a line up or down, in the same column where the line is as long. */
export function moveByLine(draft: TextDraft, by: -1 | 1, width: number): TextDraft {
	const lines = brokenLines([...draft.characters, ' '], width);
	let before = 0;
	const at = lines.findIndex(line => (before += line.length) > draft.cursor);
	const column = draft.cursor - before + (lines[at]?.length ?? 0);
	const to = lines[at + by];
	if (!to) return {...draft, cursor: by < 0 ? 0 : draft.characters.length};
	const start = lines.slice(0, at + by).reduce((sum, {length}) => sum + length, 0);
	return {...draft, cursor: start + Math.min(column, to.length - 1)};
}

/** The line that the cursor is in, up to its own line breaks, and where in it. */
export function lineAtCursor({characters, cursor}: TextDraft): {readonly text: string; readonly cursor: number} {
	const start = cursor === 0 ? 0 : characters.lastIndexOf('\n', cursor - 1) + 1;
	const end = characters.indexOf('\n', cursor);
	return {text: characters.slice(start, end < 0 ? undefined : end).join(''), cursor: cursor - start};
}
