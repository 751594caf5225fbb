/** A session's state outside React. Screens are redrawn at most once a frame, however many events arrive. */
import type {Action} from '../terminal/key-table.ts';
import {paceText, speedText} from '../../view/format.ts';
import {setImmediate as nextTurnOfTheLoop} from 'node:timers/promises';
import {useSyncExternalStore} from 'react';
import type {RunEvent, UserAction, WantedTurn, InterruptionEvent} from '../../debate/events.ts';
import {countWords, reasonOf} from '../../debate/text/words.ts';
import type {HintName} from '../../settings/schema.ts';
import {
	emptyState,
	type DebateState,
	type SessionEvent,
	heardText,
	lastSaid,
	lastSay,
	speaking,
} from '../../debate/state.ts';
import {reduce, reduceInPlace} from '../../debate/reduce.ts';
import type {InPlaceArrays} from '../../debate/fold.ts';
import {ScreenReaderLines} from '../plain/screen-reader-lines.ts';
import {displayOf, WaitClock, type WaitingFor} from '../../view/participants.ts';
import type {LocatedMoment} from '../../view/moments.ts';
import {PaneWindow} from '../../view/blocks.ts';
import type {Session} from '../../app/session/session.ts';
import {claimTally} from '../../view/claim-tally.ts';
import {mayCost} from '../board/costs.ts';
import {widthOf} from '../../view/wrap.ts';
import {Transcript} from '../transcript/transcript.ts';
import {TurnIndex} from '../../view/turn-index.ts';
import {FormEditor} from './form-editor.ts';
import {isRecord} from '../../debate/text/json.ts';

/** Milliseconds between two redraws: 30 a second. */
const FRAME = 33;
/** Events after which keys and drawing get a turn of the event loop. */
const SHIFT = 200;

type DebateStoreOptions = {
	/** Lines of this width, for a screen reader, replace the panes. */
	readonly columns?: number | undefined;
	/** Carried over from the debate before. */
	readonly arrangement?: PaneArrangement | undefined;
	readonly openedFrom?: boolean;
};

/** What an edition beside the journal is held against again: it may have begun, jumped, been edited in it, or ended. */
const published: ReadonlySet<SessionEvent['type']> = new Set(['debate-start', 'jump', 'edition', 'debate-end']);

/** How long a hint stands, in milliseconds: it has at most two dozen words. */
const HINT_MS = 14_000;

const hintFor: Partial<Readonly<Record<SessionEvent['type'], HintName>>> = {
	evaluation: 'score',
	interruption: 'cut',
	ledger: 'claim',
	citation: 'citation',
};

/** What it is, and the key that opens it; the shorter one where it is narrow. */
const hintTexts: Readonly<Record<HintName, readonly [string, string]>> = {
	score: [
		'A score, 0 to 100: judges have rated the turn on the duties that everybody has. w opens how it came about.',
		'A score, 0 to 100, by judges. w opens how it came about.',
	],
	cut: [
		'A cut: somebody broke in at the sentence that provoked it. m goes from cut to cut.',
		'A cut: somebody broke in. m goes from cut to cut.',
	],
	claim: [
		'Claims: what was claimed, and what became of it; open ones wait for an answer. o hides them and shows them.',
		'Claims: open ones wait for an answer. o hides them.',
	],
	citation: [
		'A citation: its words were held against the document, word for word. d opens the document.',
		'A citation, held against its document. d opens it.',
	],
};

export const hintText = (name: HintName, width: number): string => {
	const [long, short] = hintTexts[name];
	return widthOf(long) <= width ? long : short;
};

export class DebateStore {
	readonly session: Session;
	readonly index = new TurnIndex();
	readonly transcript: Transcript;
	readonly protocolWindow = new PaneWindow();
	/** How the user arranged the panes. */
	arrangement: PaneArrangement;
	/** The moment last jumped to, its number and how many there are. */
	visitedMoment: {readonly found: LocatedMoment; readonly number: number; readonly of: number} | undefined;
	readonly formEditor: FormEditor;
	readonly signs: LiveSigns;
	/** Milliseconds left to type it, if that is limited. */
	typingTimeLeft: number | undefined;
	state: DebateState = emptyState;
	/** True once the session's events have ended. */
	over = false;
	failure: unknown = undefined;
	/** Words a minute, 0 for instant; for a replay, the speed factor. */
	pace: number;
	#pausedReplay = false;
	#startAt: Session['startAt'];
	#version = 0;
	/** Arrays of the state that no screen has seen yet: the reducer may change them in place. */
	#own: InPlaceArrays = new WeakSet();
	readonly #since = performance.now();
	#words: Extract<RunEvent, {type: 'turn-token'}> | undefined;
	#timer: NodeJS.Timeout | undefined;
	#tick: NodeJS.Timeout | undefined;
	#drawnAt = 0;
	readonly #wait = new WaitClock();
	#left: Promise<void> | undefined;
	#paceBefore: number | undefined;
	#instantAgreed = false;
	/** What is explained just now, and what is left to be. */
	hint: HintName | undefined;
	#hintsLeft: readonly HintName[];
	#hintTimer: NodeJS.Timeout | undefined;
	#closed = false;
	/** Lines for a screen reader, if one is used. */
	readonly #aloud: ScreenReaderLines | undefined;
	readonly #listeners = new Set<() => void>();
	/** Whether it was opened from another screen. */ readonly openedFrom: boolean;

	constructor(session: Session, options: DebateStoreOptions = {}) {
		const {columns, arrangement = defaultArrangement, openedFrom = false} = options;
		this.session = session;
		this.formEditor = new FormEditor(session.draft);
		this.openedFrom = openedFrom;
		this.#startAt = session.startAt;
		this.signs = new LiveSigns(session.live || !this.isReplay);
		this.arrangement = arrangement;
		this.#aloud = columns === undefined ? undefined : new ScreenReaderLines(columns);
		this.pace = session.live || session.setPace ? session.initialPace : (session.initialSpeed ?? 1);
		this.transcript = new Transcript(this.index, this.state);
		this.#hintsLeft = session.hints?.left ?? [];
		session.audience?.subscribe(late => {
			if (late) this.state = reduce(this.state, late);
			if (!this.#closed) this.redraw();
		});
		void this.#listen();
	}

	subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	};

	/** Changes whenever there is something new to draw. */
	version = (): number => this.#version;

	/** Whether a screen reader gets lines instead of panes. */
	get hasScreenReader(): boolean {
		return this.#aloud !== undefined;
	}

	get paused(): boolean {
		return this.session.live ? this.state.paused : this.#pausedReplay;
	}

	/** The turn that a person at the keyboard is asked to type, if any. */
	get wanted(): WantedTurn | undefined {
		return this.session.live && !this.over ? this.state.wanted.find(turn => !this.formEditor.isSaid(turn)) : undefined;
	}

	/** Submits what a person typed for the current part. An unchanged earlier answer only moves on to the next part. */
	say(wanted: WantedTurn, text: string): void {
		const {call, given} = this.formEditor.asked(wanted);
		if (text === given) {
			this.formEditor.go(wanted, 1);
			return this.redraw();
		}
		this.formEditor.say(wanted);
		this.act({action: 'say', participant: wanted.participant, call, text});
	}

	/** Takes back what a person said last; its words stand in the field again. Where it is too late, a notice says so. */
	unsay(): void {
		const said = lastSay(this.state);
		if (!said) return;
		if (lastSaid(this.state)) this.formEditor.restore(said);
		this.act({action: 'unsay', participant: said.participant, call: said.call});
	}

	/** How long all takes to say that was heard so far, in milliseconds. */
	get spokenMs(): number {
		return this.index.clock.lengthOf(this.state);
	}

	wordsOf(id: string): number {
		const turn = this.index.get(id);
		return turn ? countWords(heardText(this.state, turn)) : 0;
	}

	/** Who the debate is waiting for, if anyone. */
	get waiting(): WaitingFor | undefined {
		return this.over ? undefined : this.#wait.of(this.state, performance.now());
	}

	/** New lines for a screen reader since the last call. */
	takeLines = (): readonly string[] => this.#aloud?.take() ?? [];

	/** How long it has been shown, in milliseconds. */
	get shownFor(): number {
		return performance.now() - this.#since;
	}

	/** Tells a screen reader the effect of a key; the screen shows it anyway. */
	announce(text: string): void {
		this.#aloud?.tell(text);
		this.redraw();
	}

	act(action: UserAction): void {
		if (!this.session.live && (action.action === 'pause' || action.action === 'resume'))
			this.#pausedReplay = action.action === 'pause';
		if (action.action === 'pace') this.pace = action.pace;
		this.#aloud?.tellEffect(action);
		this.session.act(action);
		this.redraw();
	}

	/** Casts a vote. One cast after the end is recorded behind it; rejects where that is not possible. */
	async vote(vote: Extract<UserAction, {action: 'vote'}>): Promise<void> {
		if (!this.session.vote) return this.act(vote);
		const event = await this.session.vote(vote);
		if (event) this.state = reduce(this.state, event);
		this.redraw();
	}

	/** Of a replay: its words a minute, or how many times as fast as it was it goes. */
	setPace(pace: number): void {
		this.pace = pace;
		(this.session.setPace ?? this.session.setSpeed)?.(pace);
		this.redraw();
	}

	/** Whether it is a recording that can be steered. */
	get isReplay(): boolean {
		return (this.session.setPace ?? this.session.setSpeed) !== undefined;
	}

	/** Which part of what it opens with a recording shows, before it begins. */
	get opening(): ReturnType<NonNullable<Session['place']>>['opening'] {
		return this.over ? undefined : this.session.place?.().opening;
	}

	/** Whether a recording shows its hook or its highlights. */
	get isHook(): boolean {
		return this.opening !== undefined;
	}

	/** Whether going on at once has to be agreed to: a live debate that costs money, once. */
	get asksForInstant(): boolean {
		return this.session.live && this.pace !== 0 && !this.#instantAgreed && mayCost(this.state);
	}

	/** As fast as words come, or back to the pace before. */
	goInstant(): void {
		this.#instantAgreed = true;
		const [instant, paced] = this.session.live || this.session.setPace ? [0, 250] : [Infinity, 1];
		const next = this.pace === instant ? (this.#paceBefore ?? paced) : instant;
		this.#paceBefore = this.pace;
		if (this.session.live) this.act({action: 'pace', pace: next});
		else this.setPace(next);
	}

	/** How fast it goes, in words. */
	get paceText(): string {
		if (this.session.live || this.session.setPace) return paceText(this.pace);
		return this.session.setSpeed ? speedText(this.pace) : 'watching';
	}

	arrange(arrangement: PaneArrangement): void {
		this.arrangement = arrangement;
		this.redraw();
	}

	/** Hides a seat's words, or shows them again. */
	mute(seat: string): void {
		const muted = this.transcript.muted.symmetricDifference(new Set([seat]));
		this.transcript.muted = muted;
		this.announce(`${displayOf(this.state, seat).name} is ${muted.has(seat) ? 'muted' : 'heard again'}.`);
	}

	/** Jumps in a replay, even after its end. */
	seek(by: number, unit: 'turn' | 'segment'): void {
		this.session.seek?.(by, unit);
		if (this.over) {
			this.over = false;
			void this.#listen();
		}
		this.redraw();
	}

	/** Redraws at once: what the user does must not wait for a frame. */
	redraw(): void {
		this.#takeIn();
		this.#version++;
		for (const listener of this.#listeners) listener();
	}

	/** Leaves the session if it is not over yet; further calls return the same promise. */
	leave(): Promise<void> {
		this.#left ??= (this.over ? this.session.audience?.close() : this.session.leave?.()) ?? Promise.resolve();
		return this.#left;
	}

	/** Stops drawing; the session runs on until `leave`. */
	close(): void {
		this.#closed = true;
		clearTimeout(this.#timer);
		clearTimeout(this.#tick);
		clearTimeout(this.#hintTimer);
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
		this.signs.end();
		if (this.#startAt) this.transcript.seek(this.#startAt);
		// A replay that jumped back reaches its end again.
		this.#startAt = undefined;
		this.redraw();
	}

	/** Folds facts at once; live tokens of a turn are joined until a fact or a frame needs them. */
	#push(event: SessionEvent) {
		this.signs.push(event);
		if (event.type === 'turn-token') {
			if (this.#words?.turnId !== event.turnId) this.#foldWords();
			this.#words = {...event, text: (this.#words?.text ?? '') + event.text};
		} else {
			this.#foldWords();
			this.state = reduceInPlace(this.state, event, this.#own);
			if (published.has(event.type)) this.state = this.session.edited?.(this.state) ?? this.state;
			this.#aloud?.push(event, this.state, this.transcript.muted);
			if (event.type === 'debate-start') this.#tell(event);
			if (event.type === 'jump') this.#land();
			this.#explain(event);
		}
		if (this.#closed) return;
		// The next field of a form is shown at once, so that no key goes to the wrong one.
		if (event.type === 'turn-wanted' && event.field) return this.redraw();
		this.#timer ??= setTimeout(() => this.#draw(), Math.max(0, FRAME - (performance.now() - this.#drawnAt)));
	}

	/** Explains what is seen for the first time ever, one thing at a time, for as long as it takes to read. */
	#explain({type}: SessionEvent): void {
		const name = hintFor[type];
		if (name === undefined || this.hint !== undefined || !this.#hintsLeft.includes(name) || this.over) return;
		// Claims are in a pane that is only to be seen, and by ear its key does nothing.
		if (this.#aloud && name === 'claim') return;
		// Of a ledger without claims nothing is shown yet; what is cited of the subject opens no document.
		if (name === 'claim' && claimTally(this.state).ordered.length === 0) return;
		if (name === 'citation' && !this.state.sources) return;
		this.#hintsLeft = this.#hintsLeft.filter(left => left !== name);
		this.session.hints?.keep(this.#hintsLeft).catch((error: unknown) => this.announce(reasonOf(error)));
		if (this.#aloud) return this.#aloud.tellAside(hintText(name, Infinity), this.state);
		this.hint = name;
		this.#hintTimer = setTimeout(() => {
			this.hint = undefined;
			this.redraw();
		}, HINT_MS);
	}

	/** Notices from before the start come first. */
	#tell({at}: {readonly at: number}) {
		const notices = (this.session.notices ?? []).map(text => ({type: 'notice', level: 'info', text, at}) as const);
		this.state = {...this.state, notices};
		this.#aloud?.tell(...notices.map(({level, text}) => `[${level}] ${text}`));
	}

	/** After a jump in a replay: shows and announces where it is now. */
	#land() {
		this.transcript.toEnd();
		const {turn, turns} = this.session.place?.() ?? {};
		const speaker = speaking(this.state)?.speaker;
		const name = speaker === undefined ? '' : `, ${displayOf(this.state, speaker).name}`;
		if (turn !== undefined) this.#aloud?.tell(`Turn ${turn} of ${turns}${name}.`);
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
		this.#own = new WeakSet();
		this.index.update(this.state.turns);
		this.index.clock.update(this.state);
		this.#watchWaiting();
		this.#watchTyping();
	}

	/** Redraws every second while the debate waits or a voice is silent, and when a cut is no longer new. */
	#watchWaiting() {
		const waits = this.#wait.watch(this.state, performance.now());
		clearTimeout(this.#tick);
		const next = Math.min(waits || this.wanted ? 1000 : Infinity, this.signs.changesIn(this.state));
		this.#tick = next === Infinity || this.over || this.#closed ? undefined : setTimeout(() => this.redraw(), next);
	}

	/** Submits what was typed once the time for a turn is up. */
	#watchTyping() {
		const {wanted} = this;
		this.typingTimeLeft = wanted && this.formEditor.left(wanted, this.paused, performance.now());
		if (wanted && this.typingTimeLeft === 0) this.say(wanted, this.formEditor.dueText(wanted));
	}
}

// What happens on the stage now and leaves no trace in the state: a cut that has just been made, chairs that want the
// floor, and how long a voice has been silent. Times are those of the screen's clock, in milliseconds.

/** How long a cut is shown as new. */
const flashMs = 1000;
/** A voice that says nothing for so long is called silent. */
const silenceMs = 3000;

/** The step of an answer to a look at a running turn; see `lookStep` of the engine. */
const lookAnswer = /-t[\d.]+-s\d+\/\d+ ask /u;

export class LiveSigns {
	#cut: {readonly event: InterruptionEvent; readonly until: number; followed: boolean} | undefined;
	#wants: ReadonlySet<string> = new Set();
	#heardAt = 0;
	/** Whether silence means that a voice is silent: in a recording it is only played. */
	readonly #mayFallSilent: boolean;

	constructor(mayFallSilent: boolean) {
		this.#mayFallSilent = mayFallSilent;
	}

	push(event: SessionEvent): void {
		const now = performance.now();
		switch (event.type) {
			case 'interruption':
				this.#cut = {event, until: now + flashMs, followed: false};
				break;
			case 'step-end': {
				const chair = lookAnswer.test(event.step ?? '') ? wisherIn(event.value) : undefined;
				if (chair !== undefined) this.#wants = new Set([...this.#wants, chair]);
				break;
			}
			case 'jump':
				this.end();
				break;
			case 'turn-start':
				this.#follow();
				this.#wants = new Set();
				break;
			case 'turn-end':
				this.#wants = new Set();
				break;
			default:
		}
		// What the user does may be a pause, or its end: silence is counted anew.
		if (event.type.startsWith('turn-') || event.type === 'user-action') this.#heardAt = now;
	}

	/** A cut is no news any more once somebody has the word after whoever cut in. */
	#follow(): void {
		if (this.#cut?.followed) this.#cut = undefined;
		else if (this.#cut) this.#cut.followed = true;
	}

	/** Nothing happens any more. */
	end(): void {
		this.#cut = undefined;
		this.#wants = new Set();
	}

	/** The cut that was made within the last second. */
	get recentCut(): InterruptionEvent | undefined {
		return this.#cut && performance.now() < this.#cut.until ? this.#cut.event : undefined;
	}

	/** Chairs that a look at the running turn found to want in. */
	get wants(): ReadonlySet<string> {
		return this.#wants;
	}

	/** Milliseconds since the running turn was heard; undefined while it speaks, nobody does, or the user is asked. */
	silence(state: Pick<DebateState, 'open' | 'paused' | 'question'>): number | undefined {
		const silent = performance.now() - this.#heardAt;
		return this.#counts(state) && silent >= silenceMs ? silent : undefined;
	}

	/** In how many milliseconds the screen will look different by itself. */
	changesIn(state: Pick<DebateState, 'open' | 'paused' | 'question'>): number {
		const now = performance.now();
		if (this.#cut && now < this.#cut.until) return Math.ceil(this.#cut.until - now);
		return this.#counts(state) ? Math.ceil(Math.max(1000, silenceMs - (now - this.#heardAt))) : Infinity;
	}

	#counts({open, paused, question}: Pick<DebateState, 'open' | 'paused' | 'question'>): boolean {
		return this.#mayFallSilent && open.length > 0 && !paused && question === undefined;
	}
}

/** The chair that an answer names; undefined where nobody wants in. */
function wisherIn(answer: unknown): string | undefined {
	const wish = isRecord(answer) ? answer['value'] : undefined;
	if (!isRecord(wish) || wish['reason'] === 'none') return undefined;
	return typeof wish['chair'] === 'string' ? wish['chair'] : undefined;
}

/** Of a screen that covers the stage for a while, in columns and rows. */
export type CoveringProps = {
	readonly store: DebateStore;
	readonly width: number;
	readonly height: number;
	readonly act: (action: Action) => void;
};

/** `own` is the pane of the debate's protocol; `reading` is the text that a person needs to answer a question. */
export type Pane = 'transcript' | 'chairs' | 'moments' | 'own' | 'reading';

/** How the user arranged the panes: by how many steps the side panes were enlarged, and which panes are hidden. */
export type PaneArrangement = {readonly grown: number; readonly hidden: readonly Pane[]};
export const defaultArrangement: PaneArrangement = {grown: 0, hidden: []};

/**
 * The one hook to the outside: draws again when the debate has gone on. What the user does goes out through the store.
 */
export function useDebate(store: DebateStore): number {
	return useSyncExternalStore(store.subscribe, store.version);
}
