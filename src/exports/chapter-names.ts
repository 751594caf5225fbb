/** What each part of a debate is called: by what is argued there, in words of those who argue it. */
import {hasFallen} from '../debate/attribution.ts';
import {wordsOf, episodeWords, partName} from '../languages/find.ts';
import {type Language, fillSlots} from '../languages/language.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import {countWords, escapePattern} from '../debate/text/words.ts';
import type {DebateState} from '../debate/state.ts';
import {chapterIn} from './edition.ts';
import type {FormatParts, UnnamedPart} from './format-parts.ts';
import type {Stepwise} from './pieces.ts';
import {contentWords, isProcedural, sharedWords, standsAlone} from './best-exchange.ts';
import {lastQuestion} from './outcome-points.ts';
import type {Untimed} from './segments.ts';

/** A part of the debate: the heading of the journal, and what is heard in it. */
export type Part = {readonly section: string; readonly segments: readonly Untimed[]};

/** Words in a name, and characters. */
const length = {least: 4, most: 15, characters: 90} as const;

export function partsOf(segments: readonly Untimed[]): Part[] {
	const parts: {section: string; segments: Untimed[]}[] = [];
	for (const segment of segments) {
		if (segment.section !== undefined || parts.length === 0) parts.push({section: segment.section ?? '', segments: []});
		parts.at(-1)?.segments.push(segment);
	}
	return parts;
}

/**
 * A name a part, in order. A numbered part is called by what is argued there alone; others keep their heading before
 * it, and those where nothing is found have just that.
 */
export function* chapterNames(
	state: DebateState,
	parts: readonly Part[],
	code: string,
	format: FormatParts | undefined,
): Stepwise<string[]> {
	const language = wordsOf(code);
	const common = yield* frequencies(parts, language);
	const taken = new Set<string>();
	const names = state.seats.map(({name}) => name);
	const words = episodeWords(code);
	const titles: string[] = [];
	for (const part of parts) {
		const {segments} = part;
		const turn = segments[0]?.turn;
		const name = turn ? partName(words, turn.segment, turn.round) : part.section;
		const isNumbered = format?.traits?.numbersRounds === true && turn?.round !== undefined;
		const titleOf = (subject: string): string =>
			isNumbered ? subject : fillSlots(words.labels.chapter, {part: name, title: subject});
		const subject =
			(turn && chapterIn(state, turn)) ??
			recordedSubject(state, {segments, taken, code}, format) ??
			spokenSubject(part, {state, parts, common, language, taken, names});
		yield '';
		titles.push(subject === undefined ? name : titleOf(subject));
		if (subject !== undefined) taken.add(subject);
	}
	return titles;
}

/** The question that was left at the end, or what the format recorded of the part. */
function recordedSubject(state: DebateState, part: UnnamedPart, format: FormatParts | undefined): string | undefined {
	if (part.segments.some(({turn}) => turn.kind === 'synthesis')) {
		const question = lastQuestion(state);
		const title = question === undefined ? '' : bare(question, []);
		if (isTitle(title)) return title;
	}
	return format?.partName?.(state, part);
}

/** The first sentence, where it is short. */
export const titleIn = (text: string): string | undefined => {
	const title = bare(splitSentences(text)[0] ?? '', []);
	return isTitle(title) ? title : undefined;
};

/** The first of them, and how many more where it is said in English. */
export const namedIn = (code: string, titles: readonly string[]): string | undefined => {
	const [first, ...rest] = titles;
	if (first === undefined) return undefined;
	const title = first.replace(/[.;,]+$/u, '');
	if (!isTitle(title)) return undefined;
	return rest.length === 0 || code !== 'en' ? title : `${title}, and ${rest.length} more`;
};

type Context = {
	readonly state: DebateState;
	readonly parts: readonly Part[];
	readonly common: ReadonlyMap<string, number>;
	readonly language: Language | undefined;
	readonly taken: ReadonlySet<string>;
	readonly names: readonly string[];
};

/** The short sentence or question that has most of what only this part is about, and that others take up. */
function spokenSubject(part: Part, {state, parts, common, language, taken, names}: Context): string | undefined {
	const arguing = part.segments.filter(({role, kind}) => isArguing(role) && kind !== 'interruption');
	const candidates = arguing.flatMap((segment, place) => {
		const later = arguing.slice(place + 1).find(({speaker}) => speaker !== segment.speaker) ?? nextPart(parts, part);
		return sentencesOf(state, segment, language, names).map(text => ({
			text,
			name: segment.name,
			later: later?.spoken ?? '',
		}));
	});
	const scored = candidates
		.filter(({text, name}) => !taken.has(besideName(text, name)))
		.map(({text, name, later}) => ({text, name, worth: worthOf(text, later, common, language)}));
	const best = scored.reduce((one, other) => (other.worth > one.worth ? other : one), {text: '', name: '', worth: 0});
	return best.worth > 0 ? besideName(best.text, best.name) : undefined;
}

/** A question is nobody's; what one side says is told as what it says. */
export const besideName = (text: string, name: string): string => (/[?？]$/u.test(text) ? text : `${text} (${name})`);

const isArguing = (role: string): boolean => !['arbiter', 'judge', 'listener', 'moderator'].includes(role);

const nextPart = (parts: readonly Part[], part: Part): Untimed | undefined =>
	parts[parts.indexOf(part) + 1]?.segments.find(({role}) => isArguing(role));

function worthOf(
	text: string,
	later: string,
	common: ReadonlyMap<string, number>,
	language: Language | undefined,
): number {
	const words = contentWords(text, language);
	const rare = [...new Set(words)].reduce((sum, word) => sum + 1 / (common.get(word) ?? 1), 0);
	const question = /[?？]$/u.test(text) ? 1.8 : 1;
	const quoting = /[“”"«»„]/u.test(text) ? 0.4 : 1;
	const personal = /(?<!\p{L})(?:I|I’m|I’ve|I'm|I've|my|ich|mein|je|mi)(?!\p{L})/u.test(text) ? 0.7 : 1;
	return (
		(rare / Math.sqrt(countWords(text))) * question * quoting * personal * (1 + sharedWords(text, later, language))
	);
}

/** In how many parts each word stands. */
function* frequencies(parts: readonly Part[], language: Language | undefined): Stepwise<Map<string, number>> {
	const counts = new Map<string, number>();
	for (const {segments} of parts) {
		for (const word of new Set(segments.flatMap(({spoken}) => contentWords(spoken, language))))
			counts.set(word, (counts.get(word) ?? 0) + 1);
		yield '';
	}
	return counts;
}

/** Sentences short enough for a name, without whom they address and the word that links them to the one before. */
function sentencesOf(
	state: DebateState,
	{spoken, turn}: Untimed,
	language: Language | undefined,
	names: readonly string[],
): string[] {
	const named = new RegExp(
		`(?<![\\p{L}\\p{N}])(?:${names.map(escapePattern).join('|') || '(?!)'})(?![\\p{L}\\p{N}])`,
		'u',
	);
	return splitSentences(spoken).flatMap(sentence => {
		// What was cut off is half a sentence.
		if (/—\s*$/u.test(sentence) || isProcedural(sentence) || hasFallen(state, turn, sentence)) return [];
		const name = bare(sentence, names);
		const words = countWords(name);
		const fits =
			words >= length.least &&
			words <= length.most &&
			isTitle(name) &&
			standsByItself(name, spoken) &&
			!named.test(name);
		return fits && contentWords(name, language).length > 0 ? [name] : [];
	});
}

/** Whether a sentence is a title as it is: none is cut for it. */
export const isTitle = (text: string): boolean =>
	text !== '' && text.length <= length.characters && !text.endsWith('…');

const standsByItself = (name: string, spoken: string): boolean => !isList(name) && standsAlone(name, spoken);

/** A list of things of which nothing is said: `A parent who can't text, a bored hour, some help lost`. */
const isList = (name: string): boolean =>
	/^(?:An?|The|Some|No)\s/u.test(name) &&
	name.split(',').length > 2 &&
	!/\b(?:is|are|was|were|has|have|had|do|does|did|can|could|may|might|must|shall|should|will|would)\b|’s\b|'s\b/u.test(
		name.replaceAll(/\b(?:who|which|that|whose)\b[^,;:]*/gu, ''),
	);

const linking =
	/^(?:(?:So|And|But|Now|Well|Yet|Still|Then|Or|Because|Also|Und|Aber|Doch|Et|Mais|Y|Pero)(?:,\s+|\s+(?=\p{L})))+/u;

/** A sentence as a title: without linking words before it, names of those it is said to, and its full stop. */
export function bare(sentence: string, names: readonly string[]): string {
	const text = sentence.trim().replace(/\s+/gu, ' ');
	const asked = /[:;]\s+([^:;]{12,}\?)$/u.exec(text)?.[1] ?? text;
	const unaddressed = names.reduce(
		(said, name) => (said.includes(name) ? said.replace(`${name}, `, '').replace(`, ${name}`, '') : said),
		asked.replace(/^[—–-]\s*/u, '').replace(linking, ''),
	);
	const plain = unaddressed.replace(linking, '').replace(/(?<![.?!])[.。—]+$|\s*—$/u, '');
	return plain.replace(/^\p{Ll}/u, first => first.toUpperCase());
}

/** Where a phrase ends: at a mark, or before a word that joins another to it. */
const phraseEnds =
	/[,;:，；：、]|\s[–—]|\s(?=(?:and|but|or|because|since|while|und|aber|oder|weil|et|mais|parce|y|pero|porque)\s)/gu;

/** In at most so many characters: cut after a phrase where that keeps a third of them, else after a word. */
export function shortened(text: string, most: number = length.characters): string {
	if (text.length <= most) return text;
	const start = text.slice(0, most - 2).replace(/\p{Cs}$/u, '');
	const end = [...start.matchAll(phraseEnds)]
		.map(({index}) => index)
		.findLast(index => index >= most / 3 && !isInQuotes(start.slice(0, index)));
	return `${end === undefined ? start.replace(/[\s,;:]+\S*$/u, '') : start.slice(0, end).replace(/[\s,;:，；：、–—]+$/u, '')} …`;
}

const isInQuotes = (text: string): boolean => text.lastIndexOf('“') > text.lastIndexOf('”');
