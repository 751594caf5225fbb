/** `podcast.md`: a script to read or render, with estimated times, and the show notes that go with it. */
import type {DebateState} from '../debate/state.ts';
import {splitSentences} from '../debate/sentences.ts';
import {harmless, harmlessInline} from './harmless.ts';
import {arguing, statisticsOf} from './statistics.ts';
import {timelineOf, type Stretch} from './timeline.ts';
import {clock, hasRehearsal, inWords, isRehearsal, rehearsalLabel, speakerOf} from './wording.ts';

/** Longest show notes that podcast directories take, in characters. */
const longestNotes = 4000;

export function podcast(state: DebateState): string {
	const {start} = state;
	if (!start) return '';
	const timeline = timelineOf(state);
	const length = clock(timeline.at(-1)?.end ?? 0);
	const labelled = hasRehearsal(state) ? ` Voices: *${rehearsalLabel}*.` : '';
	return `${[
		`# ${harmlessInline(start.title)}`,
		`Podcast script. Estimated length ${length}, at 150 words a minute; all times are estimates.${labelled}`,
		'## Show notes', showNotes(state, timeline),
		'## Script', ...timeline.flatMap(stretch => scriptLines(state, stretch)),
	].join('\n\n')}\n`;
}

function scriptLines(state: DebateState, {passage: {turn, first, last}, text, start, section}: Stretch): string[] {
	const name = harmlessInline(speakerOf(state, turn.speaker)).toUpperCase();
	const directions = [
		...(first && turn.kind === 'interruption' ? [`*[${name} cuts in, over ${nameOfCut(state, turn.replyTo)}]*`] : []),
		...(first && turn.amid ? [`*[the speaker pauses; ${name} steps in]*`] : []),
		...(!first ? [`*[${name} goes on]*`] : []),
		...(first && turn.kind === 'resumption' ? [`*[${name} takes the word back]*`] : []),
	];
	const cut = last && turn.finish === 'interrupted' ? ' —' : '';
	return [...(section === undefined ? [] : [`### ${section} · ${clock(start)}`]), ...directions, `**${name}:** ${harmless(text)}${cut}`];
}

const nameOfCut = (state: DebateState, turnId: string | undefined): string => {
	const cut = state.turns.find(({id}) => id === turnId);
	return cut ? harmlessInline(speakerOf(state, cut.speaker)).toUpperCase() : 'the speaker';
};

/** What a directory shows: hook, summary, takeaways, chapters, guests, and that nobody here is human. */
function showNotes(state: DebateState, timeline: readonly Stretch[]): string {
	const {subject, title} = state.start ?? {subject: {text: ''}, title: ''};
	const chairs = arguing(state.seats);
	const names = chairs.map(({name}) => harmlessInline(name));
	const summary = `${list(names)} argue it from ${list(chairs.map(({framework, name}) => harmlessInline(framework === undefined ? `the side of ${name}` : inWords(framework))))}. Each has to put an opponent’s case at its strongest before objecting, and to own up to the limits of its own framework; an arbiter holds them to it.`;
	const essential = [
		`**${harmlessInline(subject.text)}**`, summary,
		`Everyone who speaks is an artificial voice. ${disclosure(state)}`,
		...(title === subject.text ? [] : [`From: ${harmlessInline(title)}.`]),
	];
	const more = [
		section('Quotes', quotes(state)), section('Figures', figures(state)),
		section('Guests', chairs.map(seat => `- ${[seat.name, seat.provider, seat.framework === undefined ? undefined : inWords(seat.framework)].filter(part => part !== undefined).map(harmlessInline).join(', ')}`)),
		section('Chapters', timeline.flatMap(({section: name, start}) => (name === undefined ? [] : [`- (${clock(start)}) ${name}`]))),
	].filter(part => part !== '');
	return within(essential, more);
}

/** As much as fits: the essential parts, and of the others those that still have room. */
function within(essential: readonly string[], more: readonly string[]): string {
	let notes = essential.join('\n\n');
	for (const part of more.toReversed()) if (notes.length + part.length + 2 <= longestNotes) notes += `\n\n${part}`;
	return notes;
}

const section = (title: string, entries: readonly string[]): string => (entries.length === 0 ? '' : [`**${title}**`, '', ...entries].join('\n'));

function disclosure({seats}: DebateState): string {
	const rehearsed = seats.filter(isRehearsal);
	if (rehearsed.length === seats.length) return `All of them are Rostrum’s rehearsal voices (${rehearsalLabel}).`;
	return `They are AI models${rehearsed.length > 0 ? `, but for ${list(rehearsed.map(({name}) => harmlessInline(name)))} (${rehearsalLabel})` : ''}.`;
}

/** Each chair's best-scored turn, by a sentence that the judges quoted and that stands in it word for word. */
function quotes(state: DebateState): string[] {
	return arguing(state.seats).flatMap(({id, name}) => {
		const best = state.turns.filter(turn => turn.speaker === id && typeof turn.evaluation?.adherenceScore === 'number').toSorted((a, b) => (b.evaluation?.adherenceScore ?? 0) - (a.evaluation?.adherenceScore ?? 0))[0];
		const item = best?.evaluation?.items.find(({answer, match, start, end}) => answer === 'yes' && match === 'exact' && start !== undefined && end !== undefined);
		const sentence = item && best ? sentenceAround(best.text, item.start ?? 0) : undefined;
		return sentence === undefined ? [] : [`- “${harmlessInline(sentence)}” (${harmlessInline(name)})`];
	});
}

function sentenceAround(text: string, at: number): string | undefined {
	let end = 0;
	return splitSentences(text).find(sentence => (end += sentence.length) > at)?.trim();
}

function figures(state: DebateState): string[] {
	return statisticsOf(state).chairs.map(({seat, mean, cutsMade}) => `- ${harmlessInline(seat.name)}: adherence ${mean === undefined ? 'not scored' : `${mean.toFixed(0)} of 100 on average`}, cut in ${cutsMade} time${cutsMade === 1 ? '' : 's'}`);
}

const list = (names: readonly string[]): string => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`);
