/** Speaks a turn: waits for the floor, releases the text by sentences, and records what was heard. */
import type {Cut, Floor, SoFar, SpeakOptions, TurnWatch} from '../../debate/protocol.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import {countWords} from '../../debate/text/words.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {type DebateState, type Turn, isUnsaid, speaking, unsaidReason} from '../../debate/state.ts';
import {untilOver} from '../context.ts';
import {pacedWords} from './paced-words.ts';
import type {TurnContext} from './turn-context.ts';
import type {TurnStream, TurnStreamEnd} from './write-turn.ts';
import {reduce} from '../../debate/reduce.ts';
import type {Prefetch} from './prefetch.ts';
import {limitTime} from '../calls/ask-voice.ts';
import {sha256} from '../host/hash.ts';
import {turnCitations, type TurnCitations} from './citations.ts';
import {failsAgain, putOut, settleSeat} from './seats.ts';
import {isHuman, timeToUnsay} from './people.ts';

// Watches a turn as it is written, ahead of what is heard of it, and decides where it is cut. Looks are taken beside
// the turn, one at a time; once all is written and hearing waits, the last goes beside the one before it. Each is
// journaled as it begins, so that one that a crash interrupted is taken again.

type WatchedSpeech = {
	readonly participant: string;
	readonly options: SpeakOptions;
	/** A scope of its own for what runs concurrently with this turn, by name: its key, and its floor. */
	readonly scopeAt: (name: string) => string;
	readonly floorAt: (name: string) => Floor;
};

type LiveSpeech = WatchedSpeech & {readonly stream: TurnStream};
type CitingSpeech = LiveSpeech & {readonly citations: TurnCitations | undefined};

type TurnWatcher = {
	/** At `instant`: waits while a look is out, for as long as hearing has patience. At a pace, never. */
	settle(): Promise<void>;
	/** Whether a look is out. */
	readonly isLooking: boolean;
	/** The cut to be made here, after these sentences. One that is due and does not hold any more lapses. */
	cutHere(heard: readonly string[], more: boolean): Cut | undefined;
	/** To be called when a sentence has begun to be heard. */
	begun(sentence: number): void;
	/** Resolves when nobody can cut the turn any more. */
	past(): Promise<void>;
	/** Ends the watch: what came too late until now is passed on, and a look that is still out when it is back. */
	end(): Promise<void>;
	/** Ends the watch of a turn that was given up: nothing is cut any more. */
	drop(): void;
};

/**
 * Once all of a turn is written, hearing waits for looks as long again as the writing took, and at least this long: the
 * next turn is written meanwhile, so that only a look that hangs is given up, and one that finds cause costs time.
 */
const leastPatienceMs = 2_000;

type MissedCut = {readonly cut: Cut; readonly floor: Floor};

/** A cut to be made after `place` sentences; `listened` is how often listeners had stepped in when it was decided. */
type DecidedCut = MissedCut & {readonly place: number; readonly listened: number};

const listenersActs = ({log}: TurnContext): number =>
	log.heard().actions.filter(({action}) => action === 'barge-in' || action === 'interject').length;

/** Missed cuts of a turn: collected while it is spoken, passed on after it. */
function missedCuts({missed}: TurnWatch, turnId: string) {
	const collected: MissedCut[] = [];
	let ended = false;
	return {
		async add(cut: Cut, floor: Floor): Promise<void> {
			if (ended) await missed(cut, turnId, floor);
			else collected.push({cut, floor});
		},
		async end(): Promise<void> {
			ended = true;
			for (const {cut, floor} of collected) await missed(cut, turnId, floor);
		},
	};
}

const lookStep = ({scopeAt}: WatchedSpeech, turnId: string, sentence: number): string =>
	`${scopeAt(lookName(turnId, sentence))}/0 look`;
const lookName = (turnId: string, sentence: number): string => `${turnId}-s${sentence}`;

/** A turn up to a sentence end; `whole` is its text, once all is written. */
const soFar = (turnId: string, speaker: string, sentences: readonly string[], whole: string | undefined): SoFar => {
	const text = sentences.join('');
	return {
		turnId,
		speaker,
		sentences,
		text,
		words: countWords(text),
		length: whole === undefined ? undefined : countWords(whole),
	};
};

/** Watches a turn that is spoken now. */
const watchTurn = (context: TurnContext, speech: CitingSpeech, turnId: string): TurnWatcher | undefined =>
	speech.options.watch && new LiveWatcher(context, speech, speech.options.watch, turnId);

class LiveWatcher implements TurnWatcher {
	readonly #context: TurnContext;
	readonly #speech: CitingSpeech;
	readonly #watch: TurnWatch;
	readonly #turnId: string;
	readonly #missed: ReturnType<typeof missedCuts>;
	readonly #looks: number[] = [];
	/** Up to which sentences looks are out. */
	readonly #out = new Set<number>();
	#decided: DecidedCut | undefined;
	#held = false;
	#checked = 0;
	#heard: readonly string[] = [];
	#showing = 0;
	#listened: number;
	#ended = false;
	#isPatient = true;
	#change = Promise.withResolvers<void>();
	#endPatience = (): void => undefined;

	constructor(context: TurnContext, speech: CitingSpeech, watch: TurnWatch, turnId: string) {
		this.#context = context;
		this.#speech = speech;
		this.#watch = watch;
		this.#turnId = turnId;
		this.#missed = missedCuts(watch, turnId);
		this.#listened = listenersActs(context);
		speech.stream.onSentence(() => this.#written());
		void speech.stream.done().then(({totalMs}) => this.#losePatience(totalMs));
		this.#written();
	}

	get isLooking(): boolean {
		return this.#out.size > 0;
	}

	async settle(): Promise<void> {
		const {control, pace} = this.#context;
		while (this.#mayCutEarlier() && this.#isPatient && this.#atOnce && control.cutShort === undefined)
			await untilOver(this.#context, Promise.race([this.#change.promise, pace.touched()]));
	}

	/** Whether a look is out at sentences before the one that is to be cut. */
	#mayCutEarlier(): boolean {
		return Math.min(...this.#out) < (this.#decided?.cut.sentence ?? Infinity);
	}

	/** Whether this turn comes from a server that answers one request at a time. */
	get #isQueued(): boolean {
		const {voices, limiter} = this.#context;
		const voice = voices.get(this.#speech.participant);
		return voice !== undefined && limiter.isQueue(voice);
	}

	get #atOnce(): boolean {
		return this.#context.pace.wordsAMinute <= 0;
	}

	cutHere(heard: readonly string[], more: boolean): Cut | undefined {
		this.#heard = heard;
		this.#listened = listenersActs(this.#context);
		this.#changed();
		const decided = this.#decided;
		if (!decided || heard.length < decided.place) return undefined;
		const {cut} = decided;
		const {typed = false} = this.#speech.stream;
		const before = typed ? heard.slice(0, cut.sentence) : heard;
		// After a listener's words, the cut would no longer follow from what was said.
		const holds = decided.listened === this.#listened && this.#allows(cut, before);
		if (holds && (more || typed)) return cut;
		this.#lapse(decided);
		return undefined;
	}

	begun(sentence: number): void {
		this.#showing = sentence;
	}

	async past(): Promise<void> {
		while ((this.isLooking || this.#decided) && !this.#ended && !this.#watch.isPast(this.#spoken(this.#heard)))
			await untilOver(this.#context, this.#change.promise);
	}

	async end(): Promise<void> {
		this.drop();
		await this.#missed.end();
	}

	drop(): void {
		this.#ended = true;
		this.#endPatience();
		this.#changed();
	}

	/** Has hearing lose its patience so long after all was written. */
	#losePatience(totalMs: number): void {
		if (this.#ended) return;
		const {over} = this.#context;
		// How long a person has typed says nothing about how long the next turn takes.
		const ms = this.#speech.stream.typed ? leastPatienceMs : Math.max(leastPatienceMs, totalMs);
		const {signal, lift} = limitTime(this.#context, over.signal, ms);
		this.#endPatience = lift;
		signal.addEventListener('abort', () => {
			this.#isPatient = false;
			this.#changed();
		});
	}

	#spoken = (sentences: readonly string[]): SoFar => {
		const {text, end} = this.#speech.stream;
		return soFar(this.#turnId, this.#speech.participant, sentences, end && text);
	};

	#allows = (cut: Cut, sentences: readonly string[]): boolean =>
		this.#watch.allows(cut, this.#spoken(sentences), this.#context.log.heard());

	#changed(): void {
		this.#change.resolve();
		this.#change = Promise.withResolvers<void>();
	}

	/** To be called when there is something new to look at, or nothing is out any more. */
	#written(): void {
		this.#object();
		if (this.#decided) this.#hold(this.#decided);
		const {sentences, end} = this.#speech.stream;
		const isBusy = this.isLooking && !(this.#atOnce && end);
		if (isBusy || this.#decided || this.#ended) return;
		const upto = this.#watch.lookAt(this.#spoken(sentences), this.#context.log.heard(), this.#looks);
		if (upto === undefined) return;
		if (this.#atOnce && this.#isQueued) this.#leaveOut();
		else this.#look(sentences.slice(0, upto));
	}

	/** At `instant` a look would hold up whoever speaks next, where the server answers one request at a time. */
	#leaveOut(): void {
		const {log} = this.#context;
		const text =
			'Nobody cuts in at instant: the server answers one request at a time, and looks would hold up the speakers.';
		if (!log.state.notices.some(notice => notice.text === text)) log.emit({type: 'notice', level: 'info', text});
	}

	/** Decides on a cut where code has found a citation to be false: no look is needed for that. */
	#object(): void {
		const {
			citations,
			stream: {sentences},
		} = this.#speech;
		while (citations && this.#watch.objects && !this.#decided && !this.#ended && this.#checked < sentences.length) {
			const number = ++this.#checked;
			const written = this.#spoken(sentences.slice(0, number));
			for (const citation of citations.of(number)) {
				const cut = this.#watch.objects(written, citation, this.#context.log.heard());
				if (cut && !this.#decided) void this.#decide(cut, this.#speech.floorAt(`${lookName(this.#turnId, number)}c`));
			}
		}
	}

	#look(sentences: readonly string[]): void {
		const {log, background} = this.#context;
		const [upto, seen] = [sentences.length, this.#looks.at(-1) ?? 0];
		const floor = this.#speech.floorAt(lookName(this.#turnId, upto));
		this.#looks.push(upto);
		this.#out.add(upto);
		log.emit({type: 'step-end', value: upto}, lookStep(this.#speech, this.#turnId, upto));
		background(async () => {
			try {
				const cut = await this.#watch.look(this.#spoken(sentences), seen, floor);
				if (cut) await this.#decide(cut, floor);
			} finally {
				this.#out.delete(upto);
				this.#changed();
			}
			this.#written();
		});
	}

	async #decide(cut: Cut, floor: Floor): Promise<void> {
		// What stands behind the sentence where the turn ends was never said.
		const said = this.#decided?.cut.sentence ?? (this.#ended ? this.#heard.length + 1 : Infinity);
		if (cut.sentence >= said) return;
		let place = this.#placeOf(cut);
		if (place === undefined && !this.#ended) {
			// Whether it may be made can rest on the turn's length.
			await this.#speech.stream.done();
			place = this.#placeOf(cut);
		}
		if (place === undefined) return this.#missed.add(cut, floor);
		this.#decided = {cut, place, floor, listened: Math.min(this.#listened, listenersActs(this.#context))};
		this.#hold(this.#decided);
	}

	/** After how many sentences the cut can be made: the one being heard is heard to its end. */
	#placeOf(cut: Cut): number | undefined {
		if (this.#ended) return undefined;
		const {stream} = this.#speech;
		// What a person has typed is heard to its end.
		if (stream.typed) return stream.sentences.length;
		const first = Math.max(cut.sentence, this.#heard.length, this.#showing);
		return [first, first + 1].find(
			place =>
				place <= cut.sentence + 1 &&
				(!stream.end || place < stream.sentences.length) &&
				this.#allows(cut, stream.sentences.slice(0, place)),
		);
	}

	/** The writer is stopped as soon as everything is there that will be heard. */
	#hold({place}: DecidedCut): void {
		const {stream} = this.#speech;
		if (this.#held || stream.end || stream.sentences.length < place) return;
		this.#held = true;
		stream.hold('cut off');
	}

	#lapse({cut, floor}: DecidedCut): void {
		void this.#missed.add(cut, floor);
		this.#decided = undefined;
		this.#changed();
		if (!this.#held) return;
		this.#held = false;
		this.#speech.stream.goOn();
	}
}

/** The looks that were taken at a turn that the journal has: what was still out at a crash is taken again. */
function recallLooks(context: TurnContext, speech: WatchedSpeech, turnId: string): Pick<TurnWatcher, 'end'> {
	const {history} = context;
	const {participant, floorAt} = speech;
	const {watch} = speech.options;
	const turn = context.log.state.turns.find(({id}) => id === turnId);
	// Of a turn that was cut, nothing is left to be decided.
	if (!watch || !turn || turn.cut) return {end: async () => {}};
	const missed = missedCuts(watch, turnId);
	const sentences = sentencesOf(turn);
	const known = sentences.flatMap((_, index) => {
		const [upto, step] = [index + 1, lookStep(speech, turnId, index + 1)];
		return history.knows(step) ? [{upto, step}] : [];
	});
	for (const [index, {upto, step}] of known.entries()) {
		const floor = floorAt(lookName(turnId, upto));
		context.background(async () => {
			await untilOver(context, history.ended(step));
			const sofar = soFar(turnId, participant, sentences.slice(0, upto), turn.text);
			const cut = await watch.look(sofar, known[index - 1]?.upto ?? 0, floor);
			if (cut) await missed.add(cut, floor);
		});
	}
	return {end: missed.end};
}

const sentencesOf = ({text}: Turn): readonly string[] => splitSentences(text);

export type Speech = WatchedSpeech & {readonly step: string; readonly stream: TurnStream};
/** With what it cites, where the debate stands on documents. */
type HeardSpeech = Speech & {readonly citations: TurnCitations | undefined};

/**
 * Returns the turn as heard. Undefined if nothing was heard and another voice has been put in the seat meanwhile: then
 * that voice is to speak the turn.
 */
export async function speak(context: TurnContext, prefetch: Prefetch, speech: Speech): Promise<Turn | undefined> {
	for (;;) {
		const spoken = await speakOnce(context, prefetch, speech);
		if (spoken !== 'taken-back') return spoken;
	}
}

/** `taken-back` where what was heard was thinking, or broke off: what is written since is to be spoken. */
async function speakOnce(
	context: TurnContext,
	prefetch: Prefetch,
	speech: Speech,
): Promise<Turn | undefined | 'taken-back'> {
	const {stream, options, participant} = speech;
	let goesOn = false;
	// Others may speak while a person types.
	if (options.amid || stream.typed) await untilOver(context, stream.ready());
	if (stream.typed && stream.text === '' && !isHuman(context, participant)) return undefined;
	const release = await context.speakingLock.take(options.amid ?? false, context.over.signal);
	let watcher: TurnWatcher | undefined;
	try {
		if (isUnsaid(context.log.state, speech.step)) return undefined;
		const turnId = start(context, speech);
		const citations = turnCitations(context, participant, stream, turnId);
		watcher = watchTurn(context, {...speech, citations}, turnId);
		if (options.prefetch && (watcher || context.pace.wordsAMinute > 0))
			expectAhead(context, prefetch, {stream, watcher, citations, turnId, expectation: options.prefetch});
		if (options.preamble && options.prefetch && context.pace.wordsAMinute > 0)
			prefetch.expect(options.prefetch, () => context.log.heard());
		const heard = await hear(context, {...speech, citations}, watcher, turnId);
		if (stream.typed && heard.text !== '') await timeToUnsay(context, speech.step);
		if (stream.typed && isUnsaid(context.log.state, speech.step)) return unsay(context, speech, turnId, heard.text);
		goesOn = heard.takenBack === true;
		if (goesOn) return takeBack(context, speech, turnId, heard.text);
		if (heard.cut || heard.short) stream.withdraw('cut off');
		const lost = lostVoice(context, speech);
		const askedAgain = lost !== undefined && (await settleSeat(context, participant, lost)) === 'asked-again';
		if (askedAgain && heard.text.trim() === '') return giveUp(context, turnId, stream.end?.reason);
		finish(context, speech, turnId, heard);
		await watcher?.end();
		if (lost !== undefined && !askedAgain) putOut(context, participant, lost);
		return turnOf(context, turnId);
	} finally {
		watcher?.drop();
		if (!stream.end && !goesOn) stream.withdraw('the debate ended');
		release();
	}
}

/** Why the voice of a turn that failed is not asked again; a person may try as often as they like. */
function lostVoice(context: TurnContext, {participant, stream: {end}}: Speech): string | undefined {
	if (end?.finish !== 'failed' || isHuman(context, participant)) return undefined;
	return end.out ?? failsAgain(context, participant, end.reason ?? 'no reason given');
}

/** Closes a turn that is said again: without its step, as after a crash. */
function giveUp(context: TurnContext, turnId: string, reason = 'gave no answer', text = ''): undefined {
	context.log.emit({type: 'turn-end', turnId, text, finish: 'failed', reason, contentHash: sha256(text), totalMs: 0});
}

/** Closes a turn that its speaker took back: it is asked for again, and nothing of it is left but in the journal. */
function unsay(context: TurnContext, {participant}: Speech, turnId: string, said: string): undefined {
	context.pace.sentenceEnded();
	giveUp(context, turnId, unsaidReason, said);
	const text = 'The turn was taken back by its speaker, and is said again.';
	context.log.emit({type: 'notice', level: 'info', participant, text});
}

/** Closes a turn that begins again, and says so: its listeners have heard some of it. What was words stays recorded. */
function takeBack(
	context: TurnContext,
	{participant, stream: {broke}}: Speech,
	turnId: string,
	said: string,
): 'taken-back' {
	const {log} = context;
	const shown = log.shown(turnId);
	if (broke !== undefined && shown.trim() !== '') log.emit({type: 'turn-delta', turnId, text: shown});
	if (broke === undefined) giveUp(context, turnId, 'what was heard was thinking');
	else giveUp(context, turnId, `broke off, and is said again: ${cleanText(broke)}`, said + shown);
	const text =
		broke === undefined
			? 'What was heard of this turn was thinking, as the model marked only behind it. The turn begins again.'
			: `${cleanText(broke)} The turn begins again: what was heard of it stays in the journal alone.`;
	log.emit({type: 'notice', level: 'warning', participant, text});
	return 'taken-back';
}

/** A turn that the journal has: the script hears and watches it again, at the time at which it was spoken. */
export async function recallTurn(context: TurnContext, speech: Omit<Speech, 'stream'>): Promise<Turn> {
	const {options, step} = speech;
	const begun = untilOver(context, context.history.begun(step));
	if (options.amid) await begun;
	const release = await context.speakingLock.take(options.amid ?? false, context.over.signal);
	try {
		const event = await begun;
		const turnId = 'turnId' in event ? event.turnId : '';
		const looks = recallLooks(context, speech, turnId);
		await untilOver(context, context.history.ended(step));
		await looks.end();
		return turnOf(context, turnId);
	} finally {
		release();
	}
}

const turnOf = (context: TurnContext, id: string): Turn => {
	const turn = context.log.heard().turns.findLast(one => one.id === id);
	if (!turn) throw new Error(`turn ${id} was recorded and is not in the debate's state`);
	return turn;
};

/** Turns are numbered by their place, so that one said again after a crash keeps its number: `t7`, then `t7.2`. */
function start(context: TurnContext, {participant, options, step}: Speech): string {
	const {turns} = context.log.state;
	const before = turns.findLastIndex(turn => turn.step === step);
	const attempt = Number(turns[before]?.id.split('.')[1] ?? '1') + 1;
	const turnId = before < 0 ? `t${turns.length + 1}` : `t${before + 1}.${attempt}`;
	const host = options.amid ? speaking(context.log.heard()) : undefined;
	const {segment, round} = context.log.heard();
	context.log.emit(
		{
			type: 'turn-start',
			turnId,
			speaker: participant,
			kind: options.kind,
			segment: segment ?? '',
			...(round === undefined ? {} : {round}),
			...(options.replyTo === undefined ? {} : {replyTo: options.replyTo}),
			...(options.by ? {by: options.by} : {}),
			...(options.owes ? {owes: {...options.owes}} : {}),
			...(options.asked ? {asked: [...options.asked]} : {}),
			...(host ? {amid: {turnId: host.id, offset: context.log.heard().speech[host.id]?.sentences.length ?? 0}} : {}),
		},
		step,
	);
	return turnId;
}

type AheadOf = {
	readonly stream: TurnStream;
	readonly watcher: TurnWatcher | undefined;
	readonly citations: TurnCitations | undefined;
	readonly turnId: string;
	readonly expectation: NonNullable<SpeakOptions['prefetch']>;
};

/**
 * Once all is written, what most likely comes next is begun: at a pace when nobody can cut in any more, while the turn
 * is still heard; at `instant` while hearing waits for a look, as a guess that a cut withdraws.
 */
function expectAhead(
	context: TurnContext,
	prefetch: Prefetch,
	{stream, watcher, citations, turnId, expectation}: AheadOf,
): void {
	const {log, over, pace} = context;
	context.background(async () => {
		const end = await stream.done();
		const isGuess = pace.wordsAMinute <= 0;
		if (isGuess && !watcher?.isLooking) return;
		if (!isGuess) await watcher?.past();
		if (end.finish !== 'complete' || !log.heard().open.includes(turnId) || over.signal.aborted) return;
		let foretold = heardOut(log.heard(), turnId, stream, citations);
		prefetch.expect(isGuess ? onlyTurns(expectation) : expectation, () => {
			const heard = log.heard();
			if (heard.open.includes(turnId)) foretold = heardOut(heard, turnId, stream, citations);
			return foretold;
		});
	});
}

/** The state as it will be once an open turn has been heard to its end. */
function heardOut(
	heard: DebateState,
	turnId: string,
	{text, measured: {totalMs}}: TurnStream,
	citations: TurnCitations | undefined,
): DebateState {
	const {seq, at} = heard;
	const cited = (citations?.foretold() ?? []).map(event => ({...event, seq, at, hash: ''}));
	return reduce(cited.reduce<DebateState>(reduce, heard), {
		type: 'turn-end',
		turnId,
		text,
		finish: 'complete',
		contentHash: '',
		totalMs,
		seq,
		at,
		hash: '',
	});
}

/** Nobody waits for a verdict before the next word: it is not asked of a turn that may yet be cut. */
const onlyTurns =
	(expectation: AheadOf['expectation']): AheadOf['expectation'] =>
	(heard, foreseen) =>
		expectation(heard, foreseen).filter(expected => 'speak' in expected);

type HeardTurn = {readonly text: string; readonly cut?: Cut; readonly short?: string; readonly takenBack?: true};

/** Lets the words out. Whatever is decided in a sentence is done at its end. */
async function hear(
	context: TurnContext,
	speech: HeardSpeech,
	watcher: TurnWatcher | undefined,
	turnId: string,
): Promise<HeardTurn> {
	const {stream, options, participant, citations} = speech;
	const said: string[] = [];
	let from = 0;
	let shown = 0;
	const isBroken = takenBackOf(stream, () => shown > 0 || said.length > 0);
	const isTakenBack = () => isBroken() || (stream.typed === true && isUnsaid(context.log.state, speech.step));
	const words = pacedWords(context, {...options, turnId, speaker: participant, isTakenBack});
	waitingFor(context, speech);

	async function show(upto: number): Promise<void> {
		const more = stream.text.slice(from + shown, from + upto);
		const isWhole = shown === 0;
		shown = Math.max(shown, upto);
		if (isWhole) await words.say(more, stream.text.slice(0, from), stream.sentences[said.length + 1]);
		else await words.show(more);
	}

	/** Shows the next sentence as it is written; undefined where there is none. */
	async function nextSentence(): Promise<string | undefined> {
		for (;;) {
			if (isTakenBack()) return undefined;
			const written = stream.text.length - from;
			const sentence = stream.sentences[said.length];
			if (written > 0) watcher?.begun(said.length + 1);
			if (sentence !== undefined) {
				await show(sentence.length);
				return isTakenBack() ? undefined : sentence;
			}
			if (stream.end) return undefined;
			if (shown < written && !words.isSpoken) await show(written);
			else await untilOver(context, stream.changed());
		}
	}

	/** Records a sentence that was heard, and says whether the turn is to end here. */
	async function endSentence(sentence: string): Promise<Omit<HeardTurn, 'text'> | undefined> {
		shown = Math.max(0, shown - sentence.length);
		context.log.emit({type: 'turn-delta', turnId, text: sentence});
		said.push(sentence);
		citations?.record(said.length);
		from += sentence.length;
		if (shown > 0) context.log.live({type: 'turn-token', turnId, text: stream.text.slice(from, from + shown)});
		context.pace.sentenceEnded();
		return endHere(context, speech, watcher, {said, more: () => !stream.end || stream.text.length > from});
	}

	for (;;) {
		const sentence = await nextSentence();
		if (sentence === undefined) return {text: said.join(''), ...(isTakenBack() && {takenBack: true})};
		const end = await endSentence(sentence);
		if (end) return {text: said.join(''), ...end};
	}
}

/** Whether what was heard has been taken back since; what nobody has heard begins anew unnoticed. */
function takenBackOf(stream: TurnStream, isHeard: () => boolean): () => boolean {
	let {takenBack} = stream;
	return () => {
		if (!isHeard()) ({takenBack} = stream);
		return stream.takenBack > takenBack;
	};
}

/** Why a turn ends behind the sentences that were said, if it does. */
async function endHere(
	context: TurnContext,
	{options}: Speech,
	watcher: TurnWatcher | undefined,
	{said, more}: {readonly said: readonly string[]; readonly more: () => boolean},
): Promise<Omit<HeardTurn, 'text'> | undefined> {
	await watcher?.settle();
	if (context.control.cutShort !== undefined && !options.amid) return {short: context.control.cutShort};
	const cut = watcher?.cutHere(said, more());
	if (cut) return {cut};
	if (!options.amid) await context.speakingLock.giveWay();
	return undefined;
}

/** Says on the screen, never in the journal, who is waited for until the first word is there. */
function waitingFor(context: TurnContext, {participant, options, stream}: Speech): void {
	if (stream.text !== '' || stream.end) return;
	const since = context.clock.now();
	const wait = (thinking: number) =>
		context.log.live({type: 'voice-waiting', participant, purpose: options.kind, since, thinking});
	wait(0);
	stream.whileThinking(tokens => {
		if (stream.text === '') wait(tokens);
	});
}

function finish(context: TurnContext, speech: Speech, turnId: string, heard: HeardTurn): void {
	const {participant, step, stream} = speech;
	const {text, cut, short} = heard;
	if (cut) {
		const unheard = stream.text.slice(text.length).trim();
		context.log.emit({
			type: 'interruption',
			turnId,
			interrupted: participant,
			atMs: context.clock.now(),
			...cut,
			...(unheard === '' ? {} : {unheard}),
		});
	}
	if (short !== undefined) context.control.cutShort = undefined;
	const end: Partial<TurnStreamEnd> & {totalMs: number} = stream.end ?? stream.measured;
	const {usage, cost, firstTokenMs, totalMs} = end;
	const whole = (!cut || stream.typed) && short === undefined;
	const reason = whole ? end.reason : short;
	context.log.emit(
		{
			type: 'turn-end',
			turnId,
			text,
			finish: whole ? (end.finish ?? 'failed') : 'interrupted',
			contentHash: sha256(text),
			totalMs,
			...(reason === undefined ? {} : {reason}),
			...(usage ? {usage} : {}),
			...(cost === undefined ? {} : {cost}),
			...(firstTokenMs === undefined ? {} : {firstTokenMs}),
		},
		step,
	);
}
