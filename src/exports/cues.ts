/**
 * Segments cut into captions that can be read while they are heard: cut where sentences and clauses end, as far as
 * lines, time on the screen and reading speed let them.
 */
import {type Segment, sentencesOf} from './segments.ts';

/**
 * A caption: its lines, and when it is shown, in milliseconds. `name` is set where the speaker is another than before;
 * it takes its place in the first of the `lines`, of which `words` are the same without it.
 */
export type Cue = {
	readonly segment: Segment;
	readonly name: string | undefined;
	readonly lines: readonly string[];
	readonly words: readonly string[];
	readonly start: number;
	readonly end: number;
};

/** What can be read: characters a line and a second. */
type Legibility = {readonly columns: number; readonly perSecond: number};

/** Podcasting 2.0 asks for lines of 32 characters: https://podcasting2.org/docs/podcast-namespace/tags/transcript */
const usualReading: Legibility = {columns: 32, perSecond: 20};
/** Of scripts whose characters are as wide as they are high. */
const wideReading: Legibility = {columns: 16, perSecond: 9};
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** How long a caption is shown at least and at most, in milliseconds. */
const shown = {least: 1000, most: 7000} as const;
/** Behind the last word, where nothing else is heard. */
const lingering = 1500;

/** In order; none is shown beside another, also where one speaks over another. */
export function* cuesOf(segments: readonly Segment[]): Generator<Cue> {
	let before: string | undefined;
	let free = 0;
	for (const [place, segment] of segments.entries()) {
		const who = `${segment.speaker} ${segment.name}`;
		const next = segments[place + 1]?.start ?? segment.end + lingering;
		for (const cue of cuesIn(segment, who === before ? undefined : segment.name, next)) {
			const start = Math.max(cue.start, free);
			free = Math.max(start + 1, cue.end);
			yield {...cue, start, end: free};
		}
		before = who;
	}
}

/** What stands together on a line, and when it is said. */
type CaptionWord = {
	readonly text: string;
	/** What parts it from the one before. */
	readonly glue: '' | ' ';
	readonly start: number;
	readonly end: number;
	readonly ends: 'sentence' | 'clause' | 'word';
	readonly isName: boolean;
};

function* cuesIn(segment: Segment, name: string | undefined, next: number): Generator<Cue> {
	const reading = readingOf(segment.spoken);
	const tokens = tokensOf(segment, name, reading);
	let from = 0;
	for (const to of cutsIn(tokens, next, reading)) {
		const own = tokens.slice(from, to);
		const {start, end} = shownFrom(tokens, {from, to, length: lengthOf(own), next}, reading);
		const opens = own[0]?.isName === true;
		const pages = own.length === 0 ? [] : wrapped(own, reading);
		yield {
			segment,
			name: opens ? name : undefined,
			lines: pages.map(textOf),
			words: pages.map(line => textOf(line.filter(({isName}) => !isName))).filter(line => line !== ''),
			start: Math.round(start),
			end: Math.round(end),
		};
		from = to;
	}
}

/** A remark that nobody speaks, for as long as it takes to read it. */
export function remarkCues(text: string, from: number): Pick<Cue, 'lines' | 'start' | 'end'>[] {
	const reading = readingOf(text);
	const end = from + Math.max(shown.least, (text.length * atEase * 1000) / reading.perSecond);
	const tokens = wordsOf({text, start: from, end}, reading.columns);
	let at = 0;
	return cutsIn(tokens, end, reading).map(to => {
		const own = tokens.slice(at, to);
		const time = shownFrom(tokens, {from: at, to, length: lengthOf(own), next: end}, reading);
		at = to;
		const lines = wrapped(own, reading).map(textOf);
		return {lines, start: Math.round(time.start), end: Math.round(time.end)};
	});
}

/** How much more time than the fastest reader needs. */
const atEase = 1.3;

const readingOf = (text: string): Legibility =>
	(text.match(wide)?.length ?? 0) * 2 > (text.match(/\p{L}/gu)?.length ?? 0) ? wideReading : usualReading;

const lengthOf = (tokens: readonly CaptionWord[]): number =>
	tokens.reduce((sum, {text, glue}, place) => sum + text.length + (place === 0 ? 0 : glue.length), 0);

const textOf = (tokens: readonly CaptionWord[]): string =>
	tokens.map(({text, glue}, place) => `${place === 0 ? '' : glue}${text}`).join('');

function tokensOf(segment: Segment, name: string | undefined, {columns}: Legibility): CaptionWord[] {
	const tokens: CaptionWord[] = [];
	const {start} = segment;
	if (name !== undefined) {
		const text = `${cutName(name.replaceAll(/\s+/gu, ' '), columns - 1)}:`;
		tokens.push({text, glue: '', start, end: start, ends: 'word', isName: true});
	}
	for (const sentence of sentencesOf(segment)) tokens.push(...wordsOf(sentence, columns));
	return tokens;
}

const cutName = (name: string, most: number): string =>
	name.length <= most ? name : `${name.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;

const wordFinder = new Intl.Segmenter('und', {granularity: 'word'});
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const opening = /^[“‘「『《〈（【([{«‹]+$/u;

/** The words of a sentence, each with its share of the time. */
function wordsOf({text, start, end}: ReturnType<typeof sentencesOf>[number], columns: number): CaptionWord[] {
	const words = text
		.trim()
		.split(/\s+/u)
		.flatMap(word =>
			(unspaced.test(word) ? partsOf(word) : [word])
				.flatMap(part => chunks(part, columns))
				.map((part, place) => ({part, glue: place === 0 ? (' ' as const) : ('' as const)})),
		);
	const total = words.reduce((sum, {part}) => sum + part.length + 1, 0);
	let said = 0;
	return words.map(({part, glue}, place) => {
		const from = start + ((end - start) * said) / total;
		said += part.length + 1;
		return {
			text: part,
			glue,
			start: from,
			end: start + ((end - start) * said) / total,
			ends: place === words.length - 1 ? 'sentence' : /[,;:，；：、—–]["”’)»]*$/u.test(part) ? 'clause' : 'word',
			isName: false,
		};
	});
}

/** Signs stay with the word that they close or open. */
function partsOf(text: string): string[] {
	const parts: string[] = [];
	for (const {segment, isWordLike} of wordFinder.segment(text)) {
		const last = parts.at(-1);
		const joins = last !== undefined && (opening.test(last) || (isWordLike !== true && !opening.test(segment)));
		if (joins) parts[parts.length - 1] = last + segment;
		else parts.push(segment);
	}
	return parts;
}

function chunks(word: string, columns: number): string[] {
	if (word.length <= columns) return [word];
	const pieces = [''];
	for (const character of word) {
		if ((pieces.at(-1) ?? '').length + character.length > columns) pieces.push('');
		pieces[pieces.length - 1] += character;
	}
	return pieces;
}

/** Tokens that stand on the screen together: their length in characters, and when the next segment begins. */
type CaptionSpan = {readonly from: number; readonly to: number; readonly length: number; readonly next: number};

/** As long as it is said, and on into the pause where more time is needed to read it. */
function shownFrom(
	tokens: readonly CaptionWord[],
	{from, to, length, next}: CaptionSpan,
	{perSecond}: Legibility,
): {readonly start: number; readonly end: number} {
	const start = tokens[from]?.start ?? 0;
	const needed = Math.max(shown.least, (length / perSecond) * 1000);
	const free = tokens[to]?.start ?? next;
	return {start, end: Math.min(free, Math.max(tokens[to - 1]?.end ?? start, start + needed))};
}

/** What a cut costs where no sentence ends, and what a caption costs that cannot be read. */
const costs = {
	caption: 10,
	clause: 40,
	word: 100,
	shared: 30,
	orphan: 60,
	tooShort: 2000,
	tooLong: 10_000,
	tooFast: 500,
} as const;
/** Characters of a caption that is no whole sentence. */
const fewest = 12;

/** Where captions end, as numbers of tokens: the cheapest of all ways to cut them. */
function cutsIn(tokens: readonly CaptionWord[], next: number, reading: Legibility): number[] {
	const best = [{cost: 0, from: 0}];
	for (let to = 1; to <= tokens.length; to++) best.push({cost: Infinity, from: to - 1});
	for (let from = 0; from < tokens.length; from++) {
		const so = best[from]?.cost ?? Infinity;
		for (const {to, length} of fitting(tokens, from, reading.columns)) {
			const cost = so + costOf(tokens, {from, to, length, next}, reading);
			if (cost < (best[to]?.cost ?? 0)) best[to] = {cost, from};
		}
	}
	const cuts: number[] = [];
	for (let to = tokens.length; to > 0; to = best[to]?.from ?? 0) cuts.unshift(to);
	return cuts;
}

/** All that begins with this token and stands on two lines. */
function* fitting(
	tokens: readonly CaptionWord[],
	from: number,
	columns: number,
): Generator<{to: number; length: number}> {
	let [line, number, length] = [0, 1, 0];
	for (let to = from; to < tokens.length; to++) {
		const {text = '', glue = ''} = tokens[to] ?? {};
		const apart = line === 0 ? 0 : glue.length;
		length += text.length + (to === from ? 0 : glue.length);
		if (line > 0 && line + apart + text.length > columns) {
			if (++number > 2) return;
			line = text.length;
		} else line += apart + text.length;
		yield {to: to + 1, length};
	}
}

function costOf(tokens: readonly CaptionWord[], span: CaptionSpan, reading: Legibility): number {
	const {from, to, length} = span;
	const {start, end} = shownFrom(tokens, span, reading);
	const ms = Math.max(1, end - start);
	const last = tokens[to - 1];
	const inner = tokens.slice(from, to - 1).filter(({ends}) => ends === 'sentence').length;
	const isWhole = (tokens[from - 1]?.ends ?? 'sentence') === 'sentence' && last?.ends === 'sentence';
	const perSecond = (length * 1000) / ms;
	return (
		costs.caption +
		(last?.isName === true ? costs.tooLong : 0) +
		(last?.ends === 'clause' ? costs.clause : last?.ends === 'word' ? costs.word : 0) +
		inner * costs.shared +
		(length < fewest && !isWhole ? costs.orphan : 0) +
		(ms < shown.least ? costs.tooShort * (2 - ms / shown.least) : 0) +
		(ms > shown.most ? costs.tooLong : 0) +
		(perSecond > reading.perSecond ? costs.tooFast + 100 * Math.min(100, perSecond - reading.perSecond) : 0)
	);
}

/** One line where it fits, else two that are about as long, parted at a clause’s end where one is near. */
function wrapped(tokens: readonly CaptionWord[], {columns}: Legibility): CaptionWord[][] {
	if (lengthOf(tokens) <= columns) return [[...tokens]];
	let best = {cost: Infinity, at: tokens.length};
	for (let at = 1; at < tokens.length; at++) {
		const [one, other] = [lengthOf(tokens.slice(0, at)), lengthOf(tokens.slice(at))];
		if (one > columns || other > columns) continue;
		const {ends = 'word', isName = false} = tokens[at - 1] ?? {};
		const cost = Math.abs(one - other) - (ends === 'word' ? 0 : 10) + (isName ? 8 : 0);
		if (cost < best.cost) best = {cost, at};
	}
	return [tokens.slice(0, best.at), tokens.slice(best.at)].filter(line => line.length > 0);
}
