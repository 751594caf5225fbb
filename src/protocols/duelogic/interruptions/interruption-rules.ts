/**
 * Whether one chair may interrupt another: urgency by reason, protected zones, cooldown. Decided by code, not by a
 * model.
 */
import type {InterruptionReason} from '../../../debate/events.ts';
import type {Cut, SoFar} from '../../../debate/protocol.ts';
import {isPerson} from '../../../debate/seats.ts';
import {splitSentences} from '../../../debate/text/sentences.ts';
import {countWords} from '../../../debate/text/words.ts';
import {heardText} from '../../../debate/queries.ts';
import type {DebateState} from '../../../debate/state.ts';
import {namesOf} from '../seating/speaking-order.ts';
import {openers} from './openers.ts';
import {findPhrase} from '../judging/quotes.ts';
import type {InterruptionAnswer} from '../config/answers.ts';
import {
	isOut,
	activeChairs,
	seatIn,
	spokenMinutes,
	withCurrentNames,
	type ChairSeat,
	type DuelogicDebate,
} from '../seating/seating.ts';

/** Urgency at high severity, in hundredths; medium is 15 less, low 30 less. */
const urgencies: Readonly<Record<InterruptionReason, number>> = {
	straw_man_detected: 95,
	factual_correction: 90,
	direct_challenge: 85,
	pivotal_point: 75,
	clarification_needed: 70,
	strong_agreement: 60,
};
const severityDiscounts = {high: 0, medium: 15, low: 30} as const;

/** Urgency from 0 to 1. */
export const urgencyOf = (reason: InterruptionReason, severity: InterruptionAnswer['severity']): number =>
	(urgencies[reason] - severityDiscounts[severity]) / 100;

/** Minimum urgency for an interruption, by aggressiveness 1 to 5: 0.9, 0.8, 0.7, 0.6, 0.5. */
export const thresholdOf = (aggressiveness: number): number => (10 - aggressiveness) / 10;

/** The first sentences and the last 20 % of the expected length cannot be interrupted. */
const minSentences = 2;
const unprotectedShare = 0.8;

/**
 * Chairs that may interrupt now: none unless interruptions are enabled, the turn is at an unprotected place, and its
 * last two sentences invite a reply.
 */
export function interruptionCandidates(
	debate: DuelogicDebate,
	heard: DebateState,
	sofar: SoFar,
	expectedWords: number,
): readonly ChairSeat[] {
	const {enabled, allowChairInterruptions} = debate.config.interruptions;
	if (!enabled || !allowChairInterruptions || heard.segment !== 'exchange') return [];
	if (
		sofar.sentences.length < minSentences ||
		isProtected(sofar.text, sofar.sentences.at(-1) ?? '', expectedWords) ||
		followsCut(heard, sofar.turnId)
	)
		return [];
	if (
		!sofar.sentences.slice(-2).some(sentence => invitesReply(withCurrentNames(debate, heard), sofar.speaker, sentence))
	)
		return [];
	// A person who wants to cut in barges in: nobody says that for them.
	return activeChairs(debate, heard).filter(
		({id}) =>
			id !== sofar.speaker &&
			!isPerson(seatIn(heard, id) ?? {voice: ''}) &&
			isCooldownOver(debate, heard, id, sofar.words),
	);
}

/**
 * Whether a turn may not be cut here: near its expected end, or in a sentence that restates an opponent or admits a
 * limit.
 */
export const isProtected = (text: string, sentence: string, expectedWords: number): boolean =>
	countWords(text) >= unprotectedShare * expectedWords || steelMans(sentence) || selfCriticises(sentence);

const steelManPattern =
	/\b(?:strongest|best|fairest) (?:point|case|argument|version|form|reason|reading)\b|\b(?:i|we) (?:grant|concede|accept|agree|take that seriously)\b|\b(?:is|are|was|were) (?:quite |surely |entirely )?right (?:that|to|about|in)\b|\b(?:fair|good|serious|real) point\b|\bto (?:put|state) (?:it|that|this|their case|your case) (?:fairly|at its strongest)\b|\bat (?:its|their|your) strongest\b|\brightly\b/iu;
const selfCritiquePattern =
	/\b(?:my|our) (?:own )?(?:framework|view|position|tradition|approach|account|theory|side|school)\b[^.!?]*\b(?:weak|limit|blind|struggl|fail|cannot|can’t|can't|hard|cost|wrong|trouble|uneasy|silent|risk|little|badly)|\b(?:blind spot|weakness|limit)s? of (?:my|our)\b|\bI (?:admit|confess|must own|have to own|own up)\b/iu;

export const steelMans = (sentence: string): boolean => steelManPattern.test(sentence);
export const selfCriticises = (sentence: string): boolean => selfCritiquePattern.test(sentence);

/** Whether the previous reply was cut: two replies in a row are never interrupted. */
function followsCut({turns}: DebateState, turnId: string): boolean {
	const before = turns.slice(
		0,
		turns.findIndex(({id}) => id === turnId),
	);
	return before.findLast(({kind}) => kind === 'reply')?.cut !== undefined;
}

const absolutes =
	/\b(?:no one|nobody|everyone|everybody|always|never|all|none|obvious(?:ly)?|clearly|certain(?:ly)?|undeniabl[ey]|impossible|only|must|simply|proves?)\b/iu;
const evidence = /\p{N}|\bper ?cent\b|\b(?:study|studies|research|evidence|data|experts?|statistics?)\b/iu;
const address = /\?|\b(?:you|your|yours|my opponents?|the other side)\b/iu;

/** Whether a sentence makes others want to speak: their name, a question, an absolute, a figure or a source. */
function invitesReply(debate: DuelogicDebate, speaker: string, sentence: string): boolean {
	const named = debate.chairs.some(
		chair =>
			chair.id !== speaker && namesOf(debate, chair).some(name => sentence.toLowerCase().includes(name.toLowerCase())),
	);
	return named || absolutes.test(sentence) || evidence.test(sentence) || address.test(sentence);
}

/** Whether enough has been said since the chair's last interruption, in debate time (150 words a minute). */
function isCooldownOver({config}: DuelogicDebate, {turns}: DebateState, chair: string, running: number): boolean {
	const last = turns.findLastIndex(({kind, speaker}) => kind === 'interruption' && speaker === chair);
	return last < 0 || spokenMinutes(turns.slice(last + 1), running) * 60 >= config.interruptions.cooldownSeconds;
}

/**
 * The cut that an answer results in, or undefined: it needs a candidate, enough urgency, and a quoted trigger that was
 * said and is not protected. `draw`, in [0, 1), selects the default opener.
 */
export function acceptedCut(
	debate: DuelogicDebate,
	wish: InterruptionAnswer,
	sofar: SoFar,
	candidates: readonly ChairSeat[],
	draw: number,
): Cut | undefined {
	const {reason, severity, chair, quote, line, opener} = wish;
	const interrupter = candidates.find(({id}) => id === chair)?.id;
	if (reason === 'none' || interrupter === undefined || quote === null) return undefined;
	const urgency = urgencyOf(reason, severity);
	const trigger = quotedTrigger(sofar, quote);
	if (urgency < thresholdOf(debate.config.interruptions.aggressiveness) || trigger === undefined) return undefined;
	return {interrupter, reason, trigger, urgency, opener: chooseOpener(reason, opener, draw), line: oneLine(line ?? '')};
}

/** The quoted phrase as it was said; undefined if it was not said or lies in a protected sentence. */
function quotedTrigger({text, sentences}: SoFar, quote: string): string | undefined {
	const found = findPhrase(quote, text);
	if (found.match !== 'exact' && found.match !== 'fuzzy') return undefined;
	let end = 0;
	const touched = sentences.filter(
		sentence => (end += sentence.length) > found.start && end - sentence.length < found.end,
	);
	return touched.some(sentence => steelMans(sentence) || selfCriticises(sentence))
		? undefined
		: oneLine(text.slice(found.start, found.end));
}

/** The suggested opener if it has 2 to 8 words, else a default one. */
function chooseOpener(reason: InterruptionReason, suggested: string | null, draw: number): string {
	const words = oneLine(suggested ?? '');
	const ours = openers[reason];
	return countWords(words) >= 2 && countWords(words) <= 8
		? words
		: (ours[Math.floor(draw * ours.length)] ?? ours[0] ?? '');
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Whether a cut decided some sentences ago may still be made: the turn is still open and not in a protected zone. */
export function isStillInterruptible(heard: DebateState, turnId: string, expectedWords: number): boolean {
	const turn = heard.turns.findLast(({id}) => id === turnId);
	if (!turn || !heard.open.includes(turnId)) return false;
	const text = heardText(heard, turn);
	return !isProtected(text, splitSentences(text).at(-1) ?? '', expectedWords);
}

/** The seat that is asked about interruptions: the first judge that is not out, else the arbiter. */
export const watcherSeat = (debate: DuelogicDebate, heard: DebateState): string | undefined =>
	[...heard.seats.filter(({role}) => role === 'judge').map(({id}) => id), debate.arbiter.id].find(
		id => !isOut(heard, id),
	);
