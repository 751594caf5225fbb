/** Segments cut into captions that fit on the screen and keep step with the words. */
import type {Segment} from '../episode/segments.ts';

/** A caption: its lines, and when it is shown, in milliseconds. `opens` where the speaker is another than before. */
export type Cue = {
	readonly segment: Segment;
	readonly lines: readonly string[];
	readonly start: number;
	readonly end: number;
	readonly opens: boolean;
};

export type CueSize = {readonly columns: number; readonly lines: number};

/** By the time at which they are shown: where one speaks over another, their captions alternate. */
export function* cuesOf(segments: readonly Segment[], size: CueSize): Generator<Cue> {
	let before: string | undefined;
	for (const cue of inOrder(segments, size)) {
		const who = `${cue.segment.speaker} ${cue.segment.name}`;
		yield {...cue, opens: who !== before};
		before = who;
	}
}

/** Those of segments that overlap are held until nothing can come before them any more. */
function* inOrder(segments: readonly Segment[], size: CueSize): Generator<Cue> {
	let held: Cue[] = [];
	for (const [place, segment] of segments.entries()) {
		const next = segments[place + 1]?.start ?? Infinity;
		held = [...held, ...cuesIn(segment, size)].toSorted((one, other) => one.start - other.start);
		const later = held.findIndex(({start}) => start > next);
		yield* later < 0 ? held : held.slice(0, later);
		held = later < 0 ? [] : held.slice(later);
	}
}

function* cuesIn(segment: Segment, {columns, lines: most}: CueSize): Generator<Cue> {
	const captions = segment.spoken.split(/\n+/u).flatMap(paragraph => pagesOf(linesOf(paragraph, columns), most));
	const total = captions.reduce((sum, lines) => sum + weightOf(lines), 0);
	const at = (weight: number): number =>
		Math.round(segment.start + ((segment.end - segment.start) * weight) / Math.max(1, total));
	let said = 0;
	for (const lines of captions) {
		const start = at(said);
		said += weightOf(lines);
		yield {segment, lines, start, end: Math.max(start + 1, at(said)), opens: false};
	}
}

const weightOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** At blanks; what has none is cut where the line is full. A sentence's end ends the line where half of it is used. */
function linesOf(text: string, columns: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/u).flatMap(each => chunks(each, columns))) {
		const next = line === '' ? word : `${line} ${word}`;
		const ended = /[.!?…][”"’)]*$/u.test(line) && line.length * 2 > columns;
		if (line !== '' && (next.length > columns || ended)) {
			lines.push(line);
			line = word;
		} else line = next;
	}
	return line === '' ? lines : [...lines, line];
}

const chunks = (word: string, columns: number): string[] => {
	if (word.length <= columns) return [word];
	const characters = Array.from(word);
	return Array.from({length: Math.ceil(characters.length / columns)}, (_, place) =>
		characters.slice(place * columns, (place + 1) * columns).join(''),
	);
};

/** So many lines together, but a new caption after the end of a sentence. */
function pagesOf(lines: readonly string[], most: number): string[][] {
	const pages: string[][] = [];
	for (const line of lines) {
		const page = pages.at(-1);
		if (page && page.length < most && !/[.!?…][”"’)]*$/u.test(page.at(-1) ?? '')) page.push(line);
		else pages.push([line]);
	}
	return pages;
}

/** `00:01:02.345`, with the sign before the milliseconds. */
export function timestamp(ms: number, sign: '.' | ','): string {
	const two = (value: number) => String(value).padStart(2, '0');
	const seconds = Math.floor(ms / 1000);
	return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${sign}${String(Math.floor(ms % 1000)).padStart(3, '0')}`;
}
