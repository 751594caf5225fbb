/** Lets the words of a turn out to live screens: at the pace set, or in step with the voice that speaks them. */
import {untilOver, timedWords, type Sounding, type Utterance} from '../context.ts';
import type {TurnContext} from './turn-context.ts';

/** How a turn's words come out. */
type PacedWords = {
	/** Whether it is spoken, and therefore shown by the sentence. */
	readonly isSpoken: boolean;
	/** Shows words at the pace set. */
	show(words: string): Promise<void>;
	/** Shows what may be a sentence; where it is spoken, resolves when that has ended too. The next is made ready. */
	say(sentence: string, before: string, next: string | undefined): Promise<void>;
};

type HeardAs = {
	readonly turnId: string;
	readonly speaker: string;
	readonly kind: string;
	/** Whether nothing more of it is to be let out. */
	readonly isTakenBack: () => boolean;
};

/** The words of one turn, as they are let out. */
export function pacedWords(context: TurnContext, {turnId, speaker, kind, isTakenBack}: HeardAs): PacedWords {
	const {pace, clock, speech, over, log} = context;
	let due = 0;
	const isPaced = () => pace.wordsAMinute > 0;
	const isSpoken = () => speech !== undefined && isPaced();
	const utterance = (text: string, before: string): Utterance => ({
		speaker,
		kind,
		text,
		before,
		pace: pace.wordsAMinute,
	});

	async function release(word: string, ms: () => number): Promise<void> {
		await pace.open(over.signal);
		over.signal.throwIfAborted();
		if (word === '' || isTakenBack()) return;
		log.live({type: 'turn-token', turnId, text: word});
		if (!isPaced() || !/\s$/u.test(word)) return;
		due = Math.max(due, clock.now()) + ms();
		await clock.sleepUntil(Math.round(due), false, over.signal);
	}

	async function show(words: string): Promise<void> {
		for (const word of isPaced() ? (words.match(/\s*\S+\s*|\s+/gu) ?? []) : [words])
			await release(word, () => 60_000 / pace.wordsAMinute);
	}

	async function begin(sentence: string, before: string): Promise<Sounding | undefined> {
		await pace.open(over.signal);
		return isSpoken() ? speech?.say(utterance(sentence, before), over.signal) : undefined;
	}

	return {
		get isSpoken() {
			return isSpoken();
		},
		show,
		async say(sentence, before, next) {
			if (isSpoken() && next !== undefined) speech?.prepare(utterance(next, before + sentence));
			const sounding = await untilOver(context, begin(sentence, before));
			if (!sounding) return show(sentence);
			for (const {word, ms} of timedWords(sentence, sounding.ms)) await release(word, () => ms);
			await untilOver(context, sounding.ended);
		},
	};
}
