/** The last message of a speaker's prompt: who it is, and the task. Short, since it is never cached. */
import {fence, tag, turnName} from '../../../debate/prompt.ts';
import type {Prompt} from '../../../debate/protocol.ts';
import {splitSentences} from '../../../debate/text/sentences.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {isArguing, nameNow, otherSide, sideOf, type MotionDebate, type MotionSpeakerSeat} from '../seating/seating.ts';
import {claimsFor} from './ledger-prompt.ts';
import {promptOf, sharedMessages, tokensFor} from './shared-prefix.ts';

type SpeakerTaskAttributes = Readonly<Record<string, string | number | undefined>>;
type WordLimitName = keyof MotionDebate['config']['words'];

/** An opening is written without the other side's. */
export const openingPrompt = (debate: MotionDebate, heard: DebateState, speaker: MotionSpeakerSeat): Prompt =>
	speakerPrompt(debate, heard, speaker, {
		kind: 'opening',
		words: 'opening',
		body: [
			'Open for your side: what the motion comes to, your two or three strongest reasons, and a case for the best of them.',
		],
		leftOut: turn => turn.segment === 'opening' && sideOf(turn.speaker) === otherSide(speaker.side),
	});

export function rebuttalPrompt(
	debate: MotionDebate,
	heard: DebateState,
	speaker: MotionSpeakerSeat,
	round: number,
): Prompt {
	const last = lastOf(heard, otherSide(speaker.side));
	return speakerPrompt(debate, heard, speaker, {
		kind: 'rebuttal',
		words: 'rebuttal',
		attributes: {round, to: last && turnName(last.id)},
		body: [
			round === 1
				? 'Rebut: take the strongest claims of the other side that stand open, name each as you answer it, and answer the strongest first. Then rebuild what was attacked of yours.'
				: 'Second rebuttal: settle what decides the debate. Answer what is still open against you, use what the questions brought to light, and show which claim of yours nobody has met.',
		],
	});
}

export const questionPrompt = (
	debate: MotionDebate,
	heard: DebateState,
	speaker: MotionSpeakerSeat,
	round: number,
): Prompt =>
	speakerPrompt(debate, heard, speaker, {
		kind: 'question',
		words: 'question',
		attributes: {round, target: nextTarget(debate, speaker)},
		body: [
			'Put one question to the other side that it must answer: one sentence, on what it said, that no slogan answers.',
		],
	});

const nextTarget = ({speakers}: MotionDebate, {side}: MotionSpeakerSeat): string | undefined =>
	speakers.find(speaker => speaker.side !== side)?.id;

export const answerPrompt = (
	debate: MotionDebate,
	heard: DebateState,
	speaker: MotionSpeakerSeat,
	question: Turn,
	round: number,
): Prompt =>
	speakerPrompt(debate, heard, speaker, {
		kind: 'answer',
		words: 'answer',
		attributes: {round, to: turnName(question.id)},
		body: [
			'Answer the question at once and in the first sentence; then say why.',
			`Question: ${quotation(question.text, 60)}`,
		],
	});

export const closingPrompt = (debate: MotionDebate, heard: DebateState, speaker: MotionSpeakerSeat): Prompt =>
	speakerPrompt(debate, heard, speaker, {
		kind: 'closing',
		words: 'closing',
		attributes: {round: 9},
		body: [
			'Close for your side: what the debate came down to, why your side has the better of it, and what of the other side’s you grant. No new claims: what nobody has said before counts for nothing now.',
		],
	});

/** The speaker took a point of information: it answers briefly and goes on. */
export const resumptionPrompt = (
	debate: MotionDebate,
	heard: DebateState,
	speaker: MotionSpeakerSeat,
	{turn, point, by}: {readonly turn: Turn; readonly point: string; readonly by: string},
): Prompt =>
	speakerPrompt(debate, heard, speaker, {
		kind: 'resumption',
		words: 'rebuttal',
		share: 0.6,
		attributes: {round: heard.round ?? 1, target: by},
		body: [
			`You took a point of information from ${nameNow(debate, heard, by)}. Answer it in a sentence or two, then finish the point you were making.`,
			`Point: ${quotation(point, 30)}`,
			`Stopped after: ${quotation(splitSentences(turn.text).at(-1)?.trim() ?? '', 40)}`,
		],
	});

type SpeakerTask = {
	readonly kind: string;
	readonly words: WordLimitName;
	/** The part of the words that this turn may take. */
	readonly share?: number;
	readonly attributes?: SpeakerTaskAttributes;
	readonly body: readonly string[];
	readonly leftOut?: (turn: Turn) => boolean;
};

function speakerPrompt(
	debate: MotionDebate,
	heard: DebateState,
	speaker: MotionSpeakerSeat,
	{kind, words, share = 1, attributes, body, leftOut}: SpeakerTask,
): Prompt {
	const most = Math.round(debate.config.words[words] * share);
	const task = tag(
		'task',
		{
			kind,
			speaker: speaker.id,
			side: speaker.side,
			words: `${Math.round(most * 0.6)}-${most}`,
			tone: debate.config.tone,
			...attributes,
		},
		[
			...body,
			...listenerLines(heard, speaker),
			...(leftOut ? [] : claimsFor(heard, speaker.id)),
			`- words: ${most} at most.`,
		].join('\n'),
	);
	return promptOf(sharedMessages(debate, heard, leftOut), `${identity(debate, heard, speaker)}\n${task}`, {
		maxTokens: tokensFor(most),
		words: Math.round(most * 0.85),
	});
}

function identity(debate: MotionDebate, heard: DebateState, {id, side, persona}: MotionSpeakerSeat): string {
	const names = (of: typeof side): string =>
		debate.speakers
			.filter(speaker => speaker.side === of && speaker.id !== id)
			.map(speaker => nameNow(debate, heard, speaker.id))
			.join(', ');
	const mates = names(side);
	return fence(
		`You are ${nameNow(debate, heard, id)}, ${id}, ${side} the motion${mates === '' ? '' : ` with ${mates}`}; against you: ${names(otherSide(side))}.${persona === undefined ? '' : ' Keep to your persona.'}`,
	);
}

/** What listeners and the moderator said to this speaker since it last spoke. */
function listenerLines({turns}: DebateState, {id}: MotionSpeakerSeat): string[] {
	const own = turns.findLastIndex(turn => turn.speaker === id && isArguing(turn));
	return turns
		.slice(own + 1)
		.filter(({kind, text}) => ['barge-in', 'interjection', 'insistence'].includes(kind) && text.trim() !== '')
		.map(({kind, text}) => `- answer: ${kind === 'barge-in' ? 'a listener' : 'the moderator'}: ${quotation(text, 60)}`);
}

const lastOf = ({turns}: DebateState, side: string): Turn | undefined =>
	turns.findLast(turn => isArguing(turn) && sideOf(turn.speaker) === side && turn.text.trim() !== '');

/** On one line, in quotation marks, at most `most` words: the last ones. */
export function quotation(text: string, most: number): string {
	const words = fence(text)
		.split(/\s+/u)
		.filter(word => word !== '');
	return `“${words.length > most ? `… ${words.slice(-most).join(' ')}` : words.join(' ')}”`;
}
