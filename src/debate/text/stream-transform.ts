/**
 * The longest text that is held back for what it might become, in UTF-16 units; what is longer than a quarter of it may
 * be cut.
 */
const longest = 16_384;

/**
 * Changes text that comes in pieces into what `change` makes of the whole: `settledLength` says how much of a text can
 * be changed on its own, and the rest waits for what comes after it.
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
		// What is held back for long is looked at less and less often, or looking would cost the square of its length.
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

	/** Where text that was held back for too long can be cut without changing what becomes of it. */
	#harmlessCut(): number {
		const text = this.#held;
		const whole = this.#change(text);
		const step = Math.max(256, Math.ceil(text.length / 64));
		for (let cut = text.length - longest / 4; cut > 0; cut -= step)
			if (this.#change(text.slice(0, cut)) + this.#change(text.slice(cut)) === whole) return cut;
		return text.length;
	}
}
