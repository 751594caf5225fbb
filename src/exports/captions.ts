/**
 * Captions: segments cut into cues that fit on the screen and keep step with the words, as SRT, WebVTT, JSON and
 * chapters.
 */
import type {Segment} from './segments.ts';
import {type Episode, disclosure, editedNote, episodeTitle, noteOf} from './episode.ts';
import {between, jsonWithList, whole} from './pieces.ts';
import {splitSentences} from '../debate/text/sentences.ts';

/** A caption: its lines, and when it is shown, in milliseconds. `opens` where the speaker is another than before. */
type Cue = {
	readonly segment: Segment;
	readonly lines: readonly string[];
	readonly start: number;
	readonly end: number;
	readonly opens: boolean;
};

type CueSize = {readonly columns: number; readonly lines: number};

/** By the time at which they are shown: where one speaks over another, their captions alternate. */
function* cuesOf(segments: readonly Segment[], size: CueSize): Generator<Cue> {
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
function timestamp(ms: number, sign: '.' | ','): string {
	const two = (value: number) => String(value).padStart(2, '0');
	const seconds = Math.floor(ms / 1000);
	return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${sign}${String(Math.floor(ms % 1000)).padStart(3, '0')}`;
}

// SubRip captions: two lines of 42 characters, and the speaker's name where it changes. None overlap.

const srtSize = {columns: 42, lines: 2} as const;

export const srt = (episode: Episode): Generator<string> => between('\n', blocksOf(episode));

function* blocksOf(episode: Episode): Generator<string> {
	const {segments, length} = episode;
	let [free, number] = [0, 0];
	let held: Cue | undefined;
	const timed = (cue: Cue, next: number): string => {
		const from = Math.max(cue.start, free);
		free = Math.max(from + 1, Math.min(cue.end, next));
		return block(++number, from, free, textOf(cue));
	};
	for (const cue of cuesOf(segments, srtSize)) {
		if (held) yield timed(held, cue.start);
		held = cue;
	}
	if (held) yield timed(held, held.end);
	// The format has no place for remarks: what has to be said is shown after the last word.
	const note = noteOf(episode);
	const pages = note === '' ? [] : pagesOf(linesOf(`[${note}]`, srtSize.columns), srtSize.lines);
	for (const [place, lines] of pages.entries()) {
		const start = Math.max(length, free) + place * noteShown;
		yield block(number + 1 + place, start, start + noteShown, lines.map(plain).join('\n'));
	}
}

/** How long a page of that is shown, in milliseconds. */
const noteShown = 3000;

const block = (number: number, start: number, end: number, text: string): string =>
	`${number}\n${timestamp(start, ',')} --> ${timestamp(end, ',')}\n${text}\n`;

/** Angle brackets are tags to players, and an arrow would be a time. */
const plain = (text: string): string => text.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›');

const textOf = ({segment, lines, opens}: Cue): string =>
	`${opens ? `${plain(segment.name.replace(/\s+/gu, ' '))}: ` : ''}${lines.map(plain).join('\n')}`;

// WebVTT with a voice tag a speaker (https://www.w3.org/TR/webvtt1/). Cues may overlap where someone cuts in.

const vttSize = {columns: 60, lines: 2} as const;

export function* vtt(episode: Episode): Generator<string> {
	const {segments, language, state} = episode;
	const head = [
		'WEBVTT',
		'',
		`NOTE\n${escapeNote([episodeTitle(state), noteOf(episode), `Language: ${language}`].join('\n'))}`,
	];
	yield head.join('\n');
	let number = 0;
	for (const cue of cuesOf(segments, vttSize)) yield `\n\n${++number}\n${timing(cue)}\n${payload(cue)}`;
	yield '\n';
}

const timing = ({start, end}: Cue): string => `${timestamp(start, '.')} --> ${timestamp(end, '.')}`;

const payload = ({segment, lines}: Cue): string =>
	`<v ${escapeText(segment.name.replace(/\s+/gu, ' '))}>${lines.map(escapeText).join('\n')}`;

const entities: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;'};
const escapeText = (text: string): string => text.replace(/[&<>]/gu, sign => entities[sign] ?? sign);

/** A note ends at an empty line, and may not hold an arrow. */
const escapeNote = (text: string): string =>
	text
		.replaceAll('-->', '→')
		.split('\n')
		.filter(line => line.trim() !== '')
		.join('\n');

// A transcript as Podcasting 2.0 apps read it: a sentence an entry, in seconds.

export function* transcriptJson(episode: Episode): Generator<string> {
	const {segments, state, journal} = episode;
	const note = noteOf(episode);
	const made = {title: episodeTitle(state), ...(note !== '' && {note}), ...(journal && {journal})};
	yield* jsonWithList({version: '1.0.0', ...made}, 'segments', entriesOf(segments));
}

function* entriesOf(segments: readonly Segment[]): Generator<TranscriptEntry> {
	for (const segment of segments) yield* sentencesOf(segment);
}

type TranscriptEntry = {
	readonly speaker: string;
	readonly startTime: number;
	readonly endTime: number;
	readonly body: string;
};

function sentencesOf({name, spoken, start, end}: Segment): TranscriptEntry[] {
	const sentences = splitSentences(spoken);
	const total = spoken.length;
	let said = 0;
	return sentences.map(sentence => {
		const from = start + ((end - start) * said) / total;
		said += sentence.length;
		const to = start + ((end - start) * said) / total;
		return {speaker: name, startTime: inSeconds(from), endTime: inSeconds(to), body: sentence.trim()};
	});
}

const inSeconds = (ms: number): number => Math.round(ms) / 1000;

// JSON chapters 1.2 (`application/json+chapters`).

export function chaptersJson({chapters, state, edited}: Episode): string {
	const description = [disclosure(state), edited ? editedNote : ''].filter(part => part !== '').join(' ');
	const content = {
		version: '1.2.0',
		title: episodeTitle(state),
		...(description !== '' && {description}),
		chapters: chapters.map(({title, start, end}) => ({
			startTime: inSeconds(start),
			title,
			endTime: inSeconds(end),
		})),
	};
	return `${JSON.stringify(content, undefined, '\t')}\n`;
}

// What lies beside an episode's sound, by the ending of the file's name.

export const episodeTexts = (episode: Episode): Readonly<Record<string, string>> => ({
	vtt: whole(vtt(episode)),
	srt: whole(srt(episode)),
	'transcript.json': whole(transcriptJson(episode)),
	'chapters.json': chaptersJson(episode),
});
