/** Speakers and what they say, for speech services: in texts and requests no longer than a service takes. */
import {splitSentences} from '../debate/text/sentences.ts';
import {noteOf, type Episode} from './episode.ts';
import {jsonWithList} from './pieces.ts';
import type {Segment} from './segments.ts';

/** Characters that a request to such a service may have, unless said otherwise. */
const usualLimit = 2000;

/** One text of one speaker; those with one number belong into one request. */
export type SpokenLine = {
	readonly speaker: string;
	readonly text: string;
	readonly id: string;
	readonly request: number;
};

export function* dialogue(episode: Episode, limit = usualLimit): Generator<string> {
	const {facts, segments, language} = episode;
	const lines = requestsOf(segments, limit);
	const note = noteOf(episode);
	const about = {title: facts.title, language, limit, requests: lines.at(-1)?.request ?? 0};
	yield* jsonWithList({...about, ...(note !== '' && {note})}, 'dialogue', lines);
}

/** All that is spoken, in order, in requests of at most `limit` characters. */
export function requestsOf(segments: readonly Segment[], limit = usualLimit): SpokenLine[] {
	const lines: SpokenLine[] = [];
	let [request, used] = [1, 0];
	for (const {id, name, spoken} of segments)
		for (const text of cutToLimit(spoken, limit)) {
			if (used > 0 && used + text.length > limit) [request, used] = [request + 1, 0];
			used += text.length;
			lines.push({speaker: name, text, id, request});
		}
	return lines;
}

/** Whole sentences as long as they fit, words where a sentence does not, characters where a word does not. */
export function cutToLimit(text: string, limit: number): string[] {
	const pieces: string[] = [];
	let piece = '';
	for (const part of splitSentences(text).flatMap(sentence => smaller(sentence, limit))) {
		if (piece !== '' && (piece + part).trimEnd().length > limit) {
			pieces.push(piece.trim());
			piece = '';
		}
		piece += part;
	}
	return [...pieces, piece.trim()].filter(each => each !== '');
}

const smaller = (sentence: string, limit: number): string[] =>
	sentence.trimEnd().length <= limit
		? [sentence]
		: (sentence.match(/\S+\s*/gu) ?? []).flatMap(word =>
				word.trimEnd().length <= limit ? [word] : (word.match(new RegExp(`[^]{1,${limit}}`, 'gu')) ?? []),
			);
