/** What every part of the engine shares while one debate runs. */
import type {Outcome, Question, UserAction} from '../debate/events.ts';
import {answers} from '../debate/reduce.ts';
import type {DebateLog} from './journal/recorder.ts';
import type {DebateClock} from './clock.ts';

// Why a debate or a request ends early.

/** Thrown through a script's calls when the debate ends before the script is done. Not a failure; caught in run.ts. */
export class DebateOver extends Error {
	override readonly name = 'DebateOver';
	readonly outcome: Outcome;

	constructor(outcome: Outcome, reason: string) {
		super(reason);
		this.outcome = outcome;
	}
}

/** A request was not made because what is left of the budget is for the closing. */
export class OverBudget extends Error {
	override readonly name = 'OverBudget';
}

/** A request was cancelled because its answer is no longer needed. Not a failure of the voice. */
export class RequestCancelled extends Error {
	override readonly name = 'Withdrawn';
}

/** The debate was suspended by Ctrl-C or a signal: no ending is written, and it can be resumed. */
export class DebateSuspended extends Error {
	override readonly name = 'DebateSuspended';
}

/** A voice is away, or lacks a login or money, and nobody is there to ask: it can be resumed once that is mended. */
export class DebateUnfinished extends DebateSuspended {}

/** A person has to decide how it goes on, and none is there; the message is what they are asked. */
export class DebateHalted extends DebateSuspended {}

/** Whether a request was ended by us and not by its voice. */
export const isTakenBack = ({aborted, reason}: AbortSignal): boolean =>
	aborted && (reason instanceof RequestCancelled || reason instanceof DebateOver || reason instanceof DebateSuspended);

/** Waits for the promise, or rejects with the signal's reason when it aborts. */
export async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
	const {promise: over, reject} = Promise.withResolvers<never>();
	const abort = () => reject(signal.reason);
	if (signal.aborted) abort();
	else signal.addEventListener('abort', abort, {once: true});
	try {
		// The promise itself may have caused the abort: racing it here keeps its rejection from going unhandled.
		return await Promise.race([over, promise]);
	} finally {
		signal.removeEventListener('abort', abort);
	}
}

// Questions to the user, one at a time: each is shown, and waits for the action that answers it.

type Questions = {
	/** Shows a question once those before it are answered, and resolves with the action that answers it. */
	ask(question: Question): Promise<UserAction>;
	/** Resolves the question that this action answers, if any. */
	answerWith(action: UserAction): void;
	/** The question that is shown now. */
	readonly open: Question | undefined;
};

/** Pending questions reject with the reason when the debate ends. */
export function questions(show: (question: Question) => void, over: AbortSignal): Questions {
	const waiting: {readonly question: Question; readonly resolve: (action: UserAction) => void}[] = [];
	const showFirst = () => {
		const [first] = waiting;
		if (first) show(first.question);
	};
	return {
		async ask(question) {
			over.throwIfAborted();
			const {promise, resolve} = Promise.withResolvers<UserAction>();
			waiting.push({question, resolve});
			if (waiting.length === 1) showFirst();
			return unlessAborted(over, promise);
		},
		answerWith(action) {
			const answered = waiting.filter(
				({question}, index) => (index === 0 || action.action === 'stop') && answers(action, question),
			);
			if (answered.length === 0) return;
			waiting.splice(0, waiting.length, ...waiting.filter(one => !answered.includes(one)));
			for (const {resolve} of answered) resolve(action);
			showFirst();
		},
		get open() {
			return waiting[0]?.question;
		},
	};
}

export type DebateContext = {
	readonly clock: DebateClock;
	readonly log: DebateLog;
	/** Aborted, with the reason, when the debate is to end at once. */
	readonly over: AbortController;
	readonly control: Control;
	/** Asks the user; undefined where nobody can answer. */
	readonly questions: Questions | undefined;
	/** Runs a task concurrently with the script. The debate does not end before it, and fails if it fails. */
	background(task: () => Promise<void>): void;
};

/** What the user or the budget wants of the debate from now on. */
type Control = {
	/** The script is to go to its closing. */
	stopping: boolean;
	/** What was lacking, once the debate is to close within what is left of its budget. */
	overBudget: string | undefined;
	/** Why the running turn is to end at its next sentence. */
	cutShort: string | undefined;
};

/** Waits for the promise, but not beyond the end of the debate: then it rejects with the reason. */
export const untilOver = <T>({over}: DebateContext, promise: Promise<T>): Promise<T> =>
	unlessAborted(over.signal, promise);

// Tasks that run concurrently with a debate's script.

export type BackgroundTasks = {
	/** Starts a task. If it fails, the debate is aborted with its error. */
	start(task: () => Promise<void>): void;
	/** Resolves when none is running. */
	done(): Promise<void>;
};

export function backgroundTasks(over: AbortController): BackgroundTasks {
	const tasks = new Set<Promise<void>>();
	return {
		start(task) {
			const running = task()
				.catch((error: unknown) => {
					if (!(error instanceof DebateOver || error instanceof DebateSuspended || over.signal.aborted))
						over.abort(error);
				})
				.finally(() => tasks.delete(running));
			tasks.add(running);
		},
		async done() {
			while (tasks.size > 0) await Promise.all(tasks);
		},
	};
}

// Speech of what is heard while it is heard, in step with the words shown. What cannot be spoken is silent.

export type Utterance = {
	readonly speaker: string;
	readonly kind: string;
	/** A sentence, and what its turn has said before it. */
	readonly text: string;
	readonly before: string;
	/** Words a minute. */
	readonly pace: number;
};

/** A sentence that is being spoken. `ms` is how long it takes; `ended` never rejects. */
export type Sounding = {readonly ms: number; readonly ended: Promise<void>};

export type SpeechOutput = {
	/** Makes the sound of a sentence that will most likely be heard soon. */
	readonly prepare: (utterance: Utterance) => void;
	/**
	 * Begins to speak, behind the pause that goes before. Resolves when it sounds; undefined where nothing does. The
	 * signal silences it.
	 */
	readonly say: (utterance: Utterance, signal: AbortSignal) => Promise<Sounding | undefined>;
	/** Interrupts what sounds, and takes it up at the same place. */
	readonly pause: () => void;
	readonly resume: () => void;
	/** Ends the sentence that is being played. */
	readonly silence: () => void;
};

/** The words of a sentence, each with how long it is shown before the next. */
export function timedWords(text: string, ms: number): readonly {readonly word: string; readonly ms: number}[] {
	const words = text.match(/\s*\S+\s*/gu) ?? (text === '' ? [] : [text]);
	const length = words.reduce((sum, word) => sum + word.length, 0);
	return words.map(word => ({word, ms: (ms * word.length) / length}));
}
