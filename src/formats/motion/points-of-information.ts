/** Points of information: the other side rises with one sentence; the speaker’s model takes it or not. */
import {numberedSentences, inNumberedLines} from '../../debate/judged-text.ts';
import {fence, tag, turnName, promptOf} from '../../debate/prompt.ts';
import type {Cut, Floor, Prompt, SoFar, TurnWatch} from '../../debate/protocol.ts';
import {isPerson} from '../../debate/seats.ts';
import type {DebateState} from '../../debate/state.ts';
import {countWords, escapePattern, speechPace} from '../../debate/text/words.ts';
import {withoutThinking} from '../../voices/thinking-marks.ts';
import {
	PointDecision,
	PointLook,
	isOut,
	nameNow,
	otherSide,
	type MotionDebate,
	type MotionSpeakerSeat,
} from './seats.ts';
import {sharedMessages} from './prompts.ts';

/** The longest point. */
const mostWords = 25;
/** Looks a turn, and the words between two. */
const mostLooks = 3;

/** How urgent a point is, and from where on somebody rises, by aggressiveness from 1. */
const urgencies = {high: 0.9, medium: 0.75, low: 0.6} as const;
const thresholds = [0.95, 0.85, 0.75, 0.65, 0.55] as const;

export type PointRules = {
	readonly speaker: MotionSpeakerSeat;
	/** The most words of the turn. */
	readonly words: number;
	/** Points that may still be taken in it. */
	readonly left: number;
};

/** Words before and after which nobody rises: a minute at each end, or a third of a short turn. */
export function openStretch(words: number): {readonly from: number; readonly to: number} {
	const guarded = Math.min(speechPace, Math.floor(words / 3));
	return {from: guarded, to: words - guarded};
}

/** The watch over a turn, or none where nobody may rise. */
export function watchForPoints(debate: MotionDebate, heard: DebateState, rules: PointRules): TurnWatch | undefined {
	const {enabled} = debate.config.points;
	const riser = riserAgainst(debate, heard, rules.speaker);
	if (!enabled || rules.left < 1 || riser === undefined || isAPerson(heard, rules.speaker.id)) return undefined;
	const stretch = openStretch(rules.words);
	return {
		lookAt: ({sentences}, _heard, looks) => nextLook(sentences, looks, stretch),
		async look(written, _seen, floor) {
			const rising = await look(debate, floor, riser, written);
			if (!rising) return undefined;
			if (await isTaken(debate, floor, rules.speaker, riser, rising)) return cutFor(riser, rising);
			await decline(floor, written, riser, rising);
			return undefined;
		},
		allows: ({interrupter}, {words}, now) => words <= stretch.to + mostWords && !isOut(now, interrupter),
		isPast: ({words}) => words > stretch.to,
		missed: ({interrupter: by, line: point, trigger}, turnId, floor) =>
			floor.record({type: 'point', turnId, by, point, trigger, taken: false, late: true}),
	};
}

/** Up to which sentence to look now: three times, spread over the stretch in which somebody may rise. */
function nextLook(
	sentences: readonly string[],
	looks: readonly number[],
	{from, to}: {readonly from: number; readonly to: number},
): number | undefined {
	let words = 0;
	const ends = sentences.map(sentence => (words += countWords(sentence)));
	const upto = ends.findLastIndex(end => end <= to) + 1;
	const due = from + (looks.length * (to - from)) / mostLooks;
	return looks.length < mostLooks && upto > (looks.at(-1) ?? 0) && (ends[upto - 1] ?? 0) >= due ? upto : undefined;
}

type Rising = {
	readonly point: string;
	readonly trigger: string;
	/** Its number in the turn, from 1. */
	readonly sentence: number;
	readonly urgency: number;
};

const isAPerson = (heard: DebateState, id: string): boolean =>
	heard.seats.some(seat => seat.id === id && isPerson(seat));

/** Who rises against a speaker: the first of the other side whose voice can be asked. */
const riserAgainst = (
	debate: MotionDebate,
	heard: DebateState,
	{side}: MotionSpeakerSeat,
): MotionSpeakerSeat | undefined =>
	debate.speakers.find(
		speaker => speaker.side === otherSide(side) && !isOut(heard, speaker.id) && !isAPerson(heard, speaker.id),
	);

async function look(
	debate: MotionDebate,
	floor: Floor,
	riser: MotionSpeakerSeat,
	sofar: SoFar,
): Promise<Rising | undefined> {
	const answer = await floor.ask(riser.id, lookPrompt(debate, floor.heard, riser, sofar), PointLook, {
		purpose: 'point',
		inWords: true,
	});
	if (!answer.ok || !answer.value.rise) return undefined;
	const {severity, sentence: number, point} = answer.value;
	const sentence = numberedSentences(sofar.text).find(one => one.number === number);
	const text = spoken(point, [nameNow(debate, floor.heard, riser.id), riser.id]);
	const urgency = urgencies[severity];
	const threshold = thresholds[debate.config.points.aggressiveness - 1] ?? 1;
	if (!sentence || text === '' || countWords(text) > mostWords || urgency < threshold) return undefined;
	return {point: text, trigger: sentence.text, sentence: placeOf(sofar.sentences, sentence.end), urgency};
}

/** What is said of a point: without thinking and tokens of a template, and without the speaker's own name before it. */
function spoken(point: string, names: readonly string[]): string {
	const own = names.map(escapePattern).join('|');
	return withoutThinking(point)
		.replaceAll(/\s+/gu, ' ')
		.trim()
		.replace(new RegExp(String.raw`^[*_#\s]*(?:${own})[*_]*\s*[:：][*_\s]*`, 'iu'), '');
}

/** The place of the sentence that ends there, counting as the engine does: from 1, blank ones too. */
function placeOf(sentences: readonly string[], end: number): number {
	let length = 0;
	return sentences.findIndex(sentence => (length += sentence.length) >= end) + 1;
}

function lookPrompt(debate: MotionDebate, heard: DebateState, riser: MotionSpeakerSeat, sofar: SoFar): Prompt {
	const task = tag(
		'task',
		{kind: 'point_look', speaker: riser.id, side: riser.side, target: sofar.speaker, turn: turnName(sofar.turnId)},
		[
			`You hear ${nameNow(debate, heard, sofar.speaker)} speak. Rise with a point of information only where it would be weaker once the turn is over: what was said is false or twisted (high), is sharper met now (medium), or wants a word (low). Most of what is said wants none: then rise is false. Name the number of the sentence, and say your point in one sentence of at most ${mostWords} words.`,
			tag('heard', {}, fence(inNumberedLines(numberedSentences(sofar.text)))),
		].join('\n'),
	);
	return promptOf(sharedMessages(debate, heard), task, {maxTokens: 160, temperature: 0.3});
}

/** Whether the speaker takes it: a question of a few tokens to its own model. */
async function isTaken(
	debate: MotionDebate,
	floor: Floor,
	speaker: MotionSpeakerSeat,
	riser: MotionSpeakerSeat,
	{point, trigger}: Rising,
): Promise<boolean> {
	const task = tag(
		'task',
		{kind: 'point_decision', speaker: speaker.id, side: speaker.side, target: riser.id},
		[
			`You are speaking; ${nameNow(debate, floor.heard, riser.id)} rises on a point of information. Do you take it now? A speaker who never does looks afraid, one who always does loses the thread.`,
			`On: “${fence(trigger)}”`,
			`Point: “${fence(point)}”`,
		].join('\n'),
	);
	const prompt = promptOf(sharedMessages(debate, floor.heard), task, {maxTokens: 40, temperature: 0.3});
	const answer = await floor.ask(speaker.id, prompt, PointDecision, {purpose: 'point taken?', inWords: true});
	return answer.ok && answer.value.take;
}

const cutFor = ({id}: MotionSpeakerSeat, {point, trigger, sentence, urgency}: Rising): Cut => ({
	interrupter: id,
	reason: 'point_of_information',
	trigger,
	sentence,
	urgency,
	opener: '',
	line: point,
});

/** It is shown as declined, and nothing else: no turn of it, so that what is spoken again after a crash is the same. */
async function decline(
	floor: Floor,
	{turnId}: SoFar,
	{id}: MotionSpeakerSeat,
	{point, trigger}: Rising,
): Promise<void> {
	await floor.record({type: 'point', turnId, by: id, point, trigger, taken: false});
}
