/** The most text to hold back, in UTF-16 units; beyond it, text is released down to a quarter of it. */
const longest = 16_384;

/**
 * Applies `change` to streamed text, with the same result as for the complete text: `settledLength` says how much of a
 * text can be changed on its own; the rest waits for the text after it.
 */
export class StreamTransform {
	readonly #change: (text: string) => string;
	readonly #settledLength: (text: string) => number;
	#held = '';
	#looked = 0;

	constructor(change: (text: string) => string, settledLength: (text: string) => number) {
		this.#change = change;
		this.#settledLength = settledLength;
	}

	push(text: string): string {
		let out = '';
		for (let from = 0; from < text.length; from += longest) out += this.#take(text.slice(from, from + longest));
		return out;
	}

	end(): string {
		return this.#release(this.#held.length);
	}

	#take(text: string): string {
		this.#held += text;
		// Text held back for long is checked less and less often, to avoid quadratic time.
		if (this.#held.length <= this.#looked * 1.125) return '';
		const settled = this.#settledLength(this.#held);
		return this.#release(this.#held.length - settled > longest ? this.#harmlessCut() : settled);
	}

	#release(length: number): string {
		const out = this.#change(this.#held.slice(0, length));
		this.#held = this.#held.slice(length);
		this.#looked = this.#held.length > 512 ? this.#held.length : 0;
		return out;
	}

	/** Where text held back for too long can be cut without changing the result. */
	#harmlessCut(): number {
		const text = this.#held;
		const whole = this.#change(text);
		const step = Math.max(256, Math.ceil(text.length / 64));
		for (let cut = text.length - longest / 4; cut > 0; cut -= step)
			if (this.#change(text.slice(0, cut)) + this.#change(text.slice(cut)) === whole) return cut;
		return text.length;
	}
}
