/** One segment of a debate on its web page: who speaks, when, and every sentence with its time. */
import {sanitize} from '../../debate/text/sanitize.ts';
import type {DebateState} from '../../debate/state.ts';
import type {Segment} from '../episode/segments.ts';
import {isGraded, unscoredReason} from '../scores.ts';
import {clock, humanize, scoreWorking, turnKindLabel, voiceNote} from '../wording.ts';
import {escapeMarkup} from '../../debate/text/escape-markup.ts';
import {markdownHtml} from './markdown-html.ts';

/** Seats have colours by their place, up to six. */
const mostColours = 6;

export function turnHtml(state: DebateState, segment: Segment): string {
	const {id, name, speaker, turn, start, end, first, last, cut} = segment;
	const place = state.seats.findIndex(seat => seat.id === speaker);
	const seat = state.seats[place];
	const role =
		(first ? turnKindLabel(turn) : 'goes on') ?? (seat?.framework === undefined ? undefined : humanize(seat.framework));
	const about = [role, voiceNote(turn)].filter(part => part !== undefined).join(' · ');
	const anchor = anchorOf(id);
	return [
		`<article id="${anchor}" class="turn seat${place < 0 ? 0 : (place % mostColours) + 1}" data-start="${start}" data-end="${end}" tabindex="-1" aria-label="${escapeMarkup(name)}, ${clock(start)}">`,
		`<p class="who"><strong dir="auto">${escapeMarkup(name)}</strong> <span>${escapeMarkup(about)}</span> <button type="button" class="seek" data-at="${start}" aria-label="Play from ${clock(start)}">${clock(start)}</button> <a class="share" href="#${anchor}" aria-label="Link to ${escapeMarkup(name)} at ${clock(start)}">#</a></p>`,
		...spokenHtml(segment),
		...(cut ? ['<p class="how">— cut off</p>'] : []),
		...(last ? scoreLine(state, segment) : []),
		'</article>',
	].join('\n');
}

/** An id that stands in a page and an address as it is; ids of turns are so already. */
const anchorOf = (id: string): string => id.replaceAll(/[^\w.-]/gu, '_');

function spokenHtml({text, start, end}: Segment): readonly string[] {
	const clean = sanitize(text).trimEnd();
	return markdownHtml(clean, offset => Math.round(start + ((end - start) * offset) / Math.max(1, clean.length)));
}

function scoreLine(state: DebateState, {turn: {evaluation}}: Segment): string[] {
	if (!evaluation) return [];
	const {adherenceScore, contested = []} = evaluation;
	const text =
		adherenceScore === null
			? `Not scored: ${unscoredReason(state, evaluation) ?? 'no usable judgement came'}`
			: `Adherence ${scoreWorking(evaluation)}${isGraded(evaluation) && contested.length > 0 ? ', contested' : ''}`;
	return [`<p class="score">${escapeMarkup(text)}</p>`];
}
