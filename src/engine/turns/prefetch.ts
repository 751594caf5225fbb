/**
 * While a turn is still being heard, the requests that will most likely follow are made already. The script claims them
 * when it makes the very same requests; the others are cancelled unheard.
 */
import type {Answer, ExpectedRequest, AnswerLookup, Prompt, SpeakOptions} from '../../debate/protocol.ts';
import type {DebateState} from '../../debate/state.ts';
import {askVoice} from '../calls/ask-voice.ts';
import {claimAnswerOf} from '../calls/keep-answer.ts';
import {aheadStep} from '../replay/kept-answers.ts';
import {streamTurn, type TurnStream} from './write-turn.ts';
import {RequestCancelled} from '../context.ts';
import {isHuman} from './people.ts';
import type {TurnContext} from './turn-context.ts';

export type Prefetch = {
	/**
	 * Makes the expected requests, given the state as it will be, and updates them as prefetched answers come in.
	 * `foretell` gives that state, a new one where it has changed.
	 */
	expect(expectation: NonNullable<SpeakOptions['prefetch']>, foretell: () => DebateState): void;
	/** To be called when a fact was recorded: prompts may rest on it, and what is no longer expected is cancelled. */
	refresh(): void;
	/** This very turn, if it was prefetched. */
	claimTurn(participant: string, prompt: Prompt, step: string): TurnStream | undefined;
	/** The answer to this very question, if it was prefetched. */
	claimAnswer(participant: string, prompt: Prompt, step: string): Promise<Answer<unknown>> | undefined;
	/** Cancels what was not claimed. */
	withdraw(): void;
};

const overtaken = 'withdrawn before it was heard: the debate took another turn';

type Foretold = {
	readonly expectation: NonNullable<SpeakOptions['prefetch']>;
	readonly foretell: () => DebateState;
	readonly state: DebateState;
	/** Requests that the script has made since: they are not made ahead again. */
	readonly claimed: Set<string>;
};

/** Requests to be made ahead, by key. */
const wantedOf = (
	context: TurnContext,
	{expectation, state, claimed}: Foretold,
	foreseen: AnswerLookup,
): ReadonlyMap<string, ExpectedRequest> =>
	new Map(
		expectation(state, foreseen)
			.filter(expected => !isHuman(context, whomOf(expected)))
			.map(expected => [keyOf(whomOf(expected), expected.prompt), expected] as const)
			.filter(([key]) => !claimed.has(key)),
	);

export function prefetch(context: TurnContext): Prefetch {
	const turns = new Map<string, TurnStream>();
	const questions = new Map<string, PrefetchedAnswer>();
	let current: Foretold | undefined;

	const foreseen: AnswerLookup = (participant, prompt) => {
		const key = keyOf(participant, prompt);
		const turn = turns.get(key);
		if (turn) return turn.end?.finish === 'complete' ? turn.text : undefined;
		const settled = questions.get(key)?.settled;
		return settled?.ok ? settled.value : undefined;
	};

	function update(): void {
		if (!current || context.over.signal.aborted) return;
		const wanted = wantedOf(context, current, foreseen);
		for (const [key, other] of [...turns, ...questions]) if (!wanted.has(key)) drop(key, other);
		for (const [key, expected] of wanted) if (!turns.has(key) && !questions.has(key)) begin(key, expected);
	}

	function begin(key: string, expected: ExpectedRequest): void {
		if ('speak' in expected) {
			const {speak: participant, prompt} = expected;
			const turn = writeAhead(context, participant, prompt, () => {
				if (turns.get(key) === turn) update();
			});
			turns.set(key, turn);
			return;
		}
		const question = askAhead(context, expected, () => {
			if (questions.get(key) === question) update();
		});
		questions.set(key, question);
	}

	function drop(key: string, request: {withdraw(reason: string): void}): void {
		request.withdraw(overtaken);
		turns.delete(key);
		questions.delete(key);
	}

	return {
		expect(expectation, foretell) {
			current = {expectation, foretell, state: foretell(), claimed: new Set()};
			update();
		},
		refresh() {
			const now = current?.foretell();
			if (!current || !now || now === current.state) return;
			current = {...current, state: now};
			update();
		},
		claimTurn: (participant, prompt, step) => claim(context, turns, current, {participant, prompt, step}),
		claimAnswer: (participant, prompt, step) => claim(context, questions, current, {participant, prompt, step})?.answer,
		withdraw() {
			current = undefined;
			for (const [key, other] of [...turns, ...questions]) drop(key, other);
		},
	};
}

type PrefetchedAnswer = {
	readonly answer: Promise<Answer<unknown>>;
	/** The answer, once it is there. */
	settled: Answer<unknown> | undefined;
	readonly withdraw: (reason: string) => void;
};

function writeAhead(context: TurnContext, participant: string, prompt: Prompt, onEnd: () => void): TurnStream {
	const turn = streamTurn(context, {participant, prompt, purpose: 'turn', step: aheadStep});
	context.background(async () => {
		await turn.done();
		onEnd();
	});
	return turn;
}

function askAhead(
	context: TurnContext,
	{ask: participant, prompt, schema, name: purpose, limitMs}: Extract<ExpectedRequest, {ask: string}>,
	onAnswer: () => void,
): PrefetchedAnswer {
	const withdrawal = new AbortController();
	const signal = AbortSignal.any([withdrawal.signal, context.over.signal]);
	const answer = askVoice(context, {participant, prompt, schema, purpose, step: aheadStep, limitMs}, signal);
	const question: PrefetchedAnswer = {
		answer,
		settled: undefined,
		withdraw: reason => withdrawal.abort(new RequestCancelled(reason)),
	};
	context.background(async () => {
		question.settled = await answer.catch(() => undefined);
		if (question.settled) onAnswer();
	});
	return question;
}

type ClaimedRequest = {readonly participant: string; readonly prompt: Prompt; readonly step: string};

/** Takes a request out of the prefetched ones, and notes its key among those that were claimed. */
function claim<T>(
	context: TurnContext,
	prefetched: Map<string, T>,
	current: Foretold | undefined,
	{participant, prompt, step}: ClaimedRequest,
): T | undefined {
	// A prompt may be a megabyte long: no key is made of it when nothing was prefetched.
	if (prefetched.size === 0) return undefined;
	const key = keyOf(participant, prompt);
	const found = prefetched.get(key);
	if (found === undefined) return undefined;
	prefetched.delete(key);
	current?.claimed.add(key);
	claimAnswerOf(context, participant, {prompt, step});
	return found;
}

const whomOf = (expected: ExpectedRequest): string => ('speak' in expected ? expected.speak : expected.ask);

const keyOf = (participant: string, prompt: Prompt): string => JSON.stringify([participant, prompt]);
