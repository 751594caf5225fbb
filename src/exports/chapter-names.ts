/** What each part of a debate is called: by what is argued there, in words of those who argue it. */
import type {Claim} from '../debate/claims.ts';
import {hasFallen} from '../debate/attribution.ts';
import {claimText} from '../debate/ledger.ts';
import {arguingSeats} from '../debate/seats.ts';
import {episodeWords, partName} from '../languages/find.ts';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';
import {speakerIn} from '../languages/wording.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import type {DebateState} from '../debate/state.ts';
import {chapterIn} from './edition.ts';
import type {FormatParts, UnnamedPart} from './format-parts.ts';
import {lastQuestion} from './outcome-points.ts';
import type {Untimed} from './segments.ts';

/** A part of the debate: the heading of the journal, and what is heard in it. */
export type Part = {readonly section: string; readonly segments: readonly Untimed[]};

/** Characters of a name, of a claim of at most twenty words, and of claims with those who argue about them. */
const [longest, longestClaim, longestTitle] = [90, 105, 130];

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
export function chapterNames(
	state: DebateState,
	parts: readonly Part[],
	code: string,
	format: FormatParts | undefined,
): string[] {
	const taken = new Set<string>();
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
			claimSubject(state, part, taken, words);
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

/**
 * Where one voice argues in a part, its first claim that others met, else its first. Where several do, one claim of
 * each, else one with whoever replied to it there, or none: a name takes no side. None that fell or names a part.
 */
function claimSubject(
	state: DebateState,
	{segments}: Part,
	taken: ReadonlySet<string>,
	words: EpisodeWords,
): string | undefined {
	const turns = new Map(segments.map(({turn}) => [turn.id, turn]));
	const {claims} = state.formats.ledger;
	const opposed = new Set(claims.map(({against}) => against));
	const made = claims.filter(({turnId, sentence}) => {
		const turn = turns.get(turnId);
		return turn !== undefined && !hasFallen(state, turn, sentence);
	});
	const told = [...made.filter(({id, status}) => status !== 'open' || opposed.has(id)), ...made]
		.map(claim => ({claim, text: bare(claimText(claim), []), by: speakerIn(state, claim.turnId)}))
		.filter(({text}) => text !== '' && text.length <= longestClaim && !text.endsWith('…'));
	const argue = new Set(arguingSeats(state.seats).map(({id}) => id));
	const names = new Set(segments.flatMap(({turn}) => (argue.has(turn.speaker) ? [speakerIn(state, turn.id)] : [])));
	const isNew = (title: string): boolean => !taken.has(title);
	if (names.size < 2) return told.map(({text, by}) => besideName(text, by)).find(isNew);
	const each = [...names].flatMap(name => {
		const titles = told.filter(({by}) => by === name).map(({text}) => besideName(text, name));
		return titles.toSorted((one, other) => one.length - other.length)[0] ?? [];
	});
	const replied = told.flatMap(({claim, text, by}) =>
		repliesTo(claim, claims)
			.filter(turnId => turns.has(turnId))
			.map(turnId => fillSlots(words.labels.contested, {claim: text, name: by, other: speakerIn(state, turnId)})),
	);
	return [...(each.length === names.size ? [each.join('; ')] : []), ...replied].find(
		title => title.length <= longestTitle && isNew(title),
	);
}

/** The turns in which others met a claim. */
const repliesTo = ({id, status, settled}: Claim, claims: readonly Claim[]): readonly string[] => [
	...(status === 'answered' && settled ? [settled.turnId] : []),
	...claims.flatMap(({against, turnId}) => (against === id ? [turnId] : [])),
];

/** A question is nobody's; what one side says is told as what it says. */
export const besideName = (text: string, name: string): string => (/[?？]$/u.test(text) ? text : `${text} (${name})`);

/** Whether a sentence is a title as it is: none is cut for it. */
export const isTitle = (text: string): boolean => text !== '' && text.length <= longest && !text.endsWith('…');

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
export function shortened(text: string, most: number = longest): string {
	if (text.length <= most) return text;
	const start = text.slice(0, most - 2).replace(/\p{Cs}$/u, '');
	const end = [...start.matchAll(phraseEnds)]
		.map(({index}) => index)
		.findLast(index => index >= most / 3 && !isInQuotes(start.slice(0, index)));
	return `${end === undefined ? start.replace(/[\s,;:]+\S*$/u, '') : start.slice(0, end).replace(/[\s,;:，；：、–—]+$/u, '')} …`;
}

const isInQuotes = (text: string): boolean => text.lastIndexOf('“') > text.lastIndexOf('”');
