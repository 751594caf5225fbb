/**
 * What a studio works from: a screenplay with numbered cues, a part for each actor, lists, markers, and requests to
 * services that speak dialogue. All of it is made of one episode, so that numbers and times agree.
 */
import {concessionsIn} from '../debate/claims.ts';
import {escapeMarkup} from '../debate/text/intake.ts';
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
	const voiceOf = voiceFinder(episode, voices);
	const linesFor = (service: keyof typeof reactionTags) => requestsOf(withReactions(episode, heard, service), limit);
	return new Map([
		[scriptFile, screenplay.fountain(episode, cues)],
		['script.html', screenplay.print(episode, cues)],
		...partsByName(episode, cues),
		['roles.csv', roles(episode)],
		['pronunciations.csv', pronunciationList(episode, {language: episode.language, pronunciations})],
		['labels.txt', labels(heard)],
		['markers.csv', markers(heard)],
		['elevenlabs.json', json(elevenLabs(linesFor('elevenLabs'), voiceOf))],
		['gemini.json', json(gemini(linesFor('gemini'), limit ?? geminiLimit, voiceOf))],
	]);
}

const json = (value: object): string => `${JSON.stringify(value, undefined, '\t')}\n`;

// The screenplay, as Fountain and as a page to print.

/** What stands on its pages, in order. */
type ScriptBlock =
	| {readonly kind: 'scene' | 'action'; readonly text: string}
	| {readonly kind: 'speech'; readonly name: string; readonly number: number; readonly text: string};

type Screenplay = {readonly head: readonly (readonly [key: string, value: string])[]; readonly blocks: ScriptBlock[]};

function screenplayOf(episode: Episode, cues: readonly NumberedCue[]): Screenplay {
	const {state, facts, segments, chapters, language} = episode;
	const told = {state, words: episodeWords(language)};
	const starts = segments.filter(({section}, place) => section !== undefined || place === 0);
	const titles = new Map(starts.map((segment, place) => [segment, chapters[place]?.title ?? '']));
	const blocks = cues.flatMap(({number, segment, before}): ScriptBlock[] => {
		const title = titles.get(segment);
		const direction = directionOf(told, segment, before);
		return [
			...(title === undefined ? [] : [{kind: 'scene' as const, text: title}]),
			...(direction === undefined ? [] : [{kind: 'action' as const, text: `[${direction}]`}]),
			{kind: 'speech', name: segment.name, number, text: segment.spoken},
		];
	});
	const head = [
		['Title', facts.title],
		['Author', facts.speakers.map(({name}) => name).join(', ')],
		['Draft date', facts.date],
		['Notes', [facts.standfirst ?? '', noteOf(episode)].filter(part => part !== '').join(' ')],
	] as const;
	return {head: head.filter(([, value]) => value !== ''), blocks};
}

const screenplay = {
	/** Fountain 1.1 (https://fountain.io/syntax): each element is forced, so that no text is taken for another. */
	fountain(episode: Episode, cues: readonly NumberedCue[]): string {
		const {head, blocks} = screenplayOf(episode, cues);
		const page = head.map(([key, value]) => `${key}: ${fountainText(value)}`);
		const said = blocks.map(block =>
			block.kind === 'speech'
				? `@${cueName(block.name)} (${block.number})\n${dialogueText(block.text)}`
				: `${block.kind === 'scene' ? '.' : '!'}${fountainText(block.text)}`,
		);
		return `${page.join('\n')}\n\n${said.join('\n\n')}\n`;
	},
	/** The same on paper: a cue stays with its first lines, and each page has its number. */
	print(episode: Episode, cues: readonly NumberedCue[]): string {
		const {head, blocks} = screenplayOf(episode, cues);
		const title = escapeMarkup(oneLine(episode.facts.title));
		const said = blocks.map(block => {
			const text = escapeMarkup(oneLine(block.text));
			if (block.kind !== 'speech') return block.kind === 'scene' ? `<h2>${text}</h2>` : `<p class="action">${text}</p>`;
			return `<h3>${block.number}. ${escapeMarkup(oneLine(block.name))}</h3>\n<p class="said" dir="auto">${text}</p>`;
		});
		const about = head.slice(1).map(([, value]) => `<p>${escapeMarkup(oneLine(value))}</p>`);
		return [
			`<!doctype html>\n<html lang="${episode.language}">\n<head>\n<meta charset="utf-8">`,
			'<meta name="viewport" content="width=device-width, initial-scale=1">',
			`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
			`<title>${title}</title>\n<style>${printStyle}</style>\n</head>\n<body>`,
			`<header>\n<h1>${title}</h1>\n${about.join('\n')}\n</header>\n<main>\n${said.join('\n')}\n</main>\n</body>\n</html>\n`,
		].join('\n');
	},
};

const printStyle =
	'@page{size:A4;margin:2.5cm 2.5cm 2cm 3.5cm;@bottom-right{content:counter(page)}}body{font:12pt/1.35 "Courier Prime",Courier,monospace;max-width:38em;margin:2rem auto;padding:0 1rem}h1{font-size:1.3em}h2{font-size:1em;text-transform:uppercase;margin:2em 0 1em;break-after:avoid}h3{font-size:1em;font-weight:normal;text-transform:uppercase;margin:1.2em 0 0 14em;break-after:avoid}.said{margin:0 4em 0 7em;orphans:3;widows:3}.action{break-after:avoid}@media print{body{margin:0;padding:0;max-width:none}header{break-after:page;padding-top:8cm;text-align:center}}@media (max-width:40em){h3{margin-left:3em}.said{margin:0 0 0 1em}}';

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

export function freeSlug(name: string, taken: Set<string>): string {
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

/** What a producer lines sound up with: each piece of speech by its number in the script, in milliseconds. */
type Cued = Pick<Segment, 'start' | 'end' | 'name'>;

/** Audacity's labels: start and end in seconds, and a text, with tabs between. */
export const labels = (heard: readonly Cued[]): string =>
	heard
		.map(({start, end, name}, place) =>
			[(start / 1000).toFixed(3), (end / 1000).toFixed(3), `${place + 1} ${oneLine(name)}\n`].join('\t'),
		)
		.join('');

/** Regions as Reaper's list of regions reads them, in minutes and seconds. */
export function markers(heard: readonly Cued[]): string {
	const time = (ms: number): string => `${Math.floor(ms / 60_000)}:${((ms / 1000) % 60).toFixed(3).padStart(6, '0')}`;
	const rows = heard.map(({start, end, name}, place) => [
		`R${place + 1}`,
		`${place + 1} ${oneLine(name)}`,
		time(start),
		time(end),
		time(end - start),
	]);
	return table([['#', 'Name', 'Start', 'End', 'Length'], ...rows]);
}

// Reactions, as a service's own tag: whoever cuts in, and whoever grants something.

/** Of ElevenLabs: https://elevenlabs.io/blog/eleven-v3-audio-tags-bringing-multi-character-dialogue-to-life */
const reactionTags = {
	elevenLabs: {cut: '[interrupting]', concession: '[sighs]'},
	gemini: {cut: undefined, concession: '[sigh]'},
} as const;

const betweenReactions = 60_000;

/** At most one a minute, and only where the record has what is reacted to. */
function withReactions(
	{state}: Episode,
	heard: readonly Segment[],
	service: keyof typeof reactionTags,
): readonly Segment[] {
	const granting = new Set(concessionsIn(state.formats.ledger).map(({turnId}) => turnId));
	const {cut, concession} = reactionTags[service];
	let free = 0;
	return heard.map(segment => {
		const {turn, kind, first, start, spoken} = segment;
		const tag = !first ? undefined : kind === 'interruption' ? cut : granting.has(turn.id) ? concession : undefined;
		if (tag === undefined || start < free) return segment;
		free = start + betweenReactions;
		return {...segment, spoken: `${tag} ${spoken}`};
	});
}

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
