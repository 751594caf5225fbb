/**
 * What happens on the stage now and leaves no trace in the state: a cut that has just been made, chairs that want the
 * floor, and how long a voice has been silent. Times are those of the screen's clock, in milliseconds.
 */
import type {InterruptionEvent} from '../../debate/events.ts';
import {isRecord} from '../../debate/text/json.ts';
import type {DebateState, SessionEvent} from '../../debate/state.ts';

/** How long a cut is shown as new. */
const flashMs = 1000;
/** A voice that says nothing for so long is called silent. */
const silenceMs = 3000;

/** The step of an answer to a look at a running turn; see `lookStep` of the engine. */
const lookAnswer = /-t[\d.]+-s\d+\/\d+ ask /u;

export class LiveSigns {
	#cut: {readonly event: InterruptionEvent; readonly until: number; followed: boolean} | undefined;
	#wants: ReadonlySet<string> = new Set();
	#heardAt = 0;
	/** Whether silence means that a voice is silent: in a recording it is only played. */
	readonly #mayFallSilent: boolean;

	constructor(mayFallSilent: boolean) {
		this.#mayFallSilent = mayFallSilent;
	}

	push(event: SessionEvent): void {
		const now = performance.now();
		switch (event.type) {
			case 'interruption':
				this.#cut = {event, until: now + flashMs, followed: false};
				break;
			case 'step-end': {
				const chair = lookAnswer.test(event.step ?? '') ? wisherIn(event.value) : undefined;
				if (chair !== undefined) this.#wants = new Set([...this.#wants, chair]);
				break;
			}
			case 'jump':
				this.end();
				break;
			case 'turn-start':
				this.#follow();
				this.#wants = new Set();
				break;
			case 'turn-end':
				this.#wants = new Set();
				break;
			default:
		}
		// What the user does may be a pause, or its end: silence is counted anew.
		if (event.type.startsWith('turn-') || event.type === 'user-action') this.#heardAt = now;
	}

	/** A cut is no news any more once somebody has the word after whoever cut in. */
	#follow(): void {
		if (this.#cut?.followed) this.#cut = undefined;
		else if (this.#cut) this.#cut.followed = true;
	}

	/** Nothing happens any more. */
	end(): void {
		this.#cut = undefined;
		this.#wants = new Set();
	}

	/** The cut that was made within the last second. */
	get recentCut(): InterruptionEvent | undefined {
		return this.#cut && performance.now() < this.#cut.until ? this.#cut.event : undefined;
	}

	/** Chairs that a look at the running turn found to want in. */
	get wants(): ReadonlySet<string> {
		return this.#wants;
	}

	/** Milliseconds since the running turn was heard; undefined while it speaks, nobody does, or the user is asked. */
	silence(state: Pick<DebateState, 'open' | 'paused' | 'question'>): number | undefined {
		const silent = performance.now() - this.#heardAt;
		return this.#counts(state) && silent >= silenceMs ? silent : undefined;
	}

	/** In how many milliseconds the screen will look different by itself. */
	changesIn(state: Pick<DebateState, 'open' | 'paused' | 'question'>): number {
		const now = performance.now();
		if (this.#cut && now < this.#cut.until) return Math.ceil(this.#cut.until - now);
		return this.#counts(state) ? Math.ceil(Math.max(1000, silenceMs - (now - this.#heardAt))) : Infinity;
	}

	#counts({open, paused, question}: Pick<DebateState, 'open' | 'paused' | 'question'>): boolean {
		return this.#mayFallSilent && open.length > 0 && !paused && question === undefined;
	}
}

/** The chair that an answer names; undefined where nobody wants in. */
function wisherIn(answer: unknown): string | undefined {
	const wish = isRecord(answer) ? answer['value'] : undefined;
	if (!isRecord(wish) || wish['reason'] === 'none') return undefined;
	return typeof wish['chair'] === 'string' ? wish['chair'] : undefined;
}
