/** The turn that a judge is shown, sentence by sentence, and what it is held against. */
import {type Block, type ChairCard, type PromptTurn, type ParsedPrompt} from '../../request/notation.ts';
import type {ComposerInput} from '../../request/composer.ts';
import {bare, overlap, wordsOf} from '../../language/text.ts';
import {chairOf} from '../chairs/speaker.ts';
import {admits} from '../phrases/cues.ts';

/** A turn in numbered sentences: the first one has the number 1; one that is not shown is empty. */
export type NumberedTurn = PromptTurn & {readonly sentences: readonly string[]};

/** A turn under judgement, and what it can be held against. */
export type TurnUnderReview = {
	/** Its turns are those that the judge was shown. */
	readonly prompt: ParsedPrompt;
	readonly input: ComposerInput;
	readonly me: ChairCard;
	readonly turn: NumberedTurn;
	/** Those that are long enough to say something. */
	readonly sentences: readonly string[];
	/** The other chairs, and their turns before this one. */
	readonly others: readonly ChairCard[];
	readonly before: readonly NumberedTurn[];
	/** What the speaker admitted in earlier turns. */
	readonly admitted: readonly {readonly turn: string; readonly sentence: string}[];
};

export function turnUnderReview(input: ComposerInput): TurnUnderReview | undefined {
	const {task} = input;
	const told = input.prompt.turns.map(fromTranscript);
	const at = told.findIndex(({id}) => id === task.attributes['turn']);
	const merged = task.blocks.find(({name}) => name === 'judged');
	const turn = merged ? readNumbered(merged) : told[at];
	const turns = at < 0 ? task.blocks.filter(({name}) => name === 'opponent').map(readNumbered) : told.slice(0, at);
	const me = turn && chairOf(input.prompt, turn.speaker);
	if (!turn || !me) return undefined;
	const others = input.prompt.chairs.filter(card => card.id !== me.id);
	return {
		prompt: {...input.prompt, turns},
		input,
		me,
		turn,
		sentences: turn.sentences.filter(isQuotable),
		others,
		before: turns.filter(({speaker}) => others.some(other => other.id === speaker)),
		admitted: [...admittedIn(task.blocks), ...admissionsIn(turns.filter(({speaker}) => speaker === me.id))],
	};
}

const readNumbered = ({attributes, body}: Block): NumberedTurn => ({
	id: attributes['turn'] ?? '',
	speaker: attributes['speaker'] ?? '',
	name: attributes['speaker'] ?? '',
	kind: 'reply',
	cut: false,
	...numberedIn(body),
});

const fromTranscript = (turn: PromptTurn): NumberedTurn => ({...turn, ...numberedIn(turn.text)});

function numberedIn(body: string): Pick<NumberedTurn, 'text' | 'sentences'> {
	const sentences: string[] = [];
	for (const {groups} of body.matchAll(/^\[(?<number>\d+)\] (?<text>.*)$/gmu))
		sentences[Number(groups?.['number']) - 1] = groups?.['text'] ?? '';
	const whole = Array.from(sentences, sentence => sentence ?? '');
	return {text: whole.filter(sentence => sentence !== '').join(' '), sentences: whole};
}

/** What the speaker's own earlier turns admitted, where the judge is shown them. */
const admissionsIn = (turns: readonly NumberedTurn[]): TurnUnderReview['admitted'] =>
	turns.flatMap(({id, sentences}) => sentences.filter(admits).map(sentence => ({turn: id, sentence})));

const admittedIn = (blocks: readonly Block[]): TurnUnderReview['admitted'] =>
	blocks
		.filter(({name}) => name === 'admitted_before')
		.flatMap(({body}) => [...body.matchAll(/^(?<turn>\w+): (?<sentence>.*)$/gmu)])
		.map(({groups}) => ({turn: groups?.['turn'] ?? '', sentence: groups?.['sentence'] ?? ''}));

/** The questions of a cross-check: what they are about, and the sentence. */
export const questionsIn = ({
	task,
}: ComposerInput): readonly {readonly id: string; readonly about: string; readonly sentence: string}[] =>
	task.lines.flatMap(({key, text}) => {
		const {about = '', sentence = ''} = /^(?<about>\w+): (?<sentence>.*)$/u.exec(text)?.groups ?? {};
		return /^q\d+$/u.test(key) ? [{id: key, about, sentence}] : [];
	});

/** The number of the sentence in which these words stand, or of the one nearest to them. */
export function numberOf(words: string, {sentences}: NumberedTurn): number {
	const at = sentences.findIndex(sentence => ` ${bare(sentence)} `.includes(` ${bare(words)} `));
	if (at >= 0) return at + 1;
	const near = sentences.map((sentence, index) => ({index, near: overlap(words, sentence)}));
	return (near.toSorted((one, other) => other.near - one.near)[0]?.index ?? 0) + 1;
}

/** Shorter sentences prove nothing. */
const isQuotable = (sentence: string): boolean => wordsOf(sentence).length >= 4;
