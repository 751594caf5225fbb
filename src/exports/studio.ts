/**
 * What a studio works from: a screenplay with numbered cues, a part for each actor, lists, markers, and requests to
 * services that speak dialogue. All of it is made of one episode, so that numbers and times agree.
 */
import {oneLine} from '../debate/text/words.ts';
import {episodeWords} from '../languages/find.ts';
import {cell} from './csv.ts';
import {requestsOf, type SpokenLine} from './dialogue.ts';
import {spokenText, type Ear} from './ear.ts';
import {hasSound, noteOf, type Episode} from './episode.ts';
import {directionOf} from './podcast.ts';
import {spokenWords, type Segment} from './segments.ts';
import type {TtsOptions} from './tts.ts';

/** A piece of speech with its number in the script, counted from 1. */
type NumberedCue = {readonly number: number; readonly segment: Segment; readonly before: Segment | undefined};

export const scriptFile = 'script.fountain';

/** The files by their names in the folder. */
export function studioFiles(
	episode: Episode,
	{limit, voices = {}, pronunciations = []}: TtsOptions & {readonly pronunciations?: Ear['pronunciations']} = {},
): ReadonlyMap<string, string> {
	const heard = episode.segments.filter(({spoken}) => /[\p{L}\p{N}]/u.test(spoken));
	const cues = heard.map((segment, place) => ({number: place + 1, segment, before: heard[place - 1]}));
	const lines = requestsOf(heard, limit);
	const voiceOf = voiceFinder(episode, voices);
	return new Map([
		[scriptFile, fountain(episode, cues)],
		...partsByName(episode, cues),
		['roles.csv', roles(episode)],
		['pronunciations.csv', pronunciationList(episode, {language: episode.language, pronunciations})],
		['labels.txt', labels(cues)],
		['elevenlabs.json', json(elevenLabs(lines, voiceOf))],
		['gemini.json', json(gemini(lines, limit ?? geminiLimit, voiceOf))],
	]);
}

const json = (value: object): string => `${JSON.stringify(value, undefined, '\t')}\n`;

// The screenplay, in Fountain 1.1 (https://fountain.io/syntax): each element is forced, so that no name or text of a
// speaker is taken for another.

function fountain(episode: Episode, cues: readonly NumberedCue[]): string {
	const {state, facts, segments, chapters, language} = episode;
	const words = episodeWords(language);
	const told = {state, words};
	const starts = segments.filter(({section}, place) => section !== undefined || place === 0);
	const titles = new Map(starts.map((segment, place) => [segment, chapters[place]?.title ?? '']));
	const blocks = cues.flatMap(({number, segment, before}) => {
		const title = titles.get(segment);
		const direction = directionOf(told, segment, before);
		return [
			...(title === undefined ? [] : [`.${fountainText(title)}`]),
			...(direction === undefined ? [] : [`![${fountainText(direction)}]`]),
			`@${cueName(segment.name)} (${number})\n${dialogueText(segment.spoken)}`,
		];
	});
	const page = [
		['Title', facts.title],
		['Author', facts.speakers.map(({name}) => name).join(', ')],
		['Draft date', facts.date],
		['Notes', [facts.standfirst ?? '', noteOf(episode)].filter(part => part !== '').join(' ')],
	].flatMap(([key, value = '']) => (value === '' ? [] : [`${key}: ${fountainText(value)}`]));
	return `${page.join('\n')}\n\n${blocks.join('\n\n')}\n`;
}

/** In one line, without what opens a note or a comment; emphasis is escaped. */
const fountainText = (text: string): string =>
	oneLine(text)
		.replaceAll(/\[{2,}/gu, '[')
		.replaceAll(/\]{2,}/gu, ']')
		.replaceAll(/\/\*|\*\//gu, '/')
		.replaceAll(/[*_\\]/gu, String.raw`\$&`);

/** Brackets are for the number, and a caret would set two speeches side by side. */
const cueName = (name: string): string => fountainText(name.replaceAll(/[()^]/gu, ' ')).toUpperCase();

/** A line of dialogue that begins with a bracket is a direction, and one with a tilde is sung. */
const dialogueText = (text: string): string => fountainText(text).replace(/^[(~\s]+/u, '');

// A part a speaker: own lines, and before each the one that it answers to.

function partsByName(episode: Episode, cues: readonly NumberedCue[]): [string, string][] {
	const taken = new Set<string>();
	const head = [episode.facts.title, noteOf(episode)].filter(line => line !== '').map(oneLine);
	return [...Map.groupBy(cues, ({segment}) => segment.name)].map(([name, own]) => {
		const lines = own.map(
			({number, segment, before}) =>
				`${before && before.name !== name ? `${before.name}: … ${lastWords(before.spoken)}\n` : ''}${number}. ${oneLine(segment.spoken)}\n`,
		);
		return [`part-${freeSlug(name, taken)}.txt`, `${[oneLine(name), ...head].join('\n')}\n\n${lines.join('\n')}`];
	});
}

/** How many words of the line before an actor hears in the part. */
const cueWords = 12;

const lastWords = (text: string): string => oneLine(text).split(' ').slice(-cueWords).join(' ');

function freeSlug(name: string, taken: Set<string>): string {
	const slug = Array.from(
		name
			.normalize('NFKC')
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
	);
	const plain = slug.slice(0, 40).join('').replaceAll(/^-|-$/gu, '') || 'speaker';
	let free = plain;
	for (let number = 2; taken.has(free); number++) free = `${plain}-${number}`;
	taken.add(free);
	return free;
}

const table = (rows: readonly (readonly (string | number)[])[]): string =>
	rows.map(row => `${row.map(cell).join(',')}\r\n`).join('');

/** Words, cues and minutes a speaker; minutes are estimated where there is no sound. */
function roles(episode: Episode): string {
	const by = Map.groupBy(episode.segments, ({name}) => name);
	const rows = Array.from(by, ([name, own]) => [
		name,
		own[0]?.role ?? '',
		own.length,
		own.reduce((sum, {spoken}) => sum + spokenWords(spoken), 0),
		(own.reduce((sum, {start, end}) => sum + end - start, 0) / 60_000).toFixed(1),
		hasSound(episode) ? 'sound' : `estimated at ${episode.wpm} words a minute`,
	]);
	return table([['speaker', 'role', 'cues', 'words', 'minutes', 'timed by'], ...rows]);
}

// What is said otherwise than it is written. A row is listed only where it is said so in the script.

const figure = /[$€£¥]?\d(?:[\d.,:/–-]*\d)?(?:\s?(?:[%‰€£]|°[CF]?|\p{L}+))?/gu;
const abbreviation = /(?<![\p{L}\d])(?:(?:\p{L}\.){2,}|\p{Lu}[\p{Lu}\d]+|\p{L}{1,5}\.(?=\s\p{Ll}))(?!\p{L})/gu;

function pronunciationList({segments}: Episode, ear: Ear): string {
	const rows = new Map<string, readonly string[]>();
	for (const name of new Set(segments.map(segment => segment.name)))
		rows.set(name, ['name', name, bare(spokenText(name, ear))]);
	for (const {text, spoken} of segments)
		for (const [kind, pattern] of [['figure', figure] as const, ['abbreviation', abbreviation] as const])
			for (const [written] of text.matchAll(pattern)) {
				if (rows.has(written)) continue;
				const said = bare(spokenText(written, ear));
				const isTold = said !== '' && spoken.toLowerCase().includes(said.toLowerCase());
				if (isTold && (kind === 'abbreviation' || said !== bare(written))) rows.set(written, [kind, written, said]);
			}
	return table([['kind', 'written', 'said'], ...rows.values()]);
}

const bare = (text: string): string => oneLine(text).replace(/[.。]$/u, '');

/** Audacity's labels: start and end in seconds, and a text, with tabs between. */
const labels = (cues: readonly NumberedCue[]): string =>
	cues
		.map(({number, segment: {start, end, name}}) =>
			[(start / 1000).toFixed(3), (end / 1000).toFixed(3), `${number} ${oneLine(name)}\n`].join('\t'),
		)
		.join('');

// Bodies of requests. A voice that is not named in the show is the seat's id, to be replaced by the service's own.

type VoiceOf = (speaker: string) => string;

function voiceFinder({segments}: Episode, voices: Readonly<Record<string, string>>): VoiceOf {
	const seats = new Map(segments.map(({name, speaker}) => [name, speaker]));
	return name => voices[seats.get(name) ?? ''] ?? voices[name] ?? seats.get(name) ?? name;
}

/** `POST /v1/text-to-dialogue`, a body a request. */
const elevenLabs = (lines: readonly SpokenLine[], voiceOf: VoiceOf): object[] =>
	[...Map.groupBy(lines, ({request}) => request).values()].map(own => ({
		model_id: 'eleven_v3',
		inputs: own.map(({text, speaker}) => ({text, voice_id: voiceOf(speaker)})),
	}));

const geminiLimit = 2000;

/** `models/…:generateContent`, a body a request: two speakers in each, or one by itself. */
function gemini(lines: readonly SpokenLine[], limit: number, voiceOf: VoiceOf): object[] {
	const requests: SpokenLine[][] = [];
	for (const line of lines) {
		const last = requests.at(-1);
		const joined = [...(last ?? []), line];
		const length = joined.reduce((sum, {speaker, text}) => sum + speaker.length + text.length + 3, 0);
		if (last && length <= limit && new Set(joined.map(({speaker}) => speaker)).size <= 2) last.push(line);
		else requests.push([line]);
	}
	return requests.map(own => geminiBody(own, voiceOf));
}

function geminiBody(lines: readonly SpokenLine[], voiceOf: VoiceOf): object {
	const speakers = [...new Set(lines.map(({speaker}) => speaker))];
	const voice = (name: string) => ({voiceConfig: {prebuiltVoiceConfig: {voiceName: voiceOf(name)}}});
	const [only = ''] = speakers;
	const speechConfig =
		speakers.length === 1
			? voice(only)
			: {multiSpeakerVoiceConfig: {speakerVoiceConfigs: speakers.map(speaker => ({speaker, ...voice(speaker)}))}};
	const said = lines.map(({speaker, text}) => (speakers.length === 1 ? text : `${speaker}: ${oneLine(text)}`));
	return {
		contents: [{parts: [{text: said.join('\n')}]}],
		generationConfig: {responseModalities: ['AUDIO'], speechConfig},
	};
}
