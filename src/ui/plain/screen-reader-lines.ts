/**
 * A debate as a screen reader is given it: its lines in the order in which they can be heard, and what a key has done.
 */
import type {UserAction} from '../../debate/events.ts';
import type {DebateState, SessionEvent} from '../../debate/state.ts';
import type {Action} from '../terminal/key-table.ts';
import {plainLines} from './plain-lines.ts';

/** Of no use where nothing is to be seen. */
export const visualActions: readonly Action[] = [
	'up',
	'down',
	'page-up',
	'page-down',
	'to-start',
	'to-end',
	'pane',
	'narrower',
	'wider',
	'chairs',
	'moments',
	'alone',
	'columns',
];

/** What is said of a key whose effect is not heard at once. */
const effects: Partial<Readonly<Record<UserAction['action'], string>>> = {
	interject: 'It is passed on.',
	'barge-in': 'You will speak at the end of this sentence.',
	skip: 'Skipped.',
	resume: 'Going on.',
	say: 'Your turn is said.',
	unsay: 'Your turn is taken back. Its words are in the field again.',
	stop: 'Ending…',
};

export class ScreenReaderLines {
	readonly #plain: ReturnType<typeof plainLines>;
	readonly #lines: string[] = [];
	readonly #asides: string[] = [];

	constructor(columns: number) {
		this.#plain = plainLines(columns, {aloud: true});
	}

	/**
	 * Takes in what happened, after which the debate stands so. Scores and notices wait for the end of what is being
	 * said: nobody can hear two things at once.
	 */
	push(event: SessionEvent, state: DebateState, muted: ReadonlySet<string>): void {
		const lines = this.#plain.push(event);
		for (const {stream, text} of isFrom(muted, event, state) ? [] : lines)
			(stream === 'err' && state.open.length > 0 ? this.#asides : this.#lines).push(text);
		if (state.open.length === 0) this.#lines.push(...this.#asides.splice(0));
	}

	tell(...texts: readonly string[]): void {
		this.#lines.push(...texts);
	}

	/** Says this when nobody is speaking. */
	tellAside(text: string, {open}: DebateState): void {
		(open.length > 0 ? this.#asides : this.#lines).push(text);
	}

	tellEffect({action}: UserAction): void {
		const effect = effects[action];
		if (effect !== undefined) this.tell(effect);
	}

	/** Lines that nobody has taken before. */
	take(): readonly string[] {
		return this.#lines.splice(0);
	}
}

/** Whether these are words of somebody who is not to be heard. */
function isFrom(muted: ReadonlySet<string>, event: SessionEvent, {turns}: DebateState): boolean {
	if (muted.size === 0 || (event.type !== 'turn-start' && event.type !== 'turn-delta' && event.type !== 'turn-end'))
		return false;
	const turn = turns.findLast(({id}) => id === event.turnId);
	return turn !== undefined && muted.has(turn.speaker);
}
