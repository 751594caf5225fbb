/**
 * Watches a turn as it is written, ahead of what is heard of it, and decides where it is cut. Looks are taken beside
 * the turn, one at a time; each is journaled as it begins, so that one that a crash interrupted is taken again.
 */
import type {Cut, Floor, SoFar, SpeakOptions, TurnWatch} from '../../debate/protocol.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import {countWords} from '../../debate/text/words.ts';
import type {Turn} from '../../debate/state.ts';
import {untilOver} from '../context.ts';
import type {TurnContext} from './turn-context.ts';
import type {TurnStream} from './write-turn.ts';

export type WatchedSpeech = {
	readonly participant: string;
	readonly options: SpeakOptions;
	/** A scope of its own for what runs concurrently with this turn, by name: its key, and its floor. */
	readonly scopeAt: (name: string) => string;
	readonly floorAt: (name: string) => Floor;
};

type LiveSpeech = WatchedSpeech & {readonly stream: TurnStream};

export type TurnWatcher = {
	/** At `instant`: waits while a look is out and the writer still writes. At a pace, never. */
	settle(): Promise<void>;
	/** The cut to be made here, after these sentences. One that is due and does not hold any more lapses. */
	cutHere(heard: readonly string[], more: boolean): Cut | undefined;
	/** To be called when a sentence has begun to be heard. */
	begun(sentence: number): void;
	/** Resolves when nobody can cut the turn any more. */
	past(): Promise<void>;
	/** Ends the watch: what came too late until now is passed on, and a look that is still out when it is back. */
	end(): Promise<void>;
};

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

const soFar = (turnId: string, speaker: string, sentences: readonly string[]): SoFar => {
	const text = sentences.join('');
	return {turnId, speaker, sentences, text, words: countWords(text)};
};

/** Watches a turn that is spoken now. */
export const watchTurn = (context: TurnContext, speech: LiveSpeech, turnId: string): TurnWatcher | undefined =>
	speech.options.watch && new LiveWatcher(context, speech, speech.options.watch, turnId);

class LiveWatcher implements TurnWatcher {
	readonly #context: TurnContext;
	readonly #speech: LiveSpeech;
	readonly #watch: TurnWatch;
	readonly #turnId: string;
	readonly #missed: ReturnType<typeof missedCuts>;
	readonly #looks: number[] = [];
	#out: Promise<void> | undefined;
	#decided: DecidedCut | undefined;
	#held = false;
	#heard: readonly string[] = [];
	#showing = 0;
	#listened: number;
	#ended = false;
	#change = Promise.withResolvers<void>();

	constructor(context: TurnContext, speech: LiveSpeech, watch: TurnWatch, turnId: string) {
		this.#context = context;
		this.#speech = speech;
		this.#watch = watch;
		this.#turnId = turnId;
		this.#missed = missedCuts(watch, turnId);
		this.#listened = listenersActs(context);
		speech.stream.onSentence(() => this.#written());
		this.#written();
	}

	async settle(): Promise<void> {
		const {control, pace} = this.#context;
		const {stream} = this.#speech;
		while (this.#out && !this.#decided && !stream.end && pace.wordsAMinute <= 0 && control.cutShort === undefined)
			await untilOver(this.#context, Promise.race([this.#out, stream.done(), pace.touched()]));
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
		while ((this.#out || this.#decided) && !this.#ended && !this.#watch.isPast(this.#spoken(this.#heard)))
			await untilOver(this.#context, this.#change.promise);
	}

	async end(): Promise<void> {
		this.#ended = true;
		this.#changed();
		await this.#missed.end();
	}

	#spoken = (sentences: readonly string[]): SoFar => soFar(this.#turnId, this.#speech.participant, sentences);

	#allows = (cut: Cut, sentences: readonly string[]): boolean =>
		this.#watch.allows(cut, this.#spoken(sentences), this.#context.log.heard());

	#changed(): void {
		this.#change.resolve();
		this.#change = Promise.withResolvers<void>();
	}

	/** To be called when there is something new to look at, or nothing is out any more. */
	#written(): void {
		if (this.#decided) this.#hold(this.#decided);
		if (this.#out || this.#decided || this.#ended) return;
		const {sentences} = this.#speech.stream;
		const upto = this.#watch.lookAt(this.#spoken(sentences), this.#context.log.heard(), this.#looks);
		if (upto !== undefined) this.#look(sentences.slice(0, upto));
	}

	#look(sentences: readonly string[]): void {
		const {log, background} = this.#context;
		const [upto, seen] = [sentences.length, this.#looks.at(-1) ?? 0];
		const floor = this.#speech.floorAt(lookName(this.#turnId, upto));
		const back = Promise.withResolvers<void>();
		this.#looks.push(upto);
		this.#out = back.promise;
		log.emit({type: 'step-end', value: upto}, lookStep(this.#speech, this.#turnId, upto));
		background(async () => {
			try {
				const cut = await this.#watch.look(this.#spoken(sentences), seen, floor);
				if (cut) await this.#decide(cut, floor);
			} finally {
				this.#out = undefined;
				back.resolve();
				this.#changed();
			}
			this.#written();
		});
	}

	async #decide(cut: Cut, floor: Floor): Promise<void> {
		const place = this.#ended ? undefined : this.#placeOf(cut);
		if (place === undefined) return this.#missed.add(cut, floor);
		this.#decided = {cut, place, floor, listened: Math.min(this.#listened, listenersActs(this.#context))};
		this.#hold(this.#decided);
	}

	/**
	 * After how many sentences the cut can be made: what is being heard already is heard to the end of its sentence.
	 */
	#placeOf(cut: Cut): number | undefined {
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
export function recallLooks(context: TurnContext, speech: WatchedSpeech, turnId: string): Pick<TurnWatcher, 'end'> {
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
			const sofar = soFar(turnId, participant, sentences.slice(0, upto));
			const cut = await watch.look(sofar, known[index - 1]?.upto ?? 0, floor);
			if (cut) await missed.add(cut, floor);
		});
	}
	return {end: missed.end};
}

const sentencesOf = ({text}: Turn): readonly string[] => splitSentences(text);
