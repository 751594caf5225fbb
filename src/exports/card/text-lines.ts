/** Text in lines, for pictures, which wrap nothing themselves. */
import {escapeMarkup} from '../../debate/text/escape-markup.ts';

/** A word with the blanks before it; in scripts that are written without blanks, a character with its punctuation. */
const words =
	/\s*(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}][\p{M}\p{P}]*|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+)/gu;

/** Characters about twice as wide as a Latin letter, and marks that take no room of their own. */
const wide =
	/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}\u3000-\u303F\uFF00-\uFF60]/gu;
const marks = /\p{M}/gu;

function widthInColumns(text: string): number {
	const bare = text.replaceAll(marks, '');
	return Array.from(bare).length + (bare.match(wide)?.length ?? 0);
}

/** At most `most` lines of so many columns, of which a wide character takes two; what has no room ends in `…`. */
export function wrapped(text: string, columns: number, most: number): string[] {
	const lines: string[] = [];
	for (const word of text.trim().match(words) ?? []) {
		const last = lines.at(-1);
		const joined = (last ?? '') + word.replace(/^\s+/u, ' ');
		if (last !== undefined && widthInColumns(joined) <= columns) lines[lines.length - 1] = joined;
		else lines.push(...pieces(word.trim(), columns));
	}
	return lines.length <= most ? lines : [...lines.slice(0, most - 1), ended(lines[most - 1] ?? '', columns - 2)];
}

/** A word that is wider than a line, in as many pieces as it takes. */
function pieces(word: string, columns: number): string[] {
	if (widthInColumns(word) <= columns) return [word];
	const characters = Array.from(word);
	const half = Math.ceil(characters.length / 2);
	return [characters.slice(0, half), characters.slice(half)].flatMap(some => pieces(some.join(''), columns));
}

function ended(line: string, columns: number): string {
	let kept = line;
	while (widthInColumns(kept) > columns) kept = Array.from(kept).slice(0, -1).join('');
	return `${kept.replace(/[\s,;:]+$/u, '')} …`;
}

/** One line of text at its base line. */
export const textAt = (x: number, y: number, text: string, style: string): string =>
	`<text x="${x}" y="${y}" ${style}>${escapeMarkup(text)}</text>`;
