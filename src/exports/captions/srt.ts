/** SubRip captions: two lines of 42 characters, and the speaker's name where it changes. None overlap. */
import type {Episode} from '../episode/episode.ts';
import {editedNote} from '../episode/disclosure.ts';
import {between} from '../pieces.ts';
import {cuesOf, timestamp, type Cue} from './cues.ts';

const size = {columns: 42, lines: 2} as const;

export const srt = (episode: Episode): Generator<string> => between('\n', blocksOf(episode));

function* blocksOf({segments, edited, length}: Episode): Generator<string> {
	let [free, number] = [0, 0];
	let held: Cue | undefined;
	const timed = (cue: Cue, next: number): string => {
		const from = Math.max(cue.start, free);
		free = Math.max(from + 1, Math.min(cue.end, next));
		return block(++number, from, free, textOf(cue));
	};
	for (const cue of cuesOf(segments, size)) {
		if (held) yield timed(held, cue.start);
		held = cue;
	}
	if (held) yield timed(held, held.end);
	// The format has no place for remarks: what has to be said is shown after the last word.
	if (edited) yield block(number + 1, length, length + 3000, `[${editedNote}]`);
}

const block = (number: number, start: number, end: number, text: string): string =>
	`${number}\n${timestamp(start, ',')} --> ${timestamp(end, ',')}\n${text}\n`;

/** Angle brackets are tags to players, and an arrow would be a time. */
const plain = (text: string): string => text.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›');

const textOf = ({segment, lines, opens}: Cue): string =>
	`${opens ? `${plain(segment.name.replace(/\s+/gu, ' '))}: ` : ''}${lines.map(plain).join('\n')}`;
