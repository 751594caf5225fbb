/** A debate as an episode: its timed segments, its chapters, and what has to be said of it. */
import {cleanText} from '../debate/text/intake.ts';
import {UsageError, type Fault} from '../debate/usage-error.ts';
import {
	type Untimed,
	spokenPassage,
	spokenSentences,
	spokenWords,
	timed,
	untimedInSteps,
	type Segment,
} from './segments.ts';
import type {DebateState} from '../debate/state.ts';
import type {FormatParts} from './format-parts.ts';
import type {JournalMark} from './journal-mark.ts';
import {languageOf, episodeWords, inWords, englishEpisodeWords} from '../languages/find.ts';
import type {Pronunciation, Ear} from './ear.ts';
import {speechPace} from '../debate/text/words.ts';
import {resultOf, type Stepwise} from './pieces.ts';
import {coldOpen} from './best-exchange.ts';
import {chapterNames, partsOf} from './chapter-names.ts';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';
import {isPerson, isRehearsal, type Holder} from '../debate/seats.ts';
import {factsOf, type Facts} from './facts.ts';

// Words changed after a debate, by the segment that they stand in: the form they are edited in, and back.

/** The new text of segments by id; empty for one that is left out. */
export type Edits = Readonly<Record<string, string>>;

const mark = '=== ';
const head = [
	'# Edit what is said. A line that begins with === names the turn below it: leave those lines as they are.',
	'# A turn without words is left out. Lines that begin with # above the first turn are not kept.',
].join('\n');

/** Every segment under its id, who speaks and where. */
export function editForm(segments: readonly Untimed[], edits: Edits): string {
	let section = '';
	const blocks = segments.map(({id, name, text, section: begins}) => {
		section = begins ?? section;
		return `${mark}${id} ${name.replaceAll(/\s+/gu, ' ')}, ${section}\n\n${escaped((edits[id] ?? text).trim())}\n`;
	});
	return [head, ...blocks].join('\n\n');
}

/** A line of a speaker's own that looks like a name of a turn is set in. */
const escaped = (text: string): string => text.replaceAll(/^(?=\\*=== )/gmu, '\\');
const unescaped = (text: string): string => text.replaceAll(/^\\(?=\\*=== )/gmu, '');

/** What is otherwise than it was said. Throws `UsageError` naming all turns that are gone, unknown or twice there. */
export function editsIn(form: string, segments: readonly Untimed[], from: string): Edits {
	const given = new Map<string, string>();
	const faults: Fault[] = [];
	const known = new Map(segments.map(segment => [segment.id, segment]));
	for (const block of `\n${cleanText(form)}`.split(/\n(?==== )/u).slice(1)) {
		const [line = '', ...rest] = block.split('\n');
		const id = line.slice(mark.length).split(' ')[0] ?? '';
		if (!known.has(id)) faults.push(faultOf('There is no such turn in this debate', id, from));
		else if (given.has(id)) faults.push(faultOf('This turn is there twice', id, from));
		given.set(id, unescaped(rest.join('\n').trim()));
	}
	for (const {id} of segments) if (!given.has(id)) faults.push(faultOf('The line of this turn is gone', id, from));
	if (faults.length > 0) throw new UsageError(faults);
	return Object.fromEntries([...given].filter(([id, text]) => text !== known.get(id)?.text.trim()));
}

const faultOf = (what: string, value: string, from: string): Fault => ({
	what,
	value,
	from,
	todo: 'Edit it again: lines that begin with === stay as they are, and a turn without words is left out.',
});

export type EpisodeOptions = {
	/** Words a minute; 150 unless said. */
	readonly wpm?: number;
	readonly pronunciations?: readonly Pronunciation[];
	/** Whether the best exchange is heard before the beginning. */
	readonly coldOpen?: boolean;
	/** Whether there is music, whose cues the script then has. */
	readonly music?: boolean;
	/** Words that were changed after the debate, which is said. */
	readonly edits?: Edits;
	/** Whether an article also has the working: how each score comes about, and every claim with what became of it. */
	readonly detail?: boolean;
	/** What its sound says, where there is one: times are those of it, unless another pace is wanted. */
	readonly heard?: readonly HeardSentence[] | undefined;
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
	/** Milliseconds, the cold open included. */
	readonly length: number;
	/** What is told of the debate; its length is that of this episode, without the cold open. */
	readonly facts: Facts;
	readonly edited: boolean;
	readonly music: boolean;
	readonly journal: JournalMark | undefined;
	readonly format: FormatParts | undefined;
};

/** A debate, and the words of its language. */
export type Told = {readonly state: DebateState; readonly words: EpisodeWords};

export const episodeFrom = (state: DebateState, options?: EpisodeOptions): Episode =>
	resultOf(episodeInSteps(state, options));

/** The same a turn at a time: a debate of many hours takes seconds. */
export function* episodeInSteps(state: DebateState, options: EpisodeOptions = {}): Stepwise<Episode> {
	const {wpm = speechPace, pronunciations = [], edits} = options;
	const language = languageOf(state);
	const ear = {language, pronunciations};
	const heard = yield* untimedInSteps(state, ear);
	return assembled(edits ? withEdits(state, heard, edits, ear) : {state, said: heard}, ear, {...options, wpm});
}

/** The same with the times of its sound, where there is one of these words: with the cold open or without. */
export function* heardEpisodeInSteps(state: DebateState, options: EpisodeOptions = {}): Stepwise<Episode> {
	const episode = yield* episodeInSteps(state, options);
	const {heard, wpm, coldOpen: wanted} = options;
	if (!heard || wpm !== undefined) return episode;
	const other = {...options, coldOpen: wanted !== true};
	return heardAs(episode, heard) ?? heardAs(yield* episodeInSteps(state, other), heard) ?? episode;
}

type Said = {readonly state: DebateState; readonly said: readonly Untimed[]};

function assembled({state, said}: Said, ear: Ear, options: EpisodeOptions & {readonly wpm: number}): Episode {
	const {language} = ear;
	const {wpm, journal, format, music = false} = options;
	const edited = options.edits !== undefined;
	const opening = options.coldOpen === true ? coldOpen(state, said, ear) : [];
	const segments = timed([...opening, ...said], wpm);
	const parts = partsOf(said);
	const titles = [
		...(opening.length > 0 ? [episodeWords(language).headings.coldOpen] : []),
		...chapterNames(state, parts, language, format),
	];
	const length = segments.reduce((latest, {end}) => Math.max(latest, end), 0);
	const chapters = chaptersOf(segments, titles, length);
	const begins = segments[opening.length]?.start ?? 0;
	const facts = factsOf(state, format, length - begins);
	return {state, segments, chapters, language, wpm, length, facts, edited, music, journal, format};
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

/**
 * The same episode with the times of its sound: those of each segment and of its sentences, in milliseconds, and how
 * long it goes on behind the last word.
 */
export function retimed(
	episode: Episode,
	times: readonly Required<Pick<Segment, 'start' | 'end' | 'sentences'>>[],
	tail = 0,
): Episode {
	const segments = episode.segments.map((segment, place) => ({...segment, ...times[place]}));
	const length = segments.reduce((latest, {end}) => Math.max(latest, end), 0) + tail;
	const titles = episode.chapters.map(({title}) => title);
	const facts = {...episode.facts, length};
	return {
		...episode,
		segments,
		length,
		wpm: heardPace(segments),
		facts,
		chapters: chaptersOf(segments, titles, length),
	};
}

/** Words a minute while somebody speaks: pauses aside. */
function heardPace(segments: readonly Segment[]): number {
	const words = segments.reduce((sum, {spoken}) => sum + spokenWords(spoken), 0);
	const spans = segments.flatMap(({sentences = []}) => sentences);
	return Math.round(
		(words /
			Math.max(
				1,
				spans.reduce((sum, {start, end}) => sum + end - start, 0),
			)) *
			60_000,
	);
}

/** Whether its times are those of a sound. */
export const hasSound = ({segments}: Pick<Episode, 'segments'>): boolean =>
	segments.some(({sentences}) => sentences !== undefined);

/** A sentence of a sound and when it is heard, in seconds, as its transcript has it. */
export type HeardSentence = {readonly startTime: number; readonly endTime: number; readonly body: string};

/** The episode with the times of a sound; undefined where what is heard there is not, word for word, what it says. */
function heardAs(episode: Episode, heard: readonly HeardSentence[]): Episode | undefined {
	let next = 0;
	const times = [];
	for (const {spoken} of episode.segments) {
		const texts = spokenSentences(spoken).map(({text}) => text);
		const own = heard.slice(next, next + texts.length);
		next += texts.length;
		if (texts.some((text, place) => own[place]?.body !== text.trim())) return undefined;
		const sentences = own.map(({body, startTime, endTime}) => ({
			text: body,
			start: startTime * 1000,
			end: endTime * 1000,
		}));
		times.push({start: sentences[0]?.start ?? 0, end: sentences.at(-1)?.end ?? 0, sentences});
	}
	return next === heard.length ? retimed(episode, times) : undefined;
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
		start: place === 0 ? 0 : start,
		end: starts[place + 1]?.start ?? length,
	}));
}

// What a player shows of an episode beside its name.

/** The show that an episode is of, as its tags name it; fields without a value are empty. */
export type EpisodeShow = {readonly title: string; readonly author: string; readonly number: number | undefined};

/** ISO 639-2, as ID3 and MP4 take it, by ISO 639-1. */
const threeLetters: Readonly<Record<string, string>> = {
	ar: 'ara',
	de: 'deu',
	en: 'eng',
	es: 'spa',
	fr: 'fra',
	hi: 'hin',
	it: 'ita',
	ja: 'jpn',
	ko: 'kor',
	nl: 'nld',
	pl: 'pol',
	pt: 'por',
	ru: 'rus',
	sv: 'swe',
	tr: 'tur',
	uk: 'ukr',
	zh: 'zho',
};

/** What the tags of a sound file say, by the names that ID3 and MP4 share in ffmpeg; those without a value left out. */
export function episodeTags(episode: Episode, show?: EpisodeShow): Readonly<Record<string, string>> {
	const {state, language, facts} = episode;
	const program = state.start?.app.name ?? '';
	const artist = inWords(
		episodeWords(language),
		facts.speakers.map(({name}) => name),
	);
	const tags = {
		title: facts.title,
		artist,
		album: show?.title || program,
		album_artist: show?.author || artist,
		track: show?.number === undefined ? '' : String(show.number),
		date: facts.date,
		language: threeLetters[language] ?? 'und',
		genre: 'Podcast',
		publisher: show?.author ?? '',
		encoded_by: program,
		comment: noteOf(episode),
	};
	return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== ''));
}

// What an export has to say of itself: who here is a person and who is not, and whether words were changed.

export const editedNote = englishEpisodeWords.script.edited;

/** In plain text, one or two sentences in the episode's language; empty before anybody has spoken. */
export function noteOf({state, edited, language}: Pick<Episode, 'state' | 'edited' | 'language'>): string {
	const words = episodeWords(language);
	return [disclosure(state, words), edited ? `${words.script.edited}${words.notes.stop}` : '']
		.filter(part => part !== '')
		.join(words.space);
}

/** Who here is a person and who is not; listeners who spoke up aside. Empty before anybody has spoken. */
export function disclosure({turns}: DebateState, words: EpisodeWords = englishEpisodeWords): string {
	const heard = [
		...new Map(
			turns.flatMap(({by, text, speaker}) => (by && text !== '' ? [[`${speaker} ${by.name}`, by] as const] : [])),
		).values(),
	];
	if (heard.length === 0) return '';
	const rehearsed = heard.filter(isRehearsal);
	const people = heard.filter(isPerson);
	const {disclosure: texts, labels} = words;
	const slots = {rehearsal: labels.rehearsal, except: exceptFor(rehearsed, words), names: listNames(people, words)};
	const listener = turns.some(({kind}) => kind === 'barge-in') ? texts.listener : '';
	const noModels = rehearsed.length + people.length === heard.length;
	const others = noModels ? texts.otherPrograms : texts.otherModels;
	const all = rehearsed.length === heard.length ? texts.programs : texts.models;
	const said = people.length > 0 ? `${texts.people[people.length === 1 ? 0 : 1]}${others}` : all;
	return `${fillSlots(said, slots)}${listener}`;
}

const exceptFor = (rehearsed: readonly Holder[], words: EpisodeWords): string =>
	rehearsed.length === 0
		? ''
		: fillSlots(words.disclosure.except, {
				names: listNames(rehearsed, words),
				rehearsal: words.labels.rehearsal,
			});

const listNames = (holders: readonly Holder[], words: EpisodeWords): string =>
	inWords(
		words,
		holders.map(({name}) => name),
	);
