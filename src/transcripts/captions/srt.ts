/** SubRip captions: two lines of 42 characters, and the speaker's name where it changes. None overlap. */
import type {Episode} from '../episode/episode.ts';
import {editedNote} from '../episode/disclosure.ts';
import {cuesOf, timestamp, type Cue} from './cues.ts';

const size = {columns: 42, lines: 2} as const;

export function srt({segments, edited, length}: Episode): string {
	const cues = cuesOf(segments, size);
	let free = 0;
	const blocks = cues.map((cue, place) => {
		const from = Math.max(cue.start, free);
		free = Math.max(from + 1, Math.min(cue.end, cues[place + 1]?.start ?? cue.end));
		return block(place + 1, from, free, textOf(cue));
	});
	// The format has no place for remarks: what has to be said is shown after the last word.
	const note = edited ? [block(blocks.length + 1, length, length + 3000, `[${editedNote}]`)] : [];
	return [...blocks, ...note].join('\n');
}

const block = (number: number, start: number, end: number, text: string): string =>
	`${number}\n${timestamp(start, ',')} --> ${timestamp(end, ',')}\n${text}\n`;

/** Angle brackets are tags to players, and an arrow would be a time. */
const plain = (text: string): string => text.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›');

const textOf = ({segment, lines, opens}: Cue): string =>
	`${opens ? `${plain(segment.name.replace(/\s+/gu, ' '))}: ` : ''}${lines.map(plain).join('\n')}`;
