/** Whom a debate waits for, and how long its thinking has become. */
import type {DebateState} from '../../debate/state.ts';
import {clock, humanize} from '../../exports/wording.ts';
import {compact} from '../text/format.ts';
import {displayOf} from './participant-display.ts';
import {blank, row, span, type Row} from '../text/rows.ts';
import {movingSigns} from '../text/theme.ts';

/** Who it is, what with, how much thinking has come of it (in tokens, roughly), and for how many milliseconds. */
export type WaitingFor = {
	readonly participant: string;
	readonly purpose: string;
	readonly thinking: number;
	readonly for: number;
};

/** How long a debate has been waiting, on the screen's own clock, in milliseconds. */
export class WaitClock {
	#key = '';
	#since = 0;

	/** Counts from now where it is another wait than before; tells whether there is one. */
	watch({waiting}: DebateState, now: number): boolean {
		const key = waiting ? `${waiting.participant} ${waiting.purpose} ${waiting.since}` : '';
		if (key !== this.#key) this.#since = now;
		this.#key = key;
		return key !== '';
	}

	of({waiting}: DebateState, now: number): WaitingFor | undefined {
		return (
			waiting && {
				participant: waiting.participant,
				purpose: waiting.purpose,
				thinking: waiting.thinking,
				for: now - this.#since,
			}
		);
	}
}

/** A sign that moves once a second, after so many milliseconds. */
export const movingSign = (ms: number): string =>
	movingSigns[Math.floor(ms / 1000) % movingSigns.length] ?? movingSigns[0];

/** What is known of a model's thinking, as the end of a line; nothing where it does not tell. */
export const thinkingText = (waiting: WaitingFor | undefined): string =>
	waiting && waiting.thinking > 0 ? ` · thinking ${compact(waiting.thinking)}` : '';

/**
 * Whom a pane of a protocol's own waits for, for how long and what with, as one dim line of which the last may be cut;
 * nothing while somebody is heard.
 */
export function awaitedRows(state: DebateState, waiting: WaitingFor | undefined): readonly Row[] {
	if (!waiting || state.outcome !== undefined || state.open.length > 0) return [];
	const {sign, tone, name} = displayOf(state, waiting.participant);
	return [
		blank,
		row(
			span(`${sign} `, tone),
			span(`waiting for ${name} · ${clock(waiting.for)}${thinkingText(waiting)} · ${humanize(waiting.purpose)}`, 'dim'),
		),
	];
}
