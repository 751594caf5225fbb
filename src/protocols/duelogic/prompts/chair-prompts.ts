/**
 * The last message of a chair's prompt: its identity, the task, and its obligations in short. Kept brief, since it is
 * never cached.
 */
import {fence, tag, turnName} from '../../../debate/prompt.ts';
import type {Prompt} from '../../../debate/protocol.ts';
import {splitSentences} from '../../../debate/text/sentences.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {obligationsOf, tones} from '../config/obligations.ts';
import {pendingAnswers, savedPoints, type PendingAnswer, type SavedPoint} from '../seating/pending-answers.ts';
import {nameOf, promptOf, sharedMessages} from './shared-prefix.ts';
import {chairOf, isCaseTurn, withCurrentNames, type ChairSeat, type DuelogicDebate} from '../seating/seating.ts';

/** Turn lengths: words requested, words expected, and the token limit. */
export const turnLengths = {
	turn: {words: '150-300', expected: 225, maxTokens: 900},
	resumption: {words: '120', expected: 90, maxTokens: 400},
	interruption: {words: '40', expected: 35, maxTokens: 160},
} as const;

/** The largest share of the smallest model's context that one turn may take. */
const maxContextShare = 0.12;

type TurnLength = (typeof turnLengths)[keyof typeof turnLengths];
type Key = 'steel_man' | 'self_critique' | 'framework' | 'honesty' | 'voice';

export function openingPrompt(debate: DuelogicDebate, heard: DebateState, chair: ChairSeat): Prompt {
	const wanted =
		'Open: take a side on the proposition as your framework sees it, and give your main reason and one concrete case.';
	return chairPrompt(debate, heard, chair, 'opening', turnLengths.turn, {}, [
		wanted,
		...pendingLines(heard, chair),
		...obligationLines(debate, ['self_critique', 'framework', 'honesty', 'voice']),
	]);
}

export function replyPrompt(debate: DuelogicDebate, heard: DebateState, chair: ChairSeat, exchange: number): Prompt {
	const before = heard.turns.findLast(turn => isCaseTurn(turn) && turn.speaker !== chair.id);
	const wanted = 'Take your turn: answer what weighs most against you, and bring one thing that has not been said.';
	const attributes = {round: exchange, to: before && turnName(before.id)};
	return chairPrompt(debate, heard, chair, 'reply', turnLengths.turn, attributes, [
		wanted,
		...pendingLines(heard, chair),
		...obligationLines(debate),
	]);
}

/** Why an interrupter cuts in: the sentence that it cut, and an opener that it may begin with. */
export type InterruptionCause = {
	readonly reason: string;
	readonly opener: string;
	readonly trigger: string;
	readonly interrupted: string;
};

export function interruptionPrompt(
	debate: DuelogicDebate,
	heard: DebateState,
	chair: ChairSeat,
	cut: InterruptionCause,
): Prompt {
	const wanted = `You cut ${nameOf(withCurrentNames(debate, heard), cut.interrupted)} off, right behind the sentence below. ${interruptionAims[cut.reason] ?? ''} One to three short sentences, 40 words at most, that answer this very sentence, so that listeners hear at once why you could not wait; in your own words, for example “${cut.opener}”`;
	const attributes = {round: heard.round, reason: cut.reason, opener: cut.opener, target: cut.interrupted};
	return chairPrompt(debate, heard, chair, 'interruption', turnLengths.interruption, attributes, [
		wanted,
		`Trigger: ${quotation(cut.trigger, 60)}`,
		...obligationLines(debate, ['voice']),
	]);
}

/** What an interrupter wants, by its reason. */
const interruptionAims: Readonly<Record<string, string>> = {
	straw_man_detected: 'It says of you what you do not hold: say what you do hold.',
	factual_correction: 'Something in it is not so: put it right.',
	direct_challenge: 'You will not let it stand: say why not.',
	clarification_needed: 'You cannot follow: ask the one thing that you have to know.',
	pivotal_point: 'This is where you part: say so, and what hangs on it.',
	strong_agreement: 'You want to build on it: say what it leads to.',
};

export function resumptionPrompt(
	debate: DuelogicDebate,
	heard: DebateState,
	chair: ChairSeat,
	cut: {readonly turn: Turn; readonly interrupter: string; readonly words: string},
): Prompt {
	const wanted = `${nameOf(withCurrentNames(debate, heard), cut.interrupter)} cut you off. Answer that briefly, then finish the point you were making.`;
	const answers = [
		...(cut.words.trim() === '' ? [] : [{by: 'chair' as const, speaker: cut.interrupter, text: cut.words}]),
		...pendingAnswers(heard, chair.id),
	];
	return chairPrompt(
		debate,
		heard,
		chair,
		'resumption',
		turnLengths.resumption,
		{round: heard.round, target: cut.interrupter},
		[
			wanted,
			`Cut off after: ${quotation(lastSentence(cut.turn.text), 40)}`,
			...answers.map(answerLine),
			...obligationLines(debate, ['framework', 'honesty', 'voice']),
		],
	);
}

function chairPrompt(
	debate: DuelogicDebate,
	heard: DebateState,
	chair: ChairSeat,
	kind: string,
	length: TurnLength,
	attributes: Readonly<Record<string, string | number | undefined>>,
	body: readonly string[],
): Prompt {
	const task = tag(
		'task',
		{kind, speaker: chair.id, words: length.words, tone: debate.config.tone, ...attributes},
		body.join('\n'),
	);
	return promptOf(
		sharedMessages(debate, heard),
		`${chairIdentity(withCurrentNames(debate, heard), chair.id)}\n${task}`,
		{
			maxTokens: Math.min(length.maxTokens, Math.floor(debate.config.contextTokens * maxContextShare)),
			words: length.expected,
		},
	);
}

function chairIdentity(debate: DuelogicDebate, id: string): string {
	const chair = chairOf(debate, id);
	const opponents = debate.chairs
		.filter(other => other.id !== id)
		.map(({name, frameworkProfile}) => `${name} (${frameworkProfile.name})`)
		.join(', ');
	return fence(
		`You are ${chair.name} in the ${chair.frameworkProfile.name}, ${chair.id}; your opponents: ${opponents}.${chair.persona === undefined ? '' : ' Keep to your persona.'}`,
	);
}

/** Reminders of the obligations in force, or of those named by `keys`. */
const obligationLines = ({config}: DuelogicDebate, keys?: readonly Key[]): string[] => [
	...obligationsOf(config)
		.filter(({key}) => keys?.includes(key) ?? true)
		.map(({key, reminder}) => `- ${key}: ${reminder}`),
	`- tone: ${tones[config.tone].split(':', 1)[0] ?? ''}.`,
];

const pendingLines = (heard: DebateState, chair: ChairSeat): string[] => [
	...pendingAnswers(heard, chair.id).map(answerLine),
	...savedPoints(heard, chair.id).map(saved => pointLine(heard, saved)),
];

/** A point of the chair's own: it came too late for an interruption. */
const pointLine = ({seats}: DebateState, {speaker, point}: SavedPoint): string =>
	`- point: while ${fence(seats.find(({id}) => id === speaker)?.name ?? 'the other')} spoke you wanted to break in ${fence(point)}: start there, but answer first what you were asked.`;

const speakers = {arbiter: 'the arbiter', listener: 'a listener', chair: 'the chair that cut in'} as const;

const answerLine = ({by, text}: PendingAnswer): string =>
	`- answer: ${speakers[by]}: ${quotation(text, by === 'listener' ? 60 : 40)}`;

/** On one line, in quotation marks, at most `most` words: the last ones, where the question usually is. */
function quotation(text: string, most: number): string {
	const words = fence(text)
		.split(/\s+/u)
		.filter(word => word !== '');
	return `“${words.length > most ? `… ${words.slice(-most).join(' ')}` : words.join(' ')}”`;
}

const lastSentence = (text: string): string => splitSentences(text).at(-1)?.trim() ?? '';
