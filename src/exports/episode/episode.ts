/** A debate as an episode: its timed segments, its chapters, and what has to be said of it. */
import type {DebateState} from '../../debate/state.ts';
import type {FormatParts} from '../format-parts.ts';
import type {JournalMark} from '../journal-mark.ts';
import {languageOf} from '../../languages/ear/find.ts';
import type {Pronunciation} from '../ear/pronounce.ts';
import type {Ear} from '../ear/spoken.ts';
import {speechPace} from '../../debate/text/words.ts';
import {resultOf, type Stepwise} from '../pieces.ts';
import {coldOpen} from './best-exchange.ts';
import {chapterNames, partsOf} from './chapter-names.ts';
import type {Edits} from './edits.ts';
import {episodeWords} from '../../languages/episode/find.ts';
import {spokenPassage, timed, untimedInSteps, type Segment, type Untimed} from './segments.ts';

export type EpisodeOptions = {
	/** Words a minute; 150 unless said. */
	readonly wpm?: number;
	readonly pronunciations?: readonly Pronunciation[];
	/** Whether the best exchange is heard before the beginning. */
	readonly coldOpen?: boolean;
	/** Words that were changed after the debate, which is said. */
	readonly edits?: Edits;
	/** The journal that the debate was read from. */
	readonly journal?: JournalMark | undefined;
	/** What the debate's format brings. */
	readonly format?: FormatParts | undefined;
};

/** `start` and `end` are milliseconds; `section` is the heading of the journal, `title` what is argued there. */
type Chapter = {
	readonly title: string;
	readonly section: string;
	readonly start: number;
	readonly end: number;
};

export type Episode = {
	readonly state: DebateState;
	readonly segments: readonly Segment[];
	readonly chapters: readonly Chapter[];
	/** ISO 639-1. */
	readonly language: string;
	readonly wpm: number;
	/** Milliseconds. */
	readonly length: number;
	readonly edited: boolean;
	readonly journal: JournalMark | undefined;
	readonly format: FormatParts | undefined;
};

export const episodeFrom = (state: DebateState, options?: EpisodeOptions): Episode =>
	resultOf(episodeInSteps(state, options));

/** The same a turn at a time: a debate of many hours takes seconds. */
export function* episodeInSteps(state: DebateState, options: EpisodeOptions = {}): Stepwise<Episode> {
	const {wpm = speechPace, pronunciations = [], edits} = options;
	const language = languageOf(state);
	const ear = {language, pronunciations};
	const heard = yield* untimedInSteps(state, ear);
	return yield* assembled(edits ? withEdits(state, heard, edits, ear) : {state, said: heard}, ear, {...options, wpm});
}

type Said = {readonly state: DebateState; readonly said: readonly Untimed[]};

function* assembled(
	{state, said}: Said,
	ear: Ear,
	options: EpisodeOptions & {readonly wpm: number},
): Stepwise<Episode> {
	const {language} = ear;
	const {wpm, journal, format} = options;
	const edited = options.edits !== undefined;
	const opening = options.coldOpen === true ? coldOpen(state, said, ear) : [];
	const segments = timed([...opening, ...said], wpm);
	const parts = partsOf(said);
	const titles = [
		...(opening.length > 0 ? [episodeWords(language).headings.coldOpen] : []),
		...(yield* chapterNames(state, parts, language, format?.traits)),
	];
	const length = segments.reduce((latest, {end}) => Math.max(latest, end), 0);
	const chapters = chaptersOf(segments, titles, length);
	return {state, segments, chapters, language, wpm, length, edited, journal, format};
}

/** The debate with other words; a turn's text is what is left of it, so that nothing quotes what was changed. */
function withEdits(state: DebateState, heard: readonly Untimed[], edits: Edits, ear: Ear): Said {
	const said = heard.flatMap(segment => {
		const text = edits[segment.id];
		if (text === undefined) return [segment];
		return text === '' ? [] : [{...segment, text, spoken: spokenPassage({...segment, text}, ear)}];
	});
	const changed = new Set(heard.filter(({id}) => edits[id] !== undefined).map(({turn}) => turn.id));
	const textOf = (id: string): string =>
		said
			.filter(({turn}) => turn.id === id)
			.map(({text}) => text.trim())
			.join(' ');
	const turns = state.turns.map(turn => (changed.has(turn.id) ? {...turn, text: textOf(turn.id)} : turn));
	return {state: {...state, turns}, said};
}

/** The same episode with the times of its sound: one a segment, in milliseconds. */
export function retimed(episode: Episode, times: readonly {readonly start: number; readonly end: number}[]): Episode {
	const segments = episode.segments.map((segment, place) => ({...segment, ...times[place]}));
	const length = segments.reduce((latest, {end}) => Math.max(latest, end), 0);
	const titles = episode.chapters.map(({title}) => title);
	return {...episode, segments, length, chapters: chaptersOf(segments, titles, length)};
}

/** A chapter for each segment with which a part begins. */
function chaptersOf(
	segments: readonly Pick<Segment, 'section' | 'start'>[],
	titles: readonly string[],
	length: number,
): Chapter[] {
	const starts = segments.filter(({section}, place) => section !== undefined || place === 0);
	return starts.map(({section = '', start}, place) => ({
		title: titles[place] ?? section,
		section,
		start,
		end: starts[place + 1]?.start ?? length,
	}));
}
