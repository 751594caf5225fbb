/** Captions as SRT and WebVTT, the transcript and the chapters as JSON: all of the same times. */
import {cuesOf, remarkCues, type Cue} from './cues.ts';
import {type Segment, sentencesOf} from './segments.ts';
import {type Episode, disclosure, editedNote, noteOf} from './episode.ts';
import {between, jsonWithList, whole} from './pieces.ts';

/** `00:01:02.345`, with the sign before the milliseconds. */
function timestamp(ms: number, sign: '.' | ','): string {
	const two = (value: number) => String(value).padStart(2, '0');
	const seconds = Math.floor(ms / 1000);
	return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${sign}${String(Math.floor(ms % 1000)).padStart(3, '0')}`;
}

// SubRip captions: the speaker's name where it changes.

export const srt = (episode: Episode): Generator<string> => between('\n', blocksOf(episode));

function* blocksOf(episode: Episode): Generator<string> {
	let number = 0;
	let last = episode.length;
	for (const {start, end, lines} of cuesOf(episode.segments)) {
		yield block(++number, start, end, lines.map(plain).join('\n'));
		last = Math.max(last, end);
	}
	// The format has no place for remarks: what has to be said is shown after the last word.
	const note = noteOf(episode);
	for (const {start, end, lines} of note === '' ? [] : remarkCues(`[${note}]`, last))
		yield block(++number, start, end, lines.map(plain).join('\n'));
}

const block = (number: number, start: number, end: number, text: string): string =>
	`${number}\n${timestamp(start, ',')} --> ${timestamp(end, ',')}\n${text}\n`;

/** Angle brackets are tags to players, and an arrow would be a time. */
const plain = (text: string): string => text.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›');

// WebVTT with a voice tag a speaker (https://www.w3.org/TR/webvtt1/).

export function* vtt(episode: Episode): Generator<string> {
	const {segments, language, facts} = episode;
	const head = [
		'WEBVTT',
		'',
		`NOTE\n${escapeNote([facts.title, noteOf(episode), `Language: ${language}`].join('\n'))}`,
	];
	yield head.join('\n');
	let number = 0;
	for (const cue of cuesOf(segments)) yield `\n\n${++number}\n${timing(cue)}\n${payload(cue)}`;
	yield '\n';
}

const timing = ({start, end}: Cue): string => `${timestamp(start, '.')} --> ${timestamp(end, '.')}`;

const payload = ({segment, words}: Cue): string =>
	`<v ${escapeText(segment.name.replace(/\s+/gu, ' '))}>${words.map(escapeText).join('\n')}`;

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
	const {segments, facts, journal} = episode;
	const note = noteOf(episode);
	const made = {title: facts.title, ...(note !== '' && {note}), ...(journal && {journal})};
	yield* jsonWithList({version: '1.0.0', ...made}, 'segments', entriesOf(segments));
}

function* entriesOf(segments: readonly Segment[]): Generator<TranscriptEntry> {
	for (const segment of segments)
		for (const {text, start, end} of sentencesOf(segment))
			yield {speaker: segment.name, startTime: inSeconds(start), endTime: inSeconds(end), body: text.trim()};
}

type TranscriptEntry = {
	readonly speaker: string;
	readonly startTime: number;
	readonly endTime: number;
	readonly body: string;
};

const inSeconds = (ms: number): number => Math.round(ms) / 1000;

// JSON chapters 1.2 (`application/json+chapters`).

export function chaptersJson({chapters, state, facts, edited}: Episode): string {
	const description = [disclosure(state), edited ? editedNote : ''].filter(part => part !== '').join(' ');
	const content = {
		version: '1.2.0',
		title: facts.title,
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
