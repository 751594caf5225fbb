/**
 * The last message of a chair's prompt: who it is now, what is wanted, and its obligations in short. A few lines, since
 * it is sent anew each time.
 */
import {fence, tag, turnName} from '../../../debate/prompt.ts';
import type {Prompt} from '../../../debate/protocol.ts';
import {splitSentences} from '../../../debate/text/sentences.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {obligationsOf, tones} from '../config/obligations.ts';
import {answersDue, pointsDue, type Due} from '../seating/pending-answers.ts';
import {nameOf, promptOf, shared} from './shared-prefix.ts';
import {holderOf, isOwnCase, tableNow, type Holder, type Table} from '../seating/seating.ts';

/** How long turns are: the words asked for, the length expected, and the tokens that are cut off at. */
export const lengths = {
	turn: {words: '150-300', expected: 225, maxTokens: 900},
	resumption: {words: '120', expected: 90, maxTokens: 400},
	interruption: {words: '40', expected: 35, maxTokens: 160},
} as const;

/** No turn may take more of what the smallest model takes at once. */
const mostOfContext = 0.12;

type Length = (typeof lengths)[keyof typeof lengths];
type Key = 'steel_man' | 'self_critique' | 'framework' | 'honesty' | 'voice';

export function openingPrompt(table: Table, heard: DebateState, chair: Holder): Prompt {
	const wanted =
		'Open: take a side on the proposition as your framework sees it, and give your main reason and one concrete case.';
	return chairPrompt(table, heard, chair, 'opening', lengths.turn, {}, [
		wanted,
		...waiting(heard, chair),
		...owed(table, ['self_critique', 'framework', 'honesty', 'voice']),
	]);
}

export function replyPrompt(table: Table, heard: DebateState, chair: Holder, exchange: number): Prompt {
	const before = heard.turns.findLast(turn => isOwnCase(turn) && turn.speaker !== chair.id);
	const wanted = 'Take your turn: answer what weighs most against you, and bring one thing that has not been said.';
	const attributes = {round: exchange, to: before && turnName(before.id)};
	return chairPrompt(table, heard, chair, 'reply', lengths.turn, attributes, [
		wanted,
		...waiting(heard, chair),
		...owed(table),
	]);
}

/** What an interrupter is told: why, with which words to begin, and what set it off. */
export type Cutting = {
	readonly reason: string;
	readonly opener: string;
	readonly trigger: string;
	readonly line: string;
	readonly interrupted: string;
};

export function interruptionPrompt(table: Table, heard: DebateState, chair: Holder, cut: Cutting): Prompt {
	const wanted = `You cut ${nameOf(tableNow(table, heard), cut.interrupted)} off. One to three sentences, 40 words at most, beginning with your opener.`;
	const attributes = {round: heard.round, reason: cut.reason, opener: cut.opener, target: cut.interrupted};
	return chairPrompt(table, heard, chair, 'interruption', lengths.interruption, attributes, [
		wanted,
		`Trigger: ${quotation(cut.trigger, 30)}`,
		...(cut.line === '' ? [] : [`- point: ${quotation(cut.line, 40)}`]),
		...owed(table, ['voice']),
	]);
}

export function resumptionPrompt(
	table: Table,
	heard: DebateState,
	chair: Holder,
	cut: {readonly turn: Turn; readonly interrupter: string; readonly words: string},
): Prompt {
	const wanted = `${nameOf(tableNow(table, heard), cut.interrupter)} cut you off. Answer that briefly, then finish the point you were making.`;
	const answers = [
		...(cut.words.trim() === '' ? [] : [{by: 'chair' as const, speaker: cut.interrupter, text: cut.words}]),
		...answersDue(heard, chair.id),
	];
	return chairPrompt(
		table,
		heard,
		chair,
		'resumption',
		lengths.resumption,
		{round: heard.round, target: cut.interrupter},
		[
			wanted,
			`Cut off after: ${quotation(lastSentence(cut.turn.text), 40)}`,
			...answers.map(answerLine),
			...owed(table, ['framework', 'honesty', 'voice']),
		],
	);
}

function chairPrompt(
	table: Table,
	heard: DebateState,
	chair: Holder,
	kind: string,
	length: Length,
	attributes: Readonly<Record<string, string | number | undefined>>,
	body: readonly string[],
): Prompt {
	const task = tag(
		'task',
		{kind, speaker: chair.id, words: length.words, tone: table.config.tone, ...attributes},
		body.join('\n'),
	);
	return promptOf(shared(table, heard), `${who(tableNow(table, heard), chair.id)}\n${task}`, {
		maxTokens: Math.min(length.maxTokens, Math.floor(table.config.contextTokens * mostOfContext)),
		words: length.expected,
	});
}

function who(table: Table, id: string): string {
	const chair = holderOf(table, id);
	const opponents = table.chairs
		.filter(other => other.id !== id)
		.map(({name, about}) => `${name} (${about.name})`)
		.join(', ');
	return fence(
		`You are ${chair.name} in the ${about(chair)}, ${chair.id}; your opponents: ${opponents}.${chair.persona === undefined ? '' : ' Keep to your persona.'}`,
	);
}

const about = (chair: Holder): string => chair.about.name;

/** Obligations in force, in short; all of them where no keys are given. */
const owed = ({config}: Table, keys?: readonly Key[]): string[] => [
	...obligationsOf(config)
		.filter(({key}) => keys?.includes(key) ?? true)
		.map(({key, brief}) => `- ${key}: ${brief}`),
	`- tone: ${tones[config.tone].split(':', 1)[0] ?? ''}.`,
];

const waiting = (heard: DebateState, chair: Holder): string[] => [
	...answersDue(heard, chair.id).map(answerLine),
	...pointsDue(heard, chair.id).map(point => `- point: ${quotation(point, 40)}`),
];

const speakers = {arbiter: 'the arbiter', listener: 'a listener', chair: 'the chair that cut in'} as const;

const answerLine = ({by, text}: Due): string =>
	`- answer: ${speakers[by]}: ${quotation(text, by === 'listener' ? 60 : 40)}`;

/** On one line, in quotation marks, at most so many words: the last ones, where the question usually is. */
function quotation(text: string, most: number): string {
	const words = fence(text)
		.split(/\s+/u)
		.filter(word => word !== '');
	return `“${words.length > most ? `… ${words.slice(-most).join(' ')}` : words.join(' ')}”`;
}

const lastSentence = (text: string): string => splitSentences(text).at(-1)?.trim() ?? '';
