/** A transcript as Podcasting 2.0 apps read it: a sentence an entry, in seconds. */
import {splitSentences} from '../../debate/text/sentences.ts';
import {editedNote} from '../episode/disclosure.ts';
import type {Episode} from '../episode/episode.ts';
import {jsonWithList} from '../pieces.ts';
import type {Segment} from '../episode/segments.ts';

export function* transcriptJson({segments, edited, journal}: Episode): Generator<string> {
	const made = {...(edited && {note: editedNote}), ...(journal && {journal})};
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

export const inSeconds = (ms: number): number => Math.round(ms) / 1000;
