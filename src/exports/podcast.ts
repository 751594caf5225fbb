/** `podcast.md`: show notes, and a script to read or to render, with cues, chapters and estimated times. */
import {z} from 'zod';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import {isPlayed, personLabel} from '../debate/seats.ts';
import {heardEpisodeInSteps, hasSound, type Told, type Episode, type EpisodeOptions} from './episode.ts';
import {journalIn} from './journal-mark.ts';
import {between, type Stepwise} from './pieces.ts';
import {episodeWords, nameIn} from '../languages/find.ts';
import {hookIn} from './edition.ts';
import type {Segment} from './segments.ts';
import {escapeInline, escapeProse} from './escape-markdown.ts';
import {clock, makerOf, speakerOfTurn, voiceNote} from '../languages/wording.ts';
import {showNotes} from './show-notes.ts';

// What a debate's config says of the show that it is an episode of.

const Podcast = z.object({
	podcastMode: z.object({enabled: z.boolean(), showName: z.string(), episodeNumber: z.number().optional()}),
});

/** `Duelogic, episode 12`; nothing where there is no show. */
function episodeLabel({start}: DebateState, {labels}: EpisodeWords): string | undefined {
	const {data} = Podcast.safeParse(start?.config);
	if (!data?.podcastMode.enabled) return undefined;
	const {showName, episodeNumber} = data.podcastMode;
	return episodeNumber === undefined
		? showName
		: fillSlots(labels.episode, {show: showName, number: String(episodeNumber)});
}

/** The script begins with the cold open: its times count it, and its length is that of the debate, as everywhere. */
export function* podcastPieces(state: DebateState, options?: EpisodeOptions): Generator<string> {
	if (!state.start) return;
	yield* scriptPieces(yield* scriptEpisode(state, options));
}

/** The episode that a script is of: with the cold open, unless there is a sound without it. */
export const scriptEpisode = (state: DebateState, options?: EpisodeOptions): Stepwise<Episode> =>
	heardEpisodeInSteps(state, {...options, coldOpen: true});

/** The same of an episode that there is already. */
export function* scriptPieces(episode: Episode): Generator<string> {
	yield* between('\n\n', script(episode));
	yield '\n';
}

function* script(episode: Episode): Generator<string> {
	const {state, segments, chapters, facts, wpm, edited, language, journal, music} = episode;
	const words = episodeWords(language);
	const told = {state, words};
	const {headings, cues, script: texts, notes} = words;
	const starts = segments.filter(({section}) => section !== undefined);
	const opening = segments.find(segment => !isOpening(segment))?.start ?? 0;
	const titles = new Map(starts.map((segment, place) => [segment, chapters[place]?.title ?? '']));
	yield* [
		`# ${escapeInline([episodeLabel(state, words), facts.title].filter(part => part !== undefined).join(': '))}`,
		...(edited ? [`*${texts.edited}${notes.stop}${words.space}${texts.journal}*`] : []),
		`## ${headings.notes}`,
		showNotes(episode),
		`## ${headings.script}`,
		`*${(hasSound(episode)
			? [fillSlots(texts.sound, {time: clock(facts.length)})]
			: [
					fillSlots(texts.times, {time: clock(facts.length), wpm: String(wpm)}),
					...(opening > 0 ? [fillSlots(texts.opening, {time: clock(opening)})] : []),
				]
		).join(words.space)}*`,
		voices(told, segments),
	];
	for (const [place, segment] of segments.entries())
		yield* scriptLines(told, segment, {title: titles.get(segment), before: segments[place - 1], music});
	if (music) yield `[${cues.musicOut}]`;
	if (journal) yield `*${escapeInline(journalIn(journal, words))}*`;
}

/** Everyone who is heard, as the script calls them. */
function voices(told: Told, segments: readonly Segment[]): string {
	const heard = new Map(segments.map(({turn}) => [`${turn.speaker} ${nameOf(told, turn)}`, turn]));
	return [...heard.values()].map(turn => `- ${nameOf(told, turn)}: ${escapeInline(whoIs(told, turn))}`).join('\n');
}

function whoIs({state, words}: Told, turn: Turn): string {
	const seat = state.seats.find(each => each.id === turn.speaker);
	if (!seat) return words.labels.fromTheAudience;
	const {person, rehearsal, played} = words.labels;
	const note = voiceNote(turn);
	const spoken = turn.by && isPlayed(turn.by) ? played : undefined;
	const label = note === undefined ? spoken : note === personLabel ? person : rehearsal;
	return [nameIn(words, seat.framework ?? seat.role), label ?? (turn.by && makerOf(turn.by))]
		.filter(part => part !== undefined)
		.join(words.comma);
}

const nameOf: NameInScript = (told, turn) => escapeInline(plainName(told, turn));

function plainName({state, words}: Told, turn: Turn): string {
	const isListener = turn.speaker === 'user' && !turn.by;
	return (isListener ? words.labels.listener : speakerOfTurn(state, turn)).toUpperCase();
}

type NameInScript = (told: Told, turn: Turn) => string;

function scriptLines(
	told: Told,
	segment: Segment,
	{title, before, music}: {title: string | undefined; before: Segment | undefined; music: boolean},
): string[] {
	const {turn, spoken, start} = segment;
	const cue = music ? musicCueAt(segment, before) : undefined;
	const directions = [cue && told.words.cues[cue], directionOf(told, segment, before, nameOf)];
	return [
		...(title === undefined ? [] : [`### ${escapeInline(title)} (${clock(start)})`]),
		...directions.filter(cue => cue !== undefined).map(direction => `[${direction}]`),
		`**${nameOf(told, turn)}:** ${escapeProse(spoken)}`,
	];
}

const isOpening = ({id}: Pick<Segment, 'id'>): boolean => id.endsWith('-open');

/** What of the script's music stands before a segment. */
export function musicCueAt(
	segment: Pick<Segment, 'id' | 'section'>,
	before: Pick<Segment, 'id'> | undefined,
): 'coldOpen' | 'musicIn' | 'sting' | undefined {
	if (!before) return isOpening(segment) ? 'coldOpen' : 'musicIn';
	if (isOpening(before) && !isOpening(segment)) return 'musicIn';
	return segment.section !== undefined && !isOpening(segment) ? 'sting' : undefined;
}

/** Nobody takes the floor back from themselves: where the one before was left out, nothing is told. */
export function directionOf(
	told: Told,
	{turn, first}: Segment,
	before: Segment | undefined,
	called: NameInScript = plainName,
): string | undefined {
	const {state, words} = told;
	// A line of the hook is the editor's or the program's, and no turn of the debate.
	if (turn.kind === 'cold-open') return hookIn(state) ? words.script.hostLine : words.script.subjectLine;
	const {cues} = words;
	const name = called(told, turn);
	if (!first) return fillSlots(cues.goesOn, {name});
	const host = turn.amid && state.turns.find(({id}) => id === turn.amid?.turnId);
	if (host) return fillSlots(cues.pauses, {host: called(told, host), name});
	if (turn.kind === 'interjection') return fillSlots(cues.stepsIn, {name});
	if (turn.kind === 'point') return fillSlots(cues.point, {name});
	if (turn.kind === 'resumption')
		return before === undefined || before.turn.speaker === turn.speaker ? undefined : fillSlots(cues.takesBack, {name});
	if (turn.kind !== 'interruption') return undefined;
	const cut = state.turns.find(({id}) => id === turn.replyTo);
	return cut ? fillSlots(cues.cutsInOver, {name, other: called(told, cut)}) : fillSlots(cues.cutsIn, {name});
}
