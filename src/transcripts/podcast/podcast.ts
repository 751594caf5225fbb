/** `podcast.md`: show notes, and a script to read or to render, with cues, chapters and estimated times. */
import type {DebateState, Turn} from '../../debate/state.ts';
import {editedNote} from '../episode/disclosure.ts';
import {episodeFrom, type Episode, type EpisodeOptions} from '../episode/episode.ts';
import type {Segment} from '../episode/segments.ts';
import {escapeInline, escapeProse} from '../escape-markdown.ts';
import {clock, humanize, speakerOfTurn, voiceNote} from '../wording.ts';
import {episodeLabel} from './show.ts';
import {showNotes} from './show-notes.ts';

/** The script begins with the cold open, and its times count it. */
export const podcast = (state: DebateState, options?: EpisodeOptions): string =>
	script(episodeFrom(state, {...options, coldOpen: true}));

function script(episode: Episode): string {
	const {state, segments, chapters, wpm, length, edited} = episode;
	const {start} = state;
	if (!start) return '';
	const starts = segments.filter(({section}) => section !== undefined);
	const titles = new Map(starts.map((segment, place) => [segment, chapters[place]?.title ?? '']));
	return `${[
		`# ${escapeInline([episodeLabel(state), start.title].filter(part => part !== undefined).join(': '))}`,
		...(edited ? [`*${editedNote}. The debate itself is in its journal.*`] : []),
		'## Show notes',
		showNotes(episode),
		'## Script',
		`*About ${clock(length)} at ${wpm} words a minute; all times are estimates. Directions stand in brackets and are not spoken.*`,
		voices(state, segments),
		...segments.flatMap((segment, place) => scriptLines(state, segment, titles.get(segment), segments[place - 1])),
		'[MUSIC out]',
	].join('\n\n')}\n`;
}

/** Everyone who is heard, as the script calls them. */
function voices(state: DebateState, segments: readonly Segment[]): string {
	const heard = new Map(segments.map(({turn}) => [`${turn.speaker} ${nameOf(state, turn)}`, turn]));
	return [...heard.values()]
		.map(turn => {
			const seat = state.seats.find(each => each.id === turn.speaker);
			const who = seat
				? [humanize(seat.framework ?? seat.role), voiceNote(turn) ?? turn.by?.provider]
						.filter(part => part !== undefined)
						.join(', ')
				: 'from the audience';
			return `- ${nameOf(state, turn)}: ${escapeInline(who)}`;
		})
		.join('\n');
}

const nameOf = (state: DebateState, turn: Turn): string => escapeInline(speakerOfTurn(state, turn).toUpperCase());

function scriptLines(
	state: DebateState,
	segment: Segment,
	title: string | undefined,
	before: Segment | undefined,
): string[] {
	const {turn, spoken, start} = segment;
	const directions = [musicCue(segment, before), directionOf(state, segment)].filter(cue => cue !== undefined);
	return [
		...(title === undefined ? [] : [`### ${escapeInline(title)} (${clock(start)})`]),
		...directions.map(direction => `[${direction}]`),
		`**${nameOf(state, turn)}:** ${escapeProse(spoken)}`,
	];
}

const isOpening = ({id}: Segment): boolean => id.endsWith('-open');

function musicCue(segment: Segment, before: Segment | undefined): string | undefined {
	if (!before) return isOpening(segment) ? 'COLD OPEN, without music' : 'MUSIC in, then under';
	if (isOpening(before) && !isOpening(segment)) return 'MUSIC in, then under';
	return segment.section !== undefined && !isOpening(segment) ? 'MUSIC sting' : undefined;
}

function directionOf(state: DebateState, {turn, first}: Segment): string | undefined {
	const name = nameOf(state, turn);
	if (!first) return `${name} goes on`;
	const host = turn.amid && state.turns.find(({id}) => id === turn.amid?.turnId);
	if (host) return `${nameOf(state, host)} pauses; ${name} steps in`;
	if (turn.kind === 'interjection') return `${name} steps in`;
	if (turn.kind === 'resumption') return `${name} takes the word back`;
	if (turn.kind !== 'interruption') return undefined;
	const cut = state.turns.find(({id}) => id === turn.replyTo);
	return `${name} cuts in${cut ? `, over ${nameOf(state, cut)}` : ''}`;
}
