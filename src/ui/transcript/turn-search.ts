/** Which turns have words that are looked for, and in which row. Words are in lower case. */
import type {DebateState, Turn} from '../../debate/state.ts';
import type {TurnIndex} from '../../view/turn-index.ts';
import type {Row} from '../../view/rows.ts';
import {saysUnmarked} from './marked-rows.ts';

export class TurnSearch {
	readonly #index: TurnIndex;
	#looked: {readonly wanted: string; readonly says: WeakMap<Turn, boolean>} = {wanted: '', says: new WeakMap()};

	constructor(index: TurnIndex) {
		this.#index = index;
	}

	/** Whether the turn at a place, or one heard inside it, has the words. */
	says(place: number, wanted: string, state: DebateState, muted: ReadonlySet<string>): boolean {
		const id = this.#index.idAt(place) ?? '';
		return [this.#index.get(id), ...this.#index.amid(id)].some(
			turn => turn !== undefined && !muted.has(turn.speaker) && this.#saysItself(turn, wanted, state),
		);
	}

	/**
	 * Known of a turn that has ended for as long as the same words are looked for: a long debate is not read anew with
	 * every key.
	 */
	#saysItself(turn: Turn, wanted: string, {speech}: DebateState): boolean {
		if (this.#looked.wanted !== wanted) this.#looked = {wanted, says: new WeakMap()};
		const known = this.#looked.says.get(turn);
		if (known !== undefined) return known;
		const says = saysUnmarked((speech[turn.id]?.sentences ?? turn.text).toLowerCase(), wanted);
		if (turn.finish !== undefined) this.#looked.says.set(turn, says);
		return says;
	}
}

/** The first row with the words in it, or the last where `direction` is -1; beyond `besides`, if that is given. */
export function rowWith(
	rows: readonly Row[],
	wanted: string,
	direction: -1 | 1,
	besides: number | undefined,
): number | undefined {
	const text = (line: number) =>
		rows[line]?.spans
			.map(piece => piece.text)
			.join('')
			.trim() ?? '';
	const lines = rows
		.keys()
		.filter(line => besides === undefined || (line - besides) * direction > 0)
		.toArray();
	const within = (words: string) => words.toLowerCase().includes(wanted);
	const has = (line: number) =>
		within(text(line)) || (within(`${text(line)} ${text(line + 1)}`) && !within(text(line + 1)));
	return direction > 0 ? lines.find(has) : lines.findLast(has);
}
