/** JSON chapters 1.2 (`application/json+chapters`). */
import {editedNote} from '../episode/disclosure.ts';
import type {Episode} from '../episode/episode.ts';
import {inSeconds} from './transcript-json.ts';

export function chaptersJson({chapters, state, edited}: Episode): string {
	const content = {
		version: '1.2.0',
		title: state.start?.subject.text ?? '',
		...(edited && {description: editedNote}),
		chapters: chapters.map(({title, start, end}) => ({
			startTime: inSeconds(start),
			title,
			endTime: inSeconds(end),
		})),
	};
	return `${JSON.stringify(content, undefined, '\t')}\n`;
}
