/**
 * Scripts for engines that speak several voices at once: lines with speaker tags, SSML, or turns with their voice and
 * how they are said. Cuts are marked in each.
 */
import {oneLine} from '../debate/text/words.ts';
import {escapeMarkup} from '../debate/text/intake.ts';
import {cutToLimit, requestsOf, type SpokenLine} from './dialogue.ts';
import {noteOf, type Episode} from './episode.ts';
import type {ttsForms} from './export-names.ts';
import {between, jsonWithList} from './pieces.ts';
import {spokenSentences, type Segment} from './segments.ts';

export type TtsForm = (typeof ttsForms)[number];

export type TtsOptions = {
	readonly form?: TtsForm | undefined;
	/** Characters that a request may have. */
	readonly limit?: number | undefined;
	/** The engine's voice by a seat's id or a speaker's name; the seat's id stands for one that is not named. */
	readonly voices?: Readonly<Record<string, string>> | undefined;
};

export function* tts(episode: Episode, {form = 'tags', limit, voices = {}}: TtsOptions = {}): Generator<string> {
	const speakers = voicesBySpeaker(episode, voices);
	if (form === 'tags') yield* tagged(episode, speakers, limit);
	else if (form === 'ssml') yield* ssml(episode, speakers, limit);
	else yield* turns(episode, speakers, limit);
}

type TtsVoice = {readonly speaker: string; readonly tag: string; readonly voice: string};

/** Everybody who is heard, by name, in the order in which they speak. */
function voicesBySpeaker({segments}: Episode, voices: Readonly<Record<string, string>>): ReadonlyMap<string, TtsVoice> {
	const speakers = new Map<string, TtsVoice>();
	for (const {speaker, name} of segments)
		if (!speakers.has(name))
			speakers.set(name, {
				speaker: name,
				tag: `Speaker ${speakers.size + 1}`,
				voice: voices[speaker] ?? voices[name] ?? speaker,
			});
	return speakers;
}

// Requests of at most so many characters, marks and tags included; one of everything where there is no limit.

/** What is said, in as few pieces as keep to the limit once they are written. */
function partsWithin(spoken: string, limit: number | undefined, written: (part: string) => string): string[] {
	for (let most = limit ?? Infinity; ; most = Math.floor(most * 0.8)) {
		const parts = (limit === undefined ? [spoken] : cutToLimit(spoken, most)).map(written);
		if (most <= 8 || limit === undefined || parts.every(part => part.length <= limit)) return parts;
	}
}

function packed(parts: readonly string[], limit: number | undefined): readonly string[] {
	if (limit === undefined) return [parts.join('')];
	const requests: string[] = [];
	for (const part of parts) {
		const last = requests.at(-1);
		if (last === undefined || last.length + part.length > limit) requests.push(part);
		else requests[requests.length - 1] = last + part;
	}
	return requests;
}

// A line a turn: `Speaker 1: …`. What stands above the first is not spoken; an empty line parts requests.

function* tagged(
	{state, facts, segments, ...episode}: Episode,
	speakers: ReadonlyMap<string, TtsVoice>,
	limit: number | undefined,
): Generator<string> {
	const about = [facts.title, noteOf({state, ...episode})].filter(line => line !== '');
	const named = Array.from(speakers.values(), ({tag, speaker, voice}) => `${tag} is ${speaker}, voice ${voice}`);
	yield `${[...about, ...named].map(line => `# ${oneLine(line)}`).join('\n')}\n\n`;
	const lines = segments.flatMap(({name, spoken}) =>
		partsWithin(spoken, limit, part => `${speakers.get(name)?.tag ?? name}: ${oneLine(part)}\n`),
	);
	yield* between('\n', packed(lines, limit));
}

// SSML 1.1 (https://www.w3.org/TR/speech-synthesis11/), with a mark where somebody is cut off.

/** Silence before what stands there, in milliseconds; none before somebody who cuts in. */
const pauses = {speaker: 950, chapter: 1900, paragraph: 600} as const;

function* ssml(
	{state, segments, language, ...episode}: Episode,
	speakers: ReadonlyMap<string, TtsVoice>,
	limit: number | undefined,
): Generator<string> {
	const note = noteOf({state, language, ...episode}).replaceAll('--', '–');
	const open = `<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="${language}">\n`;
	const close = '</speak>\n';
	// A request with less room than its own marks take cannot be made.
	const room = limit === undefined ? undefined : Math.max(limit - open.length - close.length, leastRoom);
	const parts = segments.flatMap((segment, place) => {
		const {id, name, spoken, cut} = segment;
		const ms = pauseBefore(segment, segments[place - 1]);
		const pause = ms > 0 ? `<break time="${ms}ms"/>\n` : '';
		const mark = cut ? `<mark name="cut-${escapeMarkup(id)}"/>` : '';
		const voice = escapeMarkup(speakers.get(name)?.voice ?? name);
		const own = room === undefined ? undefined : room - pause.length - mark.length;
		const said = partsWithin(spoken, own, part => `<voice name="${voice}">${paragraphs(part)}</voice>\n`);
		return said.map((part, at) => {
			const marked = at === said.length - 1 ? part.replace(/<\/voice>\n$/u, `${mark}</voice>\n`) : part;
			return at === 0 ? `${pause}${marked}` : marked;
		});
	});
	yield '<?xml version="1.0" encoding="UTF-8"?>\n';
	if (note !== '') yield `<!-- ${note} -->\n`;
	yield* between(
		'\n',
		packed(parts, room).map(part => `${open}${part}${close}`),
	);
}

/** Characters of a request of SSML besides its first and last tag, at least. */
const leastRoom = 200;

function paragraphs(spoken: string): string {
	const all: string[][] = [[]];
	for (const {text, endsParagraph} of spokenSentences(spoken)) {
		all.at(-1)?.push(`<s>${escapeMarkup(text)}</s>`);
		if (endsParagraph) all.push([]);
	}
	return all
		.filter(sentences => sentences.length > 0)
		.map(sentences => `<p>${sentences.join(' ')}</p>`)
		.join('');
}

function pauseBefore(segment: Segment, before: Segment | undefined): number {
	if (!before || cutsIn(segment)) return 0;
	if (segment.section !== undefined) return pauses.chapter;
	return segment.name === before.name ? pauses.paragraph : pauses.speaker;
}

const cutsIn = ({kind, first}: Segment): boolean => kind === 'interruption' && first;

// Turns as JSON: those with one number belong into one request.

function* turns(
	episode: Episode,
	speakers: ReadonlyMap<string, TtsVoice>,
	limit: number | undefined,
): Generator<string> {
	const {facts, segments, language} = episode;
	const note = noteOf(episode);
	const about = {
		title: facts.title,
		language,
		...(note !== '' && {note}),
		voices: [...speakers.values()],
	};
	yield* jsonWithList(about, 'turns', turnsOf(segments, requestsOf(segments, limit), speakers));
}

function* turnsOf(
	segments: readonly Segment[],
	lines: readonly SpokenLine[],
	speakers: ReadonlyMap<string, TtsVoice>,
): Generator<object> {
	const byId = new Map(segments.map((segment, place) => [segment.id, {segment, before: segments[place - 1]}]));
	for (const [place, line] of lines.entries()) {
		const known = byId.get(line.id);
		if (!known) continue;
		const opens = lines[place - 1]?.id !== line.id;
		const closes = lines[place + 1]?.id !== line.id;
		const cut = closes && known.segment.cut;
		const interrupts = opens && cutsIn(known.segment);
		yield {
			...line,
			tag: speakers.get(line.speaker)?.tag,
			voice: speakers.get(line.speaker)?.voice,
			delivery: deliveryOf(known.segment, {interrupts, cut}),
			pauseMs: opens ? pauseBefore(known.segment, known.before) : 0,
			interrupts,
			cut,
		};
	}
}

// How something is said, for voices that can be told.

const parts: Readonly<Record<string, string>> = {
	arbiter: 'You host a debate on the radio: warm, clear and in no hurry.',
	judge: 'You judge a debate: calm, fair and measured.',
	synthesis: 'You sum up a debate: calm and measured.',
	listener: 'You are a listener who asks a question: lively and brief.',
};

/** By the part that its speaker has, and by what becomes of it: whether it cuts in, and whether it is cut off. */
export function deliveryOf(
	{role}: Pick<Segment, 'role'>,
	{interrupts, cut}: {readonly interrupts: boolean; readonly cut: boolean},
): string {
	return [
		parts[role] ?? 'You argue in a live debate: convinced and alert, to a person across the table, not reading aloud.',
		interrupts ? 'Here you cut in on somebody: quick and pointed.' : '',
		cut ? 'Here you are cut off: end with a raised voice, in the middle of the thought.' : '',
	]
		.filter(part => part !== '')
		.join(' ');
}
