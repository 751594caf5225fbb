/** A piece of a longer text around what was looked for in it. */
import type {Marks} from './marked-lines.ts';
import {span, type Span} from './rows.ts';
import {beginningOf, charactersOf, widthOf} from './wrap.ts';

/** As many UTF-16 units as a user-perceived character seldom has more of. */
const UNITS = 12;

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ');

/**
 * As much of a text as fits in `width` columns, from a few words before the first mark on, with every mark in it as
 * found; its beginning where there is none.
 */
export function excerpt(text: string, marks: Marks, width: number): readonly Span[] {
	const [first = 0] = marks[0] ?? [];
	const before = lastWords(oneLine(text.slice(0, first)).trimStart(), Math.floor(width / 3));
	// What cannot be seen is not taken apart.
	const end =
		first +
		charactersOf(beginningOf(text.slice(first), width * UNITS))
			.slice(0, width)
			.join('').length;
	const spans: Span[] = before === '' ? [] : [span(before)];
	let from = first;
	for (const [start, stop] of marks) {
		if (start >= end) break;
		spans.push(span(oneLine(text.slice(from, start))), span(oneLine(text.slice(start, stop)), 'found'));
		from = stop;
	}
	return [...spans, span(oneLine(text.slice(from, end)))].filter(({text: piece}) => piece !== '');
}

/** The last words of a line that fit, behind an ellipsis where something was left out. */
function lastWords(line: string, max: number): string {
	if (widthOf(line) <= max) return line;
	let kept = '';
	// The first of them may be a part of a character.
	for (const character of charactersOf(line.slice(-max * UNITS))
		.slice(1)
		.toReversed()) {
		if (widthOf(character + kept) > max - 1) break;
		kept = character + kept;
	}
	const space = kept.indexOf(' ');
	return `…${space < 0 || space === kept.length - 1 ? kept : kept.slice(space + 1)}`;
}
