/**
 * While a turn is still being heard, the requests that will most likely follow are made already. The script claims them
 * when it makes the very same requests; the others are cancelled unheard.
 */
import type {Answer, ExpectedRequest, AnswerLookup, Prompt, SpeakOptions} from '../../debate/protocol.ts';
import type {DebateState} from '../../debate/state.ts';
import {askVoice} from '../calls/ask-voice.ts';
import {streamTurn} from './stream-turn.ts';
import type {TurnStream} from './turn-stream.ts';
import {RequestCancelled} from '../context/ending.ts';
import {isHuman} from './people.ts';
import type {TurnContext} from './turn-context.ts';

type PrefetchedAnswer = {
	readonly answer: Promise<Answer<unknown>>;
	settled: Answer<unknown> | undefined;
	readonly withdraw: (reason: string) => void;
};

export type Prefetch = {
	/** Makes the expected requests, given the state as it will be, and updates them as prefetched answers come in. */
	expect(expectation: NonNullable<SpeakOptions['prefetch']>, heard: DebateState): void;
	/** This very turn, if it was prefetched. */
	claimTurn(participant: string, prompt: Prompt): TurnStream | undefined;
	/** The answer to this very question, if it was prefetched. */
	claimAnswer(participant: string, prompt: Prompt): Promise<Answer<unknown>> | undefined;
	/** Cancels what was not claimed. */
	withdraw(): void;
};

const overtaken = 'withdrawn before it was heard: the debate took another turn';

export function prefetch(context: TurnContext): Prefetch {
	const turns = new Map<string, TurnStream>();
	const questions = new Map<string, PrefetchedAnswer>();
	let current: {readonly expectation: NonNullable<SpeakOptions['prefetch']>; readonly heard: DebateState} | undefined;

	const foreseen: AnswerLookup = (participant, prompt) => {
		const settled = questions.get(keyOf(participant, prompt))?.settled;
		return settled?.ok ? settled.value : undefined;
	};

	function update(): void {
		if (!current || context.over.signal.aborted) return;
		const wanted = new Map(
			current
				.expectation(current.heard, foreseen)
				.filter(expected => !isHuman(context, whomOf(expected)))
				.map(expected => [keyOf(whomOf(expected), expected.prompt), expected]),
		);
		for (const [key, other] of [...turns, ...questions]) if (!wanted.has(key)) drop(key, other);
		for (const [key, expected] of wanted) if (!turns.has(key) && !questions.has(key)) begin(key, expected);
	}

	function begin(key: string, expected: ExpectedRequest): void {
		if ('speak' in expected) {
			const {speak: participant, prompt} = expected;
			turns.set(key, streamTurn(context, {participant, prompt, purpose: 'turn', step: 'ahead'}));
			return;
		}
		const withdrawal = new AbortController();
		const signal = AbortSignal.any([withdrawal.signal, context.over.signal]);
		const answer = askVoice(
			context,
			{
				participant: expected.ask,
				prompt: expected.prompt,
				schema: expected.schema,
				purpose: expected.name,
				step: 'ahead',
				limitMs: expected.limitMs,
			},
			signal,
		);
		const question: PrefetchedAnswer = {
			answer,
			settled: undefined,
			withdraw: reason => withdrawal.abort(new RequestCancelled(reason)),
		};
		questions.set(key, question);
		context.background(async () => {
			question.settled = await answer.catch(() => undefined);
			if (questions.get(key) === question && question.settled) update();
		});
	}

	function drop(key: string, request: {withdraw(reason: string): void}): void {
		request.withdraw(overtaken);
		turns.delete(key);
		questions.delete(key);
	}

	return {
		expect(expectation, heard) {
			current = {expectation, heard};
			update();
		},
		claimTurn(participant, prompt) {
			const key = keyOf(participant, prompt);
			const found = turns.get(key);
			turns.delete(key);
			return found;
		},
		claimAnswer(participant, prompt) {
			// A prompt may be a megabyte long: no key is made of it when nothing was prefetched.
			if (questions.size === 0) return undefined;
			const key = keyOf(participant, prompt);
			const found = questions.get(key);
			questions.delete(key);
			return found?.answer;
		},
		withdraw() {
			current = undefined;
			for (const [key, other] of [...turns, ...questions]) drop(key, other);
		},
	};
}

const whomOf = (expected: ExpectedRequest): string => ('speak' in expected ? expected.speak : expected.ask);

const keyOf = (participant: string, prompt: Prompt): string => JSON.stringify([participant, prompt]);
