/** WebVTT with a voice tag a speaker (https://www.w3.org/TR/webvtt1/). Cues may overlap where someone cuts in. */
import type {Episode} from '../episode/episode.ts';
import {noteOf} from '../episode/disclosure.ts';
import {cuesOf, timestamp, type Cue} from './cues.ts';

const size = {columns: 60, lines: 2} as const;

export function* vtt(episode: Episode): Generator<string> {
	const {segments, language, state} = episode;
	const head = [
		'WEBVTT',
		'',
		`NOTE\n${escapeNote([state.start?.title ?? '', noteOf(episode), `Language: ${language}`].join('\n'))}`,
	];
	yield head.join('\n');
	let number = 0;
	for (const cue of cuesOf(segments, size)) yield `\n\n${++number}\n${timing(cue)}\n${payload(cue)}`;
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
