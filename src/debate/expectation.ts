/** Estimates of a debate's words and tokens, made before it starts. */

/**
 * Tokens of all requests of one seat. `repeated` is the part of `input` that an earlier request of that seat began
 * with, which the server may have cached.
 */
type Use = {readonly input: number; readonly repeated: number; readonly output: number};

/** `words` counts spoken words; `use` is by participant id. */
export type Expectation = {readonly words: number; readonly use: Readonly<Record<string, Use>>};

/** Tokens per spoken word, at four characters a token. */
export const tokensAWord = 1.33;

/** A text's tokens, at four characters each. */
export const tokensIn = (text: string | undefined): number => Math.ceil((text?.length ?? 0) / 4);

type Request = {
	/** Tokens at the beginning that all requests at this point of the debate share. */
	readonly shared?: number;
	/** Tokens that only this request has. */
	readonly own: number;
	readonly output: number;
	/** How many such requests are expected; may be a fraction. */
	readonly times?: number;
};

/** Adds up requests and words. */
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
