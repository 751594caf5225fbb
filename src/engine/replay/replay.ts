/** Plays a journal again: the events in their own rhythm, with the words of a sentence spread over its time. */
import type {JournalEvent, RunEvent} from '../../debate/events.ts';
import type {Problem} from '../journal/journal.ts';
import {readPaged} from '../journal/paged-journal.ts';
import {type DebateState, emptyState, type Jump, type SessionEvent, type Turn} from '../../debate/state.ts';
import {countWords, speechPace} from '../../debate/text/words.ts';
import {type Sounding, type SpeechOutput, timedWords} from '../context.ts';
import {countWhile} from '../../debate/fold.ts';
import {fold} from '../../debate/reduce.ts';
import {realClock} from '../clock.ts';
import {stateFold} from '../journal/recorder.ts';

// A debate that can be played from anywhere: its events, and where its turns and segments begin.

export type Recording = {
	readonly length: number;
	/** Indices of the events that begin one, in order. */
	readonly beginnings: Readonly<Record<'turn' | 'segment', readonly number[]>>;
	/** The debate's clock at its last event, in milliseconds. */
	readonly endsAt: number;
	/** Turns that their speakers took back: nobody hears them again. */
	readonly unsaid: ReadonlySet<string>;
	at(place: number): JournalEvent | undefined;
};

/** A recording of events in memory. */
export function recordingOf(events: readonly JournalEvent[]): Recording {
	const contents = contentsOf();
	for (const event of events) contents.add(event);
	return {...contents.made(), at: place => events[place]};
}

/** A recording that stays on the disk, up to the first fault, which is returned as `problem`. */
export function readRecording(file: string): {readonly recording: Recording; readonly problem?: Problem} {
	const contents = contentsOf();
	const {at, problem} = readPaged(file, event => contents.add(event));
	return {recording: {...contents.made(), at}, ...(problem && {problem})};
}

function contentsOf(): {add(event: JournalEvent): void; made(): Omit<Recording, 'at'>} {
	const beginnings = {turn: new Array<number>(), segment: new Array<number>()};
	const steps = new Map<string, {readonly turnId: string; readonly at: number}>();
	const [failed, unsaid] = [new Set<string>(), new Set<string>()];
	let [length, endsAt] = [0, 0];
	/** A turn that failed and is said again is one turn, as in the state. */
	const begin = ({step, turnId}: Extract<JournalEvent, {type: 'turn-start'}>) => {
		const before = step === undefined ? undefined : steps.get(step);
		if (before && failed.has(before.turnId)) beginnings.turn.splice(beginnings.turn.lastIndexOf(before.at), 1);
		beginnings.turn.push(length);
		if (step !== undefined) steps.set(step, {turnId, at: length});
	};
	return {
		add(event) {
			if (event.type === 'turn-start') begin(event);
			if (event.type === 'turn-end' && event.finish === 'failed') failed.add(event.turnId);
			if (event.type === 'user-action' && event.data.action === 'unsay')
				unsaid.add(steps.get(event.data.call)?.turnId ?? '');
			if (event.type === 'segment-start') beginnings.segment.push(length);
			length++;
			endsAt = event.at;
		},
		made: () => ({length, endsAt, beginnings, unsaid}),
	};
}

// What a replay has spoken: each sentence with its speaker, and the next one made ready meanwhile.

type Delta = Extract<JournalEvent, {type: 'turn-delta'}>;
type Begun = {readonly speaker: string; readonly kind: string; readonly before: string};

const begunBy = ({speaker, kind}: Extract<JournalEvent, {type: 'turn-start'}>): Begun => ({speaker, kind, before: ''});

type SpokenTurns = {
	/** To be told of all that is played, and of where the replay has gone. */
	readonly follow: (event: JournalEvent) => void;
	readonly jump: (state: DebateState) => void;
	/** Speaks a sentence, the event of that number; in silence it takes as long as it would be spoken. */
	readonly say: (sentence: Delta, place: number, speed: number) => Promise<Sounding>;
};

/** Events in which the next sentence is looked for. */
const ahead = 12;

function spokenTurns(recording: Recording, speech: SpeechOutput, signal: AbortSignal): SpokenTurns {
	const turns = new Map<string, Begun>();
	const none: Begun = {speaker: '', kind: '', before: ''};

	/** The sentence behind this one, where it comes soon. */
	function prepareNext({turnId, text}: Delta, place: number, pace: number): void {
		const here = turns.get(turnId) ?? none;
		const begun = new Map([...turns, [turnId, {...here, before: here.before + text}]]);
		for (let next = place + 1; next <= place + ahead; next++) {
			const event = recording.at(next);
			if (event?.type === 'turn-start') begun.set(event.turnId, begunBy(event));
			if (event?.type !== 'turn-delta') continue;
			return speech.prepare({...(begun.get(event.turnId) ?? none), text: event.text, pace});
		}
	}

	return {
		follow(event) {
			if (event.type === 'turn-start') turns.set(event.turnId, begunBy(event));
			else if (event.type === 'turn-end') turns.delete(event.turnId);
			else if (event.type === 'turn-delta') {
				const begun = turns.get(event.turnId);
				if (begun) turns.set(event.turnId, {...begun, before: begun.before + event.text});
			}
		},
		jump(state) {
			turns.clear();
			for (const {id, speaker, kind} of state.turns.filter(({id: one}) => state.open.includes(one)))
				turns.set(id, {speaker, kind, before: state.speech[id]?.sentences ?? ''});
		},
		async say(sentence, place, speed) {
			const pace = speechPace * speed;
			prepareNext(sentence, place, pace);
			const begun = turns.get(sentence.turnId) ?? none;
			const sounding = await speech.say({...begun, text: sentence.text, pace}, signal);
			return sounding ?? {ms: (countWords(sentence.text) * 60_000) / pace, ended: Promise.resolve()};
		},
	};
}

// Where a seek in a recording leads, and the state of the debate there.

/** How many turns or segments to move by; backwards if negative. */
type Goal = {readonly unit: 'turn' | 'segment'; readonly by: number};

/**
 * How many events are played at the goal, if `told` are now: up to and including the event that begins a turn or a
 * segment. Going back from inside one leads to its own beginning first. Beyond the last one is the end of the debate,
 * before the first one the first.
 */
export function targetOf({beginnings, length}: Recording, told: number, {unit, by}: Goal): number {
	const places = beginnings[unit];
	if (by === 0) return told;
	// Forwards counts from the first one not yet begun, backwards from the last one that is past its first event.
	const wanted = by > 0 ? countBelow(places, told) + by - 1 : countBelow(places, told - 1) + by;
	const place = places[Math.max(0, wanted)];
	return place === undefined ? (by > 0 ? length : Math.min(1, length)) : place + 1;
}

/** How many turns have begun after so many events. */
const turnsBegun = ({beginnings}: Recording, told: number): number => countBelow(beginnings.turn, told);

/** How many numbers of a sorted list are less than a limit. */
const countBelow = (numbers: readonly number[], limit: number): number => countWhile(numbers, number => number < limit);

/** Events between two cached states, at first: few enough to fold without a noticeable delay. */
const firstStride = 1000;
/** Beyond this many, every second state is dropped: each holds arrays as long as the debate was by then. */
const mostKept = 40;

type States = {
	/** Folds an event that is played now, so that it need not be read again. */
	follow(event: JournalEvent, place: number): void;
	/** The state after so many events. */
	after(told: number): DebateState;
};

/** The states of a recording. Some are cached, so that going back in a long debate does not fold all of it. */
export function statesOf(recording: Recording): States {
	let kept = [emptyState];
	let stride = firstStride;
	const furthest = stateFold();
	let place = 0;

	function advance(event: JournalEvent): void {
		furthest.apply(event);
		place++;
		if (place % stride !== 0) return;
		kept.push(furthest.snapshot());
		if (kept.length <= mostKept) return;
		kept = kept.filter((_, number) => number % 2 === 0);
		stride *= 2;
	}

	return {
		follow(event, at) {
			if (at === place) advance(event);
		},
		after(told) {
			for (const event of between(recording, place, told)) advance(event);
			const before = Math.floor(told / stride);
			return told === place ? furthest.snapshot() : fold(between(recording, before * stride, told), kept[before]);
		},
	};
}

function* between(recording: Recording, from: number, to: number): Generator<JournalEvent> {
	for (let place = from; place < to; place++) {
		const event = recording.at(place);
		if (event) yield event;
	}
}

type Replay = {
	/** Ends with the journal. If it is iterated again after a seek, it goes on from there. */
	readonly events: AsyncIterable<SessionEvent>;
	/** 1 is the real rhythm, 2 twice as fast, `Infinity` all at once. */
	setSpeed(speed: number): void;
	/** Words a minute from now on, whatever the rhythm was; 0 is all at once. */
	setPace(pace: number): void;
	pause(): void;
	resume(): void;
	/** While paused: plays the rest of this sentence. */
	step(): void;
	/** Moves by a number of turns or segments, backwards if negative; also while paused, and after the end. */
	seek(goal: Goal): void;
	/** The number of the current turn, the number of all turns, and the debate's clock now and at the end, in ms. */
	place(): PlayedTo;
};

export type PlayedTo = {
	readonly turn: number;
	readonly turns: number;
	readonly at: number;
	readonly of: number;
	/** It is in what it opens with, in this part of so many: any seek leads to its beginning. */
	readonly opening?: {readonly part: number; readonly of: number; readonly alone?: true};
};

/** A part of a recording: its events from the one of this number up to, but without, `to`. */
type Stretch = {readonly from: number; readonly to: number};

/**
 * What is played before the beginning, and how many words of the introduction are heard; the rest is there at once.
 * Highlights are played `alone`: behind them stands the end. `lines` are no turns of the debate: they are to be read
 * before the first part and behind the last.
 */
export type ReplayOpening = {
	readonly parts: readonly Stretch[];
	readonly introduction: number;
	readonly alone?: true;
	readonly lines?: {readonly before: Turn; readonly after: Turn};
};

/** The longest time without a word, in milliseconds at any speed: what models, crashes and nights took is cut short. */
const longestSilence = 2000;
/** The same where words come at a pace of their own, as between turns that are heard live. */
const longestAtPace = 800;
/** The same where it is spoken: pauses belong to the voices. */
const longestPause = 500;

/** How fast it goes: so many times as fast as it was, or at so many words a minute. */
export type Rhythm = {readonly speed: number} | {readonly pace: number};

type ReplayManner = {
	readonly rhythm: Rhythm;
	readonly signal: AbortSignal;
	/** How it opens, where it does not simply begin. */
	readonly opening?: ReplayOpening | undefined;
	/** Speaks it: words are shown in step with the voices, whatever the rhythm in which they were said. */
	readonly speech?: SpeechOutput | undefined;
};

/** The debate's clock after so many events. */
const clockAt = (recording: Recording, events: number): number => recording.at(events - 1)?.at ?? 0;

const placeIn = (recording: Recording, told: number): PlayedTo => ({
	turn: turnsBegun(recording, told),
	turns: recording.beginnings.turn.length,
	at: clockAt(recording, told),
	of: recording.endsAt,
});

export function replay(recording: Recording, {rhythm, signal, speech, opening}: ReplayManner): Replay {
	/** How many events have been played; and how many are to be, once the user has sought another place. */
	let played = 0;
	const parts = partsOf(opening, recording);
	let wanted = parts.from();
	const introduction = briefly(opening?.introduction);
	const timing = playback(rhythm, signal);
	const states = statesOf(recording);
	const spoken = speech && spokenTurns(recording, speech, signal);
	const isSeeking = () => wanted !== undefined;

	async function* play(): AsyncGenerator<SessionEvent> {
		const lastOfTurn = new Map<string, number>();
		for (;;) {
			if (wanted !== undefined) yield* lineRead(jump(wanted), parts.line(played), timing, isSeeking);
			const event = recording.at(played);
			if (!event) return;
			const now = clockAt(recording, played);
			const isUnsaid = event.type === 'turn-delta' && recording.unsaid.has(event.turnId);
			if (introduction.isLeftOut(event) || isUnsaid) await timing.wait(0, isSeeking);
			else if (event.type !== 'turn-delta')
				await timing.wait(Math.min(event.at - now, most(spoken, timing)), isSeeking);
			else if (spoken && Number.isFinite(timing.tempo.speed))
				yield* spokenWords(event, played, spoken, timing, isSeeking);
			else yield* words(event, Math.max(now, lastOfTurn.get(event.turnId) ?? now), timing, isSeeking);
			signal.throwIfAborted();
			if (wanted !== undefined) continue;
			if (event.type === 'turn-start' || event.type === 'turn-delta') lastOfTurn.set(event.turnId, event.at);
			if (event.type === 'turn-delta') timing.endStep();
			states.follow(event, played++);
			spoken?.follow(event);
			if (!isUnsaid) yield event;
			if (played !== parts.to()) continue;
			if (parts.line(played)) yield* lineRead(jump(played), parts.line(played), timing, isSeeking);
			await timing.wait(longestSilence, isSeeking);
			wanted ??= parts.next();
		}
	}

	function jump(to: number): Jump {
		played = to;
		wanted = undefined;
		const state = withLine(states.after(to), parts.line(to), to === parts.from() ? recording.at(to) : undefined);
		spoken?.jump(state);
		return {type: 'jump', state};
	}

	return {
		events: {[Symbol.asyncIterator]: play},
		...steering(timing, speech),
		seek(goal) {
			const isOpening = parts.leave();
			if (!isOpening) introduction.hearWhole();
			wanted = isOpening ? 1 : targetOf(recording, wanted ?? played, goal);
			speech?.silence();
			timing.nudge();
		},
		place: () => ({...placeIn(recording, wanted ?? played), ...parts.place()}),
	};
}

/** The longest wait in which nobody speaks: in words that sound, as long as a pause. */
const most = (spoken: SpokenTurns | undefined, {tempo}: ReturnType<typeof playback>): number =>
	spoken ? longestPause * tempo.speed : Infinity;

/** With a line that stands behind what was heard, a turn that is cut next too: before it, it would be out of sight. */
function withLine(heard: DebateState, line: Turn | undefined, next: JournalEvent | undefined): DebateState {
	if (!line) return heard;
	const place = next?.type === 'turn-delta' ? heard.turns.findIndex(({id}) => id === next.turnId) : -1;
	return {...heard, turns: heard.turns.toSpliced(place < 0 ? heard.turns.length : place, 0, line)};
}

/** A place, and as long as the words of its line take to be heard. */
async function* lineRead(
	jump: Jump,
	line: Turn | undefined,
	timing: ReturnType<typeof playback>,
	isSeeking: () => boolean,
): AsyncGenerator<Jump> {
	yield jump;
	for (let word = countWords(line?.text ?? ''); word > 0; word--)
		await timing.waitForWord(60_000 / speechPace, isSeeking);
}

/** The part of what it opens with that is played; behind the last of them there is none. */
function partsOf({parts, alone, lines}: Partial<ReplayOpening> = {}, {length}: Pick<Recording, 'length'>) {
	const stretches = parts ?? [];
	let at = 0;
	return {
		from: () => stretches[at]?.from,
		to: () => stretches[at]?.to,
		/** What is to be read there. */
		line: (played: number): Turn | undefined =>
			at === 0 && played === stretches[0]?.from
				? lines?.before
				: at === stretches.length - 1 && played === stretches[at]?.to
					? lines?.after
					: undefined,
		/** Goes on to the next part, or to what comes behind them. */
		next: () => stretches[++at]?.from ?? (alone ? length : 1),
		/** Ends it; whether there was anything to end. */
		leave() {
			const wasPlayed = at < stretches.length;
			at = stretches.length;
			return wasPlayed;
		},
		place: (): Pick<PlayedTo, 'opening'> =>
			at < stretches.length ? {opening: {part: at + 1, of: stretches.length, ...(alone && {alone})}} : {},
	};
}

/** Sentences of the introduction beyond so many words, of which nobody waits to hear each. */
function briefly(most = Infinity) {
	let [turn, words, limit] = [undefined as string | undefined, 0, most];
	return {
		hearWhole: () => void (limit = Infinity),
		isLeftOut(event: JournalEvent): boolean {
			if (event.type === 'turn-start' && event.kind === 'introduction') [turn, words] = [event.turnId, 0];
			if (event.type !== 'turn-delta' || event.turnId !== turn) return false;
			words += countWords(event.text);
			return words > limit;
		},
	};
}

/** The words of a sentence, spread over the time from `from` to its end, or over what it takes to speak it. */
async function* words(
	{turnId, text, at}: Extract<JournalEvent, {type: 'turn-delta'}>,
	from: number,
	timing: ReturnType<typeof playback>,
	isSeeking: () => boolean,
): AsyncGenerator<RunEvent> {
	const all = text.match(/\s*\S+\s*/gu) ?? [];
	const took = Math.min(at - from, (all.length * 60_000) / speechPace);
	// A model that was long silent was not slow to speak.
	await timing.wait(at - from - took, isSeeking);
	for (const word of timing.tempo.isInstant ? [] : all) {
		await timing.waitForWord(took / all.length, isSeeking);
		if (isSeeking()) return;
		yield {type: 'turn-token', turnId, text: word};
	}
}

/** Pauses the words and their sound together. */
const steering = (
	{setRhythm, pause, resume, step}: ReturnType<typeof playback>,
	speech: SpeechOutput | undefined,
): Pick<Replay, 'setSpeed' | 'setPace' | 'pause' | 'resume' | 'step'> => ({
	setSpeed: speed => setRhythm({speed}),
	setPace: pace => setRhythm({pace}),
	pause() {
		speech?.pause();
		pause();
	},
	resume() {
		speech?.resume();
		resume();
	},
	step() {
		speech?.resume();
		step();
	},
});

/** The words of a sentence, shown while it is spoken; ends when both have. */
async function* spokenWords(
	event: Extract<JournalEvent, {type: 'turn-delta'}>,
	place: number,
	spoken: SpokenTurns,
	timing: ReturnType<typeof playback>,
	isSeeking: () => boolean,
): AsyncGenerator<RunEvent> {
	await timing.wait(0, isSeeking);
	if (isSeeking()) return;
	const sounding = await spoken.say(event, place, timing.tempo.speed);
	for (const {word, ms} of timedWords(event.text, sounding.ms)) {
		if (isSeeking()) return;
		yield {type: 'turn-token', turnId: event.turnId, text: word};
		await timing.waitForWord(ms * timing.tempo.speed, isSeeking);
	}
	await sounding.ended;
}

/** How long waits are, in milliseconds, of which so many were at speed 1. */
function tempoOf(rhythm: Rhythm) {
	let speed = 'speed' in rhythm ? rhythm.speed : 1;
	let wordsAMinute = 'pace' in rhythm ? rhythm.pace : undefined;
	/** Milliseconds since the last word. */
	let silence = 0;
	return {
		get speed() {
			return speed;
		},
		get isInstant() {
			return wordsAMinute === 0 || !Number.isFinite(speed);
		},
		set(next: Rhythm) {
			speed = 'speed' in next ? next.speed : 1;
			wordsAMinute = 'pace' in next ? next.pace : undefined;
		},
		/** Of a wait in which nothing is said. */
		gap(ms: number): number {
			const most = wordsAMinute === undefined ? longestSilence : longestAtPace;
			const real = wordsAMinute === 0 ? 0 : Math.min(ms / speed, Math.max(0, most - silence));
			silence += real;
			return real;
		},
		/** Milliseconds to wait for a word. */
		word(ms: number): number {
			const own = wordsAMinute === undefined ? ms / speed : wordsAMinute === 0 ? 0 : 60_000 / wordsAMinute;
			const real = Math.min(own, Math.max(0, longestSilence - silence));
			silence = 0;
			return real;
		},
	};
}

/** The speed, the pauses and the waits of a replay. */
function playback(rhythm: Rhythm, signal: AbortSignal) {
	const [tempo, clock] = [tempoOf(rhythm), realClock()];
	let paused: PromiseWithResolvers<void> | undefined;
	let stepping = false;
	/** Aborted to end the current wait. */
	let waiting = new AbortController();
	signal.addEventListener('abort', nudge, {once: true});

	/** Ends the wait in progress: it was computed for a speed or a place that no longer holds. */
	function endWait(): void {
		waiting.abort();
		waiting = new AbortController();
	}

	/** Lets go whoever waits for the pause to end; the next wait is paused as before. */
	function letThrough(): void {
		paused?.resolve();
		if (paused) paused = Promise.withResolvers();
	}

	/** Lets the replay look again at what it is to do. */
	function nudge(): void {
		endWait();
		letThrough();
	}

	async function pauseFor(ms: number, isSeeking: () => boolean): Promise<void> {
		if (paused && !stepping && !isSeeking()) await paused.promise;
		const real = signal.aborted ? 0 : ms;
		if (real >= 1 && !isSeeking()) await clock.sleep(real, waiting.signal).catch(() => undefined);
		signal.throwIfAborted();
	}

	return {
		nudge,
		tempo,
		/** Waits for so many milliseconds at speed 1, unless the replay is to go elsewhere, or was silent for long. */
		wait: (ms: number, isSeeking: () => boolean): Promise<void> => pauseFor(tempo.gap(ms), isSeeking),
		/** Waits for a word, for so many milliseconds at speed 1, or as the pace has it. */
		waitForWord: (ms: number, isSeeking: () => boolean): Promise<void> => pauseFor(tempo.word(ms), isSeeking),
		setRhythm(next: Rhythm) {
			tempo.set(next);
			endWait();
		},
		pause: () => void (paused ??= Promise.withResolvers()),
		resume() {
			paused?.resolve();
			paused = undefined;
		},
		step() {
			if (!paused) return;
			stepping = true;
			letThrough();
		},
		/** To be called at a sentence end, where a step ends. */
		endStep() {
			stepping = false;
		},
	};
}
