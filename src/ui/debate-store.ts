/** A session's state outside React. However many events come in, the screens hear of it once a frame. */
import {setImmediate as nextTurnOfTheLoop} from 'node:timers/promises';
import type {RunEvent, UserAction} from '../debate/events.ts';
import {countWords, emptyState, heardText, reduce, type DebateState} from '../debate/state.ts';
import {specOf} from '../debate/spec.ts';
import type {Moment} from './keys.ts';
import {plainLines} from './plain.ts';
import {PaneWindow} from './pane-window.ts';
import {ownPane} from './panes/own.ts';
import type {Session} from './port.ts';
import {Transcript} from './transcript.ts';
import {TurnIndex} from './turn-index.ts';
import type {WaitingFor} from './waiting.ts';

/** Milliseconds between two drawings: 30 a second. */
const FRAME = 33;
/** Events after which the keys and the screen get their turn, however fast more come. */
const SHIFT = 200;

export class DebateStore {
	readonly session: Session;
	readonly index = new TurnIndex();
	readonly transcript: Transcript;
	/** The window on the pane of the protocol's own, where it has one. */
	readonly own = new PaneWindow();
	state: DebateState = emptyState;
	/** True once the session's events have come to their end. */
	over = false;
	failure: unknown = undefined;
	/** Words a minute, 0 for instant; for a replay, times as fast as it was. */
	pace: number;
	#pausedReplay = false;
	#version = 0;
	readonly #since = performance.now();
	#words: Extract<RunEvent, {type: 'turn-words'}> | undefined;
	#timer: NodeJS.Timeout | undefined;
	#tick: NodeJS.Timeout | undefined;
	#drawnAt = 0;
	#waitingKey = '';
	#waitingSince = 0;
	#left: Promise<void> | undefined;
	/** What a screen reader has not been given yet. */
	readonly #lines: string[] = [];
	readonly #asides: string[] = [];
	readonly #plain: ReturnType<typeof plainLines> | undefined;
	readonly #listeners = new Set<() => void>();

	/** `columns` asks for lines of that width for a screen reader, instead of panes. */
	constructor(session: Session, columns?: number) {
		this.session = session;
		this.#plain = columns === undefined ? undefined : plainLines(columns);
		this.pace = session.live ? session.initialPace : (session.initialSpeed ?? 1);
		this.transcript = new Transcript(this.index, this.state);
		void this.#listen();
	}

	subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	};

	/** Changes whenever there is something new to draw. */
	version = (): number => this.#version;

	/** What decides which keys count. */
	get moment(): Moment {
		const {live, setSpeed, exports, replay, again} = this.session;
		const lacks = [...(exports ? [] : ['export']), ...(replay ? [] : ['replay']), ...(again ? [] : ['again']), ...(this.state.question && this.state.question.options.length > 0 ? [] : ['answer']), ...(specOf(this.state) ? [] : ['review']), ...(ownPane(this.state)?.lacks ?? [])];
		return {live, steerable: live || setSpeed !== undefined, over: this.over, lacks};
	}

	get paused(): boolean {
		return this.session.live ? this.state.paused : this.#pausedReplay;
	}

	/** Words heard so far, those of running turns included. */
	get words(): number {
		return this.state.open.reduce((sum, id) => sum + this.wordsOf(id), this.index.words);
	}

	wordsOf(id: string): number {
		const turn = this.index.get(id);
		return turn ? countWords(heardText(this.state, turn)) : 0;
	}

	/** Whom the debate waits for, where it does. */
	get waiting(): WaitingFor | undefined {
		const {waiting} = this.state;
		return waiting && !this.over ? {participant: waiting.participant, purpose: waiting.purpose, thinking: waiting.thinking, for: performance.now() - this.#waitingSince} : undefined;
	}

	/** Lines for a screen reader that nobody has taken before. */
	takeLines = (): readonly string[] => this.#lines.splice(0);

	/** How long it has been shown, in milliseconds. */
	get shownFor(): number {
		return performance.now() - this.#since;
	}

	act(action: UserAction): void {
		if (!this.session.live && (action.action === 'pause' || action.action === 'resume')) this.#pausedReplay = action.action === 'pause';
		if (action.action === 'pace') this.pace = action.pace;
		this.session.act(action);
		this.redraw();
	}

	setSpeed(times: number): void {
		this.pace = times;
		this.session.setSpeed?.(times);
		this.redraw();
	}

	/** Draws now: for what the user does, which is not to wait for a frame. */
	redraw(): void {
		this.#takeIn();
		this.#version++;
		for (const listener of this.#listeners) listener();
	}

	/** Lets the session go where it is not over yet; once, however often it is asked. */
	leave(): Promise<void> {
		this.#left ??= this.over ? Promise.resolve() : (this.session.leave?.() ?? Promise.resolve());
		return this.#left;
	}

	/** Draws no more; the session goes on until it is left. */
	close(): void {
		clearTimeout(this.#timer);
		clearTimeout(this.#tick);
		this.#listeners.clear();
	}

	async #listen(): Promise<void> {
		try {
			let taken = 0;
			for await (const event of this.session.events) {
				this.#push(event);
				taken = (taken + 1) % SHIFT;
				if (taken === 0) await nextTurnOfTheLoop();
			}
		} catch (error) {
			this.failure = error;
		}
		this.over = true;
		this.redraw();
	}

	/** Facts are folded as they come; live words of a turn are put together until a fact or a frame wants them. */
	#push(event: RunEvent) {
		if (event.type === 'turn-words') {
			if (this.#words?.turnId !== event.turnId) this.#foldWords();
			this.#words = {...event, text: (this.#words?.text ?? '') + event.text};
		} else {
			this.#foldWords();
			this.state = reduce(this.state, event);
			this.#read(event);
		}
		this.#timer ??= setTimeout(() => this.#draw(), Math.max(0, FRAME - (performance.now() - this.#drawnAt)));
	}

	/** Scores and notices wait for the end of what is being said: nobody can hear two things at once. */
	#read(event: RunEvent) {
		for (const {stream, text} of this.#plain?.push(event) ?? []) (stream === 'err' && this.state.open.length > 0 ? this.#asides : this.#lines).push(text);
		if (this.state.open.length === 0) this.#lines.push(...this.#asides.splice(0));
	}

	#draw() {
		this.#timer = undefined;
		this.#drawnAt = performance.now();
		this.redraw();
	}

	#foldWords() {
		if (this.#words) this.state = reduce(this.state, this.#words);
		this.#words = undefined;
	}

	#takeIn() {
		this.#foldWords();
		this.index.update(this.state.turns);
		this.#watchWaiting();
	}

	/** Counts the seconds of a wait on the screen's own clock, and draws each of them. */
	#watchWaiting() {
		const {waiting} = this.state;
		const key = waiting ? `${waiting.participant} ${waiting.purpose} ${waiting.since}` : '';
		if (key !== this.#waitingKey) this.#waitingSince = performance.now();
		this.#waitingKey = key;
		clearTimeout(this.#tick);
		this.#tick = key === '' || this.over ? undefined : setTimeout(() => this.redraw(), 1000);
	}
}
