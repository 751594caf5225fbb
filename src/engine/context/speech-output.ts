/** Speech of what is heard while it is heard, in step with the words shown. What cannot be spoken is silent. */

export type Utterance = {
	readonly speaker: string;
	/** The kind of its turn. */
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
	/** Ends what sounds. */
	readonly silence: () => void;
};

/** The words of a sentence, each with how long it is shown before the next. */
export function timedWords(text: string, ms: number): readonly {readonly word: string; readonly ms: number}[] {
	const words = text.match(/\s*\S+\s*/gu) ?? (text === '' ? [] : [text]);
	const length = words.reduce((sum, word) => sum + word.length, 0);
	return words.map(word => ({word, ms: (ms * word.length) / length}));
}
