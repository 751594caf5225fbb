/**
 * What is heard of a debate as one timed list: every export and every voice works from it. Pure; times are estimated
 * from the words until there is sound.
 */
import {hasFallen} from '../debate/attribution.ts';
import {claimText, toldStanding} from '../debate/ledger.ts';
import {type DebateState, type Turn, heardText} from '../debate/state.ts';
import {concessionsIn, type Concession} from '../debate/claims.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import {countWords, speechPace} from '../debate/text/words.ts';
import {resultOf, type Stepwise} from './pieces.ts';
import {spokenText, type Ear} from './ear.ts';
import {humanize, speakerAt, speakerIn, speakerOfTurn} from '../languages/wording.ts';
import {englishEpisodeWords} from '../languages/find.ts';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';

// The transcript in the order in which it was heard: a turn during which another was heard stands in pieces around it.

/**
 * A piece of a turn that was heard without a break, `from` a place in its text in UTF-16 units. `first` and `last` tell
 * whether the turn begins and ends with it.
 */
export type Passage = {
	readonly turn: Turn;
	readonly text: string;
	readonly from: number;
	readonly first: boolean;
	readonly last: boolean;
};

/** All that was heard, in order. Turns without a word give no passage. */
export function passagesIn(turns: readonly Turn[], textOf: (turn: Turn) => string): Passage[] {
	const ids = new Set(turns.map(turn => turn.id));
	const hostOf = ({amid}: Turn): string | undefined => (amid && ids.has(amid.turnId) ? amid.turnId : undefined);
	const guests = Map.groupBy(turns, hostOf);
	const tell = (turn: Turn): Passage[] => around(turn, textOf(turn), guests.get(turn.id) ?? [], tell);
	return (guests.get(undefined) ?? []).flatMap(tell).filter(({text}) => text.trim() !== '');
}

function around(turn: Turn, text: string, guests: readonly Turn[], tell: (guest: Turn) => Passage[]): Passage[] {
	const passages: Passage[] = [];
	let from = 0;
	for (const guest of guests.toSorted((a, b) => (a.amid?.offset ?? 0) - (b.amid?.offset ?? 0))) {
		const to = Math.min(guest.amid?.offset ?? 0, text.length);
		if (to > from) passages.push({turn, text: text.slice(from, to), from, first: from === 0, last: false});
		passages.push(...tell(guest));
		from = to;
	}
	passages.push({turn, text: text.slice(from), from, first: from === 0, last: true});
	return passages;
}

/**
 * A piece of speech that is heard without a break. Times are milliseconds from the start; a segment that begins before
 * the one before it has ended is heard over it.
 */
export type Segment = {
	/** The turn's id; the later pieces of a turn that others were heard amid have a number behind it, such as `t7.2`. */
	readonly id: string;
	readonly turn: Turn;
	/** The seat's id, and the name of whoever spoke. */
	readonly speaker: string;
	readonly name: string;
	/** The seat's role, such as `chair`; `listener` without a seat. */
	readonly role: string;
	/** The turn's kind as the journal has it; `cold-open` for what is heard before the beginning. */
	readonly kind: string;
	/** As said, and as a voice should say it. */
	readonly text: string;
	/** Where the text begins in its turn’s, in UTF-16 units. */
	readonly from: number;
	readonly spoken: string;
	readonly start: number;
	readonly end: number;
	/** Whether the turn begins and ends with it. */
	readonly first: boolean;
	readonly last: boolean;
	/** Whether someone cut in at its end. */
	readonly cut: boolean;
	/** Set if a new part of the debate begins with it: `Exchange 2`. */
	readonly section?: string;
	/** Its sentences as they were spoken; unset where there is no sound. */
	readonly sentences?: readonly TimedSentence[];
};

/** A sentence as a voice says it, and when, in milliseconds from the start of the episode. */
export type TimedSentence = {readonly text: string} & HeardSpan;

/** What a voice says at a stretch: a sentence, and whether a paragraph ends with it. */
export type SpokenSentence = {readonly text: string; readonly endsParagraph: boolean};

/** The sentences of what is spoken, in order. Signs in which there is nothing to say belong to the one before. */
export function spokenSentences(spoken: string): SpokenSentence[] {
	const sentences: {text: string; endsParagraph: boolean}[] = [];
	for (const part of splitSentences(spoken)) {
		const last = sentences.at(-1);
		const endsParagraph = /\n\s*$/u.test(part);
		if (last && (isSilent(part) || isSilent(last.text))) {
			last.text = `${last.text} ${part.trim()}`;
			last.endsParagraph = endsParagraph;
		} else sentences.push({text: part.trim(), endsParagraph});
	}
	return sentences;
}

const isSilent = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text);

/** Its sentences and their times, which are shares of the whole by their length where there is no sound. */
export function sentencesOf({sentences, spoken, start, end}: Segment): readonly TimedSentence[] {
	if (sentences) return sentences;
	const estimated = spokenSentences(spoken);
	const total = estimated.reduce((sum, {text}) => sum + text.length, 0);
	let said = 0;
	return estimated.map(({text}) => {
		const from = start + ((end - start) * said) / total;
		said += text.length;
		return {text, start: from, end: start + ((end - start) * said) / total};
	});
}

/** Silence before a segment, in milliseconds: an interruption overlaps. */
const gaps = {turn: 400, section: 800, interruption: -300} as const;

/** What is known of a segment before its time is. */
export type Untimed = Omit<Segment, 'start' | 'end'>;
/** What was heard, before it is put into words for a voice. */
export type Heard = Omit<Untimed, 'spoken'>;

/** All that was heard, in order, without times. Passages in which there is nothing to say are left out. */
export const untimedOf = (state: DebateState, ear: Ear): Untimed[] => resultOf(untimedInSteps(state, ear));

export function* untimedInSteps(state: DebateState, ear: Ear): Stepwise<Untimed[]> {
	const segments: Untimed[] = [];
	for (const [passage, heard] of heardPassages(state)) {
		segments.push({...heard, spoken: spokenPassage(passage, ear)});
		yield '';
	}
	return segments;
}

/** The same without the words for a voice, which take most of the time. */
export const heardOf = (state: DebateState): Heard[] => Array.from(heardPassages(state), ([, heard]) => heard);

function* heardPassages(state: DebateState): Generator<readonly [Passage, Heard]> {
	const pieces = new Map<string, number>();
	const roles = new Map(state.seats.map(({id, role}) => [id, role]));
	let section = '';
	for (const passage of passagesIn(state.turns, turn => heardText(state, turn))) {
		const {turn} = passage;
		const piece = (pieces.get(turn.id) ?? 0) + 1;
		pieces.set(turn.id, piece);
		const here = sectionOf(turn);
		const isNew = here !== section && turn.amid === undefined;
		if (isNew) section = here;
		const heard: Heard = {
			id: piece === 1 ? turn.id : `${turn.id}.${piece}`,
			turn,
			speaker: turn.speaker,
			name: speakerOfTurn(state, turn),
			role: roles.get(turn.speaker) ?? 'listener',
			kind: turn.kind,
			text: passage.text,
			from: passage.from,
			first: passage.first,
			last: passage.last,
			cut: wasCut(passage),
			...(isNew ? {section: here} : {}),
		};
		yield [passage, heard];
	}
}

const wasCut = ({turn, last}: Passage): boolean => last && turn.finish === 'interrupted';

/** A cut ends on a dash instead of its stop, and whoever cuts in begins on one: the voice stays up. */
export function spokenPassage(passage: Passage, ear: Ear): string {
	const text = spokenText(passage.text, ear);
	if (text === '') return text;
	const ended = wasCut(passage) ? cutOff(text) : text;
	return passage.turn.kind === 'interruption' && passage.first ? `— ${ended.replace(/^[—–\s]+/u, '')}` : ended;
}

/** Without its stop, in any script, and with a dash. */
export const cutOff = (text: string): string => `${text.replace(/[.,;:…。，、；：\s—–-]+$/u, '')} —`;

/** One after the other, with a pause before each. */
export function timed(segments: readonly Untimed[], wpm = speechPace): Segment[] {
	const placed: Segment[] = [];
	for (const segment of segments) {
		const length = (spokenWords(segment.spoken) / wpm) * 60_000;
		placed.push({...segment, ...placeAfter(placed.at(-1), segment, length)});
	}
	return placed;
}

/** Where a piece of speech begins and ends, in milliseconds. */
export type HeardSpan = {readonly start: number; readonly end: number};

/** A piece of that length behind the one before, with a pause. */
export function placeAfter(
	before: HeardSpan | undefined,
	piece: Pick<Segment, 'section' | 'kind' | 'first'>,
	length: number,
): HeardSpan {
	const start = before ? Math.max(before.start, before.end + gapBefore(piece)) : 0;
	return {start: Math.round(start), end: Math.round(start + length)};
}

/** When somebody cuts in on a turn that ends then, in milliseconds: they begin before it has ended. */
export const cutTime = (end: number): number => Math.max(0, end + gaps.interruption);

export const gapBefore = ({section, kind, first}: Pick<Segment, 'section' | 'kind' | 'first'>): number =>
	section !== undefined ? gaps.section : kind === 'interruption' && first ? gaps.interruption : gaps.turn;

const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordFinder = new Intl.Segmenter('und', {granularity: 'word'});

/** A text with fewer words than this, in characters a word, has no blanks where it should. */
const longWord = 20;

/** Words, also of scripts that write none apart; signs by themselves are none. */
export function spokenWords(text: string): number {
	if (!unspaced.test(text))
		return Math.max(countWords(text.replace(/(?<=^|\s)[—–-]+(?=\s|$)/gu, '')), Math.round(text.length / longWord));
	return [...wordFinder.segment(text)].filter(({isWordLike}) => isWordLike).length;
}

/** A segment and its round as a heading has them: `Exchange 2`. */
export const sectionOf = ({segment, round}: {readonly segment: string; readonly round: number | undefined}): string =>
	`${segment.replaceAll('_', ' ').replace(/^./u, first => first.toUpperCase())}${round === undefined ? '' : ` ${round}`}`;

// Interruptions, interjections, changes of mind and attempts to sway the judges by the time at which they were heard.

/** Why somebody was called on. Journals of 0.1.0 have the number of the item that found it, and a word that is none. */
const plainReason = (reason: string | undefined): string | undefined =>
	reason
		?.replace(/\(X[12]: /u, '(')
		.replace(/(?:: )?“.*”\)$/su, ')')
		.replace(' ()', '')
		.replace('argued past the point', 'argued unsoundly');

/** `at` is milliseconds of the episode; `text` is plain, of one line. */
type EpisodeMoment = {readonly at: number; readonly turnId: string; readonly text: string};

export function momentsOf(
	state: DebateState,
	segments: readonly Segment[],
	words: EpisodeWords = englishEpisodeWords,
): EpisodeMoment[] {
	const {
		page,
		quotes: [open, close],
	} = words;
	const name = (id: string | undefined, at: number) => (id === undefined ? page.everyone : speakerAt(state, id, at));
	const quote = (text: string) => `${open}${text}${close}`;
	const last = new Map(segments.map(segment => [segment.turn.id, segment]));
	return [
		...state.interruptions
			.filter(({fallen}) => !fallen)
			.map(({at: cutAt, turnId, interrupter, reason, trigger}) => ({
				at: cutTime(last.get(turnId)?.end ?? 0),
				turnId,
				text: fillSlots(hasFallen(state, {id: turnId}, trigger) ? page.cutFell : page.cutIn, {
					name: name(interrupter, cutAt),
					other: speakerIn(state, turnId),
					reason: page.reasons[reason] ?? humanize(reason),
					quote: quote(trigger),
				}),
			})),
		...state.interjections.map(call => ({
			at: last.get(call.turnId)?.start ?? 0,
			turnId: call.turnId,
			text: callTold(state, call, words),
		})),
		...concessionsIn(state.formats.ledger).map(change => ({
			at: saidAt(segments, change.turnId, change.sentence)?.at ?? 0,
			turnId: change.turnId,
			text: changeTold(state, change, words, quote(change.sentence.trim())),
		})),
		...state.swayAttempts.map(({turnId, text}) => ({
			at: last.get(turnId)?.end ?? 0,
			turnId,
			text: fillSlots(page.swayed, {name: speakerIn(state, turnId), quote: quote(text)}),
		})),
	].toSorted((a, b) => a.at - b.at);
}

/** A change of mind, with the sentence that did it; a grant that nobody looked at twice is told as noted. */
export function changeTold(
	state: DebateState,
	{kind, turnId, claim}: Concession,
	{page: {changes}}: EpisodeWords,
	quote: string,
): string {
	return fillSlots(changes[kind === 'granted' ? toldStanding(claim) : kind] ?? '', {
		name: speakerIn(state, turnId),
		claim: kind === 'narrowed' ? claim.claim : claimText(claim),
		quote,
	});
}

/** What the host called somebody out for, and whether judges found it again in what was said to that. */
export function callTold(
	state: DebateState,
	call: DebateState['interjections'][number],
	{code, page}: EpisodeWords,
): string {
	const {at, target, violation, reason, by} = call;
	const told = fillSlots(page.called, {
		other: target === undefined ? page.everyone : speakerAt(state, target, at),
		asked: by === 'user' ? page.asked : '',
		// Why is told by the program, in English.
		reason:
			(code === 'en' ? plainReason(reason) : undefined) ??
			(violation && (page.violations[violation] ?? violation)) ??
			'',
	});
	return isMetInReply(state, call) ? `${told}${page.notInReply}` : told;
}

/** Whether the next turn of who was called out was scored, and no judge found in it what the call was for. */
export function isMetInReply(
	{turns}: DebateState,
	{turnId, target, violation}: DebateState['interjections'][number],
): boolean {
	const after = turns.slice(turns.findIndex(({id}) => id === turnId) + 1);
	const {evaluation} = after.find(({speaker, kind}) => speaker === target && kind !== 'interruption') ?? {};
	if (violation === undefined || typeof evaluation?.adherenceScore !== 'number') return false;
	return !evaluation.violations.some(found => found.violation === violation);
}

/** When a sentence of a segment is heard, by its place in the text, in milliseconds. */
export function timeWithin({text, start, end}: Segment, sentence: string): number {
	const place = Math.max(0, text.indexOf(sentence.trim()));
	return start + ((end - start) * place) / Math.max(1, text.length);
}

/**
 * Where a sentence was heard that the ledger names by its turn: a turn that was cut is read together with what its
 * speaker said to the cut. The turn's beginning where the sentence is not found, undefined where it is not heard.
 */
export function saidAt(
	segments: readonly Segment[],
	turnId: string,
	sentence: string,
): {readonly turnId: string; readonly at: number} | undefined {
	const own = segments.filter(({turn}) => turn.id === turnId);
	const [first] = own;
	const says = ({text}: Segment): boolean => text.includes(sentence.trim());
	const resumes = ({turn}: Segment): boolean => turn.kind === 'resumption' && turn.speaker === first?.turn.speaker;
	const segment = own.find(says) ?? segments.find(each => resumes(each) && says(each)) ?? first;
	return segment && {turnId: segment.turn.id, at: timeWithin(segment, sentence)};
}
