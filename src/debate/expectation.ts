/** What a debate is expected to come to if it goes its usual way, before anybody has said a word. */

/**
 * Tokens of all requests of one seat. `repeated` is what of the input an earlier request of that seat began with, so
 * that a server may have kept it.
 */
type Use = {readonly input: number; readonly repeated: number; readonly output: number};

/** `words` are those that are heard; `use` is by the participant's id. */
export type Expectation = {readonly words: number; readonly use: Readonly<Record<string, Use>>};

/** What a word of speech comes to in tokens, of four characters each. */
export const tokensAWord = 1.33;

/** A text's tokens, four characters each. */
export const tokensIn = (text: string | undefined): number => Math.ceil((text?.length ?? 0) / 4);

type Request = {
	/** Tokens that stand at the beginning of every request at this point of the debate. */
	readonly shared?: number;
	/** Tokens that are this request's own. */
	readonly own: number;
	readonly output: number;
	/** How many such requests are expected; may be a part of one. */
	readonly times?: number;
};

/** A count that requests and words are added to. */
export function tally() {
	let words = 0;
	const use = new Map<string, {input: number; repeated: number; output: number}>();
	const known = new Map<string, number>();
	return {
		ask(seat: string, {shared = 0, own, output, times = 1}: Request): void {
			const sum = use.get(seat) ?? {input: 0, repeated: 0, output: 0};
			sum.input += times * (shared + own);
			sum.repeated += times * Math.min(shared, known.get(seat) ?? 0);
			sum.output += times * output;
			use.set(seat, sum);
			if (shared > 0) known.set(seat, shared);
		},
		say(heard: number): void {
			words += heard;
		},
		get expected(): Expectation {
			return {
				words: Math.round(words),
				use: Object.fromEntries(
					[...use].map(([seat, {input, repeated, output}]) => [
						seat,
						{input: Math.round(input), repeated: Math.round(repeated), output: Math.round(output)},
					]),
				),
			};
		},
		/** Words so far. */
		get words(): number {
			return words;
		},
	};
}
