/** `podcast.md`: show notes, and a script to read or to render, with stage directions and estimated times. */
import type {DebateState, Turn} from '../../debate/state.ts';
import {escapeInline, escapeProse} from '../escape-markdown.ts';
import {showNotes} from './show-notes.ts';
import {episodeOf} from './show.ts';
import {timelineOf, type Stretch} from '../timeline.ts';
import {clock, humanize, speakerOfTurn, voiceNote} from '../wording.ts';

export function podcast(state: DebateState): string {
	const {start} = state;
	if (!start) return '';
	const timeline = timelineOf(state);
	return `${[
		`# ${escapeInline([episodeOf(state), start.title].filter(part => part !== undefined).join(': '))}`,
		'## Show notes',
		showNotes(state, timeline),
		'## Script',
		`*About ${clock(timeline.at(-1)?.end ?? 0)} at 150 words a minute; all times are estimates. Directions stand in brackets and are not spoken.*`,
		voices(state, timeline),
		...timeline.flatMap(stretch => scriptLines(state, stretch)),
	].join('\n\n')}\n`;
}

/** Everyone who is heard, as the script calls them. */
function voices(state: DebateState, timeline: readonly Stretch[]): string {
	const heard = new Map(timeline.map(({passage: {turn}}) => [`${turn.speaker} ${nameOf(state, turn)}`, turn]));
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

function scriptLines(state: DebateState, {passage: {turn, first, last}, text, start, section}: Stretch): string[] {
	const direction = directionOf(state, turn, first);
	return [
		...(section === undefined ? [] : [`### ${escapeInline(section)} (${clock(start)})`]),
		...(direction === undefined ? [] : [`[${direction}]`]),
		`**${nameOf(state, turn)}:** ${escapeProse(text)}${last && turn.finish === 'interrupted' ? ' —' : ''}`,
	];
}

function directionOf(state: DebateState, turn: Turn, first: boolean): string | undefined {
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
