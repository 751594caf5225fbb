/** Where a person writes a turn: what is written so far, kept while they look elsewhere, and how long there is left. */
import type {WantedTurn} from '../debate/events.ts';

export class TypingDesk {
	#call = '';
	#text = '';
	#leftMs = 0;
	#countedAt = 0;
	readonly #said = new Set<string>();

	/** What is written of a turn so far. */
	textOf({call, field}: WantedTurn): string {
		return call === this.#call ? this.#text : (field?.initial ?? '');
	}

	write(text: string): void {
		this.#text = text;
	}

	/** Whether it was said: it is on its way then, and not asked for any more. */
	isSaid = ({call}: WantedTurn): boolean => this.#said.has(call);

	say({call}: WantedTurn): void {
		this.#said.add(call);
	}

	/** Counts the time on, which stands still in a pause, and gives what is left in milliseconds; nothing where there is no limit. */
	left({call, limitMs, field}: WantedTurn, paused: boolean, now: number): number | undefined {
		if (call !== this.#call) [this.#call, this.#text, this.#leftMs, this.#countedAt] = [call, field?.initial ?? '', limitMs ?? 0, now];
		if (!paused) this.#leftMs -= now - this.#countedAt;
		this.#countedAt = now;
		return limitMs === undefined ? undefined : Math.max(0, this.#leftMs);
	}
}
