/**
 * Where a person writes a turn, or an answer part by part: what is written so far, kept while they look elsewhere,
 * which part they look at, and how long there is left.
 */
import type {WantedTurn} from '../../debate/events.ts';
import type {Field, TextAnswer} from '../../debate/form.ts';
import type {DraftPort} from '../../app/files/beside-journal.ts';
import {PaneWindow} from '../../view/blocks.ts';

/**
 * What one looks at: what is wanted, or a part from before it. `given` is what that was answered with; parts count from
 * 1, and what comes after the wanted one nobody knows.
 */
export type EditedPart = {
	readonly call: string;
	readonly field: Field | undefined;
	readonly given: string | undefined;
	readonly number: number;
	readonly of: number;
};

/** What is typed of a part, and the answer that it is to change, if it was answered. */
type TypedPart = {readonly text: string; readonly given: string | undefined};

/** The turn, or the answer of several parts, that a call belongs to. */
const wholeOf = (call: string): string => call.replace(/#\d+$/u, '');

/** Within an answer: its parts come under other calls after a change. */
const nameOf = ({call, field}: Pick<EditedPart, 'call' | 'field'>): string => field?.key ?? field?.label ?? call;

export class FormEditor {
	readonly #draft: DraftPort | undefined;
	#whole = '';
	/** The part that was gone back to, by its place. */
	#back: number | undefined;
	readonly #written = new Map<string, TypedPart>();
	#call = '';
	#leftMs = 0;
	#countedAt = 0;
	readonly #said = new Set<string>();
	/** The window on what they have to read for it. */
	readonly reading = new PaneWindow();

	/** What is typed is kept in the draft, and what was left in it is there again. */
	constructor(draft?: DraftPort) {
		this.#draft = draft;
	}

	asked(wanted: WantedTurn): EditedPart {
		this.#turnTo(wanted);
		const {call, field, before = []} = wanted;
		const of = before.length + 1;
		const back = this.#back === undefined ? undefined : before[this.#back];
		return back && this.#back !== undefined
			? {call: back.call, field: back.field, given: back.text, number: this.#back + 1, of}
			: {call, field, given: undefined, number: of, of};
	}

	/** Goes on by so many parts: back where negative, and no further than what is wanted. */
	go(wanted: WantedTurn, by: number): void {
		const {number, of} = this.asked(wanted);
		const place = Math.max(0, number - 1 + by);
		this.#back = place >= of - 1 ? undefined : place;
	}

	/**
	 * What is written of what one looks at. A draft that a crash left may be older than the answer: it was kept a moment
	 * before that was given. Then the answer stands.
	 */
	textOf(wanted: WantedTurn): string {
		const asked = this.asked(wanted);
		const {given} = asked;
		const written = this.#written.get(nameOf(asked));
		const isOlder = given !== undefined && written?.given !== given;
		return (isOlder ? undefined : written?.text) ?? given ?? asked.field?.initial ?? '';
	}

	/**
	 * What is said when the time is over: a change where one is being made, or else what is written of what is wanted.
	 */
	dueText(wanted: WantedTurn): string {
		const changed = this.textOf(wanted).trim();
		if (changed === '' || changed === this.asked(wanted).given) this.go(wanted, Infinity);
		return this.textOf(wanted).trim();
	}

	write(wanted: WantedTurn, text: string): void {
		const asked = this.asked(wanted);
		this.#written.set(nameOf(asked), {text, given: asked.given});
		this.#keep();
	}

	/** Whether it was said: it is on its way then, and not asked for any more. */
	isSaid = ({call}: WantedTurn): boolean => this.#said.has(call);

	/** What one looks at is said: what comes after it is looked at next. */
	say(wanted: WantedTurn): void {
		this.#written.delete(nameOf(this.asked(wanted)));
		this.#keep();
		this.#said.add(wanted.call);
		if (this.#back !== undefined) this.#back++;
	}

	/** What was said is to be written again, and begins as it was. */
	restore({call, text}: TextAnswer): void {
		this.#said.delete(call);
		this.#whole = wholeOf(call);
		this.#written.clear();
		this.#written.set(call, {text, given: undefined});
		this.#keep();
	}

	/**
	 * Counts the time on, which stands still in a pause, and gives what is left in milliseconds; nothing where there is
	 * no limit.
	 */
	left({call, limitMs}: WantedTurn, paused: boolean, now: number): number | undefined {
		if (call !== this.#call) [this.#call, this.#leftMs, this.#countedAt] = [call, limitMs ?? 0, now];
		if (!paused) this.#leftMs -= now - this.#countedAt;
		this.#countedAt = now;
		return limitMs === undefined ? undefined : Math.max(0, this.#leftMs);
	}

	#turnTo({call}: WantedTurn): void {
		const whole = wholeOf(call);
		if (whole === this.#whole) return;
		this.#whole = whole;
		this.#back = undefined;
		this.#written.clear();
		const left = this.#draft?.left;
		if (left?.call !== whole) return;
		for (const [name, text] of Object.entries(left.texts)) this.#written.set(name, {text, given: left.given?.[name]});
	}

	#keep(): void {
		const written = [...this.#written];
		this.#draft?.keep({
			call: this.#whole,
			texts: Object.fromEntries(written.map(([name, {text}]) => [name, text])),
			given: Object.fromEntries(written.flatMap(([name, {given}]) => (given === undefined ? [] : [[name, given]]))),
		});
	}
}
