/** A turn on a web page: who speaks, every sentence with its time, cuts as dashes, and what is cited in the margin. */
import {arguingSeats, personLabel, seatSigns} from '../../debate/seats.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {escapeMarkup, sanitize} from '../../debate/text/intake.ts';
import {referencesOf, signOf, standingInWords, type Reference} from '../../debate/views/citations.ts';
import {nameIn} from '../../languages/find.ts';
import {fillSlots, type EpisodeWords} from '../../languages/language.ts';
import {clock, voiceNote} from '../../languages/wording.ts';
import type {Told} from '../episode.ts';
import {markdownHtml, timesIn} from '../markdown-html.ts';
import {citationSigns, excerptOf, withFootnotes} from '../references.ts';
import {cutOff, sentencesOf, type Segment} from '../segments.ts';

/** An id that stands in a page and an address as it is; ids of turns are so already. */
export const anchorOf = (id: string): string => id.replaceAll(/[^\w.-]/gu, '_');

/**
 * How whoever has a seat is told apart: by a class, which has one of six colours for those who argue, and by the sign
 * that they have on the stage; others have no colour and no sign.
 */
export function seatMark(
	{seats}: Pick<DebateState, 'seats'>,
	speaker: string,
): {readonly kind: string; readonly sign: string} {
	const place = arguingSeats(seats).findIndex(({id}) => id === speaker);
	const nth = place % seatSigns.length;
	return place < 0 ? {kind: 'seat0', sign: ''} : {kind: `seat${nth + 1}`, sign: seatSigns[nth] ?? ''};
}

/** One element of a page, whole: what is heard without a break of one turn. */
export function turnHtml(told: Told, segment: Segment): string {
	const {state, words} = told;
	const {id, name, speaker, start, last} = segment;
	return [
		`<article id="${anchorOf(id)}" class="turn ${seatMark(state, speaker).kind}" data-start="${Math.round(start)}" tabindex="-1" aria-label="${escapeMarkup(name)}, ${clock(start)}">`,
		whoHtml(told, segment),
		...withNotes(spokenHtml(state, segment, words), notesOf(state, segment, words)),
		...(last ? scoreLine(segment, words) : []),
		'</article>',
	].join('\n');
}

function whoHtml({state, words}: Told, segment: Segment): string {
	const {id, name, speaker, turn, start, first} = segment;
	const {page} = words;
	const framework = state.seats.find(seat => seat.id === speaker)?.framework;
	const role =
		page.kinds[first ? turn.kind : 'goesOn'] ?? (framework === undefined ? undefined : nameIn(words, framework));
	const about = [role, noteIn(words, turn)].filter(part => part !== undefined).join(' · ');
	const {sign} = seatMark(state, speaker);
	return [
		'<p class="who">',
		sign === '' ? '' : `<span class="sign" aria-hidden="true">${sign}</span> `,
		`<strong dir="auto">${escapeMarkup(name)}</strong> <span>${escapeMarkup(about)}</span> `,
		`<a class="seek" href="#${anchorOf(id)}" aria-label="${escapeMarkup(fillSlots(page.linkTo, {name, time: clock(start)}))}">${clock(start)}</a>`,
		'</p>',
	].join('');
}

/** That it was no model who spoke. */
export function noteIn({labels}: EpisodeWords, turn: Turn): string | undefined {
	const note = voiceNote(turn);
	return note === undefined ? undefined : note === personLabel ? labels.person : labels.rehearsal;
}

/** Its blocks. Who is cut off ends on a dash, and whoever cuts in begins on one; code stays as it was written. */
function spokenHtml(state: DebateState, segment: Segment, {page}: EpisodeWords): readonly string[] {
	const {kind, first, cut} = segment;
	const clean = sanitize(withFootnotes(state, segment)).trimEnd();
	const ended = cut && !/`{3,}$/u.test(clean) ? cutOff(clean) : clean;
	const said = kind === 'interruption' && first && /^[\p{L}\p{N}“"‘']/u.test(ended) ? `— ${ended}` : ended;
	const blocks = markdownHtml(said, timesIn(said, sentencesOf(segment), segment));
	return cut ? [...blocks, `<p class="visually-hidden">${page.cutOff}</p>`] : blocks;
}

// What is cited: a number in the text, and a note that stands in the margin where there is one.

type NoteHtml = {readonly number: number; readonly html: string};

/** Those of this piece of the turn; what a text that was edited no longer has stands with the last. */
function notesOf(
	state: DebateState,
	{turn, from, text, first, last}: Segment,
	words: EpisodeWords,
): readonly NoteHtml[] {
	const isHere = (offset: number): boolean => (first || offset > from) && (last || offset <= from + text.length);
	return referencesOf(state)
		.filter(reference => reference.turn === turn && isHere(reference.citation.offset))
		.map(reference => ({number: reference.number, html: noteHtml(reference, words)}));
}

function noteHtml({number, citation, passage, document}: Reference, {code, quotes}: EpisodeWords): string {
	const {quote} = citation;
	const said = quote === null ? '' : `${quotes[0]}${escapeMarkup(quote)}${quotes[1]}`;
	const standing = code === 'en' ? escapeMarkup(standingInWords(citation)) : '';
	const line = `<b>${number}</b> ${citationSigns[signOf(citation)]} ${[said, standing].filter(part => part !== '').join(': ')}`;
	if (!passage || !document) return `<p class="note-margin" id="note-${number}" dir="auto">${line}</p>`;
	const where = escapeMarkup(`${document.title}, ${passage.place}`);
	const text = escapeMarkup(excerptOf(passage.text, citation));
	return `<details class="note-margin" id="note-${number}"><summary dir="auto">${line}</summary><blockquote dir="auto">${text}</blockquote><p>${where}</p></details>`;
}

/** Each note beside the block that has its number, read after it; those without one at the end. */
function withNotes(blocks: readonly string[], notes: readonly NoteHtml[]): readonly string[] {
	const left = [...notes];
	const rows = blocks.map(block => {
		const here = left.filter(({number}) => block.includes(`href="#note-${number}"`));
		for (const note of here) left.splice(left.indexOf(note), 1);
		const margin = here.map(({html}) => html).join('');
		return margin === '' ? block : `<div class="noted"><div>${block}</div><div>${margin}</div></div>`;
	});
	return [...rows, ...left.map(({html}) => html)];
}

/** The score, which leads to how it comes about. */
function scoreLine({turn: {id, evaluation}}: Segment, {page}: EpisodeWords): readonly string[] {
	if (!evaluation) return [];
	const {adherenceScore, contested = []} = evaluation;
	const text =
		adherenceScore === null
			? page.notScored
			: `${fillSlots(page.adherence, {score: String(adherenceScore)})}${contested.length > 0 ? page.contested : ''}`;
	return [`<p class="score"><a href="#score-${anchorOf(id)}">${escapeMarkup(text)}</a></p>`];
}
