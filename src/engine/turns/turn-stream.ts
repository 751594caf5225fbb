/**
 * What a voice is writing, ahead of what is heard of it: cleaned and redacted as it comes in, read at the listener's
 * pace.
 */
import type {Finish, Usage} from '../../debate/events.ts';
import {cleanText, TextIntake} from '../../debate/text/intake.ts';
import type {Prompt} from '../../debate/protocol.ts';
import {countWords} from '../../debate/text/words.ts';
import {sumOf, type Used} from '../../voices/usage.ts';
import {VoiceError} from '../../voices/voice.ts';
import {call, requestOf, unusable} from '../calls/call.ts';
import {repetitionDetector} from './repetition-detector.ts';
import {continuing, endsWell, seam} from './continuation.ts';
import {promptTagFilter} from './prompt-tag-filter.ts';
import {limitTime} from '../calls/time-limit.ts';
import {RequestCancelled} from '../context/ending.ts';
import type {RunContext} from '../context/run-context.ts';

/** How the writing ended. `out` says why the voice cannot be used at all. */
export type TurnStreamEnd = {
	readonly finish: Exclude<Finish, 'interrupted'>;
	readonly reason?: string;
	readonly usage?: Usage;
	readonly cost?: number;
	readonly firstTokenMs?: number;
	readonly totalMs: number;
	readonly out?: string;
};

type StreamEnding = Pick<TurnStreamEnd, 'finish' | 'reason'>;

export type TurnStream = {
	/** All that was written so far. */
	readonly text: string;
	readonly end: TurnStreamEnd | undefined;
	/** The next piece of text, or nothing at the end. */
	next(): Promise<string | undefined>;
	/** Resolves when something is there to be read, or the end. */
	ready(): Promise<void>;
	/** Resolves when all is written. */
	done(): Promise<TurnStreamEnd>;
	/** Takes the request back; nothing more is written. */
	withdraw(reason: string): void;
	/** What is known of it before its end: for a turn that is cut. */
	readonly measured: Pick<TurnStreamEnd, 'usage' | 'cost' | 'firstTokenMs' | 'totalMs'>;
	/** By a person: it is there as a whole or not at all, and is heard to its end. */
	readonly typed?: true;
	/** Calls back as the voice thinks, with its tokens of thinking so far, roughly; at most four times a second. */
	whileThinking(tell: (tokens: number) => void): void;
};

/**
 * A turn this many times longer than it was to be is cut there: a model that does not end must not fill the evening.
 */
const longestTurn = 8;

/** Starts a turn's request at once. */
export function turnStream(
	world: RunContext,
	participant: string,
	prompt: Prompt,
	purpose: string,
	step: string,
	limitMs?: number,
): TurnStream {
	const withdrawal = new AbortController();
	const {signal, lift} = limitTime(world, AbortSignal.any([withdrawal.signal, world.over.signal]), limitMs);
	const began = world.clock.now();
	const {push, close, ...desk} = textBuffer();
	const intake = new TextIntake();
	const round = repetitionDetector();
	const words = promptTagFilter();
	const uses: Used[] = [];
	let firstTokenMs: number | undefined;
	const longest = longestTurn * (prompt.words ?? 300);
	const thoughts = {tokens: 0, toldAt: began, tell: (_tokens: number) => {}};

	function think(tokens: number): void {
		thoughts.tokens += tokens;
		if (world.clock.now() - thoughts.toldAt < 250) return;
		thoughts.toldAt = world.clock.now();
		thoughts.tell(Math.round(thoughts.tokens));
	}

	async function write(): Promise<StreamEnding> {
		const {ending, brokeOff, text} = await request(prompt, piece => piece);
		const end = brokeOff && text.trim() !== '' && !endsWell(text) ? await goOn(text, ending) : ending;
		push(intake.push(words.end()) + intake.end());
		return desk.text().trim() === ''
			? {
					finish: 'failed',
					reason: end.finish === 'complete' ? 'gave an empty answer' : (end.reason ?? 'gave no answer'),
				}
			: end;
	}

	/** One request's words, to their end or to that of our patience. `text` is as the model wrote it. */
	async function request(
		asked: Prompt,
		pass: (piece: string) => string,
	): Promise<{readonly ending: StreamEnding; readonly brokeOff: boolean; readonly text: string}> {
		let finish: keyof typeof endings = 'cut';
		let text = '';
		for await (const delta of call(world, {participant, step, request: requestOf(world, asked, purpose), signal})) {
			if (delta.type === 'thinking') think(delta.text.length / 4);
			if (delta.type === 'usage') uses.push(delta);
			if (delta.type === 'finish') ({finish} = delta);
			if (delta.type !== 'text') continue;
			firstTokenMs ??= world.clock.now() - began;
			text += delta.text;
			push(intake.push(words.push(pass(delta.text))));
			if (round.goesRound(delta.text))
				return {
					ending: {finish: 'truncated', reason: 'went round in circles and was stopped there'},
					brokeOff: false,
					text,
				};
			if (desk.text().length > longest * 4 && countWords(desk.text()) > longest)
				return {
					ending: {finish: 'truncated', reason: `went on past ${longest} words and was stopped there`},
					brokeOff: false,
					text,
				};
		}
		return {ending: endings[finish], brokeOff: finish === 'length' || finish === 'cut', text};
	}

	/** Asks once for the rest. Where none comes, the turn stays as it is. */
	async function goOn(said: string, broken: StreamEnding): Promise<StreamEnding> {
		world.emit({
			type: 'notice',
			level: 'info',
			participant,
			text: `The answer ${broken.reason ?? 'broke off'}: its rest is asked for.`,
		});
		const joint = seam(said);
		try {
			const {ending} = await request(continuing(prompt, cleanText(said)), joint.push);
			push(intake.push(words.push(joint.end())));
			return ending;
		} catch (error) {
			if (signal.aborted || !(error instanceof VoiceError)) throw error;
			return broken;
		}
	}

	const measured = (): TurnStream['measured'] => ({
		...sumOf(uses),
		...(firstTokenMs === undefined ? {} : {firstTokenMs}),
		totalMs: world.clock.now() - began,
	});

	const finished = write()
		.catch((error: unknown): StreamEnding & Pick<TurnStreamEnd, 'out'> => {
			push(intake.push(words.end()) + intake.end());
			const out = unusable(error);
			return {
				finish: 'failed',
				reason: cleanText(error instanceof Error ? error.message : String(error)),
				...(out === undefined ? {} : {out}),
			};
		})
		.then(ending => close({...ending, ...measured()}))
		.finally(lift);

	// The debate does not end before its last request is accounted for.
	world.background(async () => void (await finished));
	return {
		get text() {
			return desk.text();
		},
		get end() {
			return desk.end();
		},
		get measured() {
			return measured();
		},
		whileThinking(tell) {
			thoughts.tell = tell;
		},
		next: desk.next,
		ready: desk.ready,
		done: () => finished,
		withdraw(reason) {
			withdrawal.abort(new RequestCancelled(reason));
		},
	};
}

const endings: Readonly<Record<'stop' | 'length' | 'refusal' | 'cut', StreamEnding>> = {
	stop: {finish: 'complete'},
	length: {finish: 'truncated', reason: 'ran into its length limit'},
	refusal: {finish: 'failed', reason: 'declined to answer'},
	cut: {finish: 'truncated', reason: 'was ended by the server without saying that it was complete'},
};

/** A given text as a draft, for what is said in somebody's place, or not said at all. */
export function writtenTurn(text: string, ending: TurnStreamEnd = {finish: 'complete', totalMs: 0}): TurnStream {
	const {push, close, ...desk} = textBuffer();
	const intake = new TextIntake();
	push(intake.push(text) + intake.end());
	const end = close(ending);
	return {
		get text() {
			return desk.text();
		},
		end,
		measured: {totalMs: 0},
		whileThinking() {},
		next: desk.next,
		ready: desk.ready,
		done: () => Promise.resolve(end),
		withdraw() {},
	};
}

/** Pieces that come in on one side and are read on the other. */
function textBuffer() {
	let text = '';
	let unread = '';
	let ended: TurnStreamEnd | undefined;
	let changed = Promise.withResolvers<void>();
	const change = () => {
		changed.resolve();
		changed = Promise.withResolvers<void>();
	};
	const ready = async () => {
		while (unread === '' && !ended) await changed.promise;
	};
	return {
		text: () => text,
		end: () => ended,
		ready,
		push(piece: string) {
			if (piece === '') return;
			text += piece;
			unread += piece;
			change();
		},
		close(end: TurnStreamEnd): TurnStreamEnd {
			ended = end;
			change();
			return end;
		},
		async next(): Promise<string | undefined> {
			await ready();
			const piece = unread;
			unread = '';
			return piece === '' ? undefined : piece;
		},
	};
}
